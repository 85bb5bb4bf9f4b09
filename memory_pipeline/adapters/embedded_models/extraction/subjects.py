"""Whom or what a clause is about: its subject as a short noun phrase."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from memory_pipeline.adapters.embedded_models.extraction.ellipsis import with_implied_subject
from memory_pipeline.adapters.embedded_models.extraction.referents import antecedent
from memory_pipeline.adapters.embedded_models.extraction.relations import HOUSEHOLD, KIN, OTHERS, RELATION
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.language.verbs import BASE_VERBS, is_past, third_person
from memory_pipeline.language.dates import mentions
from memory_pipeline.language.names import proper_names
from memory_pipeline.model.family import Family, Member

SubjectKind = Literal["speaker", "group", "person", "thing", "listener", "none"]

_DETERMINER = r"(?:my|our|the|his|her|their|this|that|a|an|both|all|your)"
_AUX = (
    r"(?:is|are|was|were|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|has|have|had|hasn['’]t|haven['’]t|hadn['’]t|will"
    r"|won['’]t|would|can|can['’]t|cannot|could|couldn['’]t|"
    r"should|shouldn['’]t|must|may|might|does|doesn['’]t|do|don['’]t|did|didn['’]t|got|goes|used|always|never"
    r"|usually|also|really|still|just|now|no\s+longer)"
)
_WORD = r"[\w&][\w'’&.-]*"
_PHRASE = re.compile(
    rf"^(?P<phrase>(?:{_DETERMINER}\s+)?{_WORD}(?:,?\s+(?:and\s+|of\s+|for\s+|in\s+)?{_WORD}){{0,6}}?)\s*"
    rf"(?:,\s.*?,)?\s+(?P<verb>{_AUX}|{_WORD})\b",
    re.IGNORECASE,
)
_I = re.compile(r"^(?:i|i['’](?:m|ve|d|ll)|im|ive)\b", re.IGNORECASE)
_WE = re.compile(r"^(?:we|we['’](?:re|ve|d|ll))\b|^\S+(?:\s+\w+){0,3}\s+and\s+i\b", re.IGNORECASE)
_YOU = re.compile(r"^you\b", re.IGNORECASE)
_IT = re.compile(
    r"^(?:it|there|here|which|who|what)\b|^(?:this|that|these|those)(?=['’]|\s+(?:is|are|was|were|will|would|can"
    r"|could|has|have|"
    r"had|one|really|all|made|means|makes|just|might|must|should|looks?)\b)",
    re.IGNORECASE,
)
_CONTRACTED = re.compile(
    r"^(?P<who>[A-Z][\w-]+)['’]s\s+(?=(?:\d|a\b|an\b|the\b|not\b|in\b|at\b|on\b|allergic|vegan|vegetarian|afraid"
    r"|\w+(?:ing|ed)\b"
    r"|really|very|so\b|now|never|always|got\b|been\b|turning|also|gluten|still))"
)


_LEADING_TIME = re.compile(
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
    core = _LEADING_TIME.sub("", with_implied_subject(statement.core))
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
    if _IT.match(core) or re.match(r"(?i)(?:he|she|they|his|her|their)\b", core):
        return Subject("none", core.split()[0], "")
    return _named_subject(core, statement, family)


def _named_subject(core: str, statement: Statement, family: Family) -> Subject:
    contracted = _CONTRACTED.match(core)
    phrase = contracted["who"] if contracted else _noun_phrase(core)
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


def _noun_phrase(core: str) -> str | None:
    """The words before the first verb, at most seven."""
    words = core.split()
    for index in range(1, min(len(words), 8)):
        word = words[index].strip(',.;:!?"”').replace("’", "'")
        if re.fullmatch(_AUX, word, re.IGNORECASE) or _is_verb(word, words[index - 1]):
            phrase = " ".join(words[:index]).rstrip(",")
            phrase = re.sub(r"\s+(?:that|which|who|I|we|you|he|she|they)$", "", re.split(r",\s", phrase)[0])
            return phrase if _is_nominal(phrase) else None
    return None


def _is_verb(word: str, before: str) -> bool:
    lowered = word.casefold()
    if before.casefold() in {
        "my",
        "our",
        "the",
        "his",
        "her",
        "their",
        "a",
        "an",
        "to",
        "of",
        "for",
        "and",
        "in",
        "at",
    } or before.endswith(("'s", "’s")):
        return False
    return (
        is_past(lowered)
        or any(third_person(base) == lowered for base in _bases_of(lowered))
        or (lowered in _BARE and before.casefold().endswith("s"))
    )


_BARE_WORDS = """
love like hate live go need want play take start come eat share work
"""
_BARE = frozenset(_BARE_WORDS.split())


def _bases_of(form: str) -> list[str]:
    """Known base verbs that could give this third-person form."""
    if not form.endswith("s"):
        return []
    stems = [form[:-1], form[:-2], *([f"{form[:-3]}y"] if form.endswith("ies") else [])]
    return [
        stem
        for stem in stems
        if stem in BASE_VERBS or stem in {"fly", "arrive", "end", "open", "expire", "turn", "land"}
    ]


def _is_nominal(phrase: str) -> bool:
    """Whether the words can be a subject: they begin with a determiner, a capital or are one or two plain words."""
    first = phrase.split()[0]
    words = phrase.casefold().split()
    if (
        first.casefold() in BASE_VERBS
        and len(words) > 1
        and re.fullmatch(_DETERMINER + "|it|them|me|us|up|out", words[1])
    ):
        return False
    if _bases_of(first.casefold()) or re.fullmatch(r"(?i)\w+ly", first):
        return False
    if re.fullmatch(_DETERMINER, first, re.IGNORECASE) or first[0].isupper() or first[0].isdigit():
        return not re.match(
            r"(?i)(?:if|when|while|because|since|as|so|that|just|going|after|before|please|let|not|to|for|in|on|at"
            r"|with|by)\b",
            phrase,
        )
    return (
        bool(
            re.fullmatch(
                rf"(?:{RELATION}|[a-z]+)(?:\s+(?:practice|lessons?|class|school|camp|pickup|club|code|password|game"
                rf"|night|van|bus|driver|party|concert|day))?|[a-z]+\s+of\s+[a-z]+\s+(?:party|concert|game|show|dinner|trip)",
                phrase,
                re.IGNORECASE,
            )
        )
        and len(phrase.split()) <= 4
        and phrase.casefold() not in _NO_SUBJECT
    )


_NO_SUBJECT_WORDS = """
please not just so then maybe also if when let to and but gonna wow yes no ok thanks still never always hope glad
guess can going as after before for in on at with only even hopefully everything nothing something things
"""
_NO_SUBJECT = frozenset(_NO_SUBJECT_WORDS.split())


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
    phrase = phrase.strip(" ,.")
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
