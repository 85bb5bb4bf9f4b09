"""The embedded judge: claims compared by words and values; no generative model, no network, always the same answer.

It is honest about what it is: it knows English, closed word lists and the shapes in which families state things; for a
word that its lists do not know it asks the sentence encoder whether another one means the same. A vector is never a
reason by itself: it only lets one word stand for another, and then the claims are compared by the same rules. What it
cannot read as one slot it calls unrelated, so that it keeps two memories rather than lose one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_pipeline.language.claim import Claim
from memory_pipeline.language.claim_alignment import open_words, rivals, with_words
from memory_pipeline.language.claims import compare
from memory_pipeline.model.decision import Relation
from memory_pipeline.ports.embedder import Embedder, Vectors
from memory_pipeline.ports.relation_judge import Pair
from memory_pipeline.reconciliation.relate import claims_of

VERSION = "embedded-claims-3"
_ALIKE = 0.82
"""Cosine of two single words from which they are taken for one.

Among some 250 pairs of rival words (foods, rooms, sports, kin, towns) four reach it, and those are items of lists or in
the closed list of rivals; "doctor" and "physician" have 0.92, "aunt" and "sister" 0.67.
"""


class EmbeddedRelationJudge:
    """Implements RelationJudge. Without an embedder only the closed lists say which words are alike."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        self._vectors: dict[str, Vectors] = {}

    @property
    def version(self) -> str:
        """Changes with the rules, because decisions depend on them."""
        return VERSION if self._embedder is None else f"{VERSION} words by {self._embedder.fingerprint}"

    def judge(self, pairs: Sequence[Pair]) -> Sequence[Relation]:
        """One relation a pair, in order; a pure function of each pair."""
        return [self._relation(pair) for pair in pairs]

    def _relation(self, pair: Pair) -> Relation:
        new, known = claims_of(pair)
        relation = compare(new, known)
        if self._embedder is None or relation not in ("unrelated", "updates"):
            return relation
        instead = self._instead(new, known)
        if not instead:
            return relation
        summary = with_words(pair.candidate.summary, instead)
        body = with_words(pair.candidate.body, instead)
        aligned = compare(*claims_of(replace(pair, candidate=replace(pair.candidate, summary=summary, body=body))))
        return relation if aligned == "unrelated" else aligned

    def _instead(self, new: Claim, known: Claim) -> dict[str, str]:
        """For words that only the new claim has: the nearest word of the known one, where it means the same."""
        extra, missing = open_words(new, known)
        found: dict[str, str] = {}
        for word in extra:
            near = [(self._cosine(word, other), other) for other in missing if not rivals(word, other)]
            best = max(near, default=(0.0, ""))
            if best[0] >= _ALIKE:
                found[word] = best[1]
        return found

    def _cosine(self, one: str, other: str) -> float:
        return round(float(self._vector(one) @ self._vector(other)), 4)

    def _vector(self, word: str) -> Vectors:
        assert self._embedder is not None
        if word not in self._vectors:
            self._vectors[word] = self._embedder.embed([word])[0]
        return self._vectors[word]
