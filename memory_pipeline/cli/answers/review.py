"""`review`: the queue, a verdict, the verdicts as labels, and the desk on a terminal."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator, Mapping
from datetime import tzinfo
from pathlib import Path
from typing import Any

import click
import typer
from rich.console import Console, RenderableType

from memory_pipeline.cli.answers.card import changed, evidence_document, written
from memory_pipeline.cli.answers.drawing import plain, table
from memory_pipeline.cli.answers.parts import known_family, memory_ref, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.control.review import ReviewItem, ReviewPage, ReviewProgress, review_queue
from memory_pipeline.evaluation.cases.common import Split
from memory_pipeline.evaluation.reviewed_cases import as_yaml, reviewed_cases
from memory_pipeline.model.errors import ForeignReference, InputError, InvalidArgument
from memory_pipeline.model.instants import format_instant, zone
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.review import Verdict, VerdictKind
from memory_pipeline.workflows.card_action import CardOutcome
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.review import review_memory

_KEYS: Mapping[str, VerdictKind] = {"a": "accepted", "r": "rejected", "w": "rewritten"}
_HELP = "a accept   r reject   w rewrite   s skip   q quit"


def at_a_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def queue(key: str, *, limit: int | None, after: str | None, now: str | None) -> Answer:
    """What waits for a verdict, a page of it. Raises UnknownFamily, UnknownReference for a cursor."""
    pipeline = open_pipeline(now)
    family = known_family(pipeline, key)
    page = review_queue(pipeline.view(key), limit=limit, after=after)
    return Answer(
        document={
            "family": key,
            "progress": _progress(page.progress),
            "items": [_item(key, item) for item in page.items],
            "next": page.next,
        },
        draw=lambda: _drawn(page, zone(family.timezone)),
    )


def verdict(
    key: str,
    asked: Mapping[VerdictKind, str | None],
    summary: str | None,
    reviewer: str | None,
    *,
    again: bool,
    now: str | None,
) -> Answer:
    """One verdict. Raises InvalidArgument for several or a stray summary, and as `review_memory`."""
    named = [(kind, reference) for kind, reference in asked.items() if reference is not None]
    if len(named) != 1:
        raise InvalidArgument("give one verdict at a time: --accept, --reject or --rewrite")
    (kind, reference) = named[0]
    if (summary is not None) != (kind == "rewritten"):
        raise InvalidArgument("--rewrite goes with --summary, and only --rewrite does")
    pipeline = open_pipeline(now)
    ref = memory_ref(reference)
    if ref.family != known_family(pipeline, key).key:
        raise ForeignReference(f"that memory is not of family {key}")
    outcome = review_memory(pipeline, key, ref.id, kind, reviewer or who_is_here(), summary=summary or "", again=again)
    progress = review_queue(pipeline.view(key), limit=0).progress
    last = pipeline.view(key).reviews()[ref.id].last
    return Answer(
        document={
            "ref": str(ref),
            **changed(outcome),
            "verdict": _verdict(last),
            "progress": _progress(progress),
        },
        draw=lambda: [plain(f"{kind.capitalize()}: {ref}"), written(outcome), plain(progress)],
    )


def labels(key: str, file: Path, split: Split, *, now: str | None) -> Answer:
    """The verdicts as formation cases in `file`. Raises InvalidArgument where nothing was reviewed or it is in use."""
    pipeline = open_pipeline(now)
    cases = reviewed_cases(pipeline.view(known_family(pipeline, key).key), split)
    if cases is None:
        raise InvalidArgument(f"nothing of {key} was reviewed yet, so there are no labels")
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(as_yaml(cases))
    except OSError as error:
        raise InvalidArgument(f"{file} cannot be written ({error.strerror}); name a new file") from error
    found = {
        "conversations": len(cases.sessions),
        "facts": sum(len(each.facts) for each in cases.sessions),
        "rejected": sum(len(each.silent) for each in cases.sessions),
    }
    told = f"{found['facts']} facts and {found['rejected']} places of nothing in {found['conversations']} conversations"
    return Answer(document={"family": key, "file": str(file), **found}, draw=lambda: [plain(f"{told}: {file}")])


def desk(key: str, reviewer: str | None, *, after: str | None, now: str | None) -> Answer:
    """One memory after the other, a key for each; what was judged meanwhile elsewhere is not shown again."""
    pipeline = open_pipeline(now)
    local = zone(known_family(pipeline, key).timezone)
    name, console = reviewer or who_is_here(), Console(highlight=False)
    while (page := review_queue(pipeline.view(key), limit=1, after=after)).items:
        (item,) = page.items
        console.print(*_shown(item, local), plain(page.progress, "dim"), plain(_HELP, "dim"), sep="\n")
        pressed = click.getchar().casefold()
        if pressed == "q":
            break
        if pressed == "s":
            after = item.memory.id
        elif pressed in _KEYS:
            _judge(pipeline, key, item, _KEYS[pressed], name, console)
    progress = review_queue(pipeline.view(key), limit=0).progress
    return Answer(document=_progress(progress), draw=lambda: [plain(progress)])


def _judge(
    pipeline: Pipeline, key: str, item: ReviewItem, kind: VerdictKind, reviewer: str, console: Console
) -> CardOutcome | None:
    """The verdict of a pressed key; why it was not taken stands on the screen, and the memory is shown anew."""
    summary = typer.prompt("New summary", default=item.memory.summary) if kind == "rewritten" else ""
    try:
        return review_memory(
            pipeline, key, item.memory.id, kind, reviewer, summary=summary, revision=item.memory.revision
        )
    except InputError as error:
        console.print(plain(error, "red"))
        return None


def who_is_here() -> str:
    """The name of who is logged in. Raises InvalidArgument for nobody."""
    try:
        return getpass.getuser()
    except (KeyError, OSError) as error:
        raise InvalidArgument("nobody is logged in here; name the reviewer with --reviewer") from error


def _progress(progress: ReviewProgress) -> dict[str, int]:
    return {
        "total": progress.total,
        "waiting": progress.waiting,
        "accepted": progress.accepted,
        "rejected": progress.rejected,
        "rewritten": progress.rewritten,
    }


def _item(family: str, item: ReviewItem) -> dict[str, Any]:
    memory = item.memory
    return {
        "ref": str(MemoryRef(family, memory.id)),
        "revision": memory.revision,
        "type": memory.type,
        "about": memory.about,
        "summary": memory.summary,
        "body": memory.body,
        "strength": memory.strength,
        "authority": memory.authority,
        "valid_until": None if memory.valid_until is None else memory.valid_until.isoformat(),
        "evidence": [evidence_document(line) for line in item.ledger],
        "earlier": [_verdict(each) for each in item.earlier],
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "verdict": verdict.kind,
        "reviewer": verdict.reviewer,
        "at": format_instant(verdict.at),
        "summary": verdict.summary,
        "rewritten": verdict.rewritten,
    }


def _drawn(page: ReviewPage, local: tzinfo) -> Iterator[RenderableType]:
    for item in page.items:
        yield from _shown(item, local)
    yield plain(page.progress)
    if page.next:
        yield plain(f"More: --after {page.next}", "dim")


def _shown(item: ReviewItem, local: tzinfo) -> list[RenderableType]:
    memory = item.memory
    until = "" if memory.valid_until is None else f", until {memory.valid_until}"
    rows = [(f"{line.recorded_at.astimezone(local):%Y-%m-%d}", line.quote) for line in item.ledger]
    facts = plain(
        f"{memory.strength} {memory.type} about {memory.about}, {memory.authority}{until}  {memory.id}", "dim"
    )
    return [table(memory.summary, "said on", "+quote", rows=rows), facts]
