"""A family's memories while a session is reconciled: each outcome is folded in, so that the next candidate sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from memory_pipeline.model.change import ChangeEntry, EntryKind
from memory_pipeline.model.errors import StoredDataError
from memory_pipeline.model.evidence import Evidence, reinforcement_count
from memory_pipeline.model.memory import Memory, authority_rank
from memory_pipeline.reconciliation.statement import Statement, memory_id, memory_of
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.keys import memory_key
from memory_pipeline.store.lineage import chain

_UNCOUNTED = ("formed_at", "last_reinforced_at", "reinforcement_count", "revision")


class WorkingSet:
    """Drafts on top of a view. Times, counters and revisions are settled once, by `changed_memories`.

    `from_nothing`: as if the view held no memory and no ledger, so that what was said can be told again.
    """

    def __init__(self, view: FamilyView, *, from_nothing: bool = False) -> None:
        self._view = view
        self._stored: Mapping[str, Memory] = {} if from_nothing else view.memories()
        self._from_nothing = from_nothing
        self.memories: dict[str, Memory] = dict(self._stored)
        self._added: dict[str, list[Evidence]] = {}
        self._entries: list[ChangeEntry] = []
        self._said: dict[str, list[Statement]] = {}

    def ledger(self, memory: str) -> tuple[Evidence, ...]:
        """What is on file and what this session adds."""
        stored = self._view.ledger(memory) if memory in self._stored else ()
        return (*stored, *self._added.get(memory, ()))

    def prefetch(self, memories: Iterable[str]) -> None:
        """Read these ledgers in one go; `is_readable` knows which of them are damaged."""
        self._view.ledgers(sorted({id for id in memories if id in self._stored}))

    def is_readable(self, memory: str) -> bool:
        """Whether the ledger can be read, and so be appended to."""
        try:
            self.ledger(memory)
        except StoredDataError:
            return False
        return True

    def said(self, memory: str) -> tuple[Statement, ...]:
        """The statements of this session that went into a memory."""
        return tuple(self._said.get(memory, ()))

    def lineage(self, memory: str) -> tuple[str, ...]:
        """The versions of a claim, oldest first; the memory alone where its links run in a circle."""
        return chain(self.memories, memory) or (memory,)

    def holds(self, statement: Statement, memory: str) -> bool:
        """Whether a memory's ledger has every line of the statement."""
        present = {_line(evidence) for evidence in self.ledger(memory)}
        return all(_line(evidence) in present for evidence in statement.evidence)

    def form(self, statement: Statement, *, related: Sequence[str] = ()) -> str:
        """A new memory of what was said; its id."""
        memory = memory_of(statement, self._free_id(statement), related=related)
        self.memories[memory.id] = memory
        self._note("added", memory.id)
        self.append(memory.id, statement)
        return memory.id

    def supersede(self, old: str, new: str) -> None:
        """Link two versions both ways. What a person pinned stays pinned, what was sensitive stays sensitive."""
        before, after = self.memories[old], self.memories[new]
        sensitivity = after.sensitivity if after.sensitivity != "normal" else before.sensitivity
        self.memories[new] = replace(after, supersedes=old, pin=after.pin or before.pin, sensitivity=sensitivity)
        self.memories[old] = replace(before, status="superseded", superseded_by=new)
        self._note("superseded", old)

    def reinforce(self, memory: str, statement: Statement, *, wake: bool = False) -> None:
        """One more statement for a memory; more authority, strength or confidence is taken over in place."""
        draft = self._raised(self.memories[memory], statement)
        if wake and statement.place[0] > draft.last_reinforced_at:
            draft = replace(draft, status="active")
            self._note("woken", memory)
        if draft.needs_enrichment and statement.candidate.when_to_use:
            entities = draft.applies_to or tuple(sorted(statement.entities))
            draft = replace(
                draft, when_to_use=statement.candidate.when_to_use, applies_to=entities, needs_enrichment=False
            )
            self._note("enriched", memory)
        self.memories[memory] = draft
        if not self.holds(statement, memory):
            self._note("reinforced", memory)
        self.append(memory, statement)

    def contradict(self, memory: str, statement: Statement) -> None:
        """Record on a memory's ledger that it was contradicted (contract section 15, *Contradiction record*)."""
        address = str(statement.evidence[0].ref)
        told = {"stance": "contradicts", "summary": statement.candidate.summary, "candidate": address}
        lines = tuple(replace(evidence, extra={**evidence.extra, **told}) for evidence in statement.evidence)
        against = replace(statement, evidence=lines)
        if not self.holds(against, memory):
            self._note("contradicted", memory)
        self.append(memory, against)

    def take_over(self, memory: str, statement: Statement) -> None:
        """The lines of a statement as they were decided elsewhere, contradictions included."""
        if memory in self._stored and not self.holds(statement, memory):
            self._note("reinforced" if statement.evidence[0].supports else "contradicted", memory)
        self.append(memory, statement)

    def has_on_file(self, statement: Statement, memory: str) -> bool:
        """Whether a stored ledger has every line of the statement, in whatever stance."""
        present = {_line(line)[:2] for line in self._view.ledger(memory)} if memory in self._stored else set()
        return all(_line(line)[:2] in present for line in statement.evidence)

    def append(self, memory: str, statement: Statement) -> None:
        """Add the lines of a statement that are not there yet."""
        present = {_line(evidence) for evidence in self.ledger(memory)}
        fresh = [evidence for evidence in statement.evidence if _line(evidence) not in present]
        self._added.setdefault(memory, []).extend(fresh)
        self._said.setdefault(memory, []).append(statement)

    def put(self, memory: Memory) -> None:
        """A draft as it is; a version that comes back, or gives way, is noted."""
        stored = self._stored.get(memory.id)
        self.memories[memory.id] = memory
        if stored is not None and stored.status != memory.status:
            self._note("superseded" if memory.status == "superseded" else "restored", memory.id)

    def changed_memories(self) -> tuple[Memory, ...]:
        """Every memory whose file changes, ascending by id, with times and counters of its ledger."""
        # Most of a large family is the stored value itself, which need not be compared field by field.
        drafts = {id for id, draft in self.memories.items() if draft is not self._stored.get(id)}
        touched = sorted(drafts | {id for id, lines in self._added.items() if lines})
        settled = (self._settled(self.memories[id]) for id in touched)
        return tuple(memory for memory in settled if memory != self._stored.get(memory.id))

    def added_evidence(self) -> tuple[tuple[str, Evidence], ...]:
        """The new ledger lines by memory, ascending by id."""
        return tuple((memory, line) for memory in sorted(self._added) for line in self._added[memory])

    def entries(self, memories: Iterable[Memory] | None = None) -> tuple[ChangeEntry, ...]:
        """What happened to which memory, in order, each once. `memories`: the changed ones, where they are at hand."""
        settled = self.changed_memories() if memories is None else memories
        changed = {memory.id for memory in settled} | {memory for memory, _ in self.added_evidence()}
        return tuple(entry for entry in dict.fromkeys(self._entries) if entry.id in changed)

    def no_longer_active(self) -> tuple[str, ...]:
        """Stored memories that were active and are so no more, ascending."""
        return tuple(
            id
            for id, memory in self._stored.items()
            if self.memories[id] is not memory and memory.status == "active" and self.memories[id].status != "active"
        )

    def _settled(self, draft: Memory) -> Memory:
        stored = self._stored.get(draft.id)
        ledger = self.ledger(draft.id)
        times = [line.recorded_at for line in ledger if line.supports] or [draft.formed_at]
        counted = replace(
            draft, formed_at=min(times), last_reinforced_at=max(times), reinforcement_count=reinforcement_count(ledger)
        )
        if stored is None:
            return replace(counted, revision=1)
        same = {name: getattr(stored, name) for name in _UNCOUNTED}
        moved = replace(counted, **same) != stored
        return replace(counted, revision=stored.revision + moved)

    def _raised(self, draft: Memory, statement: Statement) -> Memory:
        candidate = statement.candidate
        higher = authority_rank(candidate.authority) < authority_rank(draft.authority)
        return replace(
            draft,
            authority=candidate.authority if higher else draft.authority,
            strength="hard" if "hard" in (draft.strength, candidate.strength) else "soft",
            confidence=max(draft.confidence, candidate.confidence),
        )

    def _free_id(self, statement: Statement) -> str:
        """The first derived id that no file has, one that cannot be read included."""
        ordinal = 0
        while (id := memory_id(statement, self._view.key, ordinal)) in self.memories or self._is_taken(id):
            ordinal += 1
        return id

    def _is_taken(self, id: str) -> bool:
        return not self._from_nothing and bool(self._view.stored([memory_key(self._view.key, id)]))

    def _note(self, kind: EntryKind, memory: str) -> None:
        self._entries.append(ChangeEntry(kind, memory))


def _line(evidence: Evidence) -> tuple[str, str, bool]:
    return str(evidence.ref), evidence.quote, evidence.supports
