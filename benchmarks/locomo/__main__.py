"""Import, form, ask, and print the figures side by side."""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.locomo.against_mem0 import ask_mem0
from benchmarks.locomo.counting import Pieces, coverage, score
from benchmarks.locomo.plain_retrieval import TurnSearch
from benchmarks.locomo.questions import Question, read_questions
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex
from memory_pipeline.bootstrap import build_pipeline, build_reader
from memory_pipeline.importers.batch import ImportOptions
from memory_pipeline.importers.locomo import read
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import ConversationRef, parse_ref
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.workflows.families import add_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family

LIMIT = 10
CONTEXT = 2
CONSOLE = Console(stderr=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Formed:
    """What became of one conversation, and how long it took in seconds."""

    family: str
    sessions: int
    turns: int
    memories: int
    covered: int
    gold: int
    seconds: float


@dataclass(slots=True)
class Answers:
    """The results of every system for each question in turn; milliseconds and tokens of our own."""

    results: dict[str, list[list[Pieces]]] = field(default_factory=dict)
    search_ms: list[float] = field(default_factory=list)
    turn_ms: list[float] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)

    def note(self, system: str, found: list[Pieces]) -> None:
        """Keep the results of one question."""
        self.results.setdefault(system, []).append(found)


def main() -> None:
    """Run the benchmark on a file of LoCoMo's format."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locomo", description=__doc__)
    parser.add_argument("data", type=Path, help="a file of LoCoMo's format")
    parser.add_argument(
        "--corrected", type=Path, help="corrected evidence (default: corrected_evidence.json beside it)"
    )
    parser.add_argument("--mem0", type=Path, help="an interpreter with mem0ai, to ask it the same")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    chosen = parser.parse_args()
    figures = measured(chosen.data, chosen.corrected, chosen.mem0)
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    show(figures)


def measured(data: Path, corrected: Path | None = None, mem0: Path | None = None) -> dict[str, Any]:
    """Every figure of a file; of mem0 only where an interpreter that has it is given."""
    beside = data.with_name("corrected_evidence.json")
    questions, bare = read_questions(data, corrected or (beside if beside.exists() else None))
    with tempfile.TemporaryDirectory() as folder:
        pipeline = replace(build_pipeline(), objects=InMemoryObjects(), index=QdrantEdgeIndex(Path(folder)))
        formed = form_all(pipeline, data, questions)
        answers = ask_all(pipeline, questions)
        other = None
        if mem0 is not None:
            families = {each.family: sessions_of(pipeline.view(each.family)) for each in formed}
            other = ask_mem0(mem0, pipeline.embedder, families, questions, LIMIT)
            answers.results["mem0, infer=False"] = other.results
    figures = figures_of(formed, questions, answers, bare)
    if other is not None:
        figures |= {"mem0_version": other.version, "mem0_search_ms": _spread(other.search_ms)}
    return figures


def form_all(pipeline: Pipeline, data: Path, questions: Sequence[Question]) -> list[Formed]:
    """Import each conversation and run the main job on it."""
    formed = []
    for imported in track(read(data, family=None, options=ImportOptions()).families, "form", console=CONSOLE):
        key = imported.family.key
        add_family(pipeline, imported.family)
        take_in(pipeline, key, imported.sessions)
        started = perf_counter()
        run_family(pipeline, key)
        seconds = perf_counter() - started
        view = pipeline.view(key)
        active = [memory for memory in view.memories().values() if memory.status == "active"]
        covered, gold = coverage(questions, [pieces_of(view, memory) for memory in view.memories().values()], key)
        formed.append(
            Formed(
                family=key,
                sessions=len(imported.sessions),
                turns=sum(len(session.turns) for session in imported.sessions),
                memories=len(active),
                covered=covered,
                gold=gold,
                seconds=seconds,
            )
        )
    return formed


def ask_all(pipeline: Pipeline, questions: Sequence[Question]) -> Answers:
    """Put every question to our search and turn lookup, and to plain retrieval over the turns."""
    answers = Answers()
    families = dict.fromkeys(question.family for question in questions)
    readers = {family: build_reader(pipeline, family) for family in families}
    plain = {family: plain_searches(pipeline, sessions_of(pipeline.view(family))) for family in families}
    for question in track(questions, "ask", console=CONSOLE):
        reader = readers[question.family]
        started = perf_counter()
        found = reader.search(question.text, limit=LIMIT)
        answers.search_ms.append(1000 * (perf_counter() - started))
        answers.note("ours, search", [cited(result.evidence) for result in found.results])
        started = perf_counter()
        turn = reader.turn(question.text)
        answers.turn_ms.append(1000 * (perf_counter() - started))
        answers.tokens.append(turn.tokens)
        answers.note("ours, turn block", [cited(item.evidence) for item in turn.items])
        for name, search in plain[question.family].items():
            for way, results in search.search(question.text, LIMIT).items():
                answers.note(f"{name}, {way}", results)
    return answers


def plain_searches(pipeline: Pipeline, sessions: Sequence[Session]) -> Mapping[str, TurnSearch]:
    """Single turns, and dated turns with their neighbours (the strongest plain retrieval known on this data)."""
    return {
        "turns": TurnSearch(sessions, pipeline.embedder),
        "turns in context": TurnSearch(sessions, pipeline.embedder, context=CONTEXT),
    }


def sessions_of(view: FamilyView) -> list[Session]:
    """A family's conversations in time order."""
    return sorted((view.session(name) for name in view.session_ids()), key=lambda session: session.chronology)


