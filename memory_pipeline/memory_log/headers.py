"""The ten lines that open both files: found by what they say, never by their number (contract section 15)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

MEMORY_HEADER = b"""# Memory Log

## Overview

Lasting facts about the people whom the agent serves, one item a line, distilled from what they said.
Form: [YYYY-MM-DD HH:MM:SS] [category] Full Name predicate object
Categories: fact, preference, event, decision, learning, project, contact

## Memory

"""
EVENT_HEADER = b"""# Unprocessed Event Log

## Overview

What happened and is not yet distilled, oldest first, one event a line; further lines of a message are indented.
Form: [YYYY/MM/DD HH:MM:SS] [kind]: text
A batch that has been distilled into MEMORY.md is removed from this file.

## Unprocessed Events

"""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LONGEST = 40
"""Lines in which a header's last heading is looked for."""
_LAST_HEADING = re.compile(
    rb"##[ \t]+(?:memory|memories|(?:unprocessed[ \t]+)?events?(?:[ \t]+log)?)[ \t]*\r?\n?", re.I
)


def header_length(lines: Sequence[bytes], is_entry: Callable[[bytes], bool]) -> int:
    """How many of `lines` (with their ends) are header: through its last heading, else up to the first entry.

    Blank lines behind the heading are header too. Where the file opens with a title, an example of an entry may stand
    between title and heading; without one, a heading behind the first entry is that entry's text.
    """
    titled = bool(lines) and lines[0].removeprefix(BYTE_ORDER_MARK).startswith(b"# ")
    for place, line in enumerate(lines):
        if place < _LONGEST and _LAST_HEADING.fullmatch(line.removeprefix(BYTE_ORDER_MARK)):
            return _behind_blanks(lines, place + 1)
        if is_entry(line) and not titled:
            return place
        if place >= _LONGEST:
            break
    return next((place for place, line in enumerate(lines) if is_entry(line)), len(lines))


def _behind_blanks(lines: Sequence[bytes], place: int) -> int:
    while place < len(lines) and not lines[place].strip():
        place += 1
    return place
