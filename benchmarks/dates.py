"""How many of Recognizers-Text's English calendar days come out right: `python benchmarks/dates.py FILE`.

FILE is `english_dev.json` of the MIT-licensed specification (not shipped). A case counts when one of its listed
values is what `mentions` resolved at its place; where two values are listed, either is right. Days are cases of type
date; date ranges are reported beside them, with their exclusive end taken as the day after `last`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from memory_pipeline.language.dates import DateMention, mentions


def expected(result: dict[str, Any], kind: str) -> set[tuple[str | None, str | None]]:
    """The (first, day after last) pairs that are right for one result."""
    pairs: set[tuple[str | None, str | None]] = set()
    for value in result["values"]:
        if value["type"] != kind or value.get("value") == "not resolved":
            continue
        if kind == "date":
            following = date.fromisoformat(value["value"]) + timedelta(days=1)
            pairs.add((value["value"], following.isoformat()))
        else:
            pairs.add((value.get("start"), value.get("end")))
    return pairs


def is_right(found: tuple[DateMention, ...], wanted: set[tuple[str | None, str | None]], shift: int) -> bool:
    """Whether one mention has the wanted days; an open side of a range is not asked for."""
    for mention in found:
        first, end = mention.first.isoformat(), (mention.last + timedelta(days=shift)).isoformat()
        if any(start in {None, first} and stop in {None, end} for start, stop in wanted):
            return True
    return False


def cases(file: Path, kind: str) -> Iterator[tuple[str, date, str, set[tuple[str | None, str | None]]]]:
    """(text, reference day, expression, right answers) of every resolvable case of a kind."""
    for case in json.loads(file.read_text(encoding="utf-8")):
        for result in case["results"]:
            wanted = expected(result, kind) if result.get("values") else set()
            if wanted:
                yield case["text"], date.fromisoformat(case["reference"][:10]), result["text"], wanted


def main() -> None:
    """Print the share right and every miss."""
    file = Path(sys.argv[1])
    for kind in ("date", "daterange"):
        total = right = 0
        started = time.perf_counter()
        for text, said_on, expression, wanted in cases(file, kind):
            total += 1
            found = mentions(text, said_on)
            if is_right(found, wanted, 1) or (kind == "daterange" and is_right(found, wanted, 0)):
                right += 1
            else:
                resolved = [(mention.text, str(mention.first), str(mention.last)) for mention in found]
                print(
                    f"miss {kind}: {expression!r} in {text!r} said {said_on}: {resolved} not {sorted(map(str, wanted))}"
                )
        seconds = time.perf_counter() - started
        print(f"{kind}: {right} of {total} right ({right / total:.1%}), {total / seconds:.0f} cases a second")


if __name__ == "__main__":
    main()
