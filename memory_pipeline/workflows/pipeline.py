"""What every workflow needs, in one value: the parts behind their ports, the policies, and the clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.control.digest import DigestPolicy
from memory_pipeline.control.undoing import UndoPolicy
from memory_pipeline.dreaming.policy import DreamPolicy
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.memory_log.policy import MemoryLogPolicy
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import Clock
from memory_pipeline.ports.embedder import Embedder
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.ports.memory_index import MemoryIndex
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.ports.relation_judge import RelationJudge
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.reconciliation.policy import ReconciliationPolicy
from memory_pipeline.store.catalog import RecentlyParsed
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import never_gone
from memory_pipeline.store.keys import STORE_KEY
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.store.records import load_store_settings
from memory_pipeline.store.vectors import FamilyVectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """The rules of each stage, as that stage defines them."""

    formation: FormationPolicy = field(default_factory=FormationPolicy)
    reconciliation: ReconciliationPolicy = field(default_factory=ReconciliationPolicy)
    dream: DreamPolicy = field(default_factory=DreamPolicy)
    brief: BriefBudget = field(default_factory=BriefBudget)
    lease: LeasePolicy = field(default_factory=LeasePolicy)
    memory_log: MemoryLogPolicy = field(default_factory=MemoryLogPolicy)
    undo: UndoPolicy = field(default_factory=UndoPolicy)
    digest: DigestPolicy = field(default_factory=DigestPolicy)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """One configured pipeline over one store. Two of them, with two sets of policies, can live in one process.

    `host_clock` is the host's time, used for leases and where nothing else is set; `now_given` is an instant
    that a caller fixed for this call (`--now`). `is_gone`: whether a lease's owner has died, where that can be known.
    `must_be_released`: the versions of which readers want a release before they use a brief; None: they want none.
    """

    objects: ObjectStore
    extractor: Extractor
    judge: RelationJudge
    embedder: Embedder
    index: MemoryIndex
    count_tokens: TokenCounter
    policies: Policies
    host_clock: Clock
    new_owner: Callable[[], str]
    is_gone: Callable[[str], bool] = never_gone
    now_given: datetime | None = None
    must_be_released: Mapping[str, str] | None = None
    parsed: RecentlyParsed = field(default_factory=RecentlyParsed, repr=False, compare=False)

    def store(self, family: str) -> FamilyStore:
        """The writing side of one family's folder."""
        return FamilyStore(
            self.objects,
            family,
            clock=self.host_clock,
            owner=self.new_owner(),
            lease_policy=self.policies.lease,
            is_gone=self.is_gone,
            parsed=self.parsed.of(family),
        )

    def view(self, family: str) -> FamilyView:
        """A read-only snapshot of one family's folder."""
        return FamilyView(self.objects, family, parsed=self.parsed.of(family))

    def vectors(self, family: str) -> FamilyVectors:
        """The family's embeddings by text hash."""
        return FamilyVectors(self.objects, family, self.embedder)

    def now(self, family: Family) -> datetime:
        """The instant that counts for this family (contract section 13).

        In this order: what the caller fixed, the family's own clock, the store's, the host's.
        """
        if self.now_given is not None:
            return self.now_given
        if family.clock is not None:
            return family.clock
        return self.host_now()

    def host_now(self) -> datetime:
        """The instant where no family says otherwise: what the caller fixed, the store's clock, the host's."""
        if self.now_given is not None:
            return self.now_given
        stored = self.objects.get(STORE_KEY)
        if stored is not None and (now := load_store_settings(stored.data, STORE_KEY).now) is not None:
            return now
        return self.host_clock()
