"""Sentences and clauses with exact edges: what a quote may start and end at (contract section 4, gate 2).

A clause is the smallest stretch that can stand as a claim. A condition never parts from what it governs ("if it
rains, we cancel" is one clause), so that no clause says more than its speaker did.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.language.spans import Span

_ABBREVIATIONS = frozenset(
    {"dr", "mr", "mrs", "ms", "st", "jr", "sr", "prof", "vs", "etc", "e.g", "i.e", "a.m", "p.m"}
    | {"apt", "ave", "blvd", "rd", "approx", "dept", "ext", "fr", "rev", "sgt", "capt", "mt"}
)
_BREAK = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[\r\n]+|(?<=[^\W\d_])[.!?](?=[A-Z][a-z])")
_TRAILING_WORD = re.compile(r"(?:^|[\s(\"“])([A-Za-z.]*[A-Za-z])$")

_VERB_FORMS = (
    r"is|are|was|were|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|has|have|had|will|can|can['’]t|won['’]t|does"
    r"|doesn['’]t|do|don['’]t"
    r"|did|didn['’]t|got|went|goes|comes|came|likes|loves|hates|needs|wants|plays|starts|says|said|takes|took|made"
    r"|moved"
    r"|\w{2,}ed"
)
_SUBJECT = (
    r"(?:(?:i|we|you|he|she|they|it|that|this|there|these|those)(?:['’]\w+)?"
    rf"|(?:things|kids|people|friends)\s+(?:are|were|have)|(?:my|our|his|her|their|your|the)\s+\w+(?:['’]s)?"
    rf"(?:\s+\w+){{0,2}}?\s+(?:{_VERB_FORMS}))"
)
_IMPERATIVE = (
    r"(?:please|can|could|would|will|find|book|order|add|remind|show|tell|give|get|make|plan|suggest|recommend|help|"
    r"let|let['’]s|don['’]t|never|always|check|call|send|look|schedule|set|put|draft|write|what|where|how|any"
    r"|remember|note|pick|keep|use|stop)"
)
_SPLITS = re.compile(
    r"\s*;\s*"
    r"|\s*[-–—]{1,3}\s+|\s*—\s*"
    r"|,?\s+(?:but|because|whereas)\s+(?:then\s+|also\s+)?(?=\S)"
    rf"|,\s*(?:and|so|or|yet|plus|although|though)\s+(?:then\s+|also\s+|so\s+|please\s+)?(?=(?:{_SUBJECT}"
    rf"|{_IMPERATIVE}|(?-i:[A-Z])[\w'’-]+\s+\w+)\b)"
    rf"|\s+(?:and|so)\s+(?:then\s+|also\s+)?(?=(?:{_SUBJECT}|(?-i:[A-Z])[\w-]+(?:['’]s\s+(?:\w+ed|allergic|afraid"
    rf"|not|in|at|an?|the|going)|\s+(?:{_VERB_FORMS})))\b)"
    rf"|,\s+(?=(?:{_SUBJECT}|{_IMPERATIVE})\b)"
    r"|,\s+(?=(?:actually|now)\s+it(?:['’]?s|\s+is)\b)"
    r"|,\s+(?=(?:mon|tues|wednes|thurs|fri|satur|sun)days?\s+(?:is|are)\b)"
    r"|\s+so\s+(?=(?:put|leave|keep|use|add|make|don['’]t|please|book|order|send|remind|always|never)\s+\w)"
    rf"|,\s+(?=(?-i:[A-Z])[\w-]+(?:\s+(?-i:[A-Z])[\w-]+)?\s+(?:{_VERB_FORMS}|gets|goes|works|lives|makes|turns|wants|eats|drinks|knows"
    rf"|feels)\b)",
    re.IGNORECASE,
)
_OPENS_CONDITION = re.compile(
    r"(?:(?:and|but|so|also|then|or)\s+)?(?:only\s+|even\s+|except\s+|especially\s+)?"
    r"(?:if|when|whenever|unless|once|while|until|as long as|in case|before|after|as soon as|since|every time"
    r"|any time|anytime|wherever|although|though|assuming|suppose|provided)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    rf"['’](?:m|re|ve|ll|d)\b|\b(?:{_VERB_FORMS})\b|\b(?:i|we|they|you)\s+\w+|\b\w{{2,}}ed\b|\b(?:he|she|it"
    rf"|[A-Z]\w+)(?:['’]s)?\s+\w+s\b",
    re.IGNORECASE,
)
_EDGE = " \t\r\n,;:·•*–—-"


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of `text`, in order, without the blanks around them; every non-blank character is in one."""
    spans = []
    start = 0
    for match in _BREAK.finditer(text):
        if match.group().startswith(".") and _ends_in_abbreviation(text, start, match):
            continue
        end = match.start() if match.group()[0] in "\r\n" else match.end()
        spans.append(_trimmed(text, start, end))
        start = match.end()
    spans.append(_trimmed(text, start, len(text)))
    return tuple(span for span in spans if span.start < span.end)


