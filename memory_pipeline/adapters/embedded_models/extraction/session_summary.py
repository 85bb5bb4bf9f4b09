"""What a conversation was about, in one or two short sentences of its own words (contract section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from memory_pipeline.adapters.embedded_models.extraction.noise import is_small_talk
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.language.dates import absolute
from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.family import Family

LONGEST = 220
_REQUEST_WORDS = 22


def summarize(statements: Sequence[Statement], candidates: Sequence[Candidate], family: Family) -> str:
    """The first request that is not sensitive, then the best claim; empty where nothing can be said."""
    asked = next((told for statement in statements if (told := _asked(statement, family))), None)
    normal = [candidate for candidate in candidates if candidate.sensitivity == "normal"]
    best = max(normal, key=lambda candidate: candidate.confidence, default=None)
    parts = [part for part in (asked, best.summary if best else None) if part]
    text = " ".join(dict.fromkeys(parts))
    return text if len(text) <= LONGEST else (parts[0] if len(parts[0]) <= LONGEST else "")


def _asked(statement: Statement, family: Family) -> str | None:
    """ "Dana asked: find a lunch spot for Friday 2026-08-21." for a request or question to the assistant."""
    core = statement.core.rstrip(" .!")
    words = core.split()
    if statement.peers or is_small_talk(core) or not 3 <= len(words) <= _REQUEST_WORDS:
        return None
    told = retell(absolute(core, statement.said_on), statement.cast)
    if sensitivity(told, "", family) != "normal":
        return None
    speaker = statement.cast.speaker[:1].upper() + statement.cast.speaker[1:]
    return f"{speaker} said: {told[0].upper()}{told[1:]}{'' if told.endswith('?') else '.'}"
