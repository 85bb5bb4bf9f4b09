"""Which line outweighs which: pinned, hard, authority, type, then rules that need no clock (contract section 15)."""

from __future__ import annotations

from memory_pipeline.model.memory import DURABILITIES, Memory, MemoryType, authority_rank

_TYPES: tuple[MemoryType, ...] = ("directive", "constraint", "identity", "relationship", "preference", "fact")
_SETTLED = 3

Weight = tuple[bool, bool, int, int, int, float, int, float, str]


def weight(memory: Memory) -> Weight:
    """Sort key, heaviest first.

    The fixed rest: lasting before passing, surer before less sure, repeated before said once (three mentions settle
    it, so that a daily habit does not reorder the brief daily), newer before older; the id decides between equals.
    """
    return (
        not memory.pin,
        memory.strength != "hard",
        authority_rank(memory.authority),
        _TYPES.index(memory.type),
        DURABILITIES.index(memory.durability),
        -memory.confidence,
        -min(memory.reinforcement_count, _SETTLED),
        -memory.formed_at.timestamp(),
        memory.id,
    )


def essential(memory: Memory) -> bool:
    """Whether a check must report the memory when the brief has no room for it: pinned or hard."""
    return memory.pin or memory.strength == "hard"
