"""Data versions: the same files give the same version, so that a run that found nothing to do says so."""

import dagster as dg

from memory_pipeline.store.family_view import FamilyView


def files_version(view: FamilyView, name: str) -> dg.DataVersion:
    """The version of one file or folder of a family's folder, from its etags."""
    return dg.DataVersion(view.version_of(name))
