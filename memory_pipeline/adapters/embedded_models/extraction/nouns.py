"""The noun phrase that a clause begins with: the words before its first verb."""

from __future__ import annotations

import re

from memory_pipeline.adapters.embedded_models.extraction.relations import RELATION
from memory_pipeline.language.verbs import BASE_VERBS, is_past, third_person

_DETERMINER = r"(?:my|our|the|his|her|their|this|that|a|an|both|all|your)"
_AUX = (
    r"(?:is|are|was|were|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|has|have|had|hasn['’]t|haven['’]t|hadn['’]t|will"
    r"|won['’]t|would|can|can['’]t|cannot|could|couldn['’]t|"
    r"should|shouldn['’]t|must|may|might|does|doesn['’]t|do|don['’]t|did|didn['’]t|got|goes|used|always|never"
    r"|usually|also|really|still|just|now|no\s+longer)"
)


def noun_phrase(core: str) -> str | None:
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
