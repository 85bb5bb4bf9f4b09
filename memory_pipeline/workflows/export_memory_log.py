"""A family's active memories as a MEMORY.md (issue of the second seed: both directions with the family's store)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from memory_pipeline.memory_log.categories import category_of, dates_in
from memory_pipeline.memory_log.headers import MEMORY_HEADER
from memory_pipeline.memory_log.items import Category, Item, item_line
from memory_pipeline.memory_log.length import within_limit
from memory_pipeline.memory_log.policy import MemoryLogPolicy
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.model.instants import local_date, zone
from memory_pipeline.model.memory import Memory
from memory_pipeline.retrieval.points import may_be_found
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline.workflows.pipeline import Pipeline

_IMPERATIVE = re.compile(
    r"^(?:always|never|please|do not|don['’]t|use|keep|call|ask|answer|reply|speak|write|avoid|give)\b", re.I
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedLog:
    """The file that was written, how many items it has, and memories that no item could hold, by id."""

    family: str
    file: Path
    items: int
    left_out: tuple[str, ...]


def export_memory_log(pipeline: Pipeline, family: str, folder: Path) -> ExportedLog:
    """Write `MEMORY.md` into the folder: every active claim that may be told, oldest first, times in the family's zone.

    Raises UnknownFamily, and InvalidArgument for a folder in which another MEMORY.md stands.
    """
    view = pipeline.view(family)
    stored = view.family()
    today = local_date(pipeline.now(stored), stored.timezone)
    told = [memory for memory in _tellable(view) if memory.is_current(today)]
    lines: list[str] = []
    left_out: list[str] = []
    for memory in sorted(told, key=lambda memory: (memory.formed_at, memory.id)):
        items = _items(memory, zone(stored.timezone), pipeline.policies.memory_log)
        lines += [item_line(item) for item in items]
        left_out += [] if items else [memory.id]
    file = folder / "MEMORY.md"
    _write(file, MEMORY_HEADER + "".join(f"{line}\n" for line in lines).encode())
    return ExportedLog(family=family, file=file, items=len(lines), left_out=tuple(left_out))


def _tellable(view: FamilyView) -> list[Memory]:
    rules = SuppressionRules(view.suppressions(), view.entities())
    return [memory for memory in view.memories().values() if may_be_found(memory, rules)]


def _items(memory: Memory, where: ZoneInfo, policy: MemoryLogPolicy) -> list[Item]:
    text = memory.summary if memory.summary.strip() else memory.claim
    if memory.type == "directive" and _IMPERATIVE.match(text):
        text = f"{memory.about}: {text}"
    at = memory.formed_at.astimezone(where).replace(tzinfo=None, microsecond=0)
    category = _category(memory, text)
    return [
        Item(at=at, category=category, text=part) for part in within_limit(text, policy.words, memory.about or None)
    ]


def _category(memory: Memory, text: str) -> Category:
    if memory.type == "fact" and memory.valid_until is not None and dates_in(text):
        return "event"
    candidate = Candidate(
        type=memory.type, about=memory.about, summary=text, body=text, when_to_use=memory.when_to_use, evidence=()
    )
    return category_of(candidate, text)


def _write(file: Path, data: bytes) -> None:
    try:
        if file.exists() and not file.read_bytes().startswith(MEMORY_HEADER):
            raise InvalidArgument(f"{file} is another MEMORY.md than an export; name another folder")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    except OSError as error:
        raise InvalidArgument(f"{file} cannot be written ({error.strerror or error}); name another folder") from error