def clauses(text: str) -> tuple[Span, ...]:
    """The clauses of every sentence, in order, without joining words, commas and full stops at their edges.

    A question or exclamation mark stays with its clause, because it says how the words were meant.
    """
    return tuple(clause for sentence in sentences(text) for clause in _clauses_of(text, sentence))


def clause_around(text: str, start: int, end: int) -> Span:
    """The smallest run of whole clauses that holds `text[start:end]`; the stretch itself where no clause touches it."""
    touched = [clause for clause in clauses(text) if clause.overlaps(Span(start, end))]
    if not touched:
        return Span(start, end)
    return Span(min(start, touched[0].start), max(end, touched[-1].end))


def _clauses_of(text: str, sentence: Span) -> Iterator[Span]:
    start = sentence.start
    body = sentence.of(text)
    for match in _SPLITS.finditer(body):
        edge = sentence.start + match.start()
        if edge <= start or _OPENS_CONDITION.match(text, start, edge) or _inside_brackets(text, start, edge):
            continue
        if _joins_nouns(text[start:edge], match.group()):
            continue
        yield from _clean(text, start, edge)
        start = sentence.start + match.end()
    yield from _clean(text, start, sentence.end)


def _joins_nouns(before: str, joint: str) -> bool:
    """Whether "and" joins two subjects ("Sam and I got married") because no verb came before it."""
    return joint.strip().casefold() in {"and", "so"} and _VERB.search(before) is None


def _clean(text: str, start: int, end: int) -> Iterator[Span]:
    """The stretch without its outer punctuation; nothing where only punctuation was left."""
    while start < end and text[start] in _EDGE:
        start += 1
    while end > start and (text[end - 1] in _EDGE or _is_full_stop(text, start, end - 1)):
        end -= 1
    if any(character.isalnum() for character in text[start:end]):
        yield Span(start, end)


def _is_full_stop(text: str, start: int, at: int) -> bool:
    return text[at] == "." and not _is_abbreviation(text[start:at])


def _inside_brackets(text: str, start: int, edge: int) -> bool:
    return text.count("(", start, edge) > text.count(")", start, edge)


def _ends_in_abbreviation(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether the full stop belongs to a word such as "Dr." and the sentence goes on."""
    if stop.group() != "." or not _is_abbreviation(text[start : stop.start()]):
        return False
    following = text[stop.end() :].lstrip(" ")
    word = _last_word(text[start : stop.start()])
    return bool(following) and (word not in {"a.m", "p.m", "etc"} or following[0].islower())


def _is_abbreviation(before: str) -> bool:
    word = _last_word(before)
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and before[-1:].isupper() and word != "i")


def _last_word(before: str) -> str:
    match = _TRAILING_WORD.search(before[-24:])
    return match.group(1).casefold() if match else ""


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
