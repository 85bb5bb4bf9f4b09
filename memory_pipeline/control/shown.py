"""An action acts on what its writer saw, or not at all: nobody's newer words are lost unseen."""

from __future__ import annotations

from memory_pipeline.model.errors import ChangedMeanwhile
from memory_pipeline.store.family_view import FamilyView


def require_shown(view: FamilyView, memory: str, revision: int | None) -> None:
    """Raises ChangedMeanwhile unless the memory still stands in the revision that was shown; None: any will do."""
    if revision is None:
        return
    now = view.memory(memory)
    if now.revision != revision or now.superseded_by is not None:
        raise ChangedMeanwhile(
            f"memory://{view.key}/{memory} was changed since it was shown; look at it again and choose"
        )
