"""Whether the names of a claim stand in what it cites, or are called there by an alias or a pronoun (gate 6)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.formation.gates.cited_words import CitedWords, claim_texts
from memory_pipeline.formation.gates.verdict import GateContext
from memory_pipeline.language.folding import find_quote
from memory_pipeline.language.names import Name, proper_names
from memory_pipeline.language.words import content_words, stem, tokens
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.family import Member

_STANDS_FOR = re.compile(
    r"\b(?:he|hes|him|his|she|shes|her|hers|they|theyre|theyve|them|their|theirs|it|its|there|same|this|that|these|those)\b"
    r"|\b(?:the|our|my)\s+(?:boy|girl|lad|little\s+(?:one|man|guy|lady))\b",
    re.IGNORECASE,
)
_HOUSEHOLD_WORDS = frozenset({"family", "the family", "household", "home", "everyone", "everybody", "kids", "parents"})
# A subject line of one word may be a heading: "Purchases", "Shopping", "Transport".
_HEADING = re.compile(
    r"(?:\w{3,}(?:s|ings?|ions?|ments?|ness|ance|ence|ity|ship|port|care|time|work|room)|food|diet|dinner|lunch|breakfast"
    r"|sleep|money|mail|tone|style|language|chat|car|pet|dog|cat|garden|sport|music|art|phone|code|camp|club|address|calendar|assistant|travel|budget|health|wifi|router|menu|safety|traffic)",
    re.IGNORECASE,
)
_OPENS = re.compile(r"(?:^|[.!?…:;\n\"“(]\s*)$")
_PERSON_PRONOUN = re.compile(r"\b(?:he|hes|him|his|she|shes|her|hers|they|theyre|them|their|theirs)\b", re.IGNORECASE)
_ADDRESS = re.compile(r"\b(?:you|your|yours|u|ur)\b", re.IGNORECASE)
_RELATION = (
    r"(?:husband|wife|partner|spouse|son|daughter|kids?|child(?:ren)?|baby|mom|mum|mother|dad|father|parents?|brother"
    r"|sister|grand\w+|aunt|uncle|cousin|friend|coach|teacher|sitter|neighbou?r|boy|girl|[\w-]+-in-law)"
)
_HANDLE = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*|\b(?:https?://|www\.)\S+|\b[\w-]+\.(?:com|org|net|io|co|xyz|de|uk|nz|in)\b"
)
# A capital at the start of a claim may be any word; before one of these verbs it is taken for a name.
_PERSON_VERB = re.compile(
    r"(?:['’]s|,? and [A-Z]\w+|,)?\s*\b(?:is|was|has|had|can|can['’]t|cannot|will|won['’]t|does|doesn['’]t|did|must"
    r"|should|likes?|loves?|hates?|wants?|needs?|prefers?|lives?|works?|goes|plays?|takes?|attends?|starts?|eats?|drinks?"
    r"|drives?|owns?|teaches|coaches|says|asked|moved|turned|turns|dislikes?|enjoys?)\b|['’]s\b"
)


def unfounded_name(candidate: Candidate, words: CitedWords, context: GateContext) -> str | None:
    """The first name, mail address or site of the claim that nothing cited calls so; None where all are founded."""
    for entry in candidate.applies_to:
        whole = entry.istitle() and (context.family.member(entry) is not None or not _HEADING.fullmatch(entry))
        for name in (entry,) if whole else (name.text for name in proper_names(entry) if " " in entry):
            if not _founded(name, words, context):
                return name
    for text in claim_texts(candidate):
        for handle in _HANDLE.findall(text):
            if handle.casefold() not in words.whole.casefold():
                return str(handle)
        for name in _names(text, words, context):
            if name.casefold() not in _HOUSEHOLD_WORDS and not _founded(name, words, context):
                return name
    return None


def _names(text: str, words: CitedWords, context: GateContext) -> Iterator[str]:
    for name in proper_names(text):
        opens = _OPENS.search(text, 0, name.start) is not None
        first, _, rest = name.text.partition(" ")
        if opens and rest and context.family.member(rest) is not None:
            # "Address Dana as Dani": the capital of the first word is the sentence's.
            yield from (rest,) if context.family.member(first) is None else (first, rest)
        elif not opens or rest or context.family.member(name.text) or _opens_as_name(text, name, words):
            yield name.text


def _opens_as_name(text: str, name: Name, words: CitedWords) -> bool:
    """Whether the first word of a text is a name and not merely the first word."""
    if not text[name.end :].strip():
        return not (_HEADING.fullmatch(name.text) or _same_words(name.text, words.whole))
    return bool(_PERSON_VERB.match(text, name.end))


def _founded(name: str, words: CitedWords, context: GateContext) -> bool:
    if _stands(name, words.whole) or _same_words(name, words.whole):
        return True
    member = context.family.member(name)
    if member is not None and _called(member, words):
        return True
    if name.casefold() in {speaker.casefold() for speaker in words.speakers}:
        return True
    parts = [part for part in re.split(r"['’]s\s+|\s+", name) if part]
    if len(parts) > 1:
        return all(_founded(part, words, context) for part in parts)
    return _stood_for(name, member, words, context)


def _called(member: Member, words: CitedWords) -> bool:
    """Whether the member speaks in a cited turn or is called there by any of their names."""
    ways = (member.name, *member.aliases)
    spoken = {speaker.casefold() for speaker in words.speakers}
    return any(way.casefold() in spoken or _stands(way, words.whole) for way in ways)


def _stood_for(name: str, member: Member | None, words: CitedWords, context: GateContext) -> bool:
    """Whether a pronoun or a relation in the cited words can mean somebody who was named before."""
    earlier = "\n".join(
        reading.words for reading in context.turns[: words.first_turn - 1] if reading.turn.role in ("user", "assistant")
    )
    ways = (name,) if member is None else (member.name, *member.aliases)
    named = any(_stands(way, earlier) for way in ways)
    if named and _STANDS_FOR.search(words.quoted):
        return True
    if member is not None and _PERSON_PRONOUN.search(words.quoted):
        return True
    if any(_addressed(way, context) for way in ways) and _ADDRESS.search(words.quoted):
        return True
    return any(_relation_of(way, earlier) & _relations(words.quoted) for way in ways)


def _addressed(name: str, context: GateContext) -> bool:
    """Whether "you" may be that person: somebody who takes part in a talk without an assistant."""
    if any(reading.turn.role == "assistant" for reading in context.turns):
        return False
    return name.casefold() in {(reading.turn.speaker or "").casefold() for reading in context.turns if reading.by_user}


def _relation_of(name: str, text: str) -> set[str]:
    """Relations beside which `text` names somebody: "my husband Marcus"."""
    called = rf"\b{re.escape(name)}\b"
    beside = rf"\b({_RELATION})\b[\s,]+(?:\w+[\s,]+)?{called}|{called},?\s+(?:is\s+)?(?:my|our)\s+({_RELATION})\b"
    return {(match[1] or match[2]).casefold() for match in re.finditer(beside, text, re.IGNORECASE)}


def _relations(text: str) -> set[str]:
    return {match.casefold() for match in re.findall(rf"\b{_RELATION}\b", text, re.IGNORECASE)}


def _stands(name: str, text: str) -> bool:
    return find_quote(name.casefold(), text.casefold()) is not None


def _same_words(name: str, text: str) -> bool:
    """Whether the words of a name stand in the text in another form: "Grandparents" for "my grandparents"."""
    wanted = {stem(word) for word in tokens(name)}
    return wanted <= {stem(word) for word in (*content_words(text), *tokens(text))}
