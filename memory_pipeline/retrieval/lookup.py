"""The lookup over one head of a family: what a turn brings with it, what a search finds, what may be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial

from memory_pipeline.model.brief import BriefLine
from memory_pipeline.model.errors import ForgottenReference, IndexUnavailable, InvalidArgument, UnknownReference
from memory_pipeline.model.memory import MEMORY_TYPES, Memory, MemoryType
from memory_pipeline.model.refs import ConversationRef, MemoryRef
from memory_pipeline.ports.embedder import Embedder
from memory_pipeline.ports.memory_index import MemoryIndex
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.retrieval.answers import ReadAnswer, SearchAnswer, SearchResult, TurnAnswer, TurnEntry
from memory_pipeline.retrieval.applicable import ApplicablePolicy, applicable, candidates, limits_among
from memory_pipeline.retrieval.corpus import Corpus
from memory_pipeline.retrieval.excerpt import Excerpt, excerpt
from memory_pipeline.retrieval.points import index_fingerprint, mirrored_state
from memory_pipeline.retrieval.search import FamilyFinder, Found, Query, SearchPolicy, Wanted, prepare, search
from memory_pipeline.retrieval.turn import TurnPolicy, turn_block


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupPolicy:
    """The rules of the search tool, of a turn's own search, of its block, and of the limits that apply.

    `results`: how many a search gives unless asked for more.
    """

    search: SearchPolicy = field(default_factory=SearchPolicy)
    turn_search: SearchPolicy = field(default_factory=lambda: SearchPolicy(least_similarity=0.15))
    turn: TurnPolicy = field(default_factory=TurnPolicy)
    applicable: ApplicablePolicy = field(default_factory=ApplicablePolicy)
    results: int = 10


class Lookup:
    """Answers many queries on one head; `corpus` keeps what they share. Raises IndexMismatch as vectors do."""

    def __init__(self, corpus: Corpus, index: MemoryIndex, embedder: Embedder, policy: LookupPolicy) -> None:
        self._corpus = corpus
        self._family = corpus.view.key
        self._index = index
        self._embedder = embedder
        self._policy = policy

    def turn(self, message: str, today: date, count_tokens: TokenCounter) -> TurnAnswer:
        """The candidates that a message brings with it."""
        query = self._prepared(message)
        found, engine = self._search(query, Wanted(), today, self._policy.turn_search)
        applying = self._applicable(query, today)
        block = turn_block(
            self._family,
            applying,
            candidates(found, applying, self._policy.applicable),
            timezone=self._corpus.view.family().timezone,
            today=today,
            policy=self._policy.turn,
            count_tokens=count_tokens,
        )
        entries = tuple(TurnEntry(item, self._evidence(item.memory)) for item in block.items)
        return TurnAnswer(items=entries, tokens=block.tokens, text=block.text, engine=engine)

    def search(
        self,
        text: str,
        today: date,
        *,
        types: Sequence[str],
        entities: Sequence[str],
        include_history: bool,
        limit: int | None,
    ) -> SearchAnswer:
        """What a query finds. Raises InvalidArgument for an unknown type."""
        wanted = Wanted(
            types=_known_types(types),
            entities=self._corpus.entity_ids(entities) if entities else None,
            include_history=include_history,
        )
        found, engine = self._search(self._prepared(text), wanted, today, self._policy.search)
        shown = found[: self._policy.results if limit is None else max(0, limit)]
        return SearchAnswer(query=text, results=tuple(map(self._result, shown)), engine=engine)

    def read(self, ref: MemoryRef) -> ReadAnswer:
        """A whole memory. Raises UnknownReference and ForgottenReference."""
        found = self._corpus.memories.get(ref.id)
        if found is not None:
            return ReadAnswer(ref=str(ref), memory=found, evidence=self._evidence(found))
        if ref.id in self._corpus.view.memories():
            raise ForgottenReference("the family asked to forget that memory")
        raise UnknownReference("no memory of that address")

    def excerpt(self, ref: ConversationRef) -> Excerpt:
        """The cited turns, forgotten quotes masked. Raises UnknownReference."""
        view, kept = self._corpus.view, self._corpus.memories
        return excerpt(view, ref, [memory for memory in view.memories() if memory not in kept])

    def limits(self, task: str, today: date) -> tuple[BriefLine, ...]:
        """The hard limits that bear on a task, as lines; sensitive ones too, which no brief holds."""
        return tuple(
            BriefLine(text=memory.summary, ref=str(MemoryRef(self._family, memory.id)), valid_until=memory.valid_until)
            for memory in self._applicable(self._prepared(task), today)
        )

    def _prepared(self, text: str) -> Query:
        return prepare(text, self._corpus, self._embedder, self._policy.search)

    def _search(self, query: Query, wanted: Wanted, today: date, policy: SearchPolicy) -> tuple[tuple[Found, ...], str]:
        """What is found, and what answered: exact search where the index is locked, lost or behind the files."""
        index, ask = self._index, partial(search, query, wanted, self._corpus, today=today, policy=policy)
        if index.keeps_points:
            try:
                index.check(self._family, index_fingerprint(self._corpus.vectors))
                if index.state(self._family) == mirrored_state(self._corpus.view):
                    with index.open(self._family):
                        return ask(finder=FamilyFinder(index, self._family)), index.name
            except IndexUnavailable:
                pass
        return ask(finder=self._corpus.exact), "exact"

    def _applicable(self, query: Query, today: date) -> tuple[Memory, ...]:
        limits = tuple(memory for memory in self._limits if memory.is_current(today))
        similarity = self._corpus.similarity(query.vector, [memory.id for memory in limits])
        return applicable(query.text, limits, similarity, self._policy.applicable)

    @cached_property
    def _limits(self) -> tuple[Memory, ...]:
        return limits_among(self._corpus.memories)

    def _result(self, found: Found) -> SearchResult:
        ref = str(MemoryRef(self._family, found.memory.id))
        return SearchResult(ref=ref, found=found, evidence=self._evidence(found.memory))

    def _evidence(self, memory: Memory) -> tuple[str, ...]:
        """The references of what supports a memory, in the order of its ledger."""
        ledger = self._corpus.view.ledger(memory.id)
        return tuple(dict.fromkeys(str(line.ref) for line in ledger if line.supports))


def _known_types(types: Sequence[str]) -> tuple[MemoryType, ...]:
    unknown = [name for name in types if name not in MEMORY_TYPES]
    if unknown:
        raise InvalidArgument(f"{unknown[0][:40]!r} is no memory type; use one of {', '.join(MEMORY_TYPES)}")
    return tuple(name for name in MEMORY_TYPES if name in types)
