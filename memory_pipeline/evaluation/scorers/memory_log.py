"""The memory log: MEMORY.md as a batch left it against the labelled one.

A new line is one that was not there before: an item added, or the rewritten line of an update. What must not be said is
looked for in new lines only; what stood there before is the case's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from memory_pipeline.evaluation.cases.memory_log import ExpectedItem, MemoryLogCase
from memory_pipeline.evaluation.observing.memory_log import LogSeen
from memory_pipeline.evaluation.scores import Score
from memory_pipeline.evaluation.words_said import says, says_all
from memory_pipeline.memory_log.items import MARK, Item, read_item

_WORDS = 150


def score_memory_log(case: MemoryLogCase, seen: LogSeen) -> list[Score]:
    """One score of the whole batch; one an expected item for its words and one for how it came there; one a batch for
    what new lines must not say, and one for the form.
    """
    new = _new_lines(case, seen)
    matched = [_match(wanted, new) for wanted in case.items]
    faults = [*_item_faults(case, seen, matched), *_standing_faults(case, seen, matched, new)]
    scores = [Score(metric="memory_log_right", case=case.id, hit=not faults, why="; ".join(faults) or case.why)]
    for number, (wanted, line) in enumerate(zip(case.items, matched, strict=True), start=1):
        name = f"{case.id}-{number}"
        found = f"says {wanted.must_say}" if line is None else line
        scores.append(Score(metric="log_items_found", case=name, hit=line is not None, why=found))
        if line is not None:
            problem = _operation_fault(case, seen, wanted, line)
            scores.append(
                Score(metric="log_operation_right", case=name, hit=problem is None, why=problem or wanted.operation)
            )
    said = list(_said_wrongly(case, new))
    scores.append(Score(metric="log_wrong_said", case=case.id, hit=bool(said), why="; ".join(said) or "nothing"))
    extra = [line for line in new if line not in matched]
    scores.append(Score(metric="log_needless_items", case=case.id, hit=bool(extra), why="; ".join(extra) or "none"))
    broken = [*_form_faults(new), *seen.failing, *([] if seen.header_intact else ["a header changed"])]
    scores.append(Score(metric="log_form_kept", case=case.id, hit=not broken, why="; ".join(broken) or "kept"))
    return scores


def _new_lines(case: MemoryLogCase, seen: LogSeen) -> list[str]:
    """Lines that were not there before, the marked form of an existing line aside, in their order."""
    before = Counter([*case.existing, *(f"{line} {MARK}" for line in case.existing)])
    return [line for line in seen.lines if line.strip() and not before[line]]


def _match(wanted: ExpectedItem, new: Sequence[str]) -> str | None:
    """The new line that is the expected item."""
    for line in new:
        item = read_item(line)
        fits = isinstance(item, Item) and item.category in wanted.category and says_all(item.text, wanted.must_say)
        if fits and not any(says(line, phrase) for phrase in wanted.must_not_say):
            return line
    return None


def _item_faults(case: MemoryLogCase, seen: LogSeen, matched: Sequence[str | None]) -> Iterator[str]:
    for wanted, line in zip(case.items, matched, strict=True):
        if line is None:
            yield f"no {'/'.join(wanted.category)} says {wanted.must_say}"
        elif (problem := _operation_fault(case, seen, wanted, line)) is not None:
            yield problem


def _operation_fault(case: MemoryLogCase, seen: LogSeen, wanted: ExpectedItem, line: str) -> str | None:
    """Why an item did not come there as it should have, or None."""
    old = case.existing[wanted.of - 1] if wanted.of is not None else None
    match wanted.operation:
        case "add":
            rewritten = [
                each for each in case.existing if each not in seen.lines and f"{each} {MARK}" not in seen.lines
            ]
            if rewritten and seen.lines.index(line) < len(case.existing):
                return f"{line!r} stands in the place of an existing line"
        case "update":
            if old in seen.lines or f"{old} {MARK}" in seen.lines:
                return f"{old!r} was not rewritten"
            if old is not None and line[:21] != old[:21]:
                return f"{line!r} lost the older timestamp"
        case "supersede":
            if f"{old} {MARK}" not in seen.lines:
                return f"{old!r} is not marked"
    return None


def _standing_faults(
    case: MemoryLogCase, seen: LogSeen, matched: Sequence[str | None], new: Sequence[str]
) -> Iterator[str]:
    for number in case.untouched:
        if case.existing[number - 1] not in seen.lines:
            yield f"line {number} was touched"
    yield from _said_wrongly(case, new)
    items = [line for line in seen.lines if isinstance(read_item(line), Item)]
    if len(items) != case.count:
        extra = [line for line in new if line not in matched]
        yield f"{len(items)} items and not {case.count}; beside the labelled ones: {extra}"
    yield from _form_faults(new)
    if not seen.header_intact:
        yield "a header changed"


def _said_wrongly(case: MemoryLogCase, new: Sequence[str]) -> Iterator[str]:
    for line in new:
        for words in case.must_not_say:
            if says_all(line, words):
                yield f"{line!r} says {words}"


def _form_faults(new: Sequence[str]) -> Iterator[str]:
    """What the seed's strict format forbids in a line that we write."""
    for line in new:
        item = read_item(line)
        if not isinstance(item, Item):
            yield f"{line!r} is no item"
        elif item.words > _WORDS or item.text.endswith(("...", "…")) or item.had_entities or item.superseded:
            yield f"{line!r} is too long, cut off, or has a tail"
        elif any(says(item.text, word) for word in ("the user", "conversation partner")):
            yield f"{line!r} names nobody"
