"""`family erase`."""

from __future__ import annotations

import os
from pathlib import Path

from rich.console import RenderableType

from memory_pipeline.bootstrap import erase_beside_store
from memory_pipeline.cli.answers.drawing import counts, plain, table
from memory_pipeline.cli.answers.parts import open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.settings import load_settings
from memory_pipeline.store.keys import family_prefix
from memory_pipeline.workflows.erase_family import Erasure, erase_family, plan_erasure
from memory_pipeline.workflows.inbox import inbox_leavings


def erase(family: str, token: str | None) -> Answer:
    """Count a family's bytes, or erase them with the token. Raises as `plan_erasure` and `erase_family` do."""
    family_prefix(family)
    pipeline = open_pipeline()
    settings = load_settings()
    if token is None:
        found, dropped, runs = plan_erasure(pipeline, family), inbox_leavings(settings.inbox, family), None
    else:
        found = erase_family(pipeline, family, token)
        dropped, runs = erase_beside_store(settings, family), _runs_erased(family)
    return Answer(
        document={**found.as_json(), "erased": found.ended_at is not None, "inbox": dropped, "runs": runs},
        draw=lambda: [_drawn(found, dropped), *_told(found, runs)],
    )


def _runs_erased(family: str) -> int | None:
    """How many runs of Dagster named the family and are gone; None where no DAGSTER_HOME is set up here."""
    home = os.environ.get("DAGSTER_HOME")
    if not home or not (Path(home) / "dagster.yaml").is_file():
        return None
    from memory_pipeline.defs.erasure import erase_from_home

    return erase_from_home(family)


def _drawn(found: Erasure, dropped: int) -> RenderableType:
    rows = [
        ("files", counts(found.files)),
        ("bytes", f"{found.size:,}"),
        ("search points", found.points),
        ("files in the inbox", dropped),
    ]
    return table(f"Family {found.family}", "", "", rows=rows)


def _told(found: Erasure, runs: int | None) -> list[RenderableType]:
    if found.ended_at is None:
        return [plain(f"Nothing has gone yet. To erase all of it for good: --confirm {found.token}", "yellow")]
    dagster = (
        "no DAGSTER_HOME here, so no run was looked at" if runs is None else f"{runs} runs of Dagster are gone too"
    )
    return [plain(f"Erased; {dagster}. The receipt is erasures/{found.family}-{found.token}.json.")]
