"""`memory-pipeline dream | reindex | verify | adopt | doctor`: what keeps a store true over time."""

from __future__ import annotations

from memory_pipeline.cli import late
from memory_pipeline.cli.options import AllFamilies, AsJson, DryRun, Family, Now, OneFamily
from memory_pipeline.cli.output import give


def dream(family: Family, dry_run: DryRun = False, now: Now = None, as_json: AsJson = False) -> None:
    """Expire, promote, decay, and compile the brief; no words are changed and nothing is deleted."""
    give(late.upkeep.dream(family, dry_run=dry_run, now=now), as_json)


def reindex(family: OneFamily = None, every: AllFamilies = False, as_json: AsJson = False) -> None:
    """Drop the search index and build it again from the files."""
    give(late.upkeep.reindex(family, every=every), as_json)


def verify(family: OneFamily = None, every: AllFamilies = False, now: Now = None, as_json: AsJson = False) -> None:
    """Check every promise again over the stored files. Exit 1 where one does not hold."""
    give(late.upkeep.verify(family, every=every, now=now), as_json)


def adopt(family: Family, dry_run: DryRun = False, now: Now = None, as_json: AsJson = False) -> None:
    """Take over what was edited in the files by hand. Exit 1 where an edit cannot be taken over."""
    give(late.adoption.adopt(family, dry_run=dry_run, now=now), as_json)


def doctor(as_json: AsJson = False) -> None:
    """Form, dream, brief, forget, reindex and verify in a temporary store."""
    give(late.doctor.examine(), as_json)
