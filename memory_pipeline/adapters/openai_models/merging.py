"""The parts of a long session put together: each claim once, one summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.folding import fold
from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.language.words import content_words, stem
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import authority_rank

SUMMARY_LENGTH = 320


def merged(parts: Iterable[Sequence[Candidate]]) -> tuple[Candidate, ...]:
    """All candidates in the order of the parts; of two that claim the same, the one that claims it with more weight.

    The same: one summary, case and spaces aside; or one quote in one turn, type and subject with the same words.
    """
    kept: list[Candidate] = []
    places: dict[tuple[object, ...], int] = {}
    for candidate in (candidate for part in parts for candidate in part):
        keys = _keys(candidate)
        at = next((places[key] for key in keys if key in places), None)
        if at is None:
            at = len(kept)
            kept.append(candidate)
        elif _weight(candidate) < _weight(kept[at]):
            kept[at] = candidate
        for key in keys:
            places.setdefault(key, at)
    return tuple(kept)


def joined_summary(parts: Sequence[str], family: Family) -> str:
    """The parts' first sentences in order, then their second ones as far as they fit; whole sentences, each once.

    A sentence of health, money or a child's affairs is left out, whatever the model was told.
    """
    told = [[span.of(part).strip() for span in sentences(part)] for part in parts]
    ranked = [
        (rank, at, sentence)
        for at, part in enumerate(told)
        for rank, sentence in enumerate(part)
        if sentence and sensitivity(sentence, "", family) == "normal"
    ]
    chosen: list[tuple[int, int, str]] = []
    for entry in sorted(ranked, key=lambda entry: entry[:2]):
        length = sum(len(sentence) + 1 for _, _, sentence in chosen) + len(entry[2])
        if length <= SUMMARY_LENGTH and entry[2] not in {sentence for _, _, sentence in chosen}:
            chosen.append(entry)
    return " ".join(sentence for _, _, sentence in sorted(chosen, key=lambda entry: (entry[1], entry[0])))


def _keys(candidate: Candidate) -> tuple[tuple[object, ...], ...]:
    said = tuple((quote.last, fold(quote.text).casefold()) for quote in candidate.evidence)
    words = frozenset(stem(word) for word in content_words(candidate.summary))
    summary = " ".join(fold(candidate.summary).casefold().split()).rstrip(".")
    return ("summary", summary), ("quote", said, candidate.type, candidate.about.casefold(), words)


def _weight(candidate: Candidate) -> tuple[int, int, float]:
    """Smaller is weightier."""
    return authority_rank(candidate.authority), 0 if candidate.strength == "hard" else 1, -candidate.confidence
