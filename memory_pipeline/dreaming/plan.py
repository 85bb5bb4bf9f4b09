"""One family's dream as one change (contract section 6): sweep, recompile, and say when to come back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.compile import CompiledBrief
from memory_pipeline.brief.explain import Explanation
from memory_pipeline.brief.gather import gather
from memory_pipeline.dreaming.policy import DreamPolicy
from memory_pipeline.dreaming.sweep import Blocked, Sweep, apply, sweep
from memory_pipeline.model.brief import Brief
from memory_pipeline.model.change import Change, ChangeEntry, EntryKind
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.transition import Transition, TransitionKind
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.store.brief_lines import stored_brief
from memory_pipeline.store.family_view import FamilyView

_ENTRIES: dict[TransitionKind, EntryKind] = {"expire": "expired", "promote": "promoted", "decay": "decayed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamPlan:
    """What a pass would do. `change` is None when nothing would be written; `--dry-run` prints the rest."""

    today: date
    transitions: tuple[Transition, ...]
    blocked: Blocked | None
    compiled: CompiledBrief
    next_due: date | None
    change: Change | None

    @property
    def brief(self) -> Brief:
        """The brief after the pass."""
        return self.compiled.brief

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        """Why each memory is in that brief or out of it."""
        return self.compiled.explanations


def plan_dream(
    view: FamilyView, now: datetime, policy: DreamPolicy, budget: BriefBudget, count_tokens: TokenCounter
) -> DreamPlan:
    """Plan the pass of the family-local day at `now`; nothing is written here.

    A second plan on the same day, after the first was committed, has no change. A change may hold nothing but a new
    `next_due`. Raises UnknownFamily, and StoredDataError for suppression rules that cannot be read.
    """
    material = gather(view)
    found = sweep(material.memories, now, material.family.timezone, policy)
    after = apply(material.memories, found.transitions)
    compiled = material.compile(after, budget, count_tokens)
    brief = None if compiled.brief == stored_brief(view) else compiled.brief
    settled = not found.transitions and brief is None and view.head().next_due == found.next_due
    return DreamPlan(
        today=found.today,
        transitions=found.transitions,
        blocked=found.blocked,
        compiled=compiled,
        next_due=found.next_due,
        change=None if settled else _change(found, after, brief, now),
    )


def _change(found: Sweep, after: dict[str, Memory], brief: Brief | None, now: datetime) -> Change:
    touched = dict.fromkeys(step.memory for step in found.transitions)
    return Change(
        kind="dream",
        cause=f"dream {found.today.isoformat()}",
        at=now,
        entries=tuple(ChangeEntry(_ENTRIES[step.kind], step.memory) for step in found.transitions),
        memories=tuple(after[id] for id in touched),
        brief=brief,
        dreamt=True,
        next_due=found.next_due,
    )
