"""Clear statements of no known form: soft claims in the family's words, where the heads say that they matter."""

from __future__ import annotations

import re

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.relations import RELATION
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import Subject, capital, is_first_party, subject_of
from memory_pipeline.adapters.embedded_models.extraction.telling import tell
from memory_pipeline.adapters.embedded_models.heads.judge import Verdict
from memory_pipeline.language.dates import absolute
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.verbs import FINITE, is_past
from memory_pipeline.language.wishes import is_binding, limit_is_over, states_limit
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Durability, MemoryType

BAR = 0.8
VETO = 0.3
SURE_TO_KEEP = 0.8
POSSIBLE, LIKELY, SURE = 0.1, 0.4, 0.6
_LIKES = re.compile(r"\b(?:like|love|hate|prefer|enjoy)s?\b", re.IGNORECASE)
LOOSE_BAR = 0.9
AS_SAID_BAR = 0.9
_RELATES = re.compile(rf"\b{RELATION}\b", re.IGNORECASE)
_KINDS: dict[str, tuple[MemoryType, str]] = {
    "identity": ("identity", "identity"),
    "directive": ("preference", "fact"),
    "preference": ("preference", "taste"),
    "constraint": ("constraint", "limit"),
    "relationship": ("relationship", "relationship"),
    "fact": ("fact", "fact"),
}
_LEAD = re.compile(r"^(?:(?:and|but|so|also|plus|because)\s+)+", re.IGNORECASE)
_TRAILS = re.compile(
    r"(?:\s+(?:on|in|at|of|for|to|from|by|with|the|a|an|and|or|is|are|was|has|next|,))+$", re.IGNORECASE
)
_BARE_LEAD = re.compile(r"(?:on|in|at|for|from|by|after|before|until|since|every|the)(?:\s+the)?", re.IGNORECASE)
_DAY = re.compile(
    r"\b(?:on\s+|from\s+)?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|\d{4}-\d\d|January|February|March|April|May|June|July|August"
    r"|September|October|November|December)\b|\d"
)
_SELF_INTRODUCED = re.compile(r"(?:hi\s+|hey\s+)?(?:its|it['’]s|this\s+is)\s+(?:me\b|(?-i:[A-Z])\w+)", re.IGNORECASE)
_POINTS_BACK = re.compile(r"(?:he|she|they|it|that|this|these|those|his|her|their|him|them)\b", re.IGNORECASE)
_COURTESY = re.compile(
    r"\bthank\s+(?:you|u)\b|\bthanks\b|\btyping\s+(?:this\s+)?for\b|\bcan\s+use\s+this\b", re.IGNORECASE
)
_FEARS = re.compile(r"\b(?:scared|afraid|frightened|terrified)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:me|us|my|our)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(r"(?:no\s?one|nobody|everyone|everybody|people)\s+(?:at|in)\s+(?!our|this|home)", re.IGNORECASE)
_SAYS_LITTLE = re.compile(r"^(?:\W*\w+\W*){1,2}$")


def read_kept(statement: Statement, family: Family) -> list[Draft]:
    """One soft claim, or nothing."""
    verdict = statement.verdict
    if verdict is None or verdict.keep < BAR or _SAYS_LITTLE.match(statement.core):
        return []
    if _ELSEWHERE.match(statement.core) or _COURTESY.search(statement.core):
        return []
    summary = tell(statement)
    if summary is None:
        return _as_said(statement, verdict)
    subject = subject_of(statement, family)
    if subject.kind == "listener" or (not subject.about and _is_loose(statement, verdict)):
        return []
    ordered = verdict.kind == "directive" or _FORBIDS.match(statement.core)
    if ordered and is_binding(statement.sentence) and not _NOT_BINDING.match(statement.core):
        return [_instruction(statement, summary, subject)]
    about = subject.about or first_words(summary)
    kind, use = _KINDS[_label(verdict, subject, statement)]
    hard = (
        kind == "constraint"
        and states_limit(statement.core)
        and not limit_is_over(statement.core)
        and (is_first_party(subject, statement, family) or (subject.kind == "none" and _OWN.search(statement.core)))
    )
    return [
        Draft(
            type=kind,
            kind=use,
            about=about,
            summary=summary,
            strength="hard" if hard else "soft",
            durability=lasting(verdict),
            confidence=0.7,
            bounded=kind == "fact" or verdict.kind in {"fact", "directive"},
        )
    ]


def _as_said(statement: Statement, verdict: Verdict) -> list[Draft]:
    """What cannot be told plainly in the third person and is too surely worth keeping to be lost: as it was said."""
    words = absolute(statement.core, statement.said_on).rstrip(" .!,")
    if _SELF_INTRODUCED.match(words):
        return []
    if _POINTS_BACK.match(words) and not states_limit(words) and verdict.kind != "constraint":
        return []
    if verdict.keep < AS_SAID_BAR or not 4 <= len(words.split()) <= 24 or words.endswith("?"):
        return []
    speaker = capital(statement.cast.speaker)
    told = f'{speaker} said: "{words}".'
    kind = "constraint" if verdict.kind == "constraint" else "fact"
    return [
        Draft(
            type="constraint" if kind == "constraint" else "fact",
            kind="limit" if kind == "constraint" else "fact",
            about=speaker,
            summary=told,
            durability=lasting(verdict),
            confidence=0.6,
            bounded=True,
        )
    ]


def _is_loose(statement: Statement, verdict: Verdict) -> bool:
    """Whether words without a subject tell too little: no number, no name, or heads that are not sure."""
    core = statement.core
    telling = re.search(r"\d", core) or proper_names(f"x {core}") or verdict.keep >= 0.9
    return verdict.keep < LOOSE_BAR or not telling or len(core.split()) < 3 or _OPENS_LOOSELY.match(core) is not None


def _instruction(statement: Statement, summary: str, subject: Subject) -> Draft:
    """A standing instruction of no known form, in the family's words."""
    soft = _WISHES.search(statement.core) is not None
    about = capital(statement.cast.speaker) if subject.kind in {"none", "speaker", "group"} else subject.about
    return Draft(
        type="directive",
        kind=f"directive:Any request that this rule of {capital(statement.cast.speaker)} bears on",
        about=about,
        summary=summary,
        strength="soft" if soft else "hard",
        authority="user_explicit",
        confidence=0.85,
    )


_FORBIDS = re.compile(r"(?:please\s+)?(?:don['’]?t|do\s+not|never)\s+[a-z-]+\s", re.IGNORECASE)
_WISHES = re.compile(r"\b(?:rather|prefer|like|love|appreciate)\b", re.IGNORECASE)
_NOT_BINDING = re.compile(r"(?:i|we|he|she|they|my|our|the)\b(?!['’]d|\s+(?:would|want|prefer|need))", re.IGNORECASE)
_OPENS_LOOSELY = re.compile(
    r"(?:\w+\s+here\b|it['’]?s\s+(?-i:[A-Z])\w+\W*$|its\s+(?-i:[A-Z])|happy|hmm|survived|sorted|done|back|need|want|roughly|reached|gutted|typing|here|not|tastes|makes|still|off|same|or|because|as|if)\b",
    re.IGNORECASE,
)


def _label(verdict: Verdict, subject: Subject, statement: Statement) -> str:
    """What kind of claim; a plain fact where the heads are of two minds or the words do not bear the kind."""
    best = verdict.kind
    share = verdict.labels[best]
    if best == "constraint" and limit_is_over(statement.core):
        return "fact"
    if states_limit(statement.core) and verdict.labels["constraint"] >= POSSIBLE and not _LIKES.search(statement.core):
        return "constraint"
    if best == "preference" and _FEARS.search(statement.core):
        return "fact"
    if best == "identity" and (subject.kind not in {"speaker", "person"} or share < SURE):
        return "fact"
    if best == "relationship" and (share < SURE or not _RELATES.search(statement.core)):
        return "fact"
    return best if share >= LIKELY else "fact"


def lasting(verdict: Verdict) -> Durability:
    """The likeliest durability."""
    found: Durability = "durable"
    best = max(verdict.durability, key=lambda name: verdict.durability[name])
    if best == "seasonal":
        found = "seasonal"
    elif best == "passing":
        found = "passing"
    return found


def _before_verb(words: list[str]) -> list[str]:
    """The words up to a verb, a comma or a word that opens another clause; all of them where none comes."""
    for at, word in enumerate(words):
        named = at == 1 and _NAMED_DOES.fullmatch(f"{words[0]} {word}") is not None
        if at and (named or _STOPS.fullmatch(word.rstrip(",;:")) or is_past(word)):
            return words[:at]
    return words


_NAMED_DOES = re.compile(r"(?!(?:The|A|An|My|Our|His|Her|Their|No|All|Both|Two|Three)\b)[A-Z][\w-]+ [a-z]+(?<!s)s")
_STOPS = re.compile(rf"(?:{FINITE}|when|if|because|so|that|who|which|but|until|unless|can['’]?t|must)", re.IGNORECASE)


def first_words(summary: str) -> str:
    """A subject for a claim whose clause names none: its first words, before any day."""
    words = _LEAD.sub("", summary.rstrip("."))
    before = _TRAILS.sub("", " ".join(_before_verb(_DAY.split(words)[0].split()[:4])).rstrip(",;: "))
    if before and not _BARE_LEAD.fullmatch(before):
        return capital(before)
    named = [name.text for name in proper_names(f"so {words}")]
    return named[0] if named else "Family"
