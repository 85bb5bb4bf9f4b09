"""Addresses: memory://, conv:// and suppression:// references and what they name (seed section 7)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_pipeline.model.errors import ForeignReference, MalformedReference

ULID = r"[0-7][0-9A-HJKMNP-TV-Z]{25}"
FAMILY_KEY = re.compile(r"[a-z0-9_-]{1,64}")
SESSION_ID = re.compile(r"[A-Za-z0-9._-]{1,128}")

_MEMORY = re.compile(rf"memory://([a-z0-9_-]{{1,64}})/({ULID})")
_SUPPRESSION = re.compile(rf"suppression://([a-z0-9_-]{{1,64}})/({ULID})")
_CONVERSATION = re.compile(
    r"conv://([a-z0-9_-]{1,64})/((?!\.{1,2}#)[A-Za-z0-9._-]{1,128})#turn=([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?"
)


@dataclass(frozen=True, slots=True)
class MemoryRef:
    """The address of one memory."""

    family: str
    id: str

    def __str__(self) -> str:
        return f"memory://{self.family}/{self.id}"


@dataclass(frozen=True, slots=True)
class ConversationRef:
    """The address of turns `first`..`last` of one session, both inclusive, counted from 1."""

    family: str
    session: str
    first: int
    last: int

    def __str__(self) -> str:
        turns = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"conv://{self.family}/{self.session}#turn={turns}"

    @property
    def turns(self) -> range:
        """The turn numbers that the reference cites."""
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True)
class SuppressionRef:
    """The address of one suppression rule."""

    family: str
    id: str

    def __str__(self) -> str:
        return f"suppression://{self.family}/{self.id}"


Ref = MemoryRef | ConversationRef | SuppressionRef


def parse_ref(text: str) -> Ref:
    """Read a reference. Raises MalformedReference for anything else."""
    if match := _MEMORY.fullmatch(text):
        return MemoryRef(match[1], match[2])
    if match := _SUPPRESSION.fullmatch(text):
        return SuppressionRef(match[1], match[2])
    if match := _CONVERSATION.fullmatch(text):
        first = int(match[3])
        last = int(match[4] or first)
        if first <= last:
            return ConversationRef(match[1], match[2], first, last)
    raise MalformedReference(
        f"{text[:120]!r} is no reference; expected memory://family/ID or conv://family/session#turn=N[-M]"
    )


def parse_ref_of(family: str, text: str) -> Ref:
    """Read a reference that must belong to `family`. Raises ForeignReference without naming the other family."""
    ref = parse_ref(text)
    if ref.family != family:
        raise ForeignReference("that reference does not belong to this family")
    return ref