def pieces_of(view: FamilyView, memory: Memory) -> Pieces:
    """The turns that a memory cites, piece by piece."""
    return [[(line.ref.session, turn) for turn in line.ref.turns] for line in view.ledger(memory.id) if line.supports]


def cited(evidence: Sequence[str]) -> Pieces:
    """The turns behind the conv:// references of a result."""
    refs = [ref for text in evidence if isinstance(ref := parse_ref(text), ConversationRef)]
    return [[(ref.session, turn) for turn in ref.turns] for ref in refs]


def figures_of(formed: Sequence[Formed], questions: Sequence[Question], answers: Answers, bare: int) -> dict[str, Any]:
    """All figures as one document."""
    return {
        "questions": len(questions),
        "without_evidence": bare,
        "formed": [
            {
                "family": each.family,
                "sessions": each.sessions,
                "turns": each.turns,
                "memories": each.memories,
                "memories_a_turn": round(each.memories / each.turns, 3),
                "coverage": round(each.covered / each.gold, 4),
                "gold_turns": each.gold,
                "seconds": round(each.seconds, 2),
            }
            for each in formed
        ],
        "systems": {name: _system(questions, results) for name, results in answers.results.items()},
        "search_ms": _spread(answers.search_ms),
        "turn_ms": _spread(answers.turn_ms),
        "turn_tokens": _spread(answers.tokens),
    }


def _system(questions: Sequence[Question], results: Sequence[Sequence[Pieces]]) -> dict[str, float]:
    five, ten = score(questions, results, 5), score(questions, results, LIMIT)
    return {
        "recall@5": round(five.recall, 4),
        "recall@10": round(ten.recall, 4),
        "precision@5": round(five.precision, 4),
        "precision@10": round(ten.precision, 4),
        "results": round(statistics.fmean(len(found) for found in results), 2),
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    cuts = statistics.quantiles(values, n=20, method="inclusive")
    return {"median": round(statistics.median(values), 2), "p95": round(cuts[-1], 2), "largest": round(max(values), 2)}


def show(figures: Mapping[str, Any]) -> None:
    """The figures as tables."""
    console = Console()
    kept = Table(title="What was kept", title_justify="left")
    for column in ("family", "sessions", "turns", "memories", "a turn", "gold turns cited", "seconds"):
        kept.add_column(column, justify="right" if column != "family" else "left")
    for each in figures["formed"]:
        share = f"{100 * each['coverage']:.1f} % of {each['gold_turns']}"
        counts = (each["sessions"], each["turns"], each["memories"], each["memories_a_turn"], share, each["seconds"])
        kept.add_row(each["family"], *map(str, counts))
    found = Table(title=f"What is found, {figures['questions']} questions", title_justify="left")
    for column in ("system", "recall@5", "recall@10", "precision@5", "precision@10", "results"):
        found.add_column(column, justify="right" if column != "system" else "left")
    for name, each in figures["systems"].items():
        shares = [f"{100 * each[key]:.1f}" for key in ("recall@5", "recall@10", "precision@5", "precision@10")]
        found.add_row(name, *shares, str(each["results"]))
    console.print(kept, found)
    for name in ("search_ms", "turn_ms", "turn_tokens"):
        each = figures[name]
        console.print(
            f"{name.replace('_', ' ')}: median {each['median']}, p95 {each['p95']}, largest {each['largest']}"
        )
    console.print(f"left out: {figures['without_evidence']} questions without evidence")


if __name__ == "__main__":
    main()
