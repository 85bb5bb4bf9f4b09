"""What reconciliation costs: a session into a large family, a long history replayed, and what is left twice.

    python benchmarks/reconciliation.py [LOCOMO_FILE]

Prints medians. The embedder is the hashing one, so that what is measured is our own code. Duplicate clusters are
counted over active memories by `evaluation.scorers.duplicates`: two memories are one fact where their summaries have
the same numbers and negations and share four fifths of their other words.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.evaluation.scorers.duplicates import score_duplicates
from memory_pipeline.model.candidate import Candidate, Formation, Quote
from memory_pipeline.model.change import Change
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.reconciliation.plan import plan_session
from memory_pipeline.settings import Settings
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.workflows.families import add_family, list_families, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import reconcile_sessions

FAMILY = Family(key="bench", timezone="Europe/Berlin", members=(Member(name="Dana"), Member(name="Theo", kind="child")))
PROGRAM = str(Path(sys.executable).with_name("memory-pipeline"))
START = datetime(2026, 1, 1, 9, tzinfo=UTC)
PEOPLE = ("Dana", "Theo", "Nora", "Marcus", "Juniper", "Grandma", "Oskar", "Pilar", "Amira", "Jonas")
DOES = ("likes", "collects", "repairs", "is scared of", "keeps", "reads about", "draws", "knows a lot about")
THINGS = ("maps", "radios", "horses", "clocks", "trains", "mushrooms", "kites", "shells", "boats", "bicycles", "drums")
PLACES = ("in the attic", "at the lake", "in the garage", "at school", "on the balcony", "near the mill")
MEMORIES, CANDIDATES, SESSIONS = 5_000, 10, 300


def main() -> None:
    """Measure and print."""
    print(f"{'figure':66} {'median':>10} {'min':>10} {'max':>10}")
    first, known = into_a_large_family()
    show(f"{CANDIDATES} candidates into {MEMORIES} memories, neighbours met first, ms", first)
    show(f"{CANDIDATES} candidates into {MEMORIES} memories, all loaded, ms", known)
    rates = [replayed() for _ in range(3)]
    show(f"{SESSIONS} sessions without extraction, local folder, sessions/s", [clock for clock, _ in rates])
    show(f"{SESSIONS} sessions without extraction, local folder, sessions/CPU s", [busy for _, busy in rates])
    if len(sys.argv) > 1:
        duplicates(Path(sys.argv[1]))


def show(figure: str, values: Sequence[float]) -> None:
    """One row."""
    print(f"{figure:66} {statistics.median(values):10.2f} {min(values):10.2f} {max(values):10.2f}", flush=True)


def sentence(number: int) -> tuple[str, str]:
    """Who and what: the same number gives the same sentence, another one nearly always another."""
    person = PEOPLE[number % len(PEOPLE)]
    thing = THINGS[(number // len(PEOPLE)) % len(THINGS)]
    does = DOES[(number // 110) % len(DOES)]
    return person, f"{person} {does} {thing} {PLACES[(number // 880) % len(PLACES)]}."


def said(number: int, ending: str = ".") -> Candidate:
    """A candidate that cites its own sentence."""
    person, text = sentence(number)
    text = text.removesuffix(".") + ending
    return Candidate(
        type="fact", about=person, summary=text, body=text, when_to_use=f"When {person} comes up",
        evidence=(Quote(first=1, last=1, text=text),),
    )  # fmt: skip


def into_a_large_family() -> tuple[list[float], list[float]]:
    """Milliseconds to plan a session: where its neighbours are met first, and where they are known.

    The family's memories, vectors and words are loaded by a session before.
    """
    pipeline = _pipeline(Path("/nowhere"), InMemoryObjects())
    _fill(pipeline)
    view, vectors = pipeline.view(FAMILY.key), pipeline.vectors(FAMILY.key)

    def planned(turn: int, ending: str) -> float:
        candidates = [said(turn * 37 + number * 411, ending) for number in range(CANDIDATES)]
        session = _session(f"new-{turn}-{len(ending)}", turn, [candidate.body for candidate in candidates])
        vectors.of([f"{each.about}\n{each.summary}\n{each.when_to_use}" for each in candidates])
        placed = _placed(candidates)
        start = time.perf_counter()
        plan_session(view, session, placed, pipeline.judge, vectors, pipeline.policies.reconciliation)
        return 1_000 * (time.perf_counter() - start)

    planned(0, ".")
    return [planned(turn, ".") for turn in range(1, 11)], [planned(turn, " now.") for turn in range(1, 11)]


def replayed() -> tuple[float, float]:
    """Sessions a second by the clock and by the processor: three candidates each, formed beforehand, in time order."""
    with tempfile.TemporaryDirectory() as folder:
        pipeline = _pipeline(Path(folder))
        add_family(pipeline, FAMILY)
        names = [_formed(pipeline, number) for number in range(SESSIONS)]
        start, busy = time.perf_counter(), time.process_time()
        list(reconcile_sessions(pipeline, FAMILY.key, names))
        return SESSIONS / (time.perf_counter() - start), SESSIONS / (time.process_time() - busy)


def duplicates(path: Path) -> None:
    """Share of active memories that begin a cluster of two or more, over all conversations of a LoCoMo file."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MEMORY_STORE": f"{folder}/store"}
        for command in (["import", "locomo", str(path)], ["run", "--all"]):
            subprocess.run([PROGRAM, *command], check=True, capture_output=True, env=environment)
        pipeline = _pipeline(Path(folder) / "store")
        hits = total = 0
        for family in list_families(pipeline):
            active = [m.summary for m in pipeline.view(family).memories().values() if m.status == "active"]
            scores = score_duplicates(active, [frozenset[str]()] * len(active), family)
            told = [score for score in scores if score.hit]
            hits, total = hits + len(told), total + len(active)
            print(*(f"  {family}: {score.why}" for score in told), sep="\n")
        print(f"duplicate clusters on LoCoMo: {hits} of {total} active memories, {100 * hits / max(1, total):.2f} %")


