"""What stands for something else inside a clause: "him", "her" and "them" as objects, and "it" as a subject."""

from __future__ import annotations

import re

from memory_pipeline.adapters.embedded_models.extraction.genders import gender_of
from memory_pipeline.adapters.embedded_models.extraction.nouns import noun_phrase
from memory_pipeline.adapters.embedded_models.extraction.referents import antecedent, meant_by, people_in
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.language.clauses import clauses, sentences
from memory_pipeline.language.dates import mentions
from memory_pipeline.language.words import STOP_WORDS

_OBJECT = re.compile(r"\b(?:him|her|them)\b", re.IGNORECASE)
_SAME_SUBJECT = {"he": re.compile(r"he\b", re.IGNORECASE), "she": re.compile(r"she\b", re.IGNORECASE)}
_CHILD_WORD = re.compile(
    r"^(?:the|our|my)\s+(?P<word>boy|lad|little\s+(?:man|guy|lady)|girl)\b(?!['’]s?\s)", re.IGNORECASE
)
_NOT_OWNED = re.compile(
    r"\s*(?:$|[,.;!?)]|(?:to|at|on|in|home|there|from|and|or|but|with|up|out|off|for|by|a|an|the|if|when|so|that|how|what"
    r"|because|thursdays?|mondays?|tuesdays?|wednesdays?|fridays?|saturdays?|sundays?|tomorrow|tonight|back|about|every|some"
    r"|any|always|again|now|first|everything|anything|something|is|was|\d+)\b)",
    re.IGNORECASE,
)
_THING = re.compile(r"(?:the|my|our|his|her|their|this|that|an?|[A-Z][\w-]*['’]s|\w+)\b", re.IGNORECASE)
_PRONOUNS = frozenset("i we you he she it they this that there these those who what which me us him her them".split())
_BARE = re.compile(r"(?:(?:the|my|our|a|an)\s+)?[a-z][\w-]+(?:\s[a-z][\w-]+)?", re.IGNORECASE)
_GREETS = re.compile(
    r"(?:hi|hey|hello|hola|hallo|ciao|namaste|g['’]?day|salaam|servus|bonjour|oi|yo|morning|evening|good|ok|okay|thanks|thank|cheers"
    r"|perfect|great|super|si|s[ií]|ja|haan|nein|nah|yes|yeah|no|sure|wow|shorter|longer|better)\b",
    re.IGNORECASE,
)
_ENDS_IN = re.compile(
    r"\b(?:for|to|about|before|after)\s+(?P<what>(?:my|our|the|[A-Z][\w-]+['’]s)\s+(?:[\w-]+\s+){0,2}"
    r"(?:party|communion|wedding|birthday|recital|concert|game|match|appointment|exam|test|trip|meeting|festival|show|play|graduation"
    r"|baptism|christening|funeral|class|lesson|tournament|ceremony|interview|surgery|checkup|fair|sale|camp))$"
)
_IS_A = re.compile(r"((?:[\w'’-]+\s+){0,6}[\w'’-]+)\s+(?:is|are|was)\s+(?:an?|the)\s", re.IGNORECASE)
_IN_TURN = re.compile(
    r"(?P<topic>\b(?:[Tt]he|[Yy]our|[Oo]ur|(?!Here|That|There|It|What|Let|Who|How)[A-Z][\w-]+['’]s)\s+(?:(?!(?:is|are|was|on|at|for|to|will|and|or|in|still|under|inside|behind|by|kept|always|usually|now)\b)[\w'’&-]+\s*){1,4}?)"
    r"\s*(?:\b(?:is|are|was|starts?|will|begins?|on|at|for|in|kept|still|under|inside|behind|by|always|usually|now)\b|[?.!,]|$)"
)


