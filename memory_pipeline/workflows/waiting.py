"""Which families have something to form."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memory_pipeline.model.ids import digest
from memory_pipeline.workflows.families import list_families
from memory_pipeline.workflows.inbox import inbox_files
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import waiting_sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingFamily:
    """An open family with conversations that nobody has formed; `run_key` changes when they do."""

    key: str
    sessions: tuple[str, ...]
    files: tuple[str, ...]

    @property
    def run_key(self) -> str:
        """The family and a digest of what waits."""
        return f"{self.key}:{digest(*self.sessions, '', *self.files)[:16]}"


def waiting_families(pipeline: Pipeline, inbox: Path) -> tuple[WaitingFamily, ...]:
    """Open families with ended, undecided sessions or with files in the inbox, ascending."""
    dropped = inbox_files(inbox)
    found = []
    for family in list_families(pipeline):
        view = pipeline.view(family)
        if view.family().closed:
            continue
        each = WaitingFamily(key=family, sessions=waiting_sessions(view), files=dropped.get(family, ()))
        if each.sessions or each.files:
            found.append(each)
    return tuple(found)
