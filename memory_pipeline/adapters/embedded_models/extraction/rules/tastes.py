"""Likes, dislikes and favourites."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import subject_of
from memory_pipeline.adapters.embedded_models.extraction.telling import tell
from memory_pipeline.model.family import Family

_VERB = (
    r"(?:love|loves|like|likes|enjoy|enjoys|adore|adores|prefer|prefers|hate|hates|dislike|dislikes|despise"
    r"|despises|loathe|loathes|"
    r"(?:can['’]?t|cannot|can\s+not)\s+stand|won['’]t\s+(?:eat|drink|wear|touch)|(?:don['’]t|doesn['’]t|do\s+not|does\s+not|never)\s+(?:really\s+|even\s+"
    r"|particularly\s+)?(?:like|likes|enjoy|care\s+for|want|love|eat|drink|watch)|"
    r"(?:no\s+longer)\s+(?:like|likes|love|loves|enjoy|enjoys)|would\s+rather|avoid|avoids)"
)
_STATE = (
    r"(?:(?:am|is|are|['’]m|['’]s|['’]re)\s+(?:really\s+|so\s+|totally\s+|super\s+|very\s+|a\s+bit\s+|pretty\s+"
    r"|also\s+)*"
    r"(?:into|obsessed\s+with|crazy\s+about|a\s+(?:huge\s+|big\s+|massive\s+)?fan\s+of|not\s+(?:a\s+(?:huge\s+"
    r"|big\s+)?fan\s+of|into|keen\s+on|fond\s+of)|keen\s+on|fond\s+of|picky|passionate\s+about|addicted\s+to|a\s+"
    r"(?:morning|night|dog|cat|coffee|tea|beach|mountain|people)\s+person|"
    r"sick\s+of|tired\s+of(?!\s+(?:it|this|that)))|(?:isn['’]t|aren['’]t)\s+(?:a\s+(?:big\s+|huge\s+)?fan\s+of|into))"
)
_ADVERBS = (
    r"(?:(?:really|absolutely|just|also|both|all|especially|always|actually|still|now|totally|particularly|mostly"
    r"|usually|secretly|honestly|generally)\s+)*"
)
_TASTE = re.compile(rf"(?:(?:^|\s){_ADVERBS}{_VERB}|(?:^|\s|(?<=\w)){_STATE})\s+(?P<object>\S+)", re.IGNORECASE)
_FAVOURITE = re.compile(
    r"\b(?:favou?rites?\s+(?:\w+\s+){0,4}?(?:is|are|was|=)|(?:is|are)\s+(?:my|our|his|her|their|\w+['’]s)\s+(?:"
    r"(?:absolute|all-time)\s+)?favou?rites?|my\s+(?:go-to|comfort\s+food|guilty\s+pleasure|pet\s+peeve)\b)",
    re.IGNORECASE,
)
_EMPTY_OBJECT_WORDS = """
it that this them those these you your how what when where why if to's him her me us everything something
"""
_EMPTY_OBJECT = frozenset(_EMPTY_OBJECT_WORDS.split())
_BEFORE_NOUN_WORDS = """
my our their his her the a of with and in for much so some any no much to , be by true from
"""
_BEFORE_NOUN = frozenset(_BEFORE_NOUN_WORDS.split())
_BEFORE_LIKE_WORDS = """
i we they also really don't doesn't don’t doesn’t didn't do does still always both all just usually especially never
kids
"""
_BEFORE_LIKE = frozenset(_BEFORE_LIKE_WORDS.split())
_WISH = re.compile(r"\b(?:would|['’]d)\s+(?:really\s+|also\s+|just\s+)*(?:like|love|prefer)\b", re.IGNORECASE)
_OF_THE_MOMENT = re.compile(
    r"\b(?:this\s+(?:one|idea|plan|recipe|suggestion|option|list|draft)|the\s+(?:idea|plan|suggestion|first|second"
    r"|third|last|new)\b|your\b|the\s+(?:way|fact)\s+you|seeing\s+you|hearing|to\s+hear)",
    re.IGNORECASE,
)


_LOATHED = re.compile(r"\b(?:can['’]?t|cannot|can\s+not)\s+stand\b", re.IGNORECASE)
_POINTED_THING = re.compile(r"that\s+(?:new|old|other)\s+(?!one\b)\w+", re.IGNORECASE)


def read_tastes(statement: Statement, family: Family) -> list[Draft]:
    """A like or dislike of somebody, as a soft preference about that person."""
    core = statement.core
    of_the_moment = _OF_THE_MOMENT.search(core) and not _FAVOURITE.search(core) and not _LOATHED.search(core)
    if _WISH.search(core) or of_the_moment:
        return []
    match = _TASTE.search(core)
    if match and _POINTED_THING.match(core, match.start("object")):
        core = f"{core[: match.start('object')]}the{core[match.end('object') :]}"
        return read_tastes(replace(statement, core=core), family)
    if match and _object(match) in {"it", "them", "that"} and len(core.split()) < 7:
        return _of_the_clause_before(statement, family)
    if match and _object(match) in _EMPTY_OBJECT:
        return []
    favourite = _FAVOURITE.search(core)
    if match and not _is_verb_here(core, match):
        match = None
    if not match and not favourite:
        return []
    subject = subject_of(statement, family)
    if subject.kind in {"listener", "none"} or (subject.kind == "thing" and not favourite):
        return []
    summary = tell(statement)
    if summary is None or len(core.split()) < 3:
        return []
    if match and _object(match) in subject.about.casefold().split():
        return []
    about = _favoured(core, statement) if favourite and subject.kind == "thing" else subject.about
    return [Draft(type="preference", kind="taste", about=about, summary=summary, confidence=0.9)]


def _is_verb_here(core: str, match: re.Match[str]) -> bool:
    """ "like" and "love" are verbs after a subject, not after "my", "their" or a comma."""
    words = re.findall(r"[\w'’]+|,", core[: match.end("object")])
    verb = next(
        (
            place
            for place in range(len(words) - 1, -1, -1)
            if re.fullmatch(r"(?i)likes?|loves?|loved|hates?", words[place])
        ),
        None,
    )
    if verb is None or verb == 0:
        return verb is None
    before = words[verb - 1].casefold()
    if before in _BEFORE_NOUN:
        return False
    return (
        words[verb].casefold() != "like"
        or before in _BEFORE_LIKE
        or words[verb - 1][0].isupper()
        or (verb <= 3 and before.endswith("s"))
    )


def _of_the_clause_before(statement: Statement, family: Family) -> list[Draft]:
    """ "I love cilantro but Sam can't stand it": the thing is the object of the taste before."""
    before = re.sub(r"[\s,;]*(?:\b(?:but|and|so|while)\b)?[\s,;]*$", "", statement.before, flags=re.IGNORECASE)
    matches = list(_TASTE.finditer(before))
    thing = before[matches[-1].start("object") :] if matches else ""
    if not thing or _object(matches[-1]) in _EMPTY_OBJECT or len(thing.split()) > 4 or re.search(r"[.!?,]", thing):
        return []
    core = re.sub(r"(?i)\b(?:it|them|that)\b", thing, statement.core, count=1)
    return read_tastes(replace(statement, core=core, before=""), family)


def _object(match: re.Match[str]) -> str:
    return match["object"].casefold().strip(".,!?;:\"'”’")


def _favoured(core: str, statement: Statement) -> str:
    """The person whose favourite it is."""
    owner = re.search(r"\b(?P<name>[A-Z][\w-]+)['’]s\s+(?:\w+\s+)?favou?rite", core)
    return owner["name"] if owner else statement.cast.speaker[:1].upper() + statement.cast.speaker[1:]
