"""The rules by which things stay forgotten: what they are, and lifting one (contract section 15, *Forgetting*)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.errors import UnknownReference
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.store.family_view import FamilyView


def list_rules(view: FamilyView, *, lifted: bool = False) -> tuple[Suppression, ...]:
    """The rules in force, the newest first; with `lifted` those that no longer hold as well."""
    rules = [rule for rule in view.suppressions() if lifted or rule.in_force]
    return tuple(sorted(rules, key=lambda rule: (rule.made_at, rule.id), reverse=True))


def plan_lift(view: FamilyView, rule_id: str, now: datetime) -> Change | None:
    """The change that lifts a rule; None where it is lifted already. It brings nothing back.

    Raises UnknownReference.
    """
    rule = next((rule for rule in view.suppressions() if rule.id == rule_id), None)
    if rule is None:
        raise UnknownReference(f"family {view.key} has no rule {rule_id}; `card rules {view.key}` lists them")
    if not rule.in_force:
        return None
    return Change(
        kind="card",
        cause=f"lift {rule_id}",
        at=now,
        entries=(ChangeEntry("lifted", rule_id),),
        suppressions=(replace(rule, lifted_at=now),),
    )
