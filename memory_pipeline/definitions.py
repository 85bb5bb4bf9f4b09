"""What Dagster loads."""

from memory_pipeline.defs.graph import build_definitions

__all__ = ["build_definitions", "defs"]

defs = build_definitions()
