"""Labelled cases, what the pipeline makes of them, and the numbers that decide a release (contract section 12)."""
