"""`release`: the same decision as the Dagster asset's."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import RenderableType

from memory_pipeline.bootstrap import build_pipeline, release_standing
from memory_pipeline.cli.answers.drawing import plain, table
from memory_pipeline.cli.output import Answer
from memory_pipeline.evaluation.release import Decision, decide_release
from memory_pipeline.settings import load_settings


def release() -> Answer:
    """Decide, and write `release.json` where nothing stands against it. Raises InvalidSetting, MalformedDocument."""
    settings = load_settings()
    pipeline = build_pipeline(settings)
    decision = decide_release(settings.evaluations, pipeline.objects, release_standing(settings, pipeline))
    return Answer(document=decision.as_json(), draw=lambda: _drawn(decision), failed=decision.release is None)


def _drawn(decision: Decision) -> Iterable[RenderableType]:
    if decision.release is None:
        yield plain(f"Refused, for {len(decision.refused)} reasons:", "bold red")
        yield from (plain(f"  {reason}") for reason in decision.refused)
        return
    yield table(
        "Released" if decision.written else "Released already",
        "part",
        "version",
        rows=decision.release.versions.items(),
    )
