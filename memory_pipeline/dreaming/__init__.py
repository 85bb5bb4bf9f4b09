"""Dreaming: what time does to a family's memories, by fixed rules and without a model (seed section 5)."""
