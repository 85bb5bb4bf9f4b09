"""Why each memory is in the brief or out of it (contract section 7, `explain`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from memory_pipeline.model.brief import SectionName

Reason = Literal["in", "shortened", "not_active", "sensitive", "suppressed", "topics_only", "no_room", "too_long"]

_REASONS: dict[Reason, str] = {
    "in": "in {section}",
    "shortened": "in {section}, its summary shortened to the line's character limit; the reference leads to the whole",
    "not_active": "left out: {detail}",
    "sensitive": "left out: sensitive ({detail}); a search finds it when a task needs it",
    "suppressed": "left out: a rule of the family's keeps it forgotten",
    "topics_only": "left out: counted under topics ({detail}); lookup and search find it",
    "no_room": "left out: {section} is full ({detail} tokens) and every line in it weighs more",
    "too_long": "left out: this line alone takes more than the {detail} tokens of {section}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One memory's fate. `section` is where it stands, or would have stood; `essential`: pinned or hard."""

    memory: str
    reason: Reason
    section: SectionName | None = None
    detail: str = ""
    essential: bool = False

    @property
    def included(self) -> bool:
        """Whether a line of the brief tells it."""
        return self.reason in ("in", "shortened")

    @property
    def missing(self) -> bool:
        """Whether a check must report it: pinned or hard, allowed in the brief, and without room there."""
        return self.essential and self.reason in ("no_room", "too_long")

    def __str__(self) -> str:
        return _REASONS[self.reason].format(section=self.section, detail=self.detail)


def explain(explanations: Iterable[Explanation]) -> tuple[str, ...]:
    """One line a memory, `ID: why`, in the given order."""
    return tuple(f"{explanation.memory}: {explanation}" for explanation in explanations)
