"""A statement as one sentence in the third person: no first person, no relative time, no pronoun without referent."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.ellipsis import with_implied_subject
from memory_pipeline.adapters.embedded_models.extraction.objects import topic_of, with_people
from memory_pipeline.adapters.embedded_models.extraction.referents import antecedent, meant_by
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import LEADING_TIME
from memory_pipeline.adapters.embedded_models.extraction.wording import capitals
from memory_pipeline.language.dates import absolute
from memory_pipeline.language.verbs import BASE, FINITE, is_past, third_person
from memory_pipeline.language.words import STOP_WORDS

LONGEST = 190
SURE = 0.65
_IT_IS = re.compile(
    r"^it(?:['’](?P<short>s|ll)|\s+(?:is|was))\s+(?!(?:not\s+)?(?:an?\s+(?:joke|nightmare|mess|pain|shame|lot)|raining|snowing|time|so|too"
    r"|all|why|how|what|really|true|ok|fine|just|good|great|nice|cool|funny|hard|late|early|been\s+a|always)\b)",
    re.IGNORECASE,
)
_FOR_ONE = re.compile(r"^it(?:['’]s|\s+is)\s+(?P<what>.{3,40}?)\s+for\s+(?P<who>him|her)\b", re.IGNORECASE)
_CLEFT = re.compile(
    r"^it(?:['’]s|\s+is|\s+was)\s+(?P<who>(?:my|our)\s+\w+|(?-i:[A-Z])[\w-]+|me|us)\s+(?:who|that)\s+", re.IGNORECASE
)
_IT_VERBS = {"s": "is", "ll": "will"}
_THIRD = re.compile(r"^(?P<who>he|she|they)(?:['’](?P<short>s|re|ve|ll|d))?\b", re.IGNORECASE)
_THIRD_POSSESSIVE = re.compile(r"^(?:his|her|their)\b", re.IGNORECASE)
_UNFINISHED = re.compile(r"\b(?:to|the|a|an|and|of|that|with|for|my|so|but|or)$", re.IGNORECASE)
_CONTRACTED_IS = re.compile(
    rf"^(?P<who>(?:(?:my|our)\s+)?\w+(?:\s[A-Z]\w+)?)['’]s\s+(?!\w+ing\s+(?:[\w-]+\s+){{1,2}}?{FINITE}\b|\w+ing\s+\w+s\s+{BASE}\b|\d+-|(?:on|in|at)-)(?=(?:\d|an?\b|the\b|not\b|in\b|at\b|on\b|allergic"
    r"|vegan|vegetarian|\w+ing\b|really|very|so\b|now|never|always|turning|also|gluten|still|scared|afraid)\b)",
    re.IGNORECASE,
)
_IS_NUMBER = re.compile(r"(?<=\w)(?<!^it)['’]s\s+(?=\d+(?:[:.\s]|st\b|nd\b|rd\b|th\b|[ap]m\b|$))")
_DEMONSTRATIVE = re.compile(
    r"^(?:this|that|these|those)\s+(?=[a-z])(?!(?:is|are|was|were|one|really|made|come|came|means?|just|will|would|can|could|has|have|had|from|goes|says?|said)\b)",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"^(?:it|this|that|these|those|he|she|they|him|her|his|their|them|its|which|who)\b(?:['’]\w+)?", re.IGNORECASE
)
_LATE_PRONOUN = re.compile(
    r"\b(?:it|them|him|her|these|those)\b(?!\s+(?:(?:\w+\s+)?(?:is|was|to)\s|when\b|if\b))", re.IGNORECASE
)
_NOUN_BEFORE = re.compile(
    r"\b(?:a|an|the|my|our|his|their|some|this|that|your|\w+['’]s|\d+)\s+\w+|\b[A-Z]\w+|\b\w+(?:s|ing|tion|ment)\b"
)
_POINTS = re.compile(
    r"\b(?:one|his|hers|theirs|this|that|these|those|\w+\s+there)$|\b(?:goes?|went|comes?)\s+there\b|\btakes?\s+her$",
    re.IGNORECASE,
)
_BARE_ROLE = re.compile(
    r"^(?:kids|coach|bridge|vet|teacher|sitter|babysitter|driver|trainer|maid|doctor|dentist|landlord|lift|school|cleaner"
    r"|plumber|visitor\s+code|school\s+(?:van|bus)(?:\s+driver)?)(?=\s+(?:is|are|was|comes?|closes?|opens?)\b)",
    re.IGNORECASE,
)
_ON_DAYS = re.compile(
    r"^(?P<days>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days)\s+(?!(?:is|are|and|or|at|from|to)\b)(?=[a-zA-Z])"
)
_HAS_YEARS = re.compile(r"\s+has\s+(?P<years>\d{1,2})\s+years$")


def tell(statement: Statement) -> str | None:
    """The summary sentence; None where it would leave a pronoun hanging or grow past LONGEST characters."""
    text = with_subject(statement)
    if text is None:
        return None
    text = _CONTRACTED_IS.sub(r"\g<who> is ", text)
    text = text if statement.peers else _IS_NUMBER.sub(" is ", text)
    text = _DEMONSTRATIVE.sub("the ", text)
    told = retell(absolute(text, statement.said_on), statement.cast)
    told = told if statement.peers else re.sub(r"(?i)^(?:and|but|so|plus)\s+(?=\w+\s)", "", told)
    told = re.sub(r"\s+([,.!?])", r"\1", told).strip(" ,;:–—-")
    told = re.sub(r"[!?.…]+$", "", re.sub(r"(?<=\s[A-Z])\.\s+[a-z].*$", "", told)).strip()
    told = _HAS_YEARS.sub(r" is \g<years> years old", told)
    if _UNFINISHED.search(told):
        return None
    if not told or len(told) > LONGEST or _DANGLING.match(told) or _hangs_here(told, statement):
        return None
    if not statement.peers:
        if (_POINTS.search(told) and not told.endswith(" there")) or re.fullmatch(
            r"(?P<name>[\w'’-]+) is (?P=name)", told
        ):
            return None
        told = _BARE_ROLE.sub(lambda match: f"The {match.group().lower()}", capitals(told))
        told = _ON_DAYS.sub(r"On \g<days> ", told)
    return f"{told[0].upper()}{told[1:]}."


def _hangs_here(told: str, statement: Statement) -> bool:
    """As `hangs`; a clause that the heads are sure of may point at what it has named itself."""
    if statement.verdict is None or statement.verdict.keep < SURE:
        return hangs(told)
    match = _LATE_PRONOUN.search(told)
    if match is None:
        return False
    words = re.findall(r"[\w'’]+", told[: match.start()])
    needed = 1 if match.group().casefold() in {"him", "her"} else 2
    return sum(word.casefold() not in STOP_WORDS for word in words) < needed


def body_of_statement(statement: Statement) -> str:
    """The member's own words of the clause with each relative expression made absolute."""
    words = absolute(statement.core, statement.said_on)
    return words[:1].upper() + words[1:]


