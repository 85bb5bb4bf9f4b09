"""What a family wrote on the card gets a when-to-use line and entities, its words untouched (contract section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory
from memory_pipeline.reconciliation.entities import EntityBook
from memory_pipeline.store.family_view import FamilyView


def plan_enrichment(view: FamilyView) -> Change | None:
    """The change that enriches every memory that waits for it; None where none does.

    Only people and things that the family already knows by name are linked; nothing is guessed.
    """
    waiting = [memory for memory in view.memories().values() if memory.needs_enrichment and memory.status == "active"]
    if not waiting:
        return None
    book = EntityBook(view.entities(), view.family())
    enriched = tuple(_enriched(memory, book, view) for memory in waiting)
    entities = book.changed({id for memory in enriched for id in memory.applies_to})
    return Change(
        kind="card",
        cause="enrichment",
        at=max(memory.last_reinforced_at for memory in waiting),
        entries=tuple(ChangeEntry("enriched", memory.id) for memory in enriched),
        memories=enriched,
        entities=entities,
    )


def _enriched(memory: Memory, book: EntityBook, view: FamilyView) -> Memory:
    known = _known_names(view.family(), view.entities().values())
    text = f"{memory.about}\n{memory.claim}"
    named = tuple(name for name in known if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))
    candidate = Candidate(
        type=memory.type, about=memory.about, summary=memory.summary, body=memory.claim, when_to_use="", evidence=(),
        applies_to=named,
    )  # fmt: skip
    session = view.ledger(memory.id)[0].ref.session
    return replace(
        memory,
        when_to_use=memory.when_to_use or f"Whenever {memory.about} comes up",
        applies_to=tuple(sorted({*memory.applies_to, *book.resolve(candidate, None, memory.formed_at, session)})),
        needs_enrichment=False,
        revision=memory.revision + 1,
    )


def _known_names(family: Family, entities: Iterable[Entity]) -> list[str]:
    """Capitalised names of members and entities, ascending."""
    found = {name for member in family.members for name in (member.name, *member.aliases)}
    found |= {name for entity in entities for name in (*entity.names, *entity.aliases)}
    return sorted(name for name in found if name[:1].isupper())
