"""Sentences and clauses with exact edges: what a quote may start and end at (contract section 4, gate 2).

A clause is the smallest stretch that can stand as a claim. A condition never parts from what it governs ("if it
rains, we cancel" is one clause), so that no clause says more than its speaker did.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.language.spans import Span
from memory_pipeline.language.verbs import BASE, FINITE

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
    r"|(?-i:[a-z])\w+ed"
    rf"|{FINITE}"
)
_SUBJECT = (
    r"(?:(?:i|we|you|he|she|they|it|that|this|there|these|those)(?:['’]\w+)?"
    rf"|(?:things|kids|people|friends)\s+(?:are|were|have)|(?:my|our|his|her|their|your|the)\s+\w+(?:['’]s)?"
    rf"(?:\s+\w+){{0,2}}?\s+(?:{_VERB_FORMS}))"
)
_IMPERATIVE = (
    r"(?:please|(?:can|could|would|will)\s+(?:you|u|we|i|someone)\b|find|book|order|add|remind|show|tell|give|get|make|plan|suggest|recommend|help|"
    r"let|let['’]s|don['’]t\s+(?!(?:ever|really)\b)\w+|(?:never|always)\s+(?:ever\s+)?(?!(?:in|on|at|after|before|to|the|a|an|my|mr|mrs|ms|with|for|from)\b)[a-z]+\s|check|call|send|look|schedule|set|put|draft|write|what|where|how|any"
    r"|remember|note|pick|keep|use|stop)"
)
_SPLITS = re.compile(
    r"\s*;\s*"
    r"|\s*[-–—]{1,3}\s+|\s*—\s*"
    r"|,?\s+(?:but|because(?!\s+of\b)|whereas|(?:cause|cos|coz|cuz|bc)(?=\s+(?:i|we|he|she|they|it|the|my|our)\b))\s+(?:then\s+|also\s+)?(?=\S)"
    rf"|,\s*(?:and|so|or|yet|plus|although|though)\s+(?:then\s+|also\s+|so\s+|please\s+)?(?=(?:{_SUBJECT}"
    rf"|{_IMPERATIVE}|(?-i:[A-Z])[\w'’-]+\s+\w+)\b)"
    rf"|\s+(?:and|so)\s+(?:then\s+|also\s+)?(?=(?:{_SUBJECT}|(?-i:[A-Z])[\w-]+(?:['’]s\s+(?:\w+ed|allergic|afraid"
    rf"|not|in|at|an?|the|going)|\s+(?:{_VERB_FORMS})))\b)"
    rf"|,\s+(?=(?:{_SUBJECT}|{_IMPERATIVE})\b)"
    r"|,\s+(?=(?:actually|now)\s+it(?:['’]?s|\s+is)\b)"
    r"|,\s+(?=(?:mon|tues|wednes|thurs|fri|satur|sun)days?\s+(?:is|are)\b)"
    r"|,?\s+so\s+(?=(?:no|nothing|nobody|also|only|for|everything|just)\s+\w+\s+\w)"
    r"|\s+so\s+(?=(?:put|leave|keep|use|add|make|don['’]?t|please|book|order|send|remind|always|never|ring|call|text|quit|stop|tell|kindly|write|speak|avoid)\s+\w)"
    rf"|,\s+(?=(?-i:[A-Z])[\w-]+(?:\s+(?-i:[A-Z])[\w-]+)?\s+(?:{_VERB_FORMS}|gets|goes|works|lives|makes|turns|wants|eats|drinks|knows"
    rf"|feels)\b)",
    re.IGNORECASE,
)
# Talk without punctuation: a new subject with its verb begins a clause, unless what stands before it governs it.
_SHORT = (
    r"(?:i['’]?m|i['’]ve|ive|i['’]ll|he['’]?s|she['’]?s|they['’]?re|we['’]re|we['’]ve|it['’]s|there['’]?s|that['’]?s)"
)
_SHORT_TAKES = r"(?!(?:and|or|but|in|on|at|to)\b)\w+"
_DOES = (
    rf"(?:(?:also|always|never|just|really|only|still)\s+)?"
    rf"(?:{FINITE}|can['’]?t|won['’]?t|don['’]?t|doesn['’]?t|can|have|do|{BASE})"
)
_NOUN_DOES = (
    r"(?:is|are|was|were|isn['’]?t|aren['’]?t|has|comes|goes|went|got|won['’]?t|can['’]?t|cannot|doesn['’]?t|needs?|takes?"
    r"|gets?|starts?)"
)
_RUNS_ON = re.compile(
    rf"""(?:,?\s+(?:um+|uh+|so|and|an|n|but|then|plus|cos|coz|cuz|bc|well|or|ha|lol)\b)*
    (?:,?\s+(?:and|an|n|but|so|plus|cos|coz|cuz|bc)\s+(?:then\s+|also\s+|now\s+)?
        (?=(?:(?:my|our|his|her|their|the)\s+(?:[\w'’-]+\s+){{1,3}}?(?:{FINITE}|\w+n['’]?t)
            |(?:i|we|he|she|they|it)(?:['’](?:s|m|re|ve|d|ll))?\s+\w+ | {_SHORT}\s+{_SHORT_TAKES}
            |(?:[\w'’-]+\s+){{1,2}}?{_NOUN_DOES}\s+\w+ | me\s+and\s+\w+\s+\w+
            |\w+['’]s\s+(?:been|got|not|allergic|going|always|never|now|still)
            |(?:please|don['’]?t|never|always|do\s+not)\s+\w+)\b)
      |\s+(?={_SHORT}\s+{_SHORT_TAKES})
      |\s+(?=(?:he|she|they|we|i)\s+{_DOES}\s+\w+)
      |\s+(?=(?:his|her|their)\s+[\w-]+\s+(?:is|are|was|has)\s+\w+)
      |\s+(?=(?:please\s+)?(?:don['’]?t|never|always)\s+(?:ever\s+)?(?:plan|put|tell|send|ask|call|book|say|give|show|use
        |write|remind|let|make|order)\b)
      |,\s+(?=(?:[\w'’-]+\s+){{1,3}}?{_NOUN_DOES}\s+\w+))""",
    re.IGNORECASE | re.VERBOSE,
)
_HAS_VERB = re.compile(
    rf"['’](?:m|re|ve|ll|d|s)\b|\b(?:{FINITE}|{_SHORT}|\w+n['’]t|dont|doesnt|cant)\b|\b(?:i|we|they|you)\s+\w+|\b(?-i:[a-z])\w+ed\b|\b(?-i:[A-Z])\w+\s+(?-i:[a-z])\w+s\b",
    re.IGNORECASE,
)
_TELLS_SOMEBODY = re.compile(
    r"\b(?:tell|tells|told|telling|promise[sd]?|show(?:s|ed)?|convince[sd]?|remind(?:s|ed)?|warn(?:s|ed)?|bet)\s+[\w'’]+\s*$",
    re.IGNORECASE,
)
_CONTRACTED = re.compile(rf"{_SHORT}\b", re.IGNORECASE)
_GOVERNS_WORDS = """
that when if because what who whom whose how where why than as which while after before until till think thinks
thought know knows knew said says say told tell tells hope guess sure believe wish wishes like the a an any
every some no my our his her their your to for of with in on at by from about into reckon reckons means mean see
sees since unless once whenever wherever time times thing things way everything anything something all reason
glad happy sorry swear bet whether and or but so not never always only even just is are was were am be been i we
he she they you do does did can could will would should must may might let make makes have has had everyone
someone nobody anyone whatever though although first last much soon far long moment day week year minute second
word words place one
"""
_GOVERNS = frozenset(_GOVERNS_WORDS.split())
_LEAVES_OUT = re.compile(
    r"\b(?:the|an?|any|every|some|this|that|these|those|only|no|my|our|his|her|their|all)\s+(?:[\w-]+\s+)?(?![\d])[\w-]+$",
    re.IGNORECASE,
)
_OPENS_CONDITION = re.compile(
    r"(?:(?:and|but|so|also|then|or)\s+)?(?:only\s+|even\s+|except\s+|especially\s+)?"
    r"(?:if|agar|wenn|falls|when|whenever|unless|once|while|until|as long as|in case|before|after|as soon as|since"
    r"|every time|any time|anytime|wherever|although|though|assuming|suppose|provided)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    rf"['’](?:m|re|ve|ll|d)\b|\b(?:{_VERB_FORMS})\b|\b(?:i|we|they|you)\s+\w+|\b(?-i:[a-z])\w+ed\b|\b(?:he|she|it"
    rf"|(?-i:[A-Z])\w+)(?:['’]s)?\s+\w+s\b",
    re.IGNORECASE,
)
# "in anything you write for the twins, never mention ..." holds for what it opens with.
_SCOPE = re.compile(
    r"(?:(?:and|but|so|also|please|instead|ok|okay|(?:new|one|house)\s+rule)\b[\s,:]*)*"
    r"(?:(?:in|for|on|at|with|to)\s+(?:anything|everything|whatever|all|any|every|each)\b|anything\b|everything\s+(?:that|you|we)\b"
    r"|whatever\b|every\s+time\b|each\s+time\b|at\s+the\s+(?:bottom|top|end|start)\s+of\s+(?:every|each|any|all)\b|when\s+(?:you|i|we|\w+ing)\b"
    r"|from\s+now\s+on\W*$|if\s)",
    re.IGNORECASE,
)
_NARROWS = re.compile(
    r"(?:never|not)\s+(?:(?:after|before|on|in|at|to|with|for|from|the|a|an)\b|(?-i:[A-Z])|\w+\W*(?:$|[.,!])|\w+\s+or\s+\w+\W*(?:$|[.,!]))",
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
        if (
            _joins_nouns(text[start:edge], match.group())
            or _SCOPE.match(text, start, edge)
            or _goes_on(text, sentence, match)
        ):
            continue
        yield from _running(text, start, edge)
        start = sentence.start + match.end()
    yield from _running(text, start, sentence.end)


def _running(text: str, start: int, end: int) -> Iterator[Span]:
    """The stretch cut where a new subject and verb follow what is already a clause."""
    for match in _RUNS_ON.finditer(text, start, end):
        if (
            match.start() <= start
            or _SCOPE.match(text, start, match.start())
            or _OPENS_CONDITION.match(text, start, match.start())
            or _governed(text, start, match)
        ):
            continue
        yield from _clean(text, start, match.start())
        start = match.end()
    yield from _clean(text, start, end)


def _governed(text: str, start: int, joint: re.Match[str]) -> bool:
    """Whether what goes before has no verb of its own, asks for a complement, or is a noun that the rest describes."""
    before = text[start : joint.start()]
    if _HAS_VERB.search(before) is None or _inside_brackets(text, start, joint.start()):
        return True
    if any(character.isalpha() for character in joint.group()) or "," in joint.group():
        return _ends_governing(before)
    contracted = _CONTRACTED.match(text, joint.end())
    return _ends_governing(before) or (contracted is None and _LEAVES_OUT.search(before) is not None)


def _ends_governing(before: str) -> bool:
    words = re.findall(r"[\w'’]+", before)
    return not words or words[-1].casefold() in _GOVERNS or _TELLS_SOMEBODY.search(before) is not None


def _goes_on(text: str, sentence: Span, joint: re.Match[str]) -> bool:
    """Whether the rest only narrows what went before: "sign it Ann, never Mrs Bell", "but never after 8"."""
    return _NARROWS.match(text, sentence.start + joint.end()) is not None


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
