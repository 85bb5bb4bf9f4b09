"""Gate 7: the claim does not distort its quote; polarity, tense, modality and speaker agree (contract section 4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory_pipeline.formation.gates.answers import denies, question_of
from memory_pipeline.formation.gates.attribution import misattributed
from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.language.clauses import clauses, sentences
from memory_pipeline.language.folding import fold
from memory_pipeline.language.modality import Modality, is_question, keeps_condition, modalities, over_in, present_in
from memory_pipeline.language.polarity import disputed_words, negated
from memory_pipeline.language.words import content_words, stem
from memory_pipeline.model.candidate import Candidate, Quote

_JOKE_AFTER = re.compile(
    r"\W*(?:just\s+kidding|jk\b|kidding|joking|not\s+really\b|psych\b|april\s+fools?)", re.IGNORECASE
)
_TELLS_PAST = re.compile(
    r"\b(?:was|were|had|did|got|went|ago|before|formerly|previously|once|since|until|in\s+\d{4}|\w{3,}ed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The clause of the evidence that a claim comes nearest to, its sentence, and what follows that sentence."""

    clause: str
    sentence: str
    after: str
    answered: bool


def undistorted(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse a claim that says it otherwise than its speaker did."""
    for fault in _faults(candidate, context):
        return Refusal("undistorted", fault)
    return candidate


def _faults(candidate: Candidate, context: GateContext) -> Iterator[str]:
    said = _nearest(candidate, context)
    yield from _polarity(candidate, context)
    yield from _modality(candidate, said)
    if over := over_in(said.clause) & present_in(candidate.summary):
        yield f"{_shown(said.clause)} tells what is over, the claim says it holds (as in {min(over)!r})"
    if (wrong := misattributed(candidate, said.clause, context)) is not None:
        yield wrong


def _polarity(candidate: Candidate, context: GateContext) -> Iterator[str]:
    quoted = "\n".join(fold(quote.text) for quote in candidate.evidence)
    for text in (candidate.summary, candidate.body):
        for sentence in sentences(text):
            disputed = disputed_words(fold(sentence.of(text)), quoted)
            if disputed:
                yield f"the claim and its quote disagree on {', '.join(disputed)!r}: one of them denies it"
    for quote in candidate.evidence:
        question = question_of(quote, context)
        if question and disputed_words(candidate.summary, question, answer_denies=denies(quote.text)):
            yield f"the answer was {quote.text[:40]!r}, the claim says the reverse"


def _modality(candidate: Candidate, said: Said) -> Iterator[str]:
    claimed = modalities(candidate.summary)
    meant = _meant(said)
    for kind in sorted(meant):
        if not _kept(kind, candidate.summary, claimed):
            yield f"{_shown(said.clause)} is {_NAMES[kind]}, the claim states it plainly"
    for kind in ("possible", "hypothetical"):
        if kind in claimed and kind not in meant and kind not in modalities(said.sentence):
            yield f"the claim is {_NAMES[kind]}, {_shown(said.clause)} is not"


def _meant(said: Said) -> frozenset[Modality]:
    found = set(modalities(said.clause))
    if is_question(said.sentence) and said.sentence.endswith(said.clause.rstrip("?") + "?"):
        found.add("question")
    if _JOKE_AFTER.match(said.after):
        found.add("joke")
    if said.answered:
        found -= {"question"}
    if "reported_joke" in modalities(said.sentence):
        found.add("reported_joke")
    return frozenset(found)


def _kept(kind: Modality, summary: str, claimed: frozenset[Modality]) -> bool:
    """Whether the claim still carries what the clause carried."""
    match kind:
        case "question" | "joke" | "reported_joke":
            return False
        case "hypothetical":
            return "hypothetical" in claimed or "conditional" in claimed
        case "conditional":
            return keeps_condition(summary)
        case "possible":
            return "possible" in claimed
        case "past":
            return "past" in claimed or negated(summary) or bool(_TELLS_PAST.search(summary))


_NAMES: dict[Modality, str] = {
    "question": "a question",
    "conditional": "bound to a condition",
    "hypothetical": "a supposition",
    "possible": "a guess",
    "past": "past",
    "reported_joke": "a reported joke",
    "joke": "a joke",
}


def _nearest(candidate: Candidate, context: GateContext) -> Said:
    """The cited clause that shares most words with the claim, the first of equals."""
    wanted = {stem(word) for word in content_words(f"{candidate.summary} {candidate.body}")}
    best: tuple[int, Said] | None = None
    for quote in candidate.evidence:
        for said in _clauses_of(quote, context):
            shared = len(wanted & {stem(word) for word in content_words(said.clause)})
            if best is None or shared > best[0]:
                best = (shared, said)
    whole = fold(candidate.evidence[0].text)
    return Said(clause=whole, sentence=whole, after="", answered=False) if best is None else best[1]


def _clauses_of(quote: Quote, context: GateContext) -> Iterator[Said]:
    """The clauses that the quote touches, and those of the question that it answers."""
    reading, place = context.answering(quote), context.place(quote)
    text = reading.words
    around = [sentence for sentence in sentences(text) if sentence.overlaps(place)]
    for clause in clauses(text):
        if clause.overlaps(place):
            sentence = next((one for one in around if one.overlaps(clause)), clause)
            yield Said(
                clause=fold(clause.of(text)),
                sentence=fold(sentence.of(text)),
                after=fold(text[sentence.end :]),
                answered=False,
            )
    question = question_of(quote, context)
    for clause in clauses(question):
        yield Said(clause=clause.of(question).rstrip("?"), sentence=clause.of(question), after="", answered=True)


def _shown(clause: str) -> str:
    return repr(clause if len(clause) <= 60 else f"{clause[:57]}...")
