"""Which files are not as the journal last wrote them: somebody edited, added or removed them by hand."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEdit:
    """One such file: what the journal last wrote to it (None: nothing ever), and what is there now (None: nothing)."""

    key: str
    journaled: str | None
    found: bytes | None

    @property
    def content(self) -> bytes:
        """What is there, or what was there before it was removed."""
        return self.found if self.found is not None else (self.journaled or "").encode()


def hand_edits(view: FamilyView) -> tuple[HandEdit, ...]:
    """The edits in order of key. brief.json is not looked at: it is derived, and the next dream compiles it anew."""
    journaled = {write.key: write.content for record in view.records() for write in record.writes}
    journaled.pop(keys.brief_key(view.key), None)
    wanted = sorted({*journaled, *_claims_entities_and_rules(view)})
    stored = view.stored(wanted)
    found = ((key, stored[key].data if key in stored else None) for key in wanted)
    return tuple(
        HandEdit(key=key, journaled=journaled.get(key), found=data)
        for key, data in found
        if key not in journaled or data != journaled[key].encode()
    )


def _claims_entities_and_rules(view: FamilyView) -> list[str]:
    """The files of those three folders that are named as ours are; anything else is not ours to journal."""
    family = view.key
    return [
        *(
            key
            for key in view.file_names(keys.memories_prefix(family))
            if keys.memory_id(family, key) or keys.ledger_id(family, key)
        ),
        *(key for key in view.file_names(keys.entities_prefix(family)) if keys.entity_id(family, key)),
        *(key for key in view.file_names(keys.suppressions_prefix(family)) if keys.suppression_id(family, key)),
    ]
