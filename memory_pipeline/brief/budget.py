"""How large a brief may be (seed section 6, contract sections 7 and 15)."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.model.brief import SectionName
from memory_pipeline.model.errors import InvalidSetting

SHORTEST_LINE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefBudget:
    """Tokens (`o200k_base`) of the whole rendered block and of each section; characters of a line's text.

    Allocations are fixed and never lent: what identity leaves unused stays unused. `frame` covers the tags, the note
    to the model and the headings. Under a smaller `total` every allocation shrinks in proportion. `line_characters`
    counts a line's words before escaping, without its reference. Raises InvalidSetting.
    """

    total: int = 2_000
    identity: int = 300
    directives: int = 1_100
    topics: int = 350
    last_conversation: int = 150
    frame: int = 100
    line_characters: int = 240

    def __post_init__(self) -> None:
        if min(self.total, self.frame, *self._allocations().values()) < 0:
            raise InvalidSetting("a brief's total and allocations cannot be negative")
        if self.line_characters < SHORTEST_LINE:
            raise InvalidSetting(f"a brief line needs at least {SHORTEST_LINE} characters, not {self.line_characters}")

    def of(self, section: SectionName) -> int:
        """The tokens that a section's lines may take, references included."""
        allocations = self._allocations()
        wanted = self.frame + sum(allocations.values())
        return allocations[section] * min(self.total, wanted) // max(1, wanted)

    def _allocations(self) -> dict[SectionName, int]:
        return {
            "identity": self.identity,
            "directives": self.directives,
            "topics": self.topics,
            "last_conversation": self.last_conversation,
        }
