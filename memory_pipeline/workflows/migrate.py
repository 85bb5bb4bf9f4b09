"""A family of the earlier design moves over: enumerate, map, reduce, explicit memories, report, archive, dream.

Every step may be told again: what it has done already it does not do twice, so a migration that was killed at any point
goes on where it was and ends in the same bytes (seed section 12, contract section 10). The originals stay as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.ids import digest
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.keys import LEGACY_NAMES, archive_key, legacy_key, migration_key
from memory_pipeline.workflows.families import open_family
from memory_pipeline.workflows.migrate_coverage import Comparison, Coverage
from memory_pipeline.workflows.migrate_explicit import SESSION_PREFIX, reconcile_explicit, session_name
from memory_pipeline.workflows.migrate_ledger import MigrationLedger, Step, put_if_new, read_ledger, write_ledger
from memory_pipeline.workflows.migrate_lines import LegacyLine, lines_of
from memory_pipeline.workflows.migrate_report import EXPLICIT, ComparisonReport
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import UNREADABLE, waiting_sessions
from memory_pipeline.workflows.progress import Progress, silent
from memory_pipeline.workflows.replay import form_in_parallel, reduce_in_order
from memory_pipeline.workflows.settle import settle

REPORT_PAGE, REPORT = "report.md", "report.json"


class Stopped(Exception):
    """A step cannot go on in this family; the next run takes it up again."""


@dataclass(frozen=True, slots=True)
class _Work:
    """What every step needs."""

    pipeline: Pipeline
    family: str
    executor: Executor | None
    progress: Progress

    @property
    def view(self) -> FamilyView:
        return self.pipeline.view(self.family)


def migrate_family(
    pipeline: Pipeline, family: str, *, executor: Executor | None = None, progress: Progress = silent
) -> MigrationLedger:
    """Move one family as far as it goes. A session that failed stops it at the reduce, named in the ledger.

    A migration that is done writes nothing until sessions or legacy files are new. Raises UnknownFamily, FamilyClosed,
    MalformedDocument for legacy files and ledgers that cannot be read.
    """
    work = _Work(pipeline, family, executor, progress)
    open_family(work.view.family())
    inputs, found = _enumerate(work)
    ledger = read_ledger(pipeline.objects, family)
    if ledger.inputs != inputs:
        ledger = MigrationLedger(family=family, inputs=inputs).with_step("enumerate", found)
        write_ledger(pipeline.objects, ledger)
    ledger = replace(ledger, stopped=None)
    for number, (step, tell) in enumerate(_STEPS.items(), start=2):
        if step not in ledger.steps:
            try:
                ledger = ledger.with_step(step, tell(work))
            except Stopped as stop:
                ledger = ledger.stopped_at(step, str(stop))
            write_ledger(pipeline.objects, ledger)
        if ledger.stopped:
            break
        progress("steps", number, len(_STEPS) + 1)
    return ledger


def _enumerate(work: _Work) -> tuple[str, Mapping[str, Any]]:
    """What there is to move, and a digest of it: sessions that have ended, and the three files."""
    view = work.view
    sessions = [name for name in _told(view) if not _is_card(view, name)]
    ended = [name for name in sessions if _has_ended(view, name)]
    files = {name: digest(text) for name, text in sorted(view.legacy().items())}
    found = {"sessions": len(ended), "still_open": len(sessions) - len(ended), "files": files}
    return digest(*ended, "", *(f"{name} {each}" for name, each in files.items())), found


def _told(view: FamilyView) -> tuple[str, ...]:
    """The sessions of the history, without those that a legacy file is."""
    return tuple(name for name in view.session_ids() if not name.startswith(SESSION_PREFIX))


def _is_card(view: FamilyView, session: str) -> bool:
    try:
        return view.session(session).surface == "card"
    except UNREADABLE:
        return False


def _has_ended(view: FamilyView, session: str) -> bool:
    try:
        return view.session(session).ended_at is not None
    except UNREADABLE:
        return True


def _map(work: _Work) -> Mapping[str, Any]:
    sessions = waiting_sessions(work.view)
    for _ in form_in_parallel(work.pipeline, work.family, sessions, work.executor, work.progress):
        pass
    return {"extractor": work.pipeline.extractor.version, **_formed(work.view)}


def _formed(view: FamilyView) -> Mapping[str, int]:
    """Sessions by what their extraction came to."""
    formations = (view.formation(name) for name in _told(view))
    statuses = Counter(formation.status for formation in formations if formation is not None)
    return dict(sorted(statuses.items()))


def _reduce(work: _Work) -> Mapping[str, Any]:
    sessions = waiting_sessions(work.view)
    _, stop = reduce_in_order(work.pipeline, work.family, sessions, work.progress)
    if stop is not None:
        raise Stopped(str(stop))
    return {"sessions": len(_decided(work.view)), "decisions": _decisions(work.view)}


def _decided(view: FamilyView) -> tuple[str, ...]:
    return tuple(sorted(view.decided_sessions() & set(_told(view))))


def _decisions(view: FamilyView) -> Mapping[str, int]:
    records = (view.decisions(name) for name in _decided(view))
    kinds = Counter(each.kind for record in records if record is not None for each in record.decisions)
    return dict(sorted(kinds.items()))


def _explicit(work: _Work) -> Mapping[str, Any]:
    view = work.view
    text = view.legacy().get(EXPLICIT)
    if text is None:
        return {"session": None, "lines": 0, "decisions": {}}
    lines = lines_of(EXPLICIT, text, view.family())
    name = session_name(text)
    try:
        decisions = reconcile_explicit(work.pipeline, work.family, name, lines, _as_of(work))
    except ExtractionFailed as error:
        raise Stopped(str(error)) from error
    kinds = Counter(each.kind for each in decisions.decisions) if decisions else Counter[str]()
    return {"session": name if decisions else None, "lines": len(lines), "decisions": dict(sorted(kinds.items()))}


def _as_of(work: _Work) -> datetime:
    """The earlier summarizers wrote after each conversation: the files are as of the end of the last one."""
    view = work.view
    ends = [view.session(name).ended_at for name in view.decided_sessions() & set(_told(view))]
    return max((end for end in ends if end is not None), default=work.pipeline.now(view.family()))


def _report(work: _Work) -> Mapping[str, Any]:
    view = work.view
    files = {name: lines_of(name, text, view.family()) for name, text in view.legacy().items()}
    comparison = Comparison(work.pipeline, view, _as_of(work))
    coverages = [each for name in sorted(files) for each in _compared(view, comparison, name, files[name])]
    report = ComparisonReport(work.family, tuple(coverages))
    objects = work.pipeline.objects
    put_if_new(objects, migration_key(work.family, REPORT_PAGE), report.as_markdown().encode())
    put_if_new(objects, migration_key(work.family, REPORT), report.as_bytes())
    return {"passes": report.passes, "lines": len(coverages), **report.counts}


def _compared(view: FamilyView, comparison: Comparison, name: str, lines: tuple[LegacyLine, ...]) -> Iterator[Coverage]:
    if name != EXPLICIT:
        yield from comparison.told(lines)
        return
    session = session_name(view.legacy()[EXPLICIT])
    formation = view.formation(session)
    places = [candidate.evidence[0].first for candidate in formation.survivors] if formation else []
    yield from comparison.explicit(lines, view.decisions(session), places)


def _archive(work: _Work) -> Mapping[str, Any]:
    """Copies of the files byte for byte, in archive/; a copy of an earlier state gets another name."""
    objects = work.pipeline.objects
    kept = []
    for name in LEGACY_NAMES:
        found = objects.get(legacy_key(work.family, name))
        if found is None:
            continue
        copy = f"{name}.md"
        present = objects.get(archive_key(work.family, copy))
        if present is not None and present.data != found.data:
            copy = f"{name}-{digest(found.data.decode('utf-8', 'surrogateescape'))[:12]}.md"
        put_if_new(objects, archive_key(work.family, copy), found.data)
        kept.append(copy)
    return {"files": kept}


def _dream(work: _Work) -> Mapping[str, Any]:
    settle(work.pipeline, work.family)
    return {"seq": work.view.head().seq}


_STEPS: Mapping[Step, Callable[[_Work], Mapping[str, Any]]] = {
    "map": _map,
    "reduce": _reduce,
    "explicit": _explicit,
    "report": _report,
    "archive": _archive,
    "dream": _dream,
}
