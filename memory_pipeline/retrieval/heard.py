"""The words that a memory was said with: its turns, their day, and the turns beside them.

A family asks with the words it used at the time, and those often stand in the turn and not in the claim, or in the
question that the turn answers. They enter the lexical search alone, for less the farther off they are. What was
forgotten, or said off the record, is in no memory's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from memory_pipeline.language.words import content_words
from memory_pipeline.model.errors import UnknownReference
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.ids import digest
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.transcript import Session
from memory_pipeline.retrieval.excerpt import masked, refused_quotes
from memory_pipeline.retrieval.lexical import SCHEME, WeightedWords, document_vector
from memory_pipeline.store.catalog import CatalogEntry
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.terms import TermRow

_WEIGHTS = {0: 1.0, 1: 0.5, 2: 0.25}
_NEIGHBOUR_WORDS = 60
_HEARD_ROLES = ("user", "assistant")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip


def sources(view: FamilyView, entries: Mapping[str, CatalogEntry]) -> dict[str, str]:
    """For each memory a name for all that its row is made from: its file, and what the family has forgotten."""
    retracted = [key for key, memory in view.memories().items() if memory.status == "retracted"]
    rules = [f"{rule.id} {rule.lifted_at}" for rule in view.suppressions()]
    forgotten = digest(*sorted(retracted), "rules", *sorted(rules))
    return {key: digest(SCHEME, entry.etag, forgotten)[:32] for key, entry in entries.items()}


class HeardWords:
    """Reads a family's conversations once and makes the rows of its memories."""

    def __init__(self, view: FamilyView, kept: Iterable[str]) -> None:
        self._view = view
        self._kept = frozenset(kept)
        self._sessions: dict[str, Mapping[int, tuple[str, ...]]] = {}
        self._days: dict[str, tuple[str, ...]] = {}

    def rows(self, entries: Mapping[str, CatalogEntry]) -> dict[str, TermRow]:
        """The rows of these memories by id."""
        ledgers, named = self._view.ledgers(entries), sources(self._view, entries)
        return {
            key: TermRow.of(named[key], document_vector(own_text(entry), self._around(ledgers[key])))
            for key, entry in entries.items()
        }

    def _around(self, ledger: Iterable[Evidence]) -> Iterator[WeightedWords]:
        distances: dict[tuple[str, int], int] = {}
        for line in ledger:
            if line.supports:
                for turn in range(line.ref.first - 2, line.ref.last + 3):
                    place = (line.ref.session, turn)
                    away = max(line.ref.first - turn, turn - line.ref.last, 0)
                    distances[place] = min(away, distances.get(place, away))
        for (session, turn), away in distances.items():
            words = self._words(session).get(turn, ())
            yield _WEIGHTS[away], words if away == 0 else words[:_NEIGHBOUR_WORDS]
        for session in dict.fromkeys(session for session, _ in distances):
            yield 1.0, self._days.get(session, ())

    def _words(self, name: str) -> Mapping[int, tuple[str, ...]]:
        """The content words of each turn that a person or the assistant said, speakers included."""
        if name not in self._sessions:
            try:
                session = self._view.session(name)
            except UnknownReference:
                session = None
            self._sessions[name] = {} if session is None or session.off_record else self._read(session)
        return self._sessions[name]

    def _read(self, session: Session) -> Mapping[int, tuple[str, ...]]:
        day = local_date(session.started_at, self._view.family().timezone)
        self._days[session.id] = (str(day.day), _MONTHS[day.month - 1], str(day.year))
        quotes = self._forgotten | refused_quotes(self._view, session) if self._view.suppressions() else self._forgotten
        return {
            turn.number: content_words(f"{turn.speaker or ''}\n{masked(turn.text, quotes)}")
            for turn in session.turns
            if turn.role in _HEARD_ROLES
        }

    @cached_property
    def _forgotten(self) -> set[str]:
        gone = [key for key in self._view.memories() if key not in self._kept]
        return {line.quote for ledger in self._view.ledgers(gone).values() for line in ledger}


def own_text(entry: CatalogEntry) -> str:
    """What a memory says itself: what is embedded of it, and its claim."""
    return f"{entry.memory.indexed_text}\n{entry.memory.claim}"
