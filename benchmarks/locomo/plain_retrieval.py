"""Plain retrieval over the turns: BM25, dense with the pipeline's own embedder, and both fused by rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import bm25s
import numpy as np

from benchmarks.locomo.counting import Pieces
from benchmarks.locomo.questions import Address
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.embedder import Embedder

_FUSED = 60
_DEPTH = 50


class TurnSearch:
    """One conversation's turns, each a document; with `context`, so many turns on each side and the date are in it."""

    def __init__(self, sessions: Sequence[Session], embedder: Embedder, *, context: int = 0) -> None:
        self._addresses: list[Address] = []
        texts: list[str] = []
        for session in sessions:
            lines = [f"{turn.speaker}: {turn.text}" for turn in session.turns]
            for place, turn in enumerate(session.turns):
                self._addresses.append((session.id, turn.number))
                near = lines[max(0, place - context) : place + context + 1]
                dated = [f"{session.started_at:%d %B %Y}"] if context else []
                texts.append("\n".join([*dated, *near]))
        self._embedder = embedder
        self._vectors = embedder.embed(texts)
        self._words = bm25s.BM25()
        self._words.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)

    def search(self, query: str, limit: int) -> Mapping[str, list[Pieces]]:
        """The first results of each way of searching."""
        worded, near = self._by_words(query), self._by_meaning(query)
        ranked = {"BM25": worded, "dense": near, "RRF": _fuse(worded, near)}
        wanted = min(limit, len(self._addresses))
        # A limit that a way of searching ignored or cut would cost it recall, and the comparison its fairness.
        if len(near) < wanted or len(ranked["RRF"]) < wanted:
            raise AssertionError(f"asked for {limit} results, got {len(near)} dense and {len(ranked['RRF'])} fused")
        return {name: [[[self._addresses[at]]] for at in places[:limit]] for name, places in ranked.items()}

    def _by_words(self, query: str) -> list[int]:
        tokens = bm25s.tokenize([query], stopwords="en", show_progress=False)
        depth = min(_DEPTH, len(self._addresses))
        places, scores = self._words.retrieve(tokens, k=depth, show_progress=False)
        return [int(place) for place, score in zip(places[0], scores[0], strict=True) if score > 0]

    def _by_meaning(self, query: str) -> list[int]:
        similarity = self._vectors @ self._embedder.embed([query])[0]
        return [int(place) for place in np.argsort(-similarity, kind="stable")[:_DEPTH]]


def _fuse(*rankings: Sequence[int]) -> list[int]:
    """Reciprocal rank fusion with the usual constant of 60 (Cormack et al. 2009)."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, place in enumerate(ranking, start=1):
            scores[place] = scores.get(place, 0.0) + 1 / (_FUSED + rank)
    return sorted(scores, key=lambda place: (-scores[place], place))
