"""Whom or what a clause is about: its subject as a short noun phrase."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from memory_pipeline.adapters.embedded_models.extraction.ellipsis import with_implied_subject
from memory_pipeline.adapters.embedded_models.extraction.nouns import noun_phrase
from memory_pipeline.adapters.embedded_models.extraction.objects import topic_of
from memory_pipeline.adapters.embedded_models.extraction.referents import antecedent, meant_by
from memory_pipeline.adapters.embedded_models.extraction.relations import HOUSEHOLD, KIN, OTHERS, RELATION
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.language.dates import mentions
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.verbs import FINITE
from memory_pipeline.model.family import Family, Member

SubjectKind = Literal["speaker", "group", "person", "thing", "listener", "none"]

_I = re.compile(r"^(?:i|i['’](?:m|ve|d|ll)|im|ive)\b", re.IGNORECASE)
_WE = re.compile(r"^(?:we|we['’](?:re|ve|d|ll))\b|^\S+(?:\s+\w+){0,3}\s+and\s+i\b", re.IGNORECASE)
_YOU = re.compile(r"^you\b", re.IGNORECASE)
_IT = re.compile(
    r"^(?:it|there|here|which|who|what)\b|^(?:this|that|these|those)(?=['’]|\s+(?:is|are|was|were|will|would|can"
    r"|could|has|have|"
    r"had|one|really|all|made|means|makes|just|might|must|should|looks?)\b)",
    re.IGNORECASE,
)
_IT_IS = re.compile(r"it(?:['’](?:s|ll)|\s+(?:is|was))\b", re.IGNORECASE)
_CONTRACTED = re.compile(
    rf"^(?P<who>[A-Z][\w-]+)['’]s\s+(?!\w+ing\s+(?:[\w-]+\s+){{1,2}}?{FINITE}\b|(?:on|in|at)-)(?=(?:\d|a\b|an\b|the\b|not\b|in\b|at\b|on\b|allergic|vegan|vegetarian|afraid"
    r"|\w+(?:ing|ed)\b"
    r"|really|very|so\b|now|never|always|got\b|been\b|turning|also|gluten|still))"
)


LEADING_TIME = re.compile(
    r"^(?:(?:last|next|this|on|in|over|by|at|since|during|for|every|yesterday|today|tomorrow|tonight|recently"
    r"|lately|currently|sometimes|these\s+days|nowadays|growing\s+up|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b[^,.]{0,28}?,?\s+)"
    r"(?=(?:i|we|my|our|he|she|they)\b(?:['’]\w+)?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Subject:
    """The clause's subject: what kind, its words in the clause, and the noun phrase to file the claim under."""

    kind: SubjectKind
    words: str
    about: str


def subject_of(statement: Statement, family: Family) -> Subject:
    """Who or what the clause is about; kind `none` where no subject can be told."""
    core = LEADING_TIME.sub("", with_implied_subject(statement.core))
    for_one = re.match(r"(?i)it(?:['’]s|\s+is)\s+.{3,40}?\s+for\s+(?P<who>him|her)\b", core)
    if for_one and not statement.peers and (one := meant_by(for_one["who"], statement)):
        return Subject("person", "he", about_of(one, statement))
    timed = LEADING_TIME.match(statement.core)
    if timed and not statement.peers and re.match(r"(?i)(?:he|she|they)\b", core):
        statement = replace(statement, core=core)
    if _I.match(core):
        return Subject("speaker", core.split()[0], capital(statement.cast.speaker))
    if _WE.match(core):
        return Subject(
            "group", "we", capital("Family" if statement.cast.group == "the family" else statement.cast.speaker)
        )
    if _YOU.match(core):
        return Subject("listener", "you", statement.cast.listener or "Assistant")
    who = antecedent(statement)
    if who is not None:
        return Subject("person", core.split()[0], about_of(who, statement))
    it = None if statement.peers else _IT_IS.match(core)
    topic = topic_of(statement) if it else None
    if topic:
        return Subject("thing", topic, about_of(topic, statement))
    if _IT.match(core) or re.match(r"(?i)(?:he|she|they|his|her|their)\b", core):
        return Subject("none", core.split()[0], "")
    return _named_subject(core, statement, family)


