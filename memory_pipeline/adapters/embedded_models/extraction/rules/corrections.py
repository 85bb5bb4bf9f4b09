"""Values of a thing named just before: "Actually it's Thursdays now", "the gate code changed, it's 8820 now"."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.objects import topic_in_turn
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import about_of
from memory_pipeline.adapters.embedded_models.extraction.telling import tell
from memory_pipeline.language.clauses import sentences

_CORRECTION_WORD = re.compile(
    r"\b(?:actually|correction|sorry|no|wait|i\s+meant|instead|now|moved|changed|not\s+\w+|any\s*more"
    r"|scratch\s+that|my\s+mistake|oops)\b",
    re.IGNORECASE,
)
QUOTE_ENOUGH = 9
_CORRECTS = re.compile(
    r"\b(?:no,?\s+wait|wait,?\s+no|hang\s+on|hold\s+on|actually|scratch\s+that|they\s+(?:moved|changed)\s+it)\b[^.!?]*$",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    rf"{_CORRECTION_WORD.pattern}"
    r"|\b(?:settled|agreed|decided|changed?|swap|another|other)\b",
    re.IGNORECASE,
)
_NEW_VALUE = re.compile(r"\d|day|Sun|Mon|Tue|Wed|Thu|Fri|Sat|[A-Z]\w+|noon|morning|evening")
_IT_IS = re.compile(
    r"^(?:(?:now|actually)\s+)?(?P<it>it|that|they)(?P<verb>['’](?:s|re)|\s+(?:is|are|moved|changed|got\s+moved|has\s+moved"
    r"|was\s+moved))\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_CODE = r"(?:code|number|password|passcode|pin|combination|address)"
_THING = r"(?!(?:it|this|that|what|who|which|they|he|she|we|i)\b)[A-Za-z][\w'’]*(?:\s+[\w'’]+){0,4}?"
_CHANGED_BEFORE = (
    re.compile(
        r"(?P<topic>\b(?:[Mm]y|[Oo]ur|[Tt]he|[A-Z][\w-]+['’]s)\s+[\w'’ ]{2,30}?)\s+(?:has\s+|have\s+|got\s+|was\s+"
        r"|just\s+)*(?:changed|moved|switched|updated|is\s+different)\b[^.!?]*$"
    ),
    re.compile(
        rf"(?:^|[.!?,]\s+(?:(?:and|also|but)\s+)?|\b(?:and|also|but)\s+)(?P<topic>{_THING})\s+(?:has\s+|got\s+|was\s+|just\s+)*"
        r"(?:changed|moved|switched)\b[^.!?]*$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:^|[.!?]\s+)(?P<topic>{_THING})\s+has\s+(?:an?\s+)?(?:new|other|another|different)\s+(?:plan|schedule|time)\b[^!?]*$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:change|swap|move|switch|update|changed|swapped)\s+(?P<topic>(?:(?:the|our|my)\s+)?{_THING})(?:\s+also)?\s*[.,;]"
        r"(?:\s*(?:actually|ok|so),?)?\s*$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<owner>the\s+[\w ]{{2,20}}?)\s+has\s+(?:another|a\s+new)\s+(?P<what>{_CODE})\b[^.!?]*$", re.IGNORECASE
    ),
    re.compile(
        r"(?:^|[.!?]\s+|\band\s+)(?:and\s+)?(?P<topic>(?:the\s+)?[a-z]+(?:\s+[a-z]+)?),\s+(?:we|[A-Z]\w+\s+and\s+I)\s[^.!?]*$"
    ),
)
_NEEDED = re.compile(
    rf"\b(?:needs?|wants?|is|have|has|save)\s+(?P<topic>the\s+(?:[\w ]{{0,24}}?\s)?{_CODE}"
    rf"(?:\s+(?:for|of|to)\s+the\s+[\w ]{{2,24}})?)"
    r"\W*(?:tho|though)?\W*$",
    re.IGNORECASE,
)
_NEW_HOME = re.compile(
    r"\bto\s+(?P<topic>(?:the|our|a)\s+new\s+(?:flat|house|apartment|place|home|office|school))\b", re.IGNORECASE
)
_TOPIC = re.compile(
    r"(?P<topic>\b(?:[Tt]he|[Yy]our|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[A-Z][\w-]+['’]s)\s+(?:(?!(?:is|are|was|on|at|for|to"
    r"|will|and|or)\b)[\w'’&-]+\s*){1,5}?)\s*(?:\b(?:is|are|was|starts?|will|begins?|on|at|for)\b|[?.!,]|$)"
)
_JOINED = re.compile(r"^(?:and|also|but|so)\s+", re.IGNORECASE)


def read_correction(statement: Statement) -> list[Draft]:
    """The thing stands in the turn before the clause, or in the turn before that, which is then cited too."""
    core = statement.core.rstrip("!. ")
    match = _IT_IS.match(core)
    if not match or not _NEW_VALUE.search(match["rest"]):
        return []
    rest = re.split(r"\.\s|,\s+(?!\d|not\b|still\b|same\b|[\w-]+\s+floor)", match["rest"])[0]
    if re.match(r"(?i)not\b(?!.*\b(?:but|now)\b)", rest):
        return []
    own = _own_topic(statement, match) or (
        topic_in_turn(statement) if not statement.peers and _CORRECTS.search(statement.before) else None
    )
    if own is None and not _CORRECTION_WORD.search(statement.words):
        return []
    asked = None if own else _TOPIC.search(statement.previous)
    topic = own or (asked["topic"].strip() if asked else None)
    if topic is None or len(rest.split()) > 14 or topic.casefold().startswith("no "):
        return []
    named = re.sub(r"(?i)^your\b", "my", topic)
    told = tell(replace(statement, core=f"{named}{_verb(match['verb'])} {rest}"))
    if told is None:
        return []
    return [
        Draft(
            type="fact",
            kind="change",
            about=about_of(named, statement),
            summary=told,
            quote=_quoted(statement) if own else None,
            confidence=0.8,
            bounded=True,
            first_turn=None if own else statement.turn.number - 1,
        )
    ]


def _quoted(statement: Statement) -> str | None:
    """The sentence before with the clause, where the clause alone is too short to be checked by."""
    if len(statement.words) > QUOTE_ENOUGH:
        return None
    text = statement.turn.text
    opening = [span for span in sentences(statement.before) if span.start < statement.span.start]
    return text[opening[-1].start : statement.span.end] if opening else None


def _own_topic(statement: Statement, match: re.Match[str]) -> str | None:
    """The thing in the member's own words before the clause; the nearest of the patterns that know one."""
    before = statement.before.rstrip()
    lead = re.sub(r"(?i)[\s,]*(?:\b(?:and|but|actually|so)\b[\s,]*)+$", "", before)
    found = [pattern.search(text) for text in (before, lead) for pattern in _CHANGED_BEFORE]
    hits = [hit for hit in found if hit is not None and _SETTLED.search(f"{hit.group()} {statement.words}")]
    if re.match(r"#?\d", match["rest"]) and (needed := _NEEDED.search(before) or _NEEDED.search(lead)):
        hits.append(needed)
    if re.match(r"(?i)(?:in|at|on)\s+[A-Z]", match["rest"]) and (home := _NEW_HOME.search(before)):
        return re.sub(r"(?i)^a\b", "the", home["topic"])
    if not hits:
        return None
    nearest = max(hits, key=lambda hit: hit.start())
    groups = nearest.groupdict()
    topic = groups.get("topic") or f"{groups['owner']} {groups['what']}"
    return _JOINED.sub("", topic.strip())


def _verb(said: str) -> str:
    """ " is" out of "'s"."""
    return {"s": " is", "re": " are"}.get(said.lstrip("'’").casefold(), said) if said[0] in "'’" else said
