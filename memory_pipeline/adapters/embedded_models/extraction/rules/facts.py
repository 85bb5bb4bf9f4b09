"""Contacts, codes, numbers, places and changes of state."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import capital, subject_of
from memory_pipeline.adapters.embedded_models.extraction.telling import tell
from memory_pipeline.model.family import Family

_VALUE = r"(?P<value>[\"“']?[\w.+-]+@[\w-]+\.[\w.]+|\+?\(?\d[\d\s().-]{2,}\d|[\"“'#]?[\w#*@!$&-]+)"
_CODE_NOUN = (
    r"(?:(?:phone|cell|mobile|home|work|office|account|membership|member|policy|passport|room|locker|license"
    r"|licence|confirmation|reservation|booking|order|flight|apartment|unit|serial|reference|frequent\s+flyer"
    r"|library\s+card|student|insurance)\s+(?:number|no\.?|id|plate|code)?|"
    r"number|email|e-mail|address|(?:gate|door|garage|alarm|lock|entry|building|zip|area|access|pass|safe|security"
    r"|wi-?fi)\s*(?:code|password|pin|combination|key)?|code|password|passcode|pin|combination|wi-?fi|(?:shoe|shirt"
    r"|ring|dress|jacket|clothing|pants)\s+size|size|license\s+plate|username|handle|extension|postcode)"
)
_CODE = re.compile(
    rf"\b{_CODE_NOUN}(?:\s+(?:for|of|at|to|on)\s+(?:the\s+|our\s+|my\s+)?[\w'’\s]{{2,30}}?)?\s*(?:is|are|:|=|['’]s"
    rf"|changed\s+to|has\s+changed\s+to)\s*(?:now\s+|still\s+|actually\s+)?{_VALUE}",
    re.IGNORECASE,
)
_REACH = re.compile(
    r"\b(?:(?:reach|call|text|contact|phone|found|is|reachable)\b.{0,30}?\b(?:at|on))\s+(?:"
    r"(?!\d{4}-\d\d)\+?\(?\d{3}[\d\s().-]{4,}\d|[\w.+-]+@[\w-]+\.\w+)",
    re.IGNORECASE,
)
_REACHED = re.compile(
    r"^(?:you\s+can\s+|please\s+)?(?:reach|call|contact|text)\s+(?P<who>me|us|(?:my|our)\s+\w+|[A-Z]\w+"
    r"(?:\s[A-Z]\w+)?)\s+(?P<how>(?:at|on)\s+.+)$",
    re.IGNORECASE,
)
_SUBJECTIVE = {"me": "I", "us": "we"}
_SECRET = re.compile(r"\b(?:password|passcode|passphrase|username|handle|combination|wi-?fi)\b", re.IGNORECASE)
_PLACE = re.compile(
    r"^(?:the|our|my|his|her|their|[A-Z][\w-]+['’]s)\s+(?:[\w'’&-]+\s+){1,5}?(?:is|are|lives?|sits?|stays?|hangs?"
    r"|goes?|meets?|(?:is|are)\s+(?:kept|hidden|stored|located|parked|held))\s+(?:now\s+|always\s+|usually\s+"
    r"|right\s+)?"
    r"(?:in|at|under|behind|on|with|next\s+to|inside|beside|by|above|below|near|across|down|upstairs|downstairs)\s+"
    r"(?!time\b|fire\b|hold\b|track\b|board\b|sale\b|the\s+(?:way|phone|other|same)\b|my\s+way|(?:mon|tues|wednes"
    r"|thurs|fri|satur|sun)day)",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:no\s+longer|not\s+(?:\w+\s+){0,4}any\s*more|any\s*more|(?:just\s+|recently\s+|have\s+|has\s+|['’]ve\s+"
    r"|['’]s\s+)?(?:moved|switched|changed|transferred|relocated|upgraded)\s+(?:to|into|in|from|jobs?|schools?|house"
    r"|dentists?|doctors?|banks?|pharmac\w+|out)|(?:got|gotten)\s+(?:married|divorced|engaged|promoted|laid\s+off"
    r"|fired|a\s+(?:new|job|dog|cat|puppy|kitten|car))|"
    r"(?:quit|stopped|started|began|gave\s+up|retired|adopted|graduated|had\s+a\s+baby|passed\s+away|died"
    r"|broke\s+up|split\s+up|joined|enrolled|signed\s+up|sold|bought\s+(?:a|our|the)|lost\s+(?:my|his|her"
    r"|their)\s+job|new\s+(?:job|school|house|teacher|phone|car|address|number|doctor|dentist|babysitter|nanny"
    r"|coach)))\b",
    re.IGNORECASE,
)
_JOINED_TEAM = re.compile(
    r"\bmade\s+(?:it\s+(?:on|in)?to\s+)?the\s+(?:[\w-]+\s+){1,3}(?:team|squad|choir|band|orchestra)\b"
)
_UNCHANGED = re.compile(
    r"(?i)\b(?:won['’]t|can['’]t|never|not|don['’]t|to|will|would|could|should|might)\s+(?:\w+\s+)?$"
)


def read_facts(statement: Statement, family: Family) -> list[Draft]:
    """A code, contact, place or change in the clause."""
    return _code(statement, family) or _changed(statement, family) or _place(statement, family)


def _code(statement: Statement, family: Family) -> list[Draft]:
    core = statement.core
    code, reach = _CODE.search(core), _REACH.search(core)
    if code and not (re.search(r"[\d@\"“]", code["value"]) or _SECRET.search(code.group())):
        code = None
    if not code and not reach:
        return []
    reached = _REACHED.match(core)
    statement = (
        replace(
            statement,
            core=f"{_SUBJECTIVE.get(reached['who'].casefold(), reached['who'])} can be reached {reached['how']}",
        )
        if reached
        else statement
    )
    summary = tell(statement)
    subject = subject_of(statement, family)
    if summary is None or subject.kind in {"none", "listener"}:
        return []
    contact = reach is not None or re.search(r"(?i)\b(?:phone|cell|mobile|number|email|address)\b", core) is not None
    return [
        Draft(type="fact", kind="contact" if contact else "code", about=subject.about, summary=summary, confidence=0.95)
    ]


def _place(statement: Statement, family: Family) -> list[Draft]:
    if not _PLACE.match(statement.core):
        return []
    summary = tell(statement)
    subject = subject_of(statement, family)
    if summary is None or not subject.about or subject.kind in {"none", "listener"}:
        return []
    return [Draft(type="fact", kind="place", about=subject.about, summary=summary, confidence=0.85, bounded=True)]


def _changed(statement: Statement, family: Family) -> list[Draft]:
    change = _CHANGE.search(statement.core) or _JOINED_TEAM.search(statement.core)
    if change is None or _UNCHANGED.search(statement.core[: change.start()]):
        return []
    summary = tell(statement)
    subject = subject_of(statement, family)
    if summary is None or subject.kind in {"none", "listener"} or not subject.about:
        return []
    return [
        Draft(type="fact", kind="change", about=capital(subject.about), summary=summary, confidence=0.85, bounded=True)
    ]
