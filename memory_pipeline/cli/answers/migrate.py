"""`migrate F` and `migrate --all`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rich.console import RenderableType

from memory_pipeline.bootstrap import build_pipeline, extraction_pool
from memory_pipeline.cli.answers.drawing import counts, plain, table
from memory_pipeline.cli.answers.parts import one_or_all, open_pipeline
from memory_pipeline.cli.errors import error_document
from memory_pipeline.cli.output import Answer, progress_shown, say
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.settings import load_settings
from memory_pipeline.workflows.migrate_all import FamilyMigration, migrate_families


def migrate(family: str | None, *, every: bool, jobs: int, now: str | None) -> Answer:
    """Move one family over, or all open ones. Fails where one stopped or where its report does not pass.

    Raises InvalidArgument, UnknownFamily; with one family also what its own files make go wrong.
    """
    settings = load_settings()
    families = one_or_all(open_pipeline(now), family, every)
    build = partial(build_pipeline, settings, now=None if now is None else parse_instant(now))
    ends = []
    with progress_shown() as progress, extraction_pool(settings) as executor:
        begun = time.monotonic()
        for end in migrate_families(build, families, jobs=jobs, executor=executor, progress=progress):
            ends.append(end)
            _tell(end, len(ends), len(families), time.monotonic() - begun)
    if not every and ends[0].error is not None:
        raise ends[0].error
    documents = [_document(end) for end in sorted(ends, key=lambda end: end.family)]
    return Answer(
        document=documents if every else documents[0],
        draw=lambda: _drawn(documents),
        failed=any(end.failed for end in ends),
    )


def _tell(end: FamilyMigration, done: int, total: int, seconds: float) -> None:
    """One line a family on stderr, where no bars are shown: how far it is, and how long it may still take."""
    if total == 1 or sys.stderr.isatty():
        return
    left = seconds / done * (total - done)
    say(f"{done} of {total} families, {end.family}: {_state(end)}; about {left:.0f} s left")


def _state(end: FamilyMigration) -> str:
    if end.skipped:
        return "closed"
    if end.ledger is None:
        return f"failed: {end.error}"
    return str(end.ledger.as_json()["state"])


def _document(end: FamilyMigration) -> dict[str, Any]:
    """One family's answer; `steps` are those of its ledger, `error` what kept it from having one."""
    ledger = end.ledger.as_json() if end.ledger else {"stopped": None, "steps": {}}
    return {
        "family": end.family,
        "state": "closed" if end.skipped else "failed" if end.ledger is None else ledger["state"],
        "passes": end.ledger is not None and end.ledger.passes,
        "stopped": ledger["stopped"],
        "steps": ledger["steps"],
        "error": None if end.error is None else error_document(end.error)["error"],
    }


def _drawn(documents: Sequence[dict[str, Any]]) -> Iterator[RenderableType]:
    rows = [(each["family"], each["state"], *_numbers(each["steps"])) for each in documents]
    columns = ("family", "", "#sessions", "decisions", "#earlier lines", "of these")
    yield table("Migration", *columns, rows=rows, empty="no family")
    for each in documents:
        if each["stopped"]:
            yield plain(f"{each['family']} stopped at {each['stopped']['step']}: {each['stopped']['reason']}", "red")
        if each["error"]:
            yield plain(f"{each['family']} failed: {each['error']['message']}", "red")
        if each["steps"].get("report", {}).get("passes") is False:
            yield plain(f"{each['family']}: something it asked for is missing; see its migration/report.md", "yellow")


def _numbers(steps: dict[str, Any]) -> tuple[object, ...]:
    report = steps.get("report", {})
    states = {name: report.get(name, 0) for name in ("covered", "partly", "replaced", "forgotten", "missing")}
    decisions = steps.get("reduce", {}).get("decisions", {})
    return steps.get("enumerate", {}).get("sessions", 0), counts(decisions), report.get("lines", 0), counts(states)
