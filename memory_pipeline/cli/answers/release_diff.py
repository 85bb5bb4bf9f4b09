"""`release-diff`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from memory_pipeline.bootstrap import build_bench, extraction_pool
from memory_pipeline.cli.answers.drawing import counts, plain, table
from memory_pipeline.cli.answers.parts import one_or_all, open_pipeline
from memory_pipeline.cli.output import Answer, progress_shown
from memory_pipeline.model.errors import InvalidArgument, MalformedDocument
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.settings import load_settings
from memory_pipeline.store import json_text
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.release_diff import DIFF_STATES, FamilyDiff, compare_histories
from memory_pipeline.workflows.release_history import History, history_of, read_history, replay_in_scratch

EXAMPLES = 5
_ALLOWED = ("MEMORY_", "OPENAI_")

Version = tuple[dict[str, str], dict[str, History]]
"""What a version is made of, by part, and what it made of each family's history."""


def compare(
    family: str | None,
    *,
    every: bool,
    before: Sequence[str],
    after: Sequence[str],
    save: Path | None,
    against: Path | None,
    now: str | None,
) -> Answer:
    """Both versions over the chosen families, or one whose result is kept for another day.

    Fails where the later version could not read a session. Raises InvalidArgument, InvalidSetting, UnknownFamily,
    MalformedDocument for a kept file that is none.
    """
    if save is not None and (against is not None or before):
        raise InvalidArgument("--save keeps one version; it is compared later, with --against")
    if against is not None and before:
        raise InvalidArgument("the version before is the kept one; say --against or --before")
    pipeline = open_pipeline(now)
    families = one_or_all(pipeline, family, every)
    later = _replayed(pipeline, families, after, now)
    if save is not None:
        return _kept(later, save)
    earlier = _read(against, families) if against else _replayed(pipeline, families, before, now)
    diffs = [compare_histories(earlier[1][key], later[1][key]) for key in families]
    document = {
        "before": earlier[0],
        "after": later[0],
        "counts": _total(diffs),
        "families": [diff.as_json() for diff in diffs],
    }
    failed = any(history.failed for history in later[1].values())
    return Answer(document=document, draw=lambda: _drawn(document, diffs), failed=failed)


def _replayed(pipeline: Pipeline, families: Sequence[str], given: Sequence[str], now: str | None) -> Version:
    with _environment(_pairs(given)), progress_shown() as progress:
        settings = load_settings()
        instant = None if now is None else parse_instant(now)
        bench, versions = build_bench(settings)
        found: dict[str, History] = {}
        with extraction_pool(settings) as executor:
            for key in families:
                scratch = replace(bench.scratch(), now_given=instant)
                found[key] = replay_in_scratch(scratch, *history_of(pipeline.view(key)), executor, progress)
        return versions, found


def _pairs(given: Sequence[str]) -> dict[str, str]:
    pairs = {name: value for name, _, value in (each.partition("=") for each in given)}
    for name in pairs:
        if not name.startswith(_ALLOWED) or name == "MEMORY_STORE":
            problem = f"{name[:60]!r} is no setting of a version; expected NAME=VALUE, such as MEMORY_EXTRACTOR=openai"
            raise InvalidArgument(problem)
    return pairs


@contextmanager
def _environment(given: Mapping[str, str]) -> Iterator[None]:
    """The environment with these settings in it, and as it was afterwards."""
    before = dict(os.environ)
    os.environ.update(given)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _kept(version: Version, file: Path) -> Answer:
    parts, histories = version
    document = {"version": parts, "families": [history.as_json() for history in histories.values()]}
    file.write_bytes(json_text.document(document))
    told = {"file": str(file), "version": parts, "memories": sum(len(each.memories) for each in histories.values())}
    return Answer(document=told, draw=lambda: [plain(f"{told['memories']} memories kept in {file}")])


def _read(file: Path, families: Sequence[str]) -> Version:
    try:
        value = json_text.read(file.read_bytes())
        kept = [read_history(each, str(file)) for each in value["families"]]
        histories = {history.family: history for history in kept}
        parts = {str(name): str(part) for name, part in value["version"].items()}
    except (OSError, json_text.JsonFault, KeyError, TypeError, AttributeError) as error:
        raise MalformedDocument(f"this is no kept version: {error}", file=str(file)) from error
    if missing := [key for key in families if key not in histories]:
        raise InvalidArgument(f"the kept version knows nothing of {', '.join(missing)[:200]}", file=str(file))
    return parts, histories


def _total(diffs: Sequence[FamilyDiff]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for diff in diffs:
        total.update(diff.counts)
    return {state: total[state] for state in DIFF_STATES}


def _drawn(document: dict[str, Any], diffs: Sequence[FamilyDiff]) -> Iterator[RenderableType]:
    for side in ("before", "after"):
        yield plain(f"{side}: {', '.join(f'{name} {part}' for name, part in document[side].items())}")
    rows = [(diff.after.family, diff.after.sessions, *diff.counts.values()) for diff in diffs]
    yield table("Memories", "family", "#sessions", *(f"#{state}" for state in DIFF_STATES), rows=rows)
    found = [(diff.after.family, each) for diff in diffs for each in diff.memories]
    for state in ("lost", "added", "changed"):
        of_state = [(family, each) for family, each in found if each.state == state]
        examples = [
            (family, each.before.summary if each.before else "", each.after.summary if each.after else "",
             ", ".join(each.differs))
            for family, each in of_state[:EXAMPLES]
        ]  # fmt: skip
        if examples:
            title = f"{state.capitalize()}: {len(of_state)}"
            yield table(title, "family", "+before", "+after", "what differs", rows=examples)
    yield plain(counts(document["counts"]))
