"""A night over 1,000 families of 250 memories, all quiet and with 2 % due: `python benchmarks/nightly.py`.

A local folder without fsync. The due families are whole: 250 memories with their ledgers, five of which end that day.
Of a quiet family a night reads head.json and nothing else, so only head.json and family.yaml are laid out for it.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import track
from rich.table import Table

from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.model.change import Change, ChangeEntry, Head
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.settings import Settings
from memory_pipeline.store import keys
from memory_pipeline.store.records import dump_family, dump_head
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.nightly import dream_families
from memory_pipeline.workflows.pipeline import Pipeline

START = datetime(2026, 8, 14, 19, 0, tzinfo=UTC)
NIGHT = datetime(2026, 9, 1, 3, 5, tzinfo=UTC)
MEMORIES = 250
ENDING = 5
DUE_SHARE = 0.02
ROUNDS = 3


def memory(family: str, number: int) -> tuple[Memory, Evidence]:
    """One of a family's memories; the first few end on the night's day."""
    at = START + timedelta(seconds=number)
    text = f"Locker {number} of {family} holds box {number * 37 % 1009}."
    ends = NIGHT.date() if number < ENDING else None
    made = Memory(
        id=derived_ulid(at, f"{family} {number}"),
        type="fact",
        about=f"Locker {number}",
        summary=text,
        when_to_use="When a box is looked for",
        formed_at=at,
        last_reinforced_at=at,
        valid_until=ends,
        body=body_of(text),
    )
    return made, Evidence(ref=ConversationRef(family, "s-1", number + 1, number + 1), quote=text, recorded_at=at)


def lay_out(pipeline: Pipeline, objects: LocalFiles, families: list[str], due: int) -> None:
    """The due families through the journal, the quiet ones as two files."""
    for place, key in enumerate(track(families, "lay out", console=Console(stderr=True))):
        family = Family(key=key, timezone="UTC")
        if place >= due:
            objects.put(keys.family_key(key), dump_family(family))
            objects.put(keys.head_key(key), dump_head(Head(next_due=date(2027, 1, 1))))
            continue
        fill(pipeline, family)
        dream_family(replace(pipeline, now_given=START + timedelta(days=1)), key)


def fill(pipeline: Pipeline, family: Family) -> None:
    """One conversation of as many turns, and one change with a memory of each."""
    store = pipeline.store(family.key)
    store.create_family(family)
    made = [memory(family.key, number) for number in range(MEMORIES)]
    turns = tuple(
        Turn(number=number, role="user", speaker="Dana", at=each.formed_at, text=each.summary)
        for number, (each, _) in enumerate(made, start=1)
    )
    ended = turns[-1].at
    store.add_session(
        Session(id="s-1", surface="chat", started_at=START, ended_at=ended, off_record=False, turns=turns)
    )
    change = Change(
        kind="session",
        cause="s-1",
        at=ended,
        memories=tuple(each for each, _ in made),
        evidence=tuple((each.id, line) for each, line in made),
        entries=tuple(ChangeEntry("added", each.id) for each, _ in made),
    )
    store.commit(lambda _: change)


def night(pipeline: Pipeline, families: list[str]) -> tuple[float, int]:
    """Seconds of one pass, and how many families dreamt."""
    begun = perf_counter()
    dreamt = sum(night.report is not None for night in dream_families(pipeline, families))
    return perf_counter() - begun, dreamt


def main() -> None:
    """Print families a second and the memory that the pass added."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--families", type=int, default=1_000)
    families = [f"fam_{number:05}" for number in range(parser.parse_args().families)]
    due = round(len(families) * DUE_SHARE)
    table = Table(title=f"A night over {len(families)} families", title_justify="left")
    for column in ("pass", "families/s", "seconds", "dreamt", "peak MB added"):
        table.add_column(column, justify="left" if column == "pass" else "right")
    with tempfile.TemporaryDirectory() as folder:
        objects = LocalFiles(Path(folder) / "store", fsync=False)
        built = build_pipeline(Settings(store=folder, index="exact", embedder="hashing"), now=NIGHT)
        pipeline = replace(built, objects=objects)
        lay_out(pipeline, objects, families, due)
        before = peak()
        quiet = [night(pipeline, families[due:])[0] for _ in range(ROUNDS)]
        row(table, "all quiet", len(families) - due, statistics.median(quiet), 0, peak() - before)
        before = peak()
        seconds, dreamt = night(pipeline, families)
        row(table, f"{due} due", len(families), seconds, dreamt, peak() - before)
        seconds, dreamt = night(pipeline, families)
        row(table, "again, the same night", len(families), seconds, dreamt, peak() - before)
    Console().print(table)


def row(table: Table, name: str, families: int, seconds: float, dreamt: int, added: float) -> None:
    """One pass as a line of the table."""
    table.add_row(name, f"{families / seconds:.0f}", f"{seconds:.2f}", str(dreamt), f"{added:.1f}")


def peak() -> float:
    """The largest resident memory so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
