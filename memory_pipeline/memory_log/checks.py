"""What must hold of the two files (seed `004`, *Validation*): each check names the lines that break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from memory_pipeline.memory_log.consolidate import duplicates
from memory_pipeline.memory_log.events import Event, EventLog
from memory_pipeline.memory_log.items import Item, NoItem
from memory_pipeline.memory_log.memory_file import MemoryFile
from memory_pipeline.memory_log.policy import MemoryLogPolicy


@dataclass(frozen=True, slots=True)
class Finding:
    """One check; `failing` holds a text for each line that breaks it."""

    check: str
    failing: tuple[str, ...]


def findings(memory: MemoryFile, log: EventLog, policy: MemoryLogPolicy) -> tuple[Finding, ...]:
    """Every check of MEMORY.md and of the event log, in a fixed order."""
    return (
        Finding("no_unprocessed_events", tuple(_unprocessed(log))),
        *(Finding(name, tuple(check(memory, policy))) for name, check in _CHECKS.items()),
    )


def _unprocessed(log: EventLog) -> Iterator[str]:
    for entry in log.entries():
        reason = "not distilled yet" if isinstance(entry, Event) else entry.reason
        yield f"EVENT_UNPROCESSED.md:{entry.line}: {reason}"


def _duplicates(memory: MemoryFile, _: MemoryLogPolicy) -> Iterator[str]:
    twice = {removal.line for removal in duplicates(memory)}
    yield from (_at(line.number, "stands twice") for line in memory.lines() if line.text in twice)


def _form(memory: MemoryFile, _: MemoryLogPolicy) -> Iterator[str]:
    for line in memory.lines():
        if isinstance(line.item, NoItem):
            yield _at(line.number, line.item.reason)
        elif line.item is None and line.text.strip():
            yield _at(line.number, "no item stands here")


def _ends(memory: MemoryFile, _: MemoryLogPolicy) -> Iterator[str]:
    for line in memory.lines():
        if isinstance(line.item, Item) and line.item.text.endswith(("...", "…")):
            yield _at(line.number, "the text is cut off")


def _lengths(memory: MemoryFile, policy: MemoryLogPolicy) -> Iterator[str]:
    for line in memory.lines():
        if isinstance(line.item, Item) and line.item.words > policy.words:
            yield _at(line.number, f"{line.item.words} words; at most {policy.words}")


def _header(memory: MemoryFile, _: MemoryLogPolicy) -> Iterator[str]:
    if not memory.head.lstrip(b"\xef\xbb\xbf").startswith(b"# "):
        yield _at(1, "the header is gone")


def _at(line: int, problem: str) -> str:
    return f"MEMORY.md:{line}: {problem}"


_CHECKS: dict[str, Callable[[MemoryFile, MemoryLogPolicy], Iterator[str]]] = {
    "no_duplicates": _duplicates,
    "form_and_categories": _form,
    "nothing_cut_off": _ends,
    "within_length": _lengths,
    "header_intact": _header,
}


def failing(found: Sequence[Finding]) -> tuple[str, ...]:
    """Every text of every check that fails."""
    return tuple(f"{each.check}: {text}" for each in found for text in each.failing)
