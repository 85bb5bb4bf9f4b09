"""`release-diff`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType

from memory_pipeline.bootstrap import replay_version
from memory_pipeline.cli.answers.drawing import counts, plain, table
from memory_pipeline.cli.answers.parts import one_or_all, open_pipeline
from memory_pipeline.cli.output import Answer, progress_shown
from memory_pipeline.model.errors import InvalidArgument, MalformedDocument
from memory_pipeline.store import json_text
from memory_pipeline.workflows.release_diff import DIFF_STATES, ReleaseDiff, Version, compare_versions
from memory_pipeline.workflows.release_history import read_history

EXAMPLES = 5


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
    with progress_shown() as progress:
        later = replay_version(pipeline, families, after, progress)
        if save is not None:
            return _kept(later, save)
        earlier = _read(against, families) if against else replay_version(pipeline, families, before, progress)
    diff = compare_versions(earlier, later)
    return Answer(document=diff.as_json(), draw=lambda: _drawn(diff), failed=bool(diff.failed))


def _kept(version: Version, file: Path) -> Answer:
    histories = version.histories.values()
    document = {"version": dict(version.parts), "families": [history.as_json() for history in histories]}
    file.write_bytes(json_text.document(document))
    told = {
        "file": str(file),
        "version": dict(version.parts),
        "memories": sum(len(each.memories) for each in histories),
    }
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
    return Version(parts, histories)


def _drawn(diff: ReleaseDiff) -> Iterator[RenderableType]:
    for side, version in (("before", diff.before), ("after", diff.after)):
        yield plain(f"{side}: {', '.join(f'{name} {part}' for name, part in version.parts.items())}")
    rows = [(each.after.family, each.after.sessions, *each.counts.values()) for each in diff.families]
    yield table("Memories", "family", "#sessions", *(f"#{state}" for state in DIFF_STATES), rows=rows)
    for state in ("lost", "added", "changed"):
        if examples := diff.examples(state, EXAMPLES):
            title = f"{state.capitalize()}: {diff.counts[state]}"
            yield table(title, "family", "+before", "+after", "what differs", rows=examples)
    yield plain(counts(diff.counts))