def _named_subject(core: str, statement: Statement, family: Family) -> Subject:
    contracted = _CONTRACTED.match(core)
    phrase = contracted["who"] if contracted else noun_phrase(core)
    if phrase is None:
        return Subject("none", "", "")
    named = any(member.is_called(phrase) for member in family.members)
    if not named and _is_date(phrase, statement):
        return _predicate_subject(core, phrase)
    person = is_person(phrase, family)
    return Subject("person" if person else "thing", phrase, about_of(phrase, statement))


def _is_date(phrase: str, statement: Statement) -> bool:
    return any(mention.start == 0 and mention.end == len(phrase) for mention in mentions(phrase, statement.said_on))


def _predicate_subject(core: str, phrase: str) -> Subject:
    """ "Monday is a holiday" is about the holiday."""
    named = re.match(
        r"\s+(?:is|are|will\s+be|was)\s+(?:always\s+|usually\s+)?"
        r"(?:(?:a|an|the|our|my)\s+(?P<what>[\w'’\s-]{3,40})|(?P<night>\w+\s+(?:night|day)))(?:\s+(?:anyway|now))*(?:\s+and\s.*)?$",
        core[len(phrase) :],
    )
    return Subject("thing", phrase, capital(named["what"] or named["night"])) if named else Subject("none", phrase, "")


def is_person(phrase: str, family: Family) -> bool:
    """Whether a noun phrase names a person, or a pet of the household."""
    if re.search(rf"\b{RELATION}(?:['’]s)?(?:,?\s+[A-Z][\w'’-]+)?$", phrase, re.IGNORECASE):
        return True
    if any(member.is_called(phrase) for member in family.members):
        return True
    names = proper_names(phrase)
    return len(names) >= 1 and names[0].text == phrase.strip() and len(phrase.split()) <= 3


def about_of(phrase: str, statement: Statement) -> str:
    """The noun phrase a claim is filed under: "Rosa" for "my sister Rosa", "Dana's wife" for "my wife", "Gate code"."""
    phrase = re.sub(r"(?i)^(?:(?:and|but|also|so|plus)\s+)+(?=\w)", "", phrase.strip(" ,."))
    related = re.match(
        rf"(?:my|our|[A-Z][\w-]+['’]s)\s+(?:\w+\s+){{0,2}}?{RELATION},?\s+(?P<name>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)$",
        phrase,
        re.IGNORECASE,
    )
    if related and related["name"][0].isupper():
        return related["name"]
    own = re.match(r"(?i)(?:my|our)\s+", phrase)
    rest = re.sub(r"(?i)^(?:my|our|the|a|an|this|that|your)\s+", "", phrase)
    if own and (re.match(rf"(?i)(?:\w+\s+){{0,2}}{RELATION}\b", rest) or statement.peers):
        owner = statement.cast.speaker if own.group().casefold().startswith("my") or statement.peers else "the family"
        return capital(f"{owner}'s {rest}")
    if re.search(r"(?i)\b(?:i|me|my|our|we|you|your)\b", rest):
        rest = retell(rest, statement.cast)
    return capital(rest)[:80]


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def is_first_party(subject: Subject, statement: Statement, family: Family) -> bool:
    """Whether the subject is the speaker, the family, one of its members or a household relation of theirs."""
    if subject.kind in {"speaker", "group"}:
        return True
    if any(_is_members(subject, member) for member in family.members):
        return True
    who = antecedent(statement) or subject.words
    if who != subject.words and re.search(rf"\b{re.escape(who)}\W*(?:(?:and|but|so)\W*)?$", statement.before):
        who = statement.before
    return re.search(rf"(?i)\b(?:my|our)\s+(?:\w+\s+){{0,2}}?(?:{HOUSEHOLD})\b", who) is not None


def _is_members(subject: Subject, member: Member) -> bool:
    """The member's own self or thing; "Leo's friend Max" is neither."""
    if member.is_called(subject.about):
        return True
    named = re.match(rf"{re.escape(member.name)}\b", subject.words) is not None
    return named and re.search(rf"\b(?:{KIN}|{OTHERS})\b", subject.words, re.IGNORECASE) is None
