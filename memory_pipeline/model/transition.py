"""What a dream does to one memory's state (seed section 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

TransitionKind = Literal["expire", "promote", "decay"]
TRANSITION_KINDS: tuple[TransitionKind, ...] = get_args(TransitionKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """One memory's planned change of state, with the reason a person can read."""

    memory: str
    kind: TransitionKind
    reason: str
