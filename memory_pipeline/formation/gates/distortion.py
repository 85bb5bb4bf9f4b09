"""Gate 7: the claim does not distort its quote; polarity, tense, modality and speaker agree (contract section 4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memory_pipeline.formation.gates.answers import denies, question_of
from memory_pipeline.formation.gates.attribution import misattributed
from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.language.clauses import clauses, sentences
from memory_pipeline.language.folding import fold
from memory_pipeline.language.modality import Modality, is_question, keeps_condition, modalities, over_in, present_in
from memory_pipeline.language.polarity import disputed_words, negated
from memory_pipeline.language.wishes import is_binding
from memory_pipeline.language.words import content_words, stem
from memory_pipeline.model.candidate import Candidate, Quote

_JOKE_AFTER = re.compile(
    r"\W*(?:just\s+kidding|jk\b|kidding|joking|not\s+really\b|psych\b|april\s+fools?)", re.IGNORECASE
)
_TELLS_WISH = re.compile(
    r"\b(?:wan|wish|hop|lik|lov|prefer|dream|ask|interest|request|beg|plan|fond|favou?rite|look|try|consider|need)\w*",
    re.IGNORECASE,
)
_TELLS_PAST = re.compile(
    r"\b(?:was|were|had|did|got|went|ago|before|formerly|previously|once|since|until|in\s+\d{4}|\w{3,}ed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The clause of the evidence that a claim comes nearest to, its sentence, and what follows that sentence.

    `nearest`: the part of the clause, between commas, that shares most words with the claim.
    """

    clause: str
    nearest: str
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
                words = [word for word in content_words(sentence.of(text)) if stem(word) in disputed]
                yield f"the claim and its quote disagree on {', '.join(words or disputed)!r}: one of them denies it"
    for quote in candidate.evidence:
        question = question_of(quote, context)
        if question and disputed_words(candidate.summary, question, answer_denies=denies(quote.text)):
            yield f"the answer was {quote.text[:40]!r}, the claim says the reverse"


def _modality(candidate: Candidate, said: Said) -> Iterator[str]:
    claimed = modalities(candidate.summary)
    meant = _meant(said)
    in_body = not _stems(candidate.body).isdisjoint(_stems(said.nearest))
    for kind in sorted(meant):
        kept = _kept(kind, candidate.summary, claimed)
        if not kept or (in_body and not _kept(kind, candidate.body, modalities(candidate.body))):
            yield f"{_shown(said.clause)} is {_NAMES[kind]}, the claim states it plainly"
    for kind in ("possible", "hypothetical"):
        if kind in claimed and kind not in meant and kind not in modalities(said.sentence):
            yield f"the claim is {_NAMES[kind]}, {_shown(said.clause)} is not"


def _meant(said: Said) -> frozenset[Modality]:
    found = set(modalities(said.clause))
    if not said.clause.endswith("?") and not is_question(said.nearest):
        found -= {"question"}
    if is_question(said.sentence) and said.sentence.endswith(said.clause.rstrip("?") + "?"):
        found.add("question")
    if is_binding(said.sentence) or "wished" not in modalities(said.nearest):
        found -= {"wished"}
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
        case "wished":
            return bool(_TELLS_WISH.search(summary))
        case "past":
            return "past" in claimed or negated(summary) or bool(_TELLS_PAST.search(summary))


_NAMES: dict[Modality, str] = {
    "question": "a question",
    "conditional": "bound to a condition",
    "hypothetical": "a supposition",
    "possible": "a guess",
    "past": "past",
    "wished": "a wish",
    "reported_joke": "a reported joke",
    "joke": "a joke",
}


def _nearest(candidate: Candidate, context: GateContext) -> Said:
    """The cited clause that shares most words with the claim, the first of equals."""
    wanted = _stems(f"{candidate.summary} {candidate.body}")
    whole = fold(candidate.evidence[0].text)
    found = [said for quote in candidate.evidence for said in _clauses_of(quote, context)]
    best = max(found, key=lambda said: len(wanted & _stems(said.clause)), default=_said(whole, whole))
    nearest = max(re.split(r",\s+", best.clause), key=lambda part: len(wanted & _stems(part)))
    return replace(best, nearest=nearest)


def _clauses_of(quote: Quote, context: GateContext) -> Iterator[Said]:
    """The clauses that the quote touches, and those of the question that it answers."""
    reading, place = context.answering(quote), context.place(quote)
    text = reading.words
    around = [sentence for sentence in sentences(text) if sentence.overlaps(place)]
    for clause in clauses(text):
        if clause.overlaps(place):
            sentence = next((one for one in around if one.overlaps(clause)), clause)
            yield _said(clause.of(text), sentence.of(text), text[sentence.end :])
    question = question_of(quote, context)
    for clause in clauses(question):
        yield _said(clause.of(question).rstrip("?"), clause.of(question), answered=True)


def _said(clause: str, sentence: str, after: str = "", *, answered: bool = False) -> Said:
    return Said(
        clause=fold(clause), nearest=fold(clause), sentence=fold(sentence), after=fold(after), answered=answered
    )


def _stems(text: str) -> set[str]:
    return {stem(word) for word in content_words(text)}


def _shown(clause: str) -> str:
    return repr(clause if len(clause) <= 60 else f"{clause[:57]}...")
