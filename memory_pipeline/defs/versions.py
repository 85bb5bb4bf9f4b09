"""Data versions: the same files give the same version, so that a run that found nothing to do says so."""

import dagster as dg

from memory_pipeline.model.ids import digest
from memory_pipeline.store.keys import family_prefix
from memory_pipeline.workflows.pipeline import Pipeline


def files_version(pipeline: Pipeline, family: str, name: str) -> dg.DataVersion:
    """The version of one file, or of one folder (`name/`), of a family's folder: a digest of keys and etags."""
    entries = pipeline.objects.list(f"{family_prefix(family)}{name}")
    return dg.DataVersion(digest(*(f"{entry.key} {entry.etag}" for entry in entries))[:32])
