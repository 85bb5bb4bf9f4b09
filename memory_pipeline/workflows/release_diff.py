"""Two versions over one history, memory by memory: what the new one adds, loses, changes and leaves the same.

A memory is found again by its id, which is made of what it says and when; else by the turns that it cites, and among
those by its words. So a claim that is worded anew is a change, and no loss beside an addition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from rapidfuzz.fuzz import token_sort_ratio

from memory_pipeline.workflows.release_history import History, MadeMemory

DiffState = Literal["added", "lost", "changed", "same"]
DIFF_STATES: tuple[DiffState, ...] = get_args(DiffState)

_COMPARED = tuple(field.name for field in fields(MadeMemory) if field.name != "id")
_LEAST_ALIKE = 40.0
"""Two claims of one turn whose words are less alike than this are two claims."""


@dataclass(frozen=True, slots=True)
class Version:
    """What a version is made of (extractor, judge, embedder, each with its version) and what it made, by family."""

    parts: Mapping[str, str]
    histories: Mapping[str, History]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryDiff:
    """One memory under both versions; `differs` names the fields that changed."""

    state: DiffState
    before: MadeMemory | None
    after: MadeMemory | None
    differs: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """One item of the report."""
        sides = {"before": self.before, "after": self.after}
        return {
            "state": self.state,
            "differs": list(self.differs),
            **{side: None if made is None else _shown(made) for side, made in sides.items()},
        }


@dataclass(frozen=True, slots=True)
class FamilyDiff:
    """A family's memories under both versions, in order of state and id."""

    before: History
    after: History
    memories: tuple[MemoryDiff, ...]

    @property
    def counts(self) -> Mapping[str, int]:
        """Memories by state."""
        found = Counter(each.state for each in self.memories)
        return {state: found[state] for state in DIFF_STATES}

    def as_json(self) -> dict[str, Any]:
        """The family's part of the report; what is the same is counted and not listed."""
        return {
            "family": self.after.family,
            "sessions": self.after.sessions,
            "counts": dict(self.counts),
            "failed": {"before": list(self.before.failed), "after": list(self.after.failed)},
            "memories": [each.as_json() for each in self.memories if each.state != "same"],
        }


@dataclass(frozen=True, slots=True)
class ReleaseDiff:
    """Two versions over the same histories."""

    before: Version
    after: Version
    families: tuple[FamilyDiff, ...]

    @property
    def counts(self) -> Mapping[str, int]:
        """Memories of all families by state."""
        return {state: sum(each.counts[state] for each in self.families) for state in DIFF_STATES}

    @property
    def failed(self) -> tuple[str, ...]:
        """Sessions that the later version could not read, as `family/session`."""
        return tuple(f"{key}/{name}" for key, history in self.after.histories.items() for name in history.failed)

    def examples(self, state: DiffState, most: int) -> list[tuple[str, str, str, str]]:
        """The first memories of a state: family, claim before, claim after, the fields that differ."""
        found = [(each.after.family, diff) for each in self.families for diff in each.memories if diff.state == state]
        return [
            (
                family,
                diff.before.summary if diff.before else "",
                diff.after.summary if diff.after else "",
                ", ".join(diff.differs),
            )
            for family, diff in found[:most]
        ]

    def as_json(self) -> dict[str, Any]:
        """The report."""
        return {
            "before": dict(self.before.parts),
            "after": dict(self.after.parts),
            "counts": dict(self.counts),
            "families": [each.as_json() for each in self.families],
        }


def compare_versions(before: Version, after: Version) -> ReleaseDiff:
    """Every family of the later version; the earlier one knows them all."""
    diffs = [compare_histories(before.histories[key], history) for key, history in after.histories.items()]
    return ReleaseDiff(before, after, tuple(diffs))


def compare_histories(before: History, after: History) -> FamilyDiff:
    """Every memory of both, each once."""
    pairs = {**_by_id(before.memories, after.memories)}
    old = [made for made in before.memories if made.id not in pairs]
    taken = {made.id for made in pairs.values()}
    new = [made for made in after.memories if made.id not in taken]
    pairs |= _by_turns(old, new)
    taken = {made.id for made in pairs.values()}
    found = [
        *(_pair(made, pairs[made.id]) for made in before.memories if made.id in pairs),
        *(MemoryDiff(state="lost", before=made, after=None) for made in before.memories if made.id not in pairs),
        *(MemoryDiff(state="added", before=None, after=made) for made in after.memories if made.id not in taken),
    ]
    return FamilyDiff(before, after, tuple(sorted(found, key=_order)))


def _by_id(before: Sequence[MadeMemory], after: Sequence[MadeMemory]) -> dict[str, MadeMemory]:
    known = {made.id: made for made in after}
    return {made.id: known[made.id] for made in before if made.id in known}


def _by_turns(before: Sequence[MadeMemory], after: Sequence[MadeMemory]) -> dict[str, MadeMemory]:
    """The old memories' ids with the new ones that cite the same turns in like words, the best pairs first."""
    pairs: dict[str, MadeMemory] = {}
    taken: set[str] = set()
    for _, old, new in sorted(_candidates(before, after), key=lambda each: (each[0], each[1].id, each[2].id)):
        if old.id not in pairs and new.id not in taken:
            pairs[old.id] = new
            taken.add(new.id)
    return pairs


def _candidates(
    before: Sequence[MadeMemory], after: Sequence[MadeMemory]
) -> Iterator[tuple[float, MadeMemory, MadeMemory]]:
    citing: dict[str, list[MadeMemory]] = {}
    for new in after:
        for turn in new.cites:
            citing.setdefault(turn, []).append(new)
    for old in before:
        near = {new.id: new for turn in old.cites for new in citing.get(turn, ())}
        for new in near.values():
            alike = token_sort_ratio(old.summary.casefold(), new.summary.casefold())
            if alike >= _LEAST_ALIKE:
                yield -round(alike, 3), old, new


def _pair(before: MadeMemory, after: MadeMemory) -> MemoryDiff:
    differs = tuple(name for name in _COMPARED if getattr(before, name) != getattr(after, name))
    return MemoryDiff(state="changed" if differs else "same", before=before, after=after, differs=differs)


def _order(each: MemoryDiff) -> tuple[int, str]:
    made = each.before or each.after
    return DIFF_STATES.index(each.state), "" if made is None else made.id


def _shown(made: MadeMemory) -> dict[str, Any]:
    return {field.name: getattr(made, field.name) for field in fields(made)} | {"cites": list(made.cites)}
