"""A statement that is told after later ones: all that it has to do with is told anew, in the order it was said.

So sessions in any order end in the same active claims (contract section 15, *Order*). No file is deleted and no ledger
line is taken back: versions that the right order does not need stay in a lineage as superseded ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.reconciliation.choosing import best
from memory_pipeline.reconciliation.component import Lineage
from memory_pipeline.reconciliation.history import first_place
from memory_pipeline.reconciliation.nearest import Pool, nearest
from memory_pipeline.reconciliation.outcomes import Judged, Settled, carry_out, outcome_of
from memory_pipeline.reconciliation.policy import ReconciliationPolicy
from memory_pipeline.reconciliation.relate import Relations
from memory_pipeline.reconciliation.statement import Statement, memory_id, memory_of
from memory_pipeline.reconciliation.working_set import WorkingSet
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.vectors import FamilyVectors

_STANDING = ("active", "dormant", "expired")


class Retelling:
    """What was said, told from nothing in a world of its own (`told`): the state that the right order ends in."""

    def __init__(
        self, view: FamilyView, world: WorkingSet, relations: Relations, vectors: FamilyVectors,
        policy: ReconciliationPolicy,
    ) -> None:  # fmt: skip
        self.told = WorkingSet(view, from_nothing=True)
        self._view, self._key, self._timezone = view, view.key, view.family().timezone
        self._world, self._relations = world, relations
        self._vectors, self._policy = vectors, policy
        self._pool = Pool()
        self._formed: dict[str, str] = {}
        """The memory that each file's own statement formed here."""

    def say(self, statement: Statement) -> Settled:
        """Compare with what was said before, and do what the policy says."""
        formed = memory_of(statement, memory_id(statement, self._key, 0))
        near = nearest([formed], self.told.memories, self._vectors, self._policy, self._pool)[0]
        judged = self._displaced(statement) or best(self.told, self._relations, statement, near, self._timezone)
        if judged is None:
            settled = Settled("add", "told late, and said before all that is known of it", self._form(statement), None)
        else:
            outcome = outcome_of(judged, self._relations)
            settled = carry_out(self.told, judged, outcome, lambda said, related: self._form(said, related))
        if statement.home and self._is_own(statement) and settled.memory:
            self._formed[statement.home] = settled.memory
        return settled

    def _form(self, statement: Statement, related: Sequence[str] = ()) -> str:
        return self.told.form(statement, related=related)

    def _is_own(self, statement: Statement) -> bool:
        """Whether it is the statement that its memory was formed of."""
        home = statement.home or ""
        return not statement.against and first_place(self._world, home) == statement.place[:3]

    def _is_by_hand(self, statement: Statement) -> bool:
        return self._view.session(statement.session).surface in ("card", "import")

    def _displaced(self, statement: Statement) -> Judged | None:
        """What a person put in another one's place took it, whatever a comparison of their words says."""
        if not statement.home or not self._is_own(statement) or not self._is_by_hand(statement):
            return None
        before = self._world.memories[statement.home].supersedes
        known = self._formed.get(before or "")
        if known is None:
            return None
        memory = self.told.memories[self.told.lineage(known)[-1]]
        return Judged(statement, memory, "updates", "active") if memory.status == "active" else None


def retell(retelling: Retelling, world: WorkingSet, lineages: Sequence[Lineage], said: Sequence[Statement],
           statement: Statement) -> Settled:  # fmt: skip
    """Tell everything anew, bring the files to where that ends, and say what became of `statement`."""
    outcomes = {told.place: retelling.say(told) for told in said}
    files = _Files(world, retelling.told, [id for lineage in lineages for id in lineage])
    files.write()
    settled = outcomes[statement.place]
    named = {id: files.of.get(id, id) for id in (settled.memory, settled.target) if id is not None}
    return replace(settled, memory=named.get(settled.memory or ""), target=named.get(settled.target or ""))


class _Files:
    """The files that hold what was told anew. `of`: the file of each memory that was told."""

    def __init__(self, world: WorkingSet, told: WorkingSet, present: Sequence[str]) -> None:
        self._world, self._told = world, told
        self._before = {id: world.memories[id] for id in present}
        self.of: dict[str, str] = {}
        for memory in sorted(told.memories.values(), key=lambda memory: first_place(told, memory.id)):
            self.of[memory.id] = self._file(memory)

    def write(self) -> None:
        """Words, authority and links as they were told; a file that is not needed opens the lineage of its words."""
        for id, file in self.of.items():
            self._append(id, file)
        chains = self._chains()
        pinned = {self._home(id) for id, memory in self._before.items() if memory.pin and memory.status in _STANDING}
        for lineage in chains:
            for at, file in enumerate(lineage):
                older, newer = lineage[at - 1] if at else None, lineage[at + 1] if lineage[at + 1 :] else None
                head = newer is None and not pinned.isdisjoint(lineage)
                self._world.put(self._linked(file, older, newer, pinned=head))

    def _file(self, memory: Memory) -> str:
        """Its own file, one in the same words, else a new one. None may claim what was said otherwise."""
        statement = self._told.said(memory.id)[0]
        free = [id for id in self._before if id not in self.of.values() and self._fits(id, memory.id)]
        if memory.id in free:
            return memory.id
        same = (id for id in free if _words(self._before[id]) == _words(memory))
        return next(same, None) or self._world.form(replace(statement, home=None, against=False))

    def _fits(self, file: str, memory: str) -> bool:
        told = {_line(line) for line in self._told.ledger(memory)}
        return {_line(line) for line in self._world.ledger(file)} <= told

    def _append(self, memory: str, file: str) -> None:
        for statement in self._told.said(memory):
            self._world.take_over(file, statement)

    def _chains(self) -> list[list[str]]:
        heads = [memory for memory in self._told.memories.values() if memory.superseded_by is None]
        chains = [[self.of[id] for id in self._told.lineage(head.id)] for head in heads]
        for spare in reversed([id for id in self._before if id not in self.of.values()]):
            home = self._home(spare)
            next((chain for chain in chains if home in chain), chains[-1]).insert(0, spare)
        return chains

    def _home(self, file: str) -> str:
        """The file that now holds what a file was formed of."""
        if file in self.of.values():
            return file
        own = {_line(line)[:2] for line in self._world.ledger(file)[:1]}
        told = {id: {_line(line)[:2] for line in self._told.ledger(id)} for id in self._told.memories}
        return next((self.of[id] for id, lines in told.items() if own <= lines), file)

    def _linked(self, file: str, older: str | None, newer: str | None, *, pinned: bool) -> Memory:
        """A version with its neighbours. The newest keeps the state it had, if it stood before."""
        draft, before = self._world.memories[file], self._before.get(file)
        told = next((self._told.memories[id] for id, held in self.of.items() if held == file), None)
        stood = before.status if before is not None and before.status in _STANDING else "active"
        if told is not None:
            related = {self.of.get(id, id) for id in told.related} | set(draft.related)
            draft = replace(
                draft,
                authority=told.authority,
                strength=told.strength,
                confidence=told.confidence,
                sensitivity=told.sensitivity if draft.sensitivity == "normal" else draft.sensitivity,
                related=tuple(sorted(related - {file})),
            )
        return replace(
            draft,
            status=stood if newer is None else "superseded",
            supersedes=older,
            superseded_by=newer,
            pin=draft.pin or pinned,
        )


def _words(memory: Memory) -> tuple[object, ...]:
    return memory.about.casefold(), memory.type, memory.summary, memory.body, memory.valid_until


def _line(line: Evidence) -> tuple[str, str, bool]:
    return str(line.ref), line.quote, line.supports
