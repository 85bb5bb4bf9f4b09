"""Hand edits of what is no claim: entities, rules and the family itself, each by its own rule (see adoption)."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.model.instants import zone
from memory_pipeline.store import keys
from memory_pipeline.store.hand_edits import HandEdit
from memory_pipeline.store.okf import parse_entity
from memory_pipeline.store.records import load_family, load_suppression


def with_document(taken: Change, family: str, edit: HandEdit) -> Change:
    """`taken`, which also takes this edit over.

    Raises StoredDataError where the file cannot be read or may not be edited, InvalidTimeZone.
    """
    if entity := keys.entity_id(family, edit.key):
        return _with_entity(taken, edit, entity)
    if rule := keys.suppression_id(family, edit.key):
        return _with_rule(taken, edit, rule)
    if edit.key == keys.family_key(family) and edit.found is not None:
        zone(load_family(edit.found, edit.key).timezone)
        return _as_found(taken, edit, ChangeEntry("adopted", family))
    raise MalformedDocument("the journal alone writes this file; put back what its newest record in changes/ holds")


def _with_entity(taken: Change, edit: HandEdit, id: str) -> Change:
    entity = parse_entity(edit.content, edit.key)
    if entity.id != id:
        raise MalformedDocument(f"the file says it is entity {entity.id}; rename it or mend its id")
    if edit.found is None:
        return replace(_with_entry(taken, ChangeEntry("restored", id)), entities=(*taken.entities, entity))
    return _as_found(taken, edit, ChangeEntry("adopted", id))


def _with_rule(taken: Change, edit: HandEdit, id: str) -> Change:
    rule = load_suppression(edit.content, edit.key)
    if rule.id != id:
        raise MalformedDocument(f"the file says it is rule {rule.id}; rename it or mend its id")
    if edit.found is None:
        return replace(_with_entry(taken, ChangeEntry("restored", id)), suppressions=(*taken.suppressions, rule))
    if edit.journaled is None:
        return _as_found(taken, edit, ChangeEntry("suppressed", id))
    before = load_suppression(edit.journaled.encode(), edit.key)
    if replace(before, lifted_at=rule.lifted_at) != rule:
        raise MalformedDocument("a rule is lifted, never rewritten; put its words back, lift it, and forget anew")
    return _as_found(taken, edit, ChangeEntry("lifted" if before.in_force and not rule.in_force else "adopted", id))


def _as_found(taken: Change, edit: HandEdit, entry: ChangeEntry) -> Change:
    return replace(_with_entry(taken, entry), as_found=(*taken.as_found, (edit.key, edit.content.decode())))


def _with_entry(taken: Change, entry: ChangeEntry) -> Change:
    return replace(taken, entries=(*taken.entries, entry))