def with_subject(statement: Statement) -> str | None:
    """The clause with "he" or "she" named and a missing "I" put back."""
    core = statement.core
    if not statement.peers and (leading := LEADING_TIME.match(core)) and _THIRD.match(core[leading.end() :]):
        told = with_subject(replace(statement, core=core[leading.end() :]))
        return None if told is None else f"{leading.group().rstrip(', ')}, {told}"
    if not statement.peers:
        core = with_people(_CLEFT.sub(r"\g<who> ", core), statement)
        one = _FOR_ONE.match(core)
        if one and (who := meant_by(one["who"], statement)):
            return f"for {who} it is {one['what']}{core[one.end() :]}"
        it = _IT_IS.match(core)
        topic = topic_of(statement) if it else None
        if it and topic:
            return f"{topic} {_IT_VERBS.get(it['short'] or '', 'is')} {core[it.end() :]}"
    third = _THIRD.match(core)
    if third:
        who = antecedent(statement)
        return None if who is None else _named(core, third, who)
    if _THIRD_POSSESSIVE.match(core):
        who = antecedent(statement)
        return None if who is None else _THIRD_POSSESSIVE.sub(f"{who}'s", core, count=1)
    return with_implied_subject(core)


def _named(core: str, third: re.Match[str], who: str) -> str:
    rest = core[third.end() :]
    short = (third["short"] or "").casefold()
    following = rest.split()[0] if rest.split() else ""
    several = re.search(r"(?i)\band\b|\b(?:kids|twins|children|boys|girls|parents)$", who) is not None
    verb = {"re": "are" if several else "is", "ve": "have" if several else "has", "ll": "will"}.get(short)
    if short == "s":
        verb = (
            "has"
            if following in {"got", "been", "had", "gone"} or (is_past(following) and following not in _STATES)
            else "is"
        )
    if short == "d":
        verb = "had" if following in {"been", "better"} else "would"
    if verb:
        return f"{who} {verb}{rest}"
    if third["who"].casefold() == "they" and following and not re.search(r"(?i)\band\b|s$", who):
        return f"{who} {third_person(following)}{rest.lstrip()[len(following) :]}"
    return f"{who}{rest}"


_STATE_WORDS = """
used obsessed scared interested married retired divorced worried tired excited engaged bored pleased vaccinated banned
grounded based suspended enrolled booked called named addicted terrified closed hooked frightened signed registered
separated adopted stressed exhausted confused disabled bullied supposed allowed left-handed invited expected stuck
"""
_STATES = frozenset(_STATE_WORDS.split())
_HER_OWN = re.compile(
    r"\s+(?!(?:to|at|on|in|home|there|from|and|or|but|with|up|out|off|for|by|a|an|the|if|when|so|that|how|what|is|was)\b)\w+"
)
_ONE_PERSON = re.compile(r"^[A-Z][\w'’-]+\s+(?:has|needs|wants|loves|likes|hates|forgot|lost|takes|wears|got)\s+$")


def hangs(told: str) -> bool:
    """Whether a pronoun in the middle has nothing before it that it could mean."""
    match = _LATE_PRONOUN.search(told)
    if match is None:
        return False
    before = told[: match.start()]
    words = before.split()
    if match.group().casefold() == "her" and _HER_OWN.match(told, match.end()) and _ONE_PERSON.search(before):
        return False
    if match.group().casefold() in {"him", "her"}:
        return (
            len(
                re.findall(
                    r"\b(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b)[A-Z]\w+|\b(?:son|daughter|sister|brother|husband|wife|mom|dad|mother|father|friend|dog|cat"
                    r"|baby|kid)\b",
                    before,
                )
            )
            < 2
        )
    return len(words) < 3 or _NOUN_BEFORE.search(" ".join(words[1:])) is None
