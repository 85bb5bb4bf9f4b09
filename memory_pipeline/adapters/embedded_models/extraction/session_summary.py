"""What a conversation was about, in one or two short sentences of its own words (contract section 4)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_pipeline.adapters.embedded_models.extraction.noise import is_question, is_request, is_small_talk
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell_question
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import capital
from memory_pipeline.language.dates import absolute
from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.family import Family

LONGEST = 220
_REQUEST_WORDS = 22
_POLITE = re.compile(
    r"^(?:please\s+|(?:can|could|would|will)\s+you\s+(?:please\s+)?(?:help\s+(?:me|us)\s+(?:to\s+)?)?)+", re.IGNORECASE
)


def summarize(statements: Sequence[Statement], candidates: Sequence[Candidate], family: Family) -> str:
    """The first request that is not sensitive, then the best claim; empty where nothing can be said."""
    asked = next((told for statement in statements if (told := _asked(statement, family))), None)
    normal = [candidate for candidate in candidates if candidate.sensitivity == "normal"]
    best = max(normal, key=lambda candidate: candidate.confidence, default=None)
    asked = None if asked and best and best.summary.rstrip(".") in asked else asked
    parts = [part for part in (asked, best.summary if best else None) if part]
    text = " ".join(dict.fromkeys(parts))
    return text if len(text) <= LONGEST else (parts[0] if len(parts[0]) <= LONGEST else "")


def _asked(statement: Statement, family: Family) -> str | None:
    """ "Dana asked: Plan a picnic for Saturday 2026-08-15." for a request or question to the assistant."""
    core = _POLITE.sub("", statement.core.rstrip(" .!"))
    if statement.peers or is_small_talk(core) or not 3 <= len(core.split()) <= _REQUEST_WORDS:
        return None
    question = is_question(core, core)
    if not question and not is_request(core) and core == statement.core.rstrip(" .!"):
        return None
    told = retell_question(absolute(core, statement.said_on), statement.cast)
    if sensitivity(told, "", family) != "normal":
        return None
    polite = core != statement.core.rstrip(" .!")
    told = told.rstrip("?") if polite else told
    return f"{capital(statement.cast.speaker)} asked: {capital(told)}{'' if told.endswith('?') else '.'}"
