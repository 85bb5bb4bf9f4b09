"""In what the values or the words of two claims differ, seen from the new one."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.language.claim import Claim
from memory_pipeline.language.claim_values import Values


@dataclass(frozen=True, slots=True)
class Difference:
    """Of two sets of values, seen from the new one: some kind differs, the new one says more, it says less."""

    differ: bool = False
    more: bool = False
    less: bool = False

    def __or__(self, other: Difference) -> Difference:
        return Difference(self.differ or other.differ, self.more or other.more, self.less or other.less)


def compare_values(new: Values, known: Values) -> Difference:
    """Kind by kind; a half of the day or a year that is left out makes no difference."""
    total = Difference()
    new, known = _with_rate(new, known), _with_rate(known, new)
    for kind in sorted({*new, *known}):
        ours, theirs = new.get(kind), known.get(kind)
        if ours == theirs or (not (ours and theirs) and _goes_without_saying(kind, new, known)):
            continue
        more, less = not theirs, not ours
        if ours and theirs:
            more, less = ours > theirs, False
        total |= Difference(differ=bool(ours and theirs) and not more, more=more, less=less)
    return total


def _with_rate(values: Values, other: Values) -> Values:
    """What happens on Sundays happens once a week, where the other claim says how often."""
    days = values.get("weekday")
    if not days or "often" in values or "often" not in other:
        return values
    return {**values, "often": frozenset({"1/day" if "every day" in days else "1/week"})}


def _goes_without_saying(kind: str, new: Values, known: Values) -> bool:
    """The half of the day, and the year of a date: often left out, and no other claim for that."""
    return kind == "half" or (kind == "year" and all({"date", "month"} & set(values) for values in (new, known)))


def compare_words(new: frozenset[str], known: frozenset[str]) -> Difference:
    """Word keys, as sets."""
    return Difference(more=not new <= known, less=not known <= new)


def fewer_days(new: Claim, known: Claim) -> bool:
    """Whether the new claim repeats some of the known one's days and says nothing of a change."""
    ours, theirs = new.values.get("weekday", frozenset()), known.values.get("weekday", frozenset())
    rest = {kind: values for kind, values in new.values.items() if kind != "weekday"}
    others = {kind: values for kind, values in known.values.items() if kind != "weekday"}
    beside = compare_values(rest, others)
    return bool(ours) and ours < theirs and not new.changed and not (beside.differ or beside.more)
