"""One decision for each new item: ADD, UPDATE, SUPERSEDE or SKIP (seed `004`, *Consolidation*; contract section 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from memory_pipeline.memory_log.comparing import Nearness, as_candidate, as_memory
from memory_pipeline.memory_log.distil import Distilled
from memory_pipeline.memory_log.items import Item, count_words, item_line, marked
from memory_pipeline.memory_log.memory_file import Append, Edit, MemoryFile, Remove, Replace, folded
from memory_pipeline.memory_log.merge import is_fuller, merged, values_differ
from memory_pipeline.memory_log.policy import MemoryLogPolicy
from memory_pipeline.memory_log.values import completed_contact, moved, other_value, same_subject, two_things
from memory_pipeline.model.decision import Relation
from memory_pipeline.ports.relation_judge import Pair, RelationJudge

Operation = Literal["add", "update", "supersede", "skip"]
OPERATIONS: tuple[Operation, ...] = get_args(Operation)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDecision:
    """What became of a new item. `line` is the line that stands for it afterwards, `target` the one it concerned."""

    operation: Operation
    line: str
    reason: str
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Consolidation:
    """A batch's decisions in order, the exact duplicates that go, and what is to be written for both."""

    decisions: tuple[ItemDecision, ...]
    duplicates: tuple[str, ...]
    edits: tuple[Edit, ...]


@dataclass(slots=True)
class _Standing:
    """A current line and its item, as the batch has left it so far.

    `known_as`: its place among the lines on file, or -1, -2, … for the first, second, … new item.
    """

    line: str
    item: Item
    known_as: int


def consolidate(
    new: Sequence[Distilled], memory: MemoryFile, judge: RelationJudge, nearness: Nearness, policy: MemoryLogPolicy
) -> Consolidation:
    """Decide each item in order, on what the ones before it left. The judge is asked once, for every near pair."""
    removals = tuple(duplicates(memory))
    gone = {edit.line for edit in removals if not edit.keep}
    current = [
        _Standing(line, item, place)
        for place, (line, item) in enumerate(
            (line, item) for line, item in _once(memory) if line not in gone and not item.superseded
        )
    ]
    lines = frozenset(line for line, _ in memory.items())
    work = _Batch(new, current, lines, judge, nearness, policy)
    decisions = tuple(work.decide(each, place) for place, each in enumerate(new))
    twice = tuple(edit.line for edit in removals)
    return Consolidation(decisions, twice, folded((*removals, *work.edits)))


def duplicates(memory: MemoryFile) -> Iterator[Remove]:
    """Of each fact that stands twice, what goes: the later lines; a line that stands twice as it is stays once."""
    first: dict[tuple[str, str], str] = {}
    removed: set[str] = set()
    for line, item in sorted(memory.items(), key=lambda each: each[1].at):
        if item.superseded:
            continue
        if item.same_as not in first:
            first[item.same_as] = line
        elif line not in removed:
            removed.add(line)
            yield Remove(line, keep=1 if line == first[item.same_as] else 0)


def _once(memory: MemoryFile) -> list[tuple[str, Item]]:
    return list(dict(memory.items()).items())


