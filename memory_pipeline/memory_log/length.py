"""At most 150 words an item: split into atomic items, else compressed; never cut inside a sentence (seed `004`)."""

from __future__ import annotations

import re

from memory_pipeline.language.clauses import clauses, sentences
from memory_pipeline.memory_log.items import count_words, plain_text

_OPENS_PREDICATE = re.compile(
    r"^(?:is|are|was|has|have|had|will|can|wants?|likes?|loves?|hates?|prefers?|needs?|works?|lives?|goes|does|does not"
    r"|never|always|also|plans?|uses?|keeps?|takes?|drinks?|eats?)\b",
    re.IGNORECASE,
)


def within_limit(text: str, limit: int, subject: str | None) -> tuple[str, ...]:
    """The text as one item, or as several of whole sentences or clauses that each keep the limit.

    A part that begins with its verb is given the `subject`. A single clause over the limit is given up whole: the empty
    tuple, which the caller counts.
    """
    if count_words(text) <= limit:
        return (text,)
    for cut in (sentences, clauses):
        parts = [plain_text(span.of(text)) for span in cut(text)]
        if len(parts) > 1 and any(count_words(part) <= limit for part in parts):
            return tuple(each for part in _packed(parts, limit) for each in _again(part, limit, subject))
    return ()


def _again(part: str, limit: int, subject: str | None) -> tuple[str, ...]:
    named = f"{subject} {part}" if subject and _OPENS_PREDICATE.match(part) else part
    return within_limit(named, limit, subject)


def _packed(parts: list[str], limit: int) -> list[str]:
    """Neighbouring parts together as long as they fit."""
    packed: list[str] = []
    for part in parts:
        if packed and count_words(packed[-1]) + count_words(part) + 2 <= limit:
            packed[-1] = f"{packed[-1]}; {part}"
        else:
            packed.append(part)
    return packed
