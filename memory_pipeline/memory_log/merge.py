"""One line out of two that complement each other, nothing lost (seed `004`, *UPDATE*)."""

from __future__ import annotations

from memory_pipeline.language.claims import differs, loses_nothing, read_claim
from memory_pipeline.memory_log.comparing import subject_of, told_words
from memory_pipeline.memory_log.items import plain_text


def merged(known: str, new: str) -> str:
    """The fuller text where it says all of the other, else both, the subject named once."""
    ours, theirs = told_words(new), told_words(known)
    if theirs <= ours:
        return new
    if ours <= theirs:
        return known
    subject = subject_of(new)
    rest = new[len(subject) :].strip() if subject == subject_of(known) and new.startswith(subject) else new
    return plain_text(f"{known}, {rest}" if rest.split()[0].islower() else f"{known}; {rest}")


def is_fuller(new: str, known: str) -> bool:
    """Whether the new text keeps every word and value of the known one."""
    claims = (read_claim(subject_of(new), new, new), read_claim(subject_of(known), known, known))
    return loses_nothing(*claims) and told_words(known) <= told_words(new)


def values_differ(new: str, known: str) -> bool:
    """Whether numbers, dates, people or polarity forbid to call the two the same (contract section 5)."""
    return differs(read_claim(subject_of(new), new, new), read_claim(subject_of(known), known, known))
