"""`run`: the main job over the chosen families, each isolated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType

from memory_pipeline.cli.answers.drawing import counts, plain, table
from memory_pipeline.cli.answers.fates import Fate, fates_of
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.errors import error_document
from memory_pipeline.cli.output import Answer, progress_shown
from memory_pipeline.model.errors import InvalidArgument, MemoryPipelineError
from memory_pipeline.workflows.families import list_families, open_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import SessionOutcome
from memory_pipeline.workflows.progress import Progress
from memory_pipeline.workflows.run_family import FamilyRun, run_family

_SUMS = ("candidates", "survivors", "refused", "input_tokens", "output_tokens", "cost_usd")
_COUNTS = ("rejections", "decisions", "faults")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One family's run, or the error that stopped it; the other families go on."""

    family: str
    run: FamilyRun | None = None
    error: MemoryPipelineError | None = None

    @property
    def failed(self) -> bool:
        """Whether the family or one of its sessions failed."""
        return self.run is None or bool(self.run.failed_sessions)


def run(families: Sequence[str], *, every: bool, explain: bool, retry_empty: bool, now: str | None) -> Answer:
    """Run the named families, or every open one. Raises UnknownFamily, FamilyClosed before anything is done."""
    pipeline = open_pipeline(now)
    chosen, closed = _chosen(pipeline, families, every=every)
    with progress_shown() as progress:
        attempts = [attempt(pipeline, key, progress, retry_empty=retry_empty) for key in chosen]
    return Answer(
        document={"families": [attempt_document(each, explain=explain) for each in attempts], "closed": closed},
        draw=lambda: _drawn(attempts, closed, explain=explain),
        failed=any(each.failed for each in attempts),
    )


def attempt(pipeline: Pipeline, key: str, progress: Progress, *, retry_empty: bool = False) -> Attempt:
    """Run one family; an error stays with it."""

    def of_family(step: str, done: int, total: int) -> None:
        progress(f"{key}: {step}", done, total)

    try:
        return Attempt(family=key, run=run_family(pipeline, key, of_family, retry_empty=retry_empty))
    except MemoryPipelineError as error:
        return Attempt(family=key, error=error)


def attempt_document(tried: Attempt, *, explain: bool = False) -> dict[str, Any]:
    """One family's part of `run --json`: its sessions' counts and their totals, or the error."""
    if tried.run is None:
        return {"family": tried.family, **(error_document(tried.error) if tried.error else {})}
    document = tried.run.as_json()
    if explain:
        for session, outcome in zip(document["sessions"], tried.run.sessions, strict=True):
            session["explained"] = [fate.as_json() for fate in _fates(tried.run, outcome)]
    return {**document, "totals": totals(document["sessions"])}


def totals(sessions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The sessions' counts added up."""
    counted = {name: sum((Counter(session[name]) for session in sessions), Counter[str]()) for name in _COUNTS}
    return {
        "sessions": len(sessions),
        **{name: sum(session[name] for session in sessions) for name in _SUMS},
        **{name: dict(sorted(counter.items())) for name, counter in counted.items()},
    }


def _chosen(pipeline: Pipeline, families: Sequence[str], *, every: bool) -> tuple[tuple[str, ...], list[str]]:
    if families and every:
        raise InvalidArgument("name families with --family, or say --all, not both")
    if families:
        for key in families:
            open_family(known_family(pipeline, key))
        return tuple(dict.fromkeys(families)), []
    keys = list_families(pipeline)
    closed = [key for key in keys if _is_closed(pipeline, key)]
    return tuple(key for key in keys if key not in closed), closed


def _is_closed(pipeline: Pipeline, key: str) -> bool:
    try:
        return known_family(pipeline, key).closed
    except MemoryPipelineError:
        return False


def _fates(run: FamilyRun, outcome: SessionOutcome) -> tuple[Fate, ...]:
    return fates_of(run.family, outcome.formation, outcome.decisions)


def _drawn(attempts: Sequence[Attempt], closed: Sequence[str], *, explain: bool) -> Iterable[RenderableType]:
    for tried in attempts:
        if tried.run is None:
            yield plain(f"{tried.family}: failed. {tried.error}", "bold red")
            continue
        yield _sessions_table(tried.run)
        if explain:
            yield from (_fates_table(tried.run, outcome) for outcome in tried.run.sessions)
        yield plain(_summary(tried.run))
    if closed:
        yield plain(f"Closed and left alone: {', '.join(closed)}")
    if not attempts:
        yield plain("No open family. Add one with `memory-pipeline family add F --timezone TZ`.")


def _sessions_table(run: FamilyRun) -> RenderableType:
    rows = (
        (
            session["session"],
            session["status"],
            session["candidates"],
            counts(session["rejections"]),
            counts(session["decisions"]),
            session["reason"],
        )
        for session in run.as_json()["sessions"]
    )
    return table(f"Family {run.family}", "session", "status", "#candidates", "dropped by gate", "decisions", "",
                 rows=rows, empty="nothing was waiting")  # fmt: skip


def _fates_table(run: FamilyRun, outcome: SessionOutcome) -> RenderableType:
    rows = ((fate.summary, fate.gate or fate.outcome, fate.reason) for fate in _fates(run, outcome))
    return table(f"{run.family} {outcome.formation.session}", "+candidate", "outcome", "why", rows=rows)


def _summary(run: FamilyRun) -> str:
    report = run.as_json()
    index = report["index"]
    dream = f"dream: {counts(report['transitions'])}" if run.dream else "no dream was due"
    where = f"index ({index['engine']}): {index['points']} points, {index['upserts']} written"
    return f"{dream}; {index['unavailable'] or where}"
