"""The Dagster door: assets, checks, jobs, schedules and sensors over the workflows; no rule lives here."""
