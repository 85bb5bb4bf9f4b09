"""Standing rules for one group, account or channel: "nothing goes into the chat without my ok", "show me first"."""

from __future__ import annotations

import re

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import capital
from memory_pipeline.language.dates import absolute
from memory_pipeline.language.verbs import gerund

_PLACE = (
    r"(?:the|our|my|that|this)\s+(?:[\w'’]+\s+){0,4}?(?:chat|group|team|calendar|thread|list|channel|inbox|account|club"
    r"|app)(?:\s+(?:group|chat|thread|calendar|list))*"
)
_NOTHING = re.compile(
    rf"^(?:nothing|no\s+\w+)\s+(?:at\s+all\s+)?(?:goes|go|gets|is|leaves|comes|in|into|to|on|from|out)\b[^,]*?"
    rf"(?P<place>{_PLACE})[^,]*?\s(?:without|before|until|unless)\s",
    re.IGNORECASE,
)
_FOR = re.compile(
    rf"^for\s+(?P<place>{_PLACE})[,:]?\s+(?:(?:you|please|so)\s+)*(?P<rule>(?:never|always|don['’]t|do\s+not|only)\s+[^,]+)",
    re.IGNORECASE,
)
_SAME = re.compile(
    rf"^for\s+{_PLACE},?\s+(?:the\s+)?(?:same|like|just)?\s*(?:as|like)?\s*(?:always|usual|before|ever)$", re.IGNORECASE
)
_FIRST = re.compile(
    r"^(?P<rule>(?:show|ask|check\s+with|tell)\s+(?:me|us)\s+(?:the\s+\w+\s+)?first)"
    r"(?:[\s,]+(?:like|as|same\s+as)\s+(?:always|usual|ever))?$",
    re.IGNORECASE,
)
_PLACES = re.compile(_PLACE, re.IGNORECASE)


def is_scoped(core: str) -> bool:
    """Whether the clause is a rule for a named group, or points to one; then no other reading is tried."""
    return any(pattern.match(core) for pattern in (_NOTHING, _FOR, _SAME, _FIRST))


def read_scoped(core: str, statement: Statement) -> list[Draft]:
    """The rule with its group; nothing where "show me first" has no group to hold for in the turn."""
    if match := _NOTHING.match(core):
        return [_rule(re.sub(r"(?i)\b(?:that|this)\s+(?=\w)", "the ", core), match["place"], statement)]
    if match := _FOR.match(core):
        return [_rule(f"for {match['place']}, {match['rule'].strip()}", match["place"], statement)]
    first = _FIRST.match(core)
    places = _PLACES.findall(statement.before)
    if first is None or not places:
        return []
    return [_rule(f"for {places[-1]}, {first['rule']}", places[-1], statement)]


def _rule(words: str, place: str, statement: Statement) -> Draft:
    text = re.sub(
        r"(?i)\b(?P<when>before|after|when(?:ever)?)\s+you\s+(?P<verb>\w+)",
        lambda match: f"{match['when']} {gerund(match['verb'])}",
        words,
    )
    named = re.sub(r"(?i)^(?:the|our|my|that|this)\s+", "", place)
    return Draft(
        type="directive",
        kind=f"directive:Any request to message, post to, change or use the {named}",
        about=capital(named),
        summary=f"{capital(retell(absolute(text, statement.said_on), statement.cast).rstrip('.!'))}.",
        strength="hard",
        authority="user_explicit",
        confidence=0.95,
    )
