"""`card edit | pin | unpin | forget-group | settle | lift | undo`: each one change, and its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_pipeline.cli.answers.card import changed, speaking_member, written
from memory_pipeline.cli.answers.drawing import plain, table
from memory_pipeline.cli.answers.parts import known_family, memory_ref, open_pipeline, rule_ref
from memory_pipeline.cli.output import Answer
from memory_pipeline.control.forget_group import Group, GroupFound, find_group
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.model.refs import MemoryRef, SuppressionRef
from memory_pipeline.workflows.card_action import (
    CardOutcome,
    edit_on_card,
    forget_group_on_card,
    lift_on_card,
    pin_on_card,
    settle_on_card,
    undo_on_card,
)


def edit(reference: str, text: str, member: str | None, *, now: str | None) -> Answer:
    """Give a memory new words. Raises as `edit_on_card` does, and MalformedReference."""
    pipeline = open_pipeline(now)
    ref = memory_ref(reference)
    speaker = speaking_member(known_family(pipeline, ref.family), member)
    return _replaced(str(ref), edit_on_card(pipeline, ref.family, ref.id, text, member=speaker))


def settle(reference: str, member: str | None, *, keep: bool, replace: bool, now: str | None) -> Answer:
    """Settle what was said against a memory. Raises InvalidArgument for both or neither of keep and replace."""
    if keep == replace:
        raise InvalidArgument("say --keep or --replace, one of them")
    pipeline = open_pipeline(now)
    ref = memory_ref(reference)
    speaker = speaking_member(known_family(pipeline, ref.family), member)
    return _replaced(str(ref), settle_on_card(pipeline, ref.family, ref.id, replace_it=replace, member=speaker))


def pin(reference: str, *, pinned: bool, now: str | None) -> Answer:
    """Pin a memory or take its pin away. Raises UnknownReference, ForgottenReference."""
    pipeline = open_pipeline(now)
    ref = memory_ref(reference)
    known_family(pipeline, ref.family)
    outcome = pin_on_card(pipeline, ref.family, ref.id, pinned=pinned)
    return Answer(
        document={"ref": str(ref), **changed(outcome), "pin": pinned},
        draw=lambda: [plain(f"{'Pinned' if pinned else 'Not pinned'}: {ref}"), written(outcome)],
    )


def forget_group(
    key: str, groups: Mapping[str, str | None], token: str | None, member: str | None, *, now: str | None
) -> Answer:
    """Count a group, or forget it with the token. Raises InvalidArgument, UnknownReference, UnknownFamily."""
    pipeline = open_pipeline(now)
    speaker = speaking_member(known_family(pipeline, key), member)
    named = [Group(by=by, value=value) for by, value in groups.items() if value is not None]
    if len(named) != 1:
        raise InvalidArgument("say one of --about, --entity, --topic and --session")
    found = find_group(pipeline.view(key), named[0])
    outcome = CardOutcome(family=key, record=None)
    if token is not None:
        outcome = forget_group_on_card(pipeline, key, named[0], token, by=speaker or "")
    written_entries = outcome.record.entries if outcome.record else ()
    rules = [str(SuppressionRef(key, entry.id)) for entry in written_entries if entry.kind == "suppressed"]
    document = {**_group_document(key, found), **changed(outcome), "rules": rules}
    return Answer(document=document, draw=lambda: [_drawn(found), _how_to_go_on(found, outcome, token)])


def lift(reference: str, *, now: str | None) -> Answer:
    """Lift a rule. Raises MalformedReference, UnknownFamily, UnknownReference."""
    pipeline = open_pipeline(now)
    ref = rule_ref(reference)
    known_family(pipeline, ref.family)
    outcome = lift_on_card(pipeline, ref.family, ref.id)
    return Answer(
        document={"rule": str(ref), **changed(outcome)}, draw=lambda: [plain(f"Lifted: {ref}"), written(outcome)]
    )


def undo(key: str, seq: int | None, *, now: str | None) -> Answer:
    """Take back an action of the card. Raises InvalidArgument, UnknownReference, InvariantViolated."""
    pipeline = open_pipeline(now)
    known_family(pipeline, key)
    outcome = undo_on_card(pipeline, key, seq)
    entries = outcome.record.entries if outcome.record else ()
    undone = outcome.record.cause if outcome.record else None
    return Answer(
        document={
            **changed(outcome),
            "undone": undone,
            "entries": [{"kind": entry.kind, "id": entry.id} for entry in entries],
        },
        draw=lambda: [plain(undone or "There is nothing to take back."), written(outcome)],
    )


def _replaced(reference: str, outcome: CardOutcome) -> Answer:
    """An answer that names the new memory and the one in whose place it stands."""
    decisions = outcome.decisions.decisions if outcome.decisions and outcome.record else ()
    new = next((str(MemoryRef(outcome.family, found.memory)) for found in decisions if found.memory), None)
    old = next((str(MemoryRef(outcome.family, found.target)) for found in decisions if found.target), None)
    lines = [f"Now: {new}", f"Before: {old}"] if new else [f"Unchanged: {reference}"]
    return Answer(
        document={"ref": reference, **changed(outcome), "memory": new, "superseded": old},
        draw=lambda: [*map(plain, lines), written(outcome)],
    )


def _group_document(key: str, found: GroupFound) -> dict[str, Any]:
    return {
        "by": found.group.by,
        "value": found.group.value,
        "count": len(found.memories),
        "memories": [
            {"ref": str(MemoryRef(key, memory.id)), "summary": memory.summary, "status": memory.status}
            for memory in found.memories
        ],
        "token": found.token,
    }


def _drawn(found: GroupFound) -> Any:
    rows = [(memory.status, memory.summary, memory.id) for memory in found.memories]
    return table(f"{len(found.memories)} memories, by {found.group.by}", "", "+claim", "#id", rows=rows, empty="none")


def _how_to_go_on(found: GroupFound, outcome: CardOutcome, token: str | None) -> Any:
    if token is None and found.memories:
        return plain(f"Nothing has gone yet. To forget them for good, add --confirm {found.token}")
    return written(outcome)
