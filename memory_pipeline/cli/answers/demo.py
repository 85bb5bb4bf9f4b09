"""`demo`: the demo families through everything once, told from what is stored, so that a second time says the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import RenderableType

from memory_pipeline.bootstrap import build_reader
from memory_pipeline.cli.answers.drawing import block, counts, plain, table
from memory_pipeline.cli.answers.parts import open_pipeline
from memory_pipeline.cli.answers.run import Attempt, attempt
from memory_pipeline.cli.answers.story import family_story, quotes_of
from memory_pipeline.cli.output import Answer, progress_shown
from memory_pipeline.importers.demo import demo_families
from memory_pipeline.model.instants import format_instant
from memory_pipeline.workflows.load_demo import load_demo
from memory_pipeline.workflows.pipeline import Pipeline

SHOWN_FAMILY = "fam_cedar"
MESSAGE = "What snack can Theo take to soccer practice?"


def show() -> Answer:
    """Load, run and tell. Fails where a family or one of its sessions failed."""
    pipeline = open_pipeline()
    demo = demo_families()
    with progress_shown() as progress:
        keys = load_demo(pipeline, demo, progress)
        attempts = [attempt(pipeline, key, progress) for key in keys]
    document = {
        "now": format_instant(demo.now),
        "store": pipeline.objects.location,
        "families": [family_story(pipeline, key) for key in keys],
        "brief": {"family": SHOWN_FAMILY, **build_reader(pipeline, SHOWN_FAMILY).brief().as_json()},
        "lookup": _lookup(pipeline),
    }
    failed = [each for each in attempts if each.failed]
    return Answer(document=document, draw=lambda: _drawn(document, failed), failed=bool(failed))


def _lookup(pipeline: Pipeline) -> dict[str, Any]:
    found = build_reader(pipeline, SHOWN_FAMILY).turn(MESSAGE).as_json()
    quotes = quotes_of(pipeline.view(SHOWN_FAMILY), [item["ref"] for item in found["items"]])
    return {"family": SHOWN_FAMILY, "message": MESSAGE, **found, "quotes": quotes}


def _drawn(document: dict[str, Any], failed: Sequence[Attempt]) -> Iterable[RenderableType]:
    for story in document["families"]:
        yield from _drawn_family(story)
    brief = document["brief"]
    title = f"The brief of {brief['family']}: what every conversation begins with ({brief['tokens']} tokens)"
    yield block(title, brief["text"])
    yield from _drawn_lookup(document["lookup"])
    yield from (plain(_failure(each), "bold red") for each in failed)
    yield plain(f"It is {document['now']} for these families. The files are in {document['store']}/families/")
    yield plain(f"Go on with: memory-pipeline card list {SHOWN_FAMILY}")


def _drawn_family(story: dict[str, Any]) -> Iterable[RenderableType]:
    head = f"{story['family']} ({story['timezone']}; {', '.join(story['members'])})"
    sessions = f"{sum(story['sessions'].values())} conversations: {counts(story['sessions'])}"
    rows = [
        (_kind(memory), memory["summary"], memory["valid_until"], memory["status"], _place(memory["evidence"][0]))
        for memory in story["memories"]
    ]
    yield table(f"{head}\n{sessions}; decisions: {counts(story['decisions'])}", "kind", "+what was formed", "until",
                "state", "#first said in", rows=rows)  # fmt: skip
    yield table("Dropped by a gate", "gate", "#how often", "+for example", "+why", rows=(
        (gate["gate"], gate["count"], gate["example"]["quote"], gate["example"]["reason"])
        for gate in story["dropped"]
    ))  # fmt: skip


def _drawn_lookup(lookup: dict[str, Any]) -> Iterable[RenderableType]:
    said = {quote["memory"]: quote for quote in reversed(lookup["quotes"])}
    rows = [
        (item["summary"], item["age"], said[item["ref"]]["quote"], _place(said[item["ref"]]["ref"]))
        for item in lookup["items"]
        if item["ref"] in said
    ]
    title = f'Looked up beside the message "{lookup["message"]}"'
    yield table(title, "+memory", "known", "+because somebody said", "#in", rows=rows)


def _failure(failed: Attempt) -> str:
    sessions = failed.run.failed_sessions if failed.run else ()
    return f"{failed.family} failed: {failed.error or ', '.join(sessions)}"


def _place(reference: str) -> str:
    """`session#turn=N` out of a conv:// reference."""
    return reference.rpartition("/")[2]


def _kind(memory: dict[str, Any]) -> str:
    return f"{memory['type']}, hard" if memory["strength"] == "hard" else str(memory["type"])
