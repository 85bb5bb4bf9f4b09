"""What a text affirms and what it denies, word by word (contract section 4, gate 7; faults line 77).

A word is affirmed, denied, or open. Denial starts at a negation and runs to the end of its clause; a second negation
in the same clause turns it back ("not allergic to peanuts" affirms that peanuts are fine). Words before the negation
and words of a bounded denial ("nothing goes out without my ok") are open: both readings agree with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from memory_pipeline.language.words import STOP_WORDS, stem, tokens


class Sign(Enum):
    """How a text stands to one of its words."""

    AFFIRMED = "affirmed"
    DENIED = "denied"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class SignedWord:
    """A content word's stem and its sign at one place of a text."""

    stem: str
    sign: Sign


# Idioms that carry a negation without denying anything.
_IDIOM = re.compile(
    r"""^\W*(?:no|nope|nah)\s+(?=(?:(?:um+|uh+|wait|well|oh)\W+)*(?:i|i['’]?m|we|he|she|they|it|it['’]?s|my|our|your|the|that|this|you|two|just|thanks)\b)
    | \b(?: no\s+(?:problem|worries|doubt|matter|idea|biggie|big\s+deal|pressure|rush|hurry|wonder)
    | not\s+(?:only|just|bad|to\s+mention) | why\s+not | nothing\s+but | (?:can['’]?t|cannot|can\s+not)\s+wait
    | (?:don['’]?t|do\s+not|never)\s+(?:forget|worry|mind|hesitate|fail) | nothing\s+(?:better|beats)
    | could\s?n['’]?t\s+(?:be\s+happier|agree\s+more) | no\s+less )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NEGATION = re.compile(
    r"""\b(?: not | never | no | none | nobody | no\s?one | nothing | nowhere | neither | nor | cannot | without
    | hardly | barely | \w+n['’]t | (?:do|does|did|is|are|was|were|wo|ca|could|should|would|has|have|had|must)nt
    | (?:ca|can)['’]?(?:nt|t)\s+stand | can\s+not\s+stand | cannot\s+stand
    | hat(?:e|es|ed|ing) | dislik(?:e|es|ed|ing) | detests? | loathes? | despises? | avoid(?:s|ed|ing)?
    | skip(?:s|ped|ping)? | refus(?:e|es|ed|ing) | quit(?:s|ting)? | stop(?:s|ped|ping)? | cancel(?:s|l?ed|l?ing)?
    | leav(?:e|ing)\s+out | exclud(?:e|es|ed|ing) | omit(?:s|ted)? | free\s+of | instead\s+of | rather\s+than
    | except(?:\s+for)? | off[\s-]limits | forbidden | banned | finished
    | allerg(?:ic|y|ies)(?:\s+to)? | intoleran(?:t|ce)(?:\s+(?:to|of))? | sick\s+from )\b""",
    re.IGNORECASE | re.VERBOSE,
)
# The word says itself what is denied: "allergic" is a content word with a sign, and denies what follows it.
_KEEPS_ITS_WORD = re.compile(r"allerg|intoler|sick", re.IGNORECASE)
_BOUND = re.compile(r"\b(?:without|until|till|unless|before|except|only\s+(?:if|when|after)|first)\b", re.IGNORECASE)
_CLAUSE_END = re.compile(
    r"[.!?;:()\n—–]|\s-\s|\b(?:but|so|because|although|though|however|whereas|while)\b"
    r"|\band\s+(?=(?:i|we|he|she|they|it|you|is|are|was|were|now)\b)"
    r"|,(?!\s*[\w'’-]+(?:\s[\w'’-]+)?\s*(?:,|\bor\b|\bnor\b))(?!\s*(?:or|nor)\b)",
    re.IGNORECASE,
)
# Talk without punctuation: a subject with its verb begins a clause of its own, unless the words before lead into it.
_RUN_ON = re.compile(
    r"(?P<before>\w+)\s+(?=(?:i|he|she|they|we|it)(?:['’](?:s|m|re|ve|d|ll)\b|\s+(?:is|are|was|were|has|have|had|can|does|do"
    r"|will|went|goes|takes|eats|likes?|loves?|needs?|wants?|lives?|works?|just)\b))",
    re.IGNORECASE,
)
_LEADS_IN = frozenset(
    """
    that what which who whom whose where when why how if whether as than because since while until till unless
    before after think thinks thought believe believes know knows knew say says said tell tells told sure
    certain suppose guess hope hopes mean means feel feels see sees remember forget promise seem seems like so
    too and or nor not but nothing anything something everything nobody anybody somebody everybody no one thing
    things way ways time times day days place the a only me us him her them you convinced aware afraid glad
    sorry care matter wish doubt claim claims figure imagine pretend expect expects
    """.split()
)
_FREE = re.compile(r"\b([\w'’]+)[\s-]free\b", re.IGNORECASE)


def negated(text: str) -> bool:
    """Whether `text` denies something. Idioms ("no problem", "don't forget") deny nothing, an allergy is no denial."""
    return any(not _KEEPS_ITS_WORD.match(match.group()) for match in _negations(text))


def signed_words(text: str) -> tuple[SignedWord, ...]:
    """The content words of `text` with their signs, in order. A word said twice may have two signs."""
    return tuple(word for clause in _clauses(text) for word in _signed(clause))


def disputed_words(claim: str, quote: str, *, answer_denies: bool = False) -> tuple[str, ...]:
    """The shared words that `claim` affirms and `quote` denies, or the reverse; () where the two agree.

    They agree when more shared words agree than differ. `answer_denies`: the quote is a question that was
    answered with no, so that its words count the other way round.
    """
    said: dict[str, set[Sign]] = {}
    for word in signed_words(quote):
        said.setdefault(word.stem, set()).add(_flipped(word.sign) if answer_denies else word.sign)
    differing: list[str] = []
    agreeing = 0
    for word in signed_words(claim):
        signs = said.get(word.stem)
        if signs is None or word.sign is Sign.OPEN or Sign.OPEN in signs:
            continue
        if word.sign in signs:
            agreeing += 1
        else:
            differing.append(word.stem)
    return tuple(differing) if len(differing) >= max(1, agreeing) else ()


def _flipped(sign: Sign) -> Sign:
    if sign is Sign.OPEN:
        return sign
    return Sign.DENIED if sign is Sign.AFFIRMED else Sign.AFFIRMED


def _clauses(text: str) -> Iterator[str]:
    start = 0
    for edge in _CLAUSE_END.finditer(text):
        yield from _run_on_clauses(text[start : edge.start()])
        start = edge.end()
    yield from _run_on_clauses(text[start:])


def _run_on_clauses(clause: str) -> Iterator[str]:
    start = 0
    for seam in _RUN_ON.finditer(clause):
        if seam["before"].casefold() not in _LEADS_IN:
            yield clause[start : seam.end()]
            start = seam.end()
    yield clause[start:]


def _negations(clause: str) -> Iterator[re.Match[str]]:
    idioms = [match.span() for match in _IDIOM.finditer(clause)]
    for match in _NEGATION.finditer(clause):
        if not any(start <= match.start() < end for start, end in idioms):
            yield match


def _signed(clause: str) -> Iterator[SignedWord]:
    """The clause cut at its negations; each cut turns the sign of what follows."""
    negations = list(_negations(clause))
    bound = _BOUND.search(clause, negations[0].end()) if negations else None
    sign = Sign.OPEN if negations else Sign.AFFIRMED
    start = 0
    denied = False
    for match in negations:
        yield from _with_sign(clause[start : match.start()], sign)
        if _KEEPS_ITS_WORD.match(match.group()):
            yield from _with_sign(match.group(), Sign.DENIED if denied else Sign.AFFIRMED)
        denied = not denied
        sign = Sign.OPEN if bound else Sign.DENIED if denied else Sign.AFFIRMED
        start = match.end()
    yield from _with_sign(clause[start:], sign)


def _with_sign(words: str, sign: Sign) -> Iterator[SignedWord]:
    freed = {stem(token) for match in _FREE.finditer(words) for token in tokens(match.group(1))}
    for token in tokens(words):
        if token in STOP_WORDS or token == "free":
            continue
        yield SignedWord(stem(token), _flipped(sign) if stem(token) in freed else sign)
