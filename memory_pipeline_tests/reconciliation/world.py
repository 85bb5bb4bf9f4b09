"""A small family in memory whose sessions are reconciled and committed as a run does it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.embedded_models.relation_judge import EmbeddedRelationJudge
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.candidate import Candidate, Formation, Quote
from memory_pipeline.model.change import Change
from memory_pipeline.model.decision import Decision
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.transcript import Session, Surface, Turn
from memory_pipeline.ports.relation_judge import RelationJudge
from memory_pipeline.reconciliation.plan import SessionPlan, plan_session
from memory_pipeline.reconciliation.policy import ReconciliationPolicy
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.vectors import FamilyVectors

FAMILY = Family(
    key="fam_test",
    timezone="America/Los_Angeles",
    members=(
        Member(name="Dana", aliases=("Dani",)),
        Member(name="Marcus", aliases=("Marc",)),
        Member(name="Theo", kind="child"),
        Member(name="Juniper", kind="child", aliases=("June",)),
        Member(name="Nora", kind="child"),
    ),
)
MAY = datetime(2026, 5, 12, 18, 0, tzinfo=UTC)


def said(text: str, about: str = "Nora", **fields: object) -> Candidate:
    """A candidate whose words are `text`, other fields as in Candidate; it cites the turn that `talk` makes for it."""
    base = Candidate(
        type="fact", about=about, summary=text, body=text, when_to_use=f"When {about} comes up", evidence=()
    )
    return replace(base, **fields)  # type: ignore[arg-type]


def talk(
    id: str, day: int, *candidates: Candidate, speaker: str = "Dana", surface: Surface = "chat"
) -> tuple[Session, tuple[Candidate, ...]]:
    """A session `day` days after MAY with one turn a candidate, and the candidates citing them."""
    at = MAY + timedelta(days=day)
    turns = tuple(
        Turn(number=number, role="user", speaker=speaker, at=at + timedelta(minutes=number), text=candidate.body)
        for number, candidate in enumerate(candidates, start=1)
    ) or (Turn(number=1, role="user", speaker=speaker, at=at, text="hi"),)
    cited = tuple(
        candidate
        if candidate.evidence
        else replace(candidate, evidence=(Quote(first=number, last=number, text=candidate.body),))
        for number, candidate in enumerate(candidates, start=1)
    )
    session = Session(
        id=id, surface=surface, started_at=at, ended_at=at + timedelta(hours=1), off_record=False, turns=turns
    )
    return session, cited


@dataclass
class World:
    """A family's store with everything that reconciliation needs."""

    objects: InMemoryObjects = field(default_factory=InMemoryObjects)
    judge: RelationJudge = field(default_factory=EmbeddedRelationJudge)
    family: Family = FAMILY

    def __post_init__(self) -> None:
        self.store = FamilyStore(self.objects, self.family.key, clock=lambda: MAY + timedelta(days=400), owner="test")
        if not self.store.exists():
            self.store.create_family(self.family)

    def vectors(self) -> FamilyVectors:
        return FamilyVectors(self.objects, self.family.key, HashingEmbedder())

    def plan(self, view: FamilyView, session: Session, candidates: Sequence[Candidate]) -> SessionPlan:
        return plan_session(view, session, candidates, self.judge, self.vectors(), ReconciliationPolicy())

    def tell(self, told: tuple[Session, tuple[Candidate, ...]]) -> tuple[Decision, ...]:
        """Store, form and reconcile a session; its decisions."""
        session, candidates = told
        self.store.add_session(session)
        self.store.put_formation(Formation(session=session.id, extractor="test", status="formed", survivors=candidates))
        plans: list[SessionPlan] = []

        def plan(view: FamilyView) -> Change | None:
            plans.append(self.plan(view, session, candidates))
            return plans[-1].change

        if self.store.commit(plan) is None:
            self.store.put_decisions(plans[-1].decisions)
        return plans[-1].decisions.decisions

    def memories(self) -> Mapping[str, Memory]:
        return self.store.view().memories()

    def active(self) -> list[Memory]:
        return [memory for memory in self.memories().values() if memory.status == "active"]

    def texts(self, status: str = "active") -> list[str]:
        return sorted(memory.claim for memory in self.memories().values() if memory.status == status)

    def claims(self) -> list[tuple[object, ...]]:
        """What must not depend on the order of sessions: text, authority, valid_until and evidence of active claims."""
        view = self.store.view()
        return sorted(
            (
                memory.summary, memory.claim, memory.authority, memory.strength, memory.valid_until or date.max,
                memory.formed_at, memory.last_reinforced_at, memory.reinforcement_count,
                tuple(sorted((str(line.ref), line.quote, line.supports) for line in view.ledger(memory.id))),
            )
            for memory in self.active()
        )  # fmt: skip


def ids_in(text: str) -> set[str]:
    """The ULIDs that a text names."""
    return set(re.findall(r"[0-7][0-9A-HJKMNP-TV-Z]{25}", text))
