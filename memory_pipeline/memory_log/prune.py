"""Fewer items, least useful first: what goes, what is merged, what stays and why (seed `004`, *Pruning Mode*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from memory_pipeline.memory_log.comparing import Nearness, as_candidate, as_memory
from memory_pipeline.memory_log.items import Item, count_words, item_line
from memory_pipeline.memory_log.memory_file import Edit, MemoryFile, Remove, Replace, folded
from memory_pipeline.memory_log.merge import is_fuller, merged, values_differ
from memory_pipeline.memory_log.policy import MemoryLogPolicy
from memory_pipeline.memory_log.ranking import Dropped, is_stale, is_weak, never_drop
from memory_pipeline.memory_log.values import same_subject
from memory_pipeline.ports.relation_judge import Pair, RelationJudge


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """A line that goes, and why. `into`: the line that says it from now on, where it was merged."""

    line: str
    why: Dropped
    into: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrunePlan:
    """What pruning comes to. `target`: items that were to go; `shortfall`: how many could not.

    `kept` counts the items that stay, by why.
    """

    target: int
    before: int
    removals: tuple[Removal, ...]
    kept: dict[str, int]
    edits: tuple[Edit, ...]

    @property
    def shortfall(self) -> int:
        """Items that were to go and are needed."""
        return max(0, self.target - len(self.removals))


def plan_prune(
    memory: MemoryFile, target: int, today: date, judge: RelationJudge, nearness: Nearness, policy: MemoryLogPolicy
) -> PrunePlan:
    """Plan which `target` items go. `today` is the family's local date.

    Superseded ones first, then stale events, near duplicates (merged into the older line's place), weak signals; age
    only breaks ties. What is never dropped may be merged, and is never removed otherwise.
    """
    items = memory.items()
    removals = [Removal(line=line, why="superseded") for line, item in _oldest(items) if item.superseded][:target]
    standing = [(line, item) for line, item in items if not item.superseded]
    free = [(line, item) for line, item in _oldest(standing) if never_drop(item, today) is None]
    stale = [line for line, item in free if is_stale(item, today)]
    removals += [Removal(line=line, why="stale event") for line in stale][: target - len(removals)]
    gone = {removal.line for removal in removals}
    left = [(line, item) for line, item in standing if line not in gone]
    merges = _merges(left, target - len(removals), judge, nearness, policy)
    removals += [removal for removal, _ in merges]
    touched = gone | {line for removal, edit in merges for line in (removal.line, edit.line)}
    weak = [line for line, item in free if line not in touched and is_weak(item)]
    removals += [Removal(line=line, why="weak signal") for line in weak][: target - len(removals)]
    edits: list[Edit] = [edit for _, edit in merges if edit.line != edit.by]
    edits += [Remove(removal.line) for removal in removals]
    gone = {removal.line for removal in removals}
    kept = [never_drop(item, today) or "lasting" for line, item in standing if line not in gone]
    return PrunePlan(
        target=target,
        before=len(items),
        removals=tuple(removals),
        kept={why: kept.count(why) for why in sorted(set(kept))},
        edits=folded(edits),
    )


def _oldest(items: Sequence[tuple[str, Item]]) -> list[tuple[str, Item]]:
    return sorted(items, key=lambda each: each[1].at)


def _merges(
    items: Sequence[tuple[str, Item]], wanted: int, judge: RelationJudge, nearness: Nearness, policy: MemoryLogPolicy
) -> list[tuple[Removal, Replace]]:
    """Pairs that say one thing: the later line goes, the older one's place says what the fuller one says."""
    if wanted <= 0:
        return []
    ordered = _oldest(items)
    asked: list[tuple[int, int]] = []
    pairs: list[Pair] = []
    for place, (_, item) in enumerate(ordered):
        earlier = [other.text for _, other in ordered[:place]]
        for other, similarity in nearness.near(item.text, earlier):
            if same_subject(item.text, ordered[other][1].text):
                asked.append((place, other))
                pairs.append(Pair(as_candidate(item, item.text), as_memory(ordered[other][1]), similarity))
    found: list[tuple[Removal, Replace]] = []
    used: set[int] = set()
    for (place, other), relation in zip(asked, judge.judge(pairs) if pairs else (), strict=True):
        if len(found) == wanted or place in used or other in used or relation not in ("same", "refines"):
            continue
        merge = _merged(ordered[other], ordered[place], policy)
        if merge is not None:
            used |= {place, other}
            found.append(merge)
    return found


def _merged(
    older: tuple[str, Item], newer: tuple[str, Item], policy: MemoryLogPolicy
) -> tuple[Removal, Replace] | None:
    if values_differ(newer[1].text, older[1].text):
        return None
    fuller = older[1].text if is_fuller(older[1].text, newer[1].text) else merged(older[1].text, newer[1].text)
    if count_words(fuller) > policy.words:
        return None
    line = older[0] if fuller == older[1].text else item_line(replace(older[1], text=fuller))
    return Removal(line=newer[0], why="near duplicate", into=line), Replace(older[0], line)
