"""log.md: the dated change log, newest day first, ids and kinds only (seed section 5; Open Knowledge Format 7)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from memory_pipeline.model.change import ChangeRecord
from memory_pipeline.model.instants import local_date
from memory_pipeline.store.family_view import FamilyView

_DAY = re.compile(r"## ([0-9]{4}-[0-9]{2}-[0-9]{2})")
_LINE = re.compile(r"\* \*\*([0-9]+) [a-z]+\*\*: .+")

Line = tuple[str, int, str]


def extend_log(present: bytes, view: FamilyView, timezone: str) -> bytes:
    """The log of the whole journal: the lines that are there already, then those of the changes since.

    A log that is not ours to the last byte, or has the days of another zone, is written anew from the journal.
    """
    lines = _read(present)
    numbers = sorted(seq for _, seq, _ in lines)
    if numbers != list(range(1, len(lines) + 1)) or _render(lines, timezone) != present:
        lines = []
    newer = [_line(record, timezone) for record in view.records(after=len(lines))]
    return _render([*lines, *newer], timezone)


def render_log(records: Iterable[ChangeRecord], timezone: str) -> bytes:
    """The log of these records; days are the family's own."""
    return _render([_line(record, timezone) for record in records], timezone)


def _by_seq(line: Line) -> int:
    return line[1]


def _line(record: ChangeRecord, timezone: str) -> Line:
    happened = ", ".join(f"{entry.kind} {entry.id}" for entry in record.entries) or "nothing but the brief"
    day = local_date(record.at, timezone).isoformat()
    return day, record.seq, f"* **{record.seq} {record.kind}**: {happened}"


def _render(lines: Iterable[Line], timezone: str) -> bytes:
    ordered = sorted(sorted(lines, key=_by_seq), key=lambda line: line[0], reverse=True)
    days = [
        f"\n## {day}\n\n" + "".join(f"{text}\n" for _, _, text in entries)
        for day, entries in groupby(ordered, key=lambda line: line[0])
    ]
    return (f"# Change log, days in {timezone}\n" + "".join(days)).encode()


def _read(present: bytes) -> list[Line]:
    """The lines of a log of ours; what is not understood is left out and shows when the log is rendered again."""
    lines: list[Line] = []
    day = ""
    for text in present.decode("utf-8", "replace").split("\n"):
        if heading := _DAY.fullmatch(text):
            day = heading[1]
        elif entry := _LINE.fullmatch(text):
            lines.append((day, int(entry[1]), text))
    return lines
