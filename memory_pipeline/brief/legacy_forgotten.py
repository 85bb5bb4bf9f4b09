"""The earlier files without the lines that say what the family has asked to forget since (contract section 15).

They are served as they stand until a release covers the family; a forget must show there as it does everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.names import proper_names
from memory_pipeline.model.memory import MemoryType
from memory_pipeline.store.suppression_rules import SuppressionRules

_MARK = re.compile(r"^\s*(?:[-*+]|\d+[.)]|#+)?\s*(?:\d{4}-\d\d-\d\d:)?\s*")


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence of an earlier file as a claim about `about`; nothing else is known of it."""

    about: str
    summary: str
    body: str = ""
    type: MemoryType = "fact"
    applies_to: tuple[str, ...] = ()


def without_forgotten(files: Mapping[str, str], rules: SuppressionRules) -> Mapping[str, str]:
    """The files' texts without each line that a rule in force forbids to tell; line ends stay as they are."""
    return {name: "".join(_kept(text, rules)) for name, text in files.items()}


def _kept(text: str, rules: SuppressionRules) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        if not any(rules.match(stated) for stated in _statements(line)):
            yield line


def _statements(line: str) -> Iterator[_Line]:
    """The line and its sentences, about whom they name, and about all of it for a rule that covers a topic."""
    words = _MARK.sub("", line.strip())
    parts = dict.fromkeys((words, *(span.of(words) for span in sentences(words))))
    for part in filter(None, parts):
        names = [name.text for name in proper_names(part)]
        yield from (_Line(about, part) for about in dict.fromkeys((*names, part)))