def _pipeline(folder: Path, objects: InMemoryObjects | None = None) -> Pipeline:
    settings = Settings(store=str(folder), embedder="hashing", index="exact")
    built = build_pipeline(settings, now=START + timedelta(days=700))
    return built if objects is None else replace(built, objects=objects)


def _session(name: str, day: int, texts: Sequence[str]) -> Session:
    at = START + timedelta(days=day)
    turns = tuple(
        Turn(number=n, role="user", speaker="Dana", at=at, text=text) for n, text in enumerate(texts, start=1)
    )
    return Session(id=name, surface="chat", started_at=at, ended_at=at, off_record=False, turns=turns)


def _placed(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    return tuple(
        replace(candidate, evidence=(Quote(first=place, last=place, text=candidate.body),))
        for place, candidate in enumerate(candidates, start=1)
    )


def _formed(pipeline: Pipeline, number: int) -> str:
    name = f"s-{number:04}"
    candidates = [said(number * 3 + place * 97) for place in range(3)]
    session = _session(name, number, [candidate.body for candidate in candidates])
    take_in(pipeline, FAMILY.key, [session])
    placed = _placed(candidates)
    pipeline.store(FAMILY.key).put_formation(
        Formation(session=name, extractor="bench", status="formed", survivors=placed)
    )
    return name


def _fill(pipeline: Pipeline) -> None:
    """One change that holds every memory, each with the turn it came from."""
    add_family(pipeline, FAMILY)
    numbers = range(MEMORIES)
    session = _session("all", -1, [sentence(number)[1] for number in numbers])
    memories = tuple(_memory(number, session) for number in numbers)
    evidence = tuple(
        (
            memory.id,
            Evidence(
                ref=ConversationRef(FAMILY.key, session.id, place, place), quote=memory.claim,
                recorded_at=memory.formed_at,
            ),
        )
        for place, memory in enumerate(memories, start=1)
    )  # fmt: skip

    def plan(_: FamilyView) -> Change:
        return Change(
            kind="migration",
            cause="all",
            at=session.started_at,
            memories=memories,
            evidence=evidence,
            sessions=(session,),
        )

    pipeline.store(FAMILY.key).commit(plan)


def _memory(number: int, session: Session) -> Memory:
    person, text = sentence(number)
    at = session.started_at
    return Memory(
        id=derived_ulid(at, FAMILY.key, str(number)), type="fact", about=person, summary=f"{text[:-1]} no {number}.",
        when_to_use=f"When {person} comes up", formed_at=at, last_reinforced_at=at, body=body_of(text),
    )  # fmt: skip


if __name__ == "__main__":
    main()