class _Batch:
    """The current lines while a batch's items come in."""

    def __init__(
        self,
        new: Sequence[Distilled],
        current: list[_Standing],
        lines: frozenset[str],
        judge: RelationJudge,
        nearness: Nearness,
        policy: MemoryLogPolicy,
    ) -> None:
        self._current, self._lines, self._policy = current, lines, policy
        self.edits: list[Edit] = []
        self._relations = _judged(new, [standing.item for standing in current], judge, nearness)

    def decide(self, each: Distilled, place: int) -> ItemDecision:
        """The operation of one item, carried out on the current lines."""
        item = each.item
        near = [(self._relation(place, standing), standing) for standing in self._near(place)]
        for attempt in (self._skip, self._complete, self._supersede, self._update):
            for relation, standing in near:
                decision = attempt(place, each, relation, standing)
                if decision is not None:
                    return decision
        line = item_line(item)
        self._append(line, item, place)
        return ItemDecision(operation="add", line=line, reason="nothing like it is on file")

    def _near(self, place: int) -> list[_Standing]:
        order = self._relations[place]
        near = [standing for standing in self._current if standing.known_as in order]
        return sorted(near, key=lambda standing: list(order).index(standing.known_as))

    def _relation(self, place: int, standing: _Standing) -> Relation:
        return self._relations[place][standing.known_as]

    def _skip(self, _: int, each: Distilled, relation: Relation, standing: _Standing) -> ItemDecision | None:
        equal = each.item.same_as[1] == standing.item.same_as[1]
        if not equal and (relation != "same" or values_differ(each.item.text, standing.item.text)):
            return None
        return ItemDecision(
            operation="skip", line=standing.line, reason="an equivalent item is on file", target=standing.line
        )

    def _complete(self, _: int, each: Distilled, __: Relation, standing: _Standing) -> ItemDecision | None:
        text = completed_contact(each.item, standing.item)
        return self._rewrite(each, standing, text, "gives a contact what it lacked") if text is not None else None

    def _supersede(self, place: int, each: Distilled, relation: Relation, standing: _Standing) -> ItemDecision | None:
        item, text = each.item, moved(each.item, standing.item)
        judged = relation in ("updates", "contradicts") and not two_things(item, standing.item, each.said)
        if text is None and not judged and not other_value(item, standing.item, each.said):
            return None
        if text is not None:
            item = replace(item, text=text, category=standing.item.category)
        if item.at < standing.item.at:
            reason = "older than what is on file, and never replaces it"
            return ItemDecision(operation="skip", line=standing.line, reason=reason, target=standing.line)
        old = marked(standing.line)
        self.edits.append(Remove(standing.line) if old in self._lines else Replace(standing.line, old))
        line = item_line(item)
        self._current.remove(standing)
        self._append(line, item, place)
        return ItemDecision(
            operation="supersede", line=line, reason="contradicts what is on file", target=standing.line
        )

    def _update(self, _: int, each: Distilled, relation: Relation, standing: _Standing) -> ItemDecision | None:
        if relation != "refines" or not same_subject(each.item.text, standing.item.text):
            return None
        text = merged(standing.item.text, each.item.text)
        if is_fuller(standing.item.text, each.item.text):
            return ItemDecision(operation="skip", line=standing.line, reason="says no more than what is on file",
                                target=standing.line)  # fmt: skip
        return self._rewrite(each, standing, text, "says more of what is on file")

    def _rewrite(self, each: Distilled, standing: _Standing, text: str, reason: str) -> ItemDecision | None:
        """The merged line in the old one's place, with the older timestamp; None where it would be too long."""
        if count_words(text) > self._policy.words:
            return None
        item = replace(standing.item, at=min(standing.item.at, each.item.at), text=text, had_entities=False)
        target, line = standing.line, item_line(item)
        self.edits.append(Replace(target, line))
        standing.line, standing.item = line, item
        return ItemDecision(operation="update", line=line, reason=reason, target=target)

    def _append(self, line: str, item: Item, place: int) -> None:
        """A new current line; what later items of the batch are to it was judged with the others."""
        self.edits.append(Append(line))
        self._current.append(_Standing(line, item, -1 - place))


def _judged(
    new: Sequence[Distilled], current: Sequence[Item], judge: RelationJudge, nearness: Nearness
) -> list[dict[int, Relation]]:
    """For each new item, nearest first, its relation to lines on file (from 0) and earlier new items (-1, -2, …)."""
    asked: list[tuple[int, int]] = []
    pairs: list[Pair] = []
    for place, each in enumerate(new):
        known = [*current, *(earlier.item for earlier in new[:place])]
        candidate = as_candidate(each.item, each.said)
        for other, similarity in nearness.near(each.item.text, [item.text for item in known]):
            asked.append((place, other if other < len(current) else -1 - (other - len(current))))
            pairs.append(Pair(candidate, as_memory(known[other]), similarity))
    found: list[dict[int, Relation]] = [{} for _ in new]
    for (place, other), relation in zip(asked, judge.judge(pairs) if pairs else (), strict=True):
        found[place][other] = relation
    nearness.keep([item.text for item in (*current, *(each.item for each in new))])
    return found
