"""Plans with dates, routines, and dated events of one's own life."""

from __future__ import annotations

import re

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import is_first_party, subject_of
from memory_pipeline.adapters.embedded_models.extraction.telling import tell
from memory_pipeline.language.dates import DateMention, looks_back, mentions
from memory_pipeline.language.month_names import without_month_names
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Durability

_HABIT = re.compile(
    r"\b(?:usually|always|normally|typically|generally|routine|tradition|as\s+a\s+rule)\b", re.IGNORECASE
)
_HOURS = re.compile(
    r"\b(?:comes?|opens?|closes?|starts?|ends?|begins?|finish(?:es)?|runs?|meets?|leaves?|arrives?|naps?|wakes?(?:\s+up)?"
    r"|gets?\s+(?:up|home|out|off)|goes\s+to\s+bed|bedtime\s+is|lunch\s+is|dinner\s+is|(?:is|are)\s+(?:always\s+|now\s+"
    r"|usually\s+)?(?:at|from))\s+"
    r"(?:\w+\s+){0,2}?(?:at|from|around|by|until)?\s*(?:about\s+)?\d{1,2}(?::\d\d)?\s*(?:am|pm|a\.m|p\.m"
    r"|o['’]clock)?(?!\s*(?:minutes|hours|days|weeks|years|%|people|kids))",
    re.IGNORECASE,
)
_SEASON = re.compile(
    r"\b(?:this\s+(?:season|summer|winter|spring|fall|autumn|term|semester|school\s+year)|until\s+(?:summer|spring"
    r"|winter|fall|the\s+end\s+of\s+(?:the\s+)?(?:season|term|year|school)))\b",
    re.IGNORECASE,
)
_CHORE = re.compile(
    r"\bis\s+on\s+(?:the\s+)?\w+(?:\s+\w+)?\s+from\s+(?:now|today|this\s+week)\b|\b(?:in\s+charge\s+of|responsible\s+for|takes?\s+care\s+of|handles?|(?:does|do)\s+(?:the|most|all|bedtime"
    r"|breakfast|pick-?ups?|drop-?offs?)|picks?(?:\s+\w+){0,2}\s+up|drops?(?:\s+\w+){0,2}\s+off|drives?"
    r"|takes?\s+the\s+(?:kids|dog|trash|bins)|walks?\s+the\s+dog)\b",
    re.IGNORECASE,
)
_EVENT_NOUN = re.compile(
    r"\b(?:appointment|recital|game|match|party|wedding|flight|trip|vacation|holiday|exam|test|interview|concert"
    r"|show|meeting|visit|birthday|dinner|lunch|camp|practice|rehearsal|checkup|check-up|surgery|"
    r"conference|deadline|due|tournament|performance|play|graduation|ceremony|delivery|playdate|sleepover|reunion"
    r"|picnic|festival|class|lesson|race|move|moving|closed|off\s+(?:work|school)|starts?|ends?|opens?|leaves?"
    r"|arrives?|expires?|visiting|coming|flying|travell?ing|staying|away|back)\b",
    re.IGNORECASE,
)
_NAMED_YEARLY = re.compile(r"(?:annual|yearly|monthly|weekly|quarterly)$", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:i|we|my|our|us|me)\b|^i['’]", re.IGNORECASE)


def read_times(statement: Statement, family: Family) -> list[Draft]:
    """A routine, a plan, or a dated event, in that order."""
    found = mentions(without_month_names(statement.core, family), statement.said_on)
    subject = subject_of(statement, family)
    if subject.kind in {"none", "listener"} or not subject.about:
        return []
    dated = [mention for mention in found if not mention.recurring]
    routine = any(mention.recurring and not (dated and _NAMED_YEARLY.match(mention.text)) for mention in found) or (
        _HABIT.search(statement.core) and not found and not statement.peers
    )
    to_listener = statement.peers and re.search(r"(?i)\byou\b", statement.core) is not None
    if (routine or _CHORE.search(statement.core)) and not to_listener:
        return _routine(statement, subject.about)
    if not dated:
        return _routine(statement, subject.about) if _HOURS.search(statement.core) and not statement.peers else []
    ahead = any(_is_ahead(mention, statement) for mention in dated)
    if ahead:
        return _plan(statement, subject.about, dated, thing=subject.kind == "thing")
    own = statement.peers or _FIRST.search(statement.core) is not None or is_first_party(subject, statement, family)
    return _event(statement, subject.about) if own else []


def _is_ahead(mention: DateMention, statement: Statement) -> bool:
    told_of = mention.first <= statement.said_on and looks_back(statement.core, mention.start, mention.end)
    return mention.last >= statement.said_on and mention.kind != "vague" and not told_of


def _routine(statement: Statement, about: str) -> list[Draft]:
    summary = tell(statement)
    if summary is None or len(statement.core.split()) < 3:
        return []
    durability: Durability = "seasonal" if _SEASON.search(statement.core) else "durable"
    return [Draft(type="fact", kind="routine", about=about, summary=summary, durability=durability, confidence=0.85)]


def _plan(statement: Statement, about: str, dated: list[DateMention], *, thing: bool) -> list[Draft]:
    core = statement.core
    if not thing and not _FIRST.search(core) and not _EVENT_NOUN.search(core) and len(core.split()) < 4:
        return []
    if all(mention.kind == "year" and not mention.relative for mention in dated) and not _EVENT_NOUN.search(core):
        return []
    summary = tell(statement)
    if summary is None:
        return []
    return [
        Draft(
            type="fact", kind="plan", about=about, summary=summary, durability="passing", confidence=0.85, bounded=True
        )
    ]


def _event(statement: Statement, about: str) -> list[Draft]:
    """What happened on a day; between assistant and family only what changed something is kept (see facts)."""
    summary = tell(statement)
    if summary is None or len(statement.core.split()) < 4:
        return []
    return [
        Draft(type="fact", kind="event", about=about, summary=summary, confidence=0.75 if statement.peers else 0.65)
    ]
