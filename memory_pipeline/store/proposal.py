"""A change held against what is stored: the state before it, the state after it (contract section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from memory_pipeline.model.brief import Brief
from memory_pipeline.model.change import Change
from memory_pipeline.model.errors import MalformedDocument, UnknownReference
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.family_view import FamilyView


class Fault(NamedTuple):
    """One broken promise."""

    id: str
    rule: str
    detail: str


class Proposal:
    """A change on top of a view; `ledgers` are the whole ledgers after it, for those that it writes.

    `before` are the memories that it changes, where those are not the ones that the view shows.
    """

    def __init__(
        self,
        view: FamilyView,
        change: Change,
        ledgers: Mapping[str, tuple[Evidence, ...]],
        before: Mapping[str, Memory] | None = None,
    ) -> None:
        self.view = view
        self.change = change
        self.written_ledgers = ledgers
        self.before = view.memories() if before is None else before

    @cached_property
    def after(self) -> Mapping[str, Memory]:
        """The memories as they will be."""
        return {**self.before, **{memory.id: memory for memory in self.change.memories}}

    @cached_property
    def touched(self) -> tuple[str, ...]:
        """The memories that change, or whose ledger does, ascending."""
        return tuple(sorted({*(memory.id for memory in self.change.memories), *self.written_ledgers}))

    @property
    def cited(self) -> Iterable[tuple[str, Evidence]]:
        """The evidence that the change brings, by memory; of a ledger that is adopted, all of it."""
        if self.change.kind != "adopt":
            return self.change.evidence
        return [(memory, line) for memory, ledger in self.written_ledgers.items() for line in ledger]

    def ledger(self, memory: str) -> tuple[Evidence, ...]:
        """The memory's ledger after the change."""
        return self.written_ledgers[memory] if memory in self.written_ledgers else self.view.ledger(memory)

    def session(self, session: str) -> Session | None:
        """A session of the store or of the change."""
        brought = next((brought for brought in self.change.sessions if brought.id == session), None)
        try:
            return brought or self.view.session(session)
        except UnknownReference:
            return None

    def brief(self) -> Brief | None:
        """The brief after the change; None where the stored one cannot be read, because then nobody is served it."""
        try:
            return self.change.brief or self.view.brief()
        except MalformedDocument:
            return None


def claim_of(memory: Memory) -> Memory:
    """The memory without its revision and without what its ledger alone determines."""
    epoch = memory.formed_at.min
    return replace(memory, revision=1, reinforcement_count=0, formed_at=epoch, last_reinforced_at=epoch)
