"""Forget a group: everything about somebody or something, of a topic, or of one conversation (seed section 10).

First the family sees how many memories that is, and gets a token that binds just this set; with the token it commits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from memory_pipeline.control.forget import claim_rule, forgetful_brief, retract
from memory_pipeline.language.topics import TOPICS
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.errors import InvalidArgument, UnknownReference
from memory_pipeline.model.ids import derived_ulid, digest
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.suppression import Suppression, SuppressionScope
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.lineage import chain
from memory_pipeline.store.suppression_rules import SuppressionRules

FORGETTABLE = ("active", "dormant", "expired")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SCOPES: Mapping[str, SuppressionScope] = {"about": "about", "entity": "entity", "topic": "topic"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What is to be forgotten: `by` about, entity, topic or session, and its value as the family wrote it."""

    by: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFound:
    """The memories of a group, ascending by id, and the token that stands for just these."""

    group: Group
    memories: tuple[Memory, ...]
    token: str
    rule_value: str


def find_group(view: FamilyView, group: Group) -> GroupFound:
    """What a group holds now. Raises UnknownReference for an unknown entity or session, InvalidArgument for a topic."""
    value = _value(view, group)
    members = tuple(_of_session(view, value) if group.by == "session" else _under(view, _rule(view, group, value)))
    return GroupFound(group=group, memories=members, token=_token(view, group.by, value, members), rule_value=value)


def plan_forget_group(view: FamilyView, group: Group, token: str, now: datetime, by: str) -> Change | None:
    """The change that forgets a group; None where it is forgotten already.

    Raises InvalidArgument where the token is of another set: the family has to look again.
    """
    found = find_group(view, group)
    if _is_forgotten(view, found):
        return None
    if token != found.token:
        raise InvalidArgument(
            f"the token does not stand for the {len(found.memories)} memories that this would forget now; "
            "ask again without --confirm and look at them"
        )
    retracted = tuple(map(retract, found.memories))
    rules = _rules(view, found, now, by)
    return Change(
        kind="card",
        cause=f"forget {group.by}",
        at=now,
        entries=(
            *(ChangeEntry("retracted", memory.id) for memory in retracted),
            *(ChangeEntry("suppressed", rule.id) for rule in rules),
        ),
        memories=retracted,
        suppressions=rules,
        brief=forgetful_brief(view, found.memories, rules),
    )


def _value(view: FamilyView, group: Group) -> str:
    match group.by:
        case "about":
            return " ".join(group.value.split())
        case "entity":
            return _entity(view.entities().values(), group.value).id
        case "topic" if group.value in TOPICS:
            return group.value
        case "topic":
            raise InvalidArgument(f"{group.value[:40]!r} is no topic; use one of {', '.join(TOPICS)}")
        case "session":
            return view.session(group.value).id
        case _:
            raise InvalidArgument(f"{group.by!r} names no group; use about, entity, topic or session")


def _entity(entities: Iterable[Entity], name: str) -> Entity:
    found = [entity for entity in entities if entity.id == name or entity.is_called(name)]
    if not found:
        raise UnknownReference(f"nobody and nothing is known as {name[:60]!r}; `family show` lists who is")
    if len(found) > 1:
        ids = ", ".join(sorted(entity.id for entity in found))
        raise InvalidArgument(f"{name[:60]!r} may be any of {ids}; give the id")
    return found[0]


def _standing(view: FamilyView) -> list[Memory]:
    return [memory for memory in view.memories().values() if memory.status in FORGETTABLE]


def _of_session(view: FamilyView, session: str) -> Iterator[Memory]:
    """What only this conversation supports."""
    standing = _standing(view)
    ledgers = view.ledgers([memory.id for memory in standing])
    for memory in standing:
        if {line.ref.session for line in ledgers[memory.id] if line.supports} == {session}:
            yield memory


def _under(view: FamilyView, rule: Suppression) -> Iterator[Memory]:
    """What the rule will keep forgotten is what is forgotten now: nothing beside it."""
    rules = SuppressionRules([rule], view.entities())
    return (memory for memory in _standing(view) if rules.match(memory) is not None)


def _rule(view: FamilyView, group: Group, value: str, now: datetime = EPOCH, by: str = "") -> Suppression:
    return Suppression(
        id=derived_ulid(now, view.key, group.by, value), scope=_SCOPES[group.by], value=value, made_at=now, made_by=by
    )


def _rules(view: FamilyView, found: GroupFound, now: datetime, by: str) -> tuple[Suppression, ...]:
    """One rule for the group; a conversation's claims, which nothing else joins, each get their own."""
    if found.group.by == "session":
        return tuple(claim_rule(view, memory, now, by) for memory in found.memories)
    versions = {version for memory in found.memories for version in chain(view.memories(), memory.id) or (memory.id,)}
    rule = _rule(view, found.group, found.rule_value, now, by)
    return (replace(rule, memories=tuple(sorted(versions))),)


def _is_forgotten(view: FamilyView, found: GroupFound) -> bool:
    """Nothing is left of it, and a rule keeps it so (a conversation is forgotten with its claims)."""
    if found.memories:
        return False
    if found.group.by == "session":
        return True
    return any(
        rule.in_force and rule.scope == found.group.by and rule.value.casefold() == found.rule_value.casefold()
        for rule in view.suppressions()
    )


def _token(view: FamilyView, by: str, value: str, memories: Iterable[Memory]) -> str:
    """Binds the group and the set of ids: another memory in it, and the token no longer fits."""
    return digest(view.key, by, value.casefold(), *(memory.id for memory in memories))[:16]
