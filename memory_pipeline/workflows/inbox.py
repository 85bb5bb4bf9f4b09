"""Transcripts dropped into a local folder, one sub-folder a family, come into the store.

What came in moves to `taken/`, what could not be read to `rejected/` with a text file that says why:
nothing is lost and nothing is tried twice.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memory_pipeline.model.errors import InputError
from memory_pipeline.model.refs import FAMILY_KEY
from memory_pipeline.store.records import load_session
from memory_pipeline.workflows.pipeline import Pipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxReport:
    """Sessions that came in, and files that were rejected with the reason."""

    taken: tuple[str, ...] = ()
    rejected: tuple[tuple[str, str], ...] = ()


def inbox_files(inbox: Path) -> dict[str, tuple[str, ...]]:
    """The names of the waiting files by family."""
    if not inbox.is_dir():
        return {}
    folders = (folder for folder in inbox.iterdir() if folder.is_dir() and FAMILY_KEY.fullmatch(folder.name))
    files = {folder.name: tuple(sorted(file.name for file in _waiting(folder))) for folder in folders}
    return {family: names for family, names in sorted(files.items()) if names}


def empty_inbox(pipeline: Pipeline, inbox: Path, family: str) -> InboxReport:
    """Store every waiting transcript of one family, oldest name first."""
    folder = inbox / family
    taken, rejected = [], []
    for file in sorted(_waiting(folder)) if folder.is_dir() else ():
        try:
            session = load_session(file.read_bytes(), str(file))
            pipeline.store(family).add_session(session)
        except InputError as error:
            _move(file, "rejected").with_suffix(".reason.txt").write_text(f"{error}\n", encoding="utf-8")
            rejected.append((file.name, str(error)))
        else:
            _move(file, "taken")
            taken.append(session.id)
    return InboxReport(taken=tuple(taken), rejected=tuple(rejected))


def inbox_leavings(inbox: Path, family: str) -> int:
    """How many files of the family lie in the inbox, taken and rejected ones among them."""
    return sum(path.is_file() for path in (inbox / family).rglob("*"))


def clear_inbox(inbox: Path, family: str) -> int:
    """Remove the family's folder from the inbox, as an erasure does; how many files went."""
    number = inbox_leavings(inbox, family)
    if (inbox / family).is_dir():
        shutil.rmtree(inbox / family)
    return number


def _waiting(folder: Path) -> Iterator[Path]:
    return (file for file in folder.glob("*.json") if file.is_file())


def _move(file: Path, outcome: str) -> Path:
    target = file.parent / outcome / file.name
    target.parent.mkdir(exist_ok=True)
    return file.replace(target)