def with_people(core: str, statement: Statement) -> str:
    """The clause with "him" and "her" named, where nobody in the clause itself can be meant."""
    core = _only_child(core, statement)
    subject = antecedent(statement) or next(iter(people_in(core)), "")

    def named(match: re.Match[str]) -> str:
        pronoun = match.group().casefold()
        if pronoun == "them":
            return meant_by(pronoun, statement, besides=subject) or match.group()
        kind = "he" if pronoun == "him" else "she"
        inside = [
            person for person in people_in(core[: match.start()]) if gender_of(person, statement.family) in (kind, None)
        ]
        owned = pronoun == "her" and _NOT_OWNED.match(core, match.end()) is None
        if _SAME_SUBJECT[kind].match(core) and (
            owned or core[: match.start()].casefold().endswith((" with ", " on ", " for "))
        ):
            return match.group()
        if (owned and inside) or [person for person in inside if person != subject]:
            return match.group()
        who = meant_by(pronoun, statement, besides=subject)
        return match.group() if who is None else (f"{who}'s" if owned else who)

    return _OBJECT.sub(named, core)


def _only_child(core: str, statement: Statement) -> str:
    """ "The boy" where the household has one: his name."""
    match = _CHILD_WORD.match(core)
    if match is None:
        return core
    kind = "he" if re.search(r"(?i)boy|lad\b|man|guy", match["word"]) else "she"
    children = [member.name for member in statement.family.members if member.kind == "child"]
    fitting = [name for name in children if gender_of(name, statement.family) == kind]
    return f"{fitting[0]}{core[match.end() :]}" if len(fitting) == 1 else core


def topic_of(statement: Statement) -> str | None:
    """The thing that "it" means: the subject of the nearest clause of the turn, else a thing of the turn before."""
    own = topic_in_turn(statement)
    if own is not None:
        return own
    asked = [span.of(statement.previous) for span in sentences(statement.previous)]
    found = next(
        (hit for said in sorted(asked, key=lambda said: not said.endswith("?")) if (hit := _IN_TURN.search(said))), None
    )
    return re.sub(r"(?i)^your\b", "our", found["topic"].strip()) if found else None


def points_to_turn_before(statement: Statement) -> bool:
    """Whether the clause speaks of an "it" that only the turn before names, which is then cited with it."""
    return (
        not statement.peers
        and _IT_IS.match(statement.core) is not None
        and topic_in_turn(statement) is None
        and topic_of(statement) is not None
    )


_IT_IS = re.compile(r"it(?:['’](?:s|ll)|\s+(?:is|was))\b", re.IGNORECASE)


def topic_in_turn(statement: Statement) -> str | None:
    """The thing that the nearest clause before, in the same turn, is about."""
    said = (clause.of(statement.before) for clause in reversed(clauses(statement.before)))
    return next((phrase for words in said if (phrase := _thing_of(words, statement))), None)


def _thing_of(words: str, statement: Statement) -> str | None:
    named = _IS_A.match(words)
    ends = _ENDS_IN.search(words)
    phrase = (ends["what"] if ends else None) or noun_phrase(words) or (named[1] if named else None)
    phrase = phrase or (words if _BARE.fullmatch(words.strip()) and not _GREETS.match(words.strip()) else None)
    if phrase is None or not _THING.match(phrase) or people_in(phrase) == (phrase,):
        return None
    phrase = re.sub(r"(?i)^(?:(?:and|but|also|so|plus|swap|change)\s+)+(?=\w)", "", phrase)
    phrase = re.split(r"\s+(?:up\s+)?(?:at|in|on|for|from|with)\s", phrase)[0]
    first = phrase.split()[0].casefold()
    if (
        first in _PRONOUNS
        or first in {"no", "not", "any", "here", "so", "yes"}
        or first.split("'")[0] in _PRONOUNS
        or mentions(phrase, statement.said_on)
    ):
        return None
    if all(word in STOP_WORDS for word in phrase.casefold().split()):
        return None
    bare = first not in {"the", "my", "our", "his", "her", "their", "this", "that", "a", "an"} and "'s" not in phrase
    return f"the {phrase}" if bare and phrase[0].islower() else re.sub(r"(?i)^(?:this|that|an?)\s", "the ", phrase)
