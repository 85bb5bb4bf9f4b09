"""What was observed against what was labelled, one module a set; every score says why."""
