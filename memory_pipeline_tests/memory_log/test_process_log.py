"""A run over the log: batches in order, crashes at every point, writers meanwhile, and what a report says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Thread

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.memory_log.headers import EVENT_HEADER, MEMORY_HEADER
from memory_pipeline.model.candidate import Extraction
from memory_pipeline.model.errors import (
    ExtractionFailed,
    FamilyClosed,
    MalformedDocument,
    StoreUnavailable,
    UnknownFamily,
)
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.workflows.families import close_family
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_log import process_log
from memory_pipeline_tests.faults.stores import BeforePut, Interrupting, Killed
from memory_pipeline_tests.memory_log.logs import (
    FAMILY,
    event_bytes,
    memory_lines,
    pipeline_over,
    prepared,
    user,
    with_batches_of,
)

LATER = datetime.fromisoformat("2026-02-10 08:00:00")
EXISTING = (
    "[2026-01-03 09:12:00] [fact] John works at the CraftOS SF office",
    "[2026-01-04 09:12:00] [fact] John is allergic to peanuts",
    "[2026-01-04 09:12:00] [fact] John is allergic to peanuts",
    "[2026-01-05 09:12:00] [contact] Carla is John's boss {entities: Carla}",
)
EVENTS = (
    user("hi"),
    user("i moved from the SF office to the Tokyo office"),
    "[2026/02/09 06:34:00] [agent message]: Noted.",
    user("i'm allergic to peanuts and shellfish", "2026/02/09 06:35:00"),
    user("Carla's email is carla@acme.example", "2026/02/09 06:36:00"),
    user("i prefer concise responses", "2026/02/09 06:37:00"),
    user("short answers please, i prefer concise responses", "2026/02/09 06:38:00"),
)
EXPECTED = [
    "[2026-01-03 09:12:00] [fact] John works at the CraftOS SF office {superseded}",
    "[2026-01-04 09:12:00] [fact] John is allergic to peanuts and shellfish",
    "[2026-01-05 09:12:00] [contact] Carla is John's boss, email carla@acme.example",
    "[2026-02-09 06:33:10] [fact] John works at the CraftOS Tokyo office",
    "[2026-02-09 06:37:00] [preference] John prefers concise responses",
]


def log_of(objects: InMemoryObjects | None = None) -> Pipeline:
    return with_batches_of(prepared(EXISTING, EVENTS, objects=objects), 2)


def over(objects: object) -> Pipeline:
    return with_batches_of(pipeline_over(objects), 2)  # type: ignore[arg-type]


def contents(pipeline: Pipeline) -> dict[str, bytes]:
    assert isinstance(pipeline.objects, InMemoryObjects)
    return pipeline.objects.contents()


def undisturbed() -> dict[str, bytes]:
    pipeline = log_of()
    process_log(pipeline, FAMILY)
    return contents(pipeline)


def operations() -> int:
    counting = Interrupting(log_of().objects)
    process_log(over(counting), FAMILY)
    return counting.operations


def at(number: int, error: type[BaseException]) -> Callable[[int, str], None]:
    def strike(operation: int, name: str) -> None:
        if operation == number:
            raise error("no answer")

    return strike


def test_a_run_leaves_what_the_seed_asks_for_and_no_event() -> None:
    pipeline = log_of()
    run = process_log(pipeline, FAMILY)
    assert memory_lines(pipeline) == EXPECTED
    assert event_bytes(pipeline) == b""
    assert [len(batch.events) for batch in run.batches] == [2, 2, 2, 1]
    assert run.as_json()["totals"]["operations"] == {"add": 1, "update": 2, "supersede": 1, "skip": 1}
    assert run.as_json()["duplicates_removed"] == 1
    assert not run.failed


def test_a_second_run_changes_no_byte() -> None:
    pipeline = log_of()
    process_log(pipeline, FAMILY)
    before = contents(pipeline)
    assert process_log(pipeline, FAMILY).batches == ()
    assert contents(pipeline) == before


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_run_that_dies_at_any_operation_is_completed_to_the_same_bytes(moment: str) -> None:
    expected = undisturbed()
    for number in range(1, operations() + 1):
        pipeline = log_of()
        with suppress(Killed):
            process_log(over(Interrupting(pipeline.objects, **{moment: at(number, Killed)})), FAMILY)
        process_log(pipeline, FAMILY)
        assert contents(pipeline) == expected, number


def test_a_store_that_fails_once_gives_a_typed_error_or_success_and_no_half_state() -> None:
    expected = undisturbed()
    for number in range(1, operations() + 1):
        pipeline = log_of()
        with suppress(StoreUnavailable):
            process_log(over(Interrupting(pipeline.objects, before=at(number, StoreUnavailable))), FAMILY)
        process_log(pipeline, FAMILY)
        assert contents(pipeline) == expected, number


def test_events_appended_at_any_operation_are_distilled_too_and_once() -> None:
    for number in range(1, operations() + 1):
        pipeline = log_of()
        files = MemoryLogFiles(pipeline.objects, FAMILY)

        def append(operation: int, name: str, due: int = number, files: MemoryLogFiles = files) -> None:
            if operation == due:
                files.append_event(LATER, "user message", "i love jazz")

        process_log(over(Interrupting(pipeline.objects, before=append)), FAMILY)
        process_log(pipeline, FAMILY)
        assert memory_lines(pipeline) == [*EXPECTED, "[2026-02-10 08:00:00] [preference] John loves jazz"], number
        assert event_bytes(pipeline) == b""


def test_two_runs_at_once_make_one_memory() -> None:
    for number in range(1, operations() + 1, 2):
        pipeline = log_of()

        def other(operation: int, name: str, due: int = number, pipeline: Pipeline = pipeline) -> None:
            if operation == due:
                process_log(pipeline, FAMILY)

        process_log(over(Interrupting(pipeline.objects, before=other)), FAMILY)
        assert memory_lines(pipeline) == EXPECTED, number
        assert event_bytes(pipeline) == b""


def test_an_edit_of_memory_md_by_hand_during_a_batch_is_kept() -> None:
    pipeline = log_of()
    files = MemoryLogFiles(pipeline.objects, FAMILY)
    note = "[2026-03-01 10:00:00] [fact] John owns a boat"

    def edit() -> None:
        found = pipeline.objects.get(files.memory_key)
        assert found is not None
        pipeline.objects.put(files.memory_key, found.data + f"{note}\n".encode())

    process_log(over(BeforePut(pipeline.objects, "MEMORY.md", edit)), FAMILY)
    assert sorted(memory_lines(pipeline)) == sorted([*EXPECTED, note])


def test_a_log_that_is_rotated_during_a_batch_loses_and_repeats_nothing_that_is_left() -> None:
    pipeline = log_of()
    files = MemoryLogFiles(pipeline.objects, FAMILY)
    rest = "".join(f"{line}\n" for line in EVENTS[1:]).encode()
    rotate = BeforePut(
        pipeline.objects, "batch.json", lambda: pipeline.objects.put(files.events_key, EVENT_HEADER + rest), nth=1
    )
    process_log(over(rotate), FAMILY)
    assert memory_lines(pipeline) == EXPECTED
    assert event_bytes(pipeline) == b""


def test_a_last_event_that_another_program_had_half_written_is_read_whole() -> None:
    pipeline = with_batches_of(prepared([], [user("i love jazz")]), 5)
    files = MemoryLogFiles(pipeline.objects, FAMILY)
    whole = EVENT_HEADER + f"{user('i love jazz and blues')}\n".encode()
    pipeline.objects.put(files.events_key, whole.removesuffix(b" and blues\n"))
    process_log(
        over(BeforePut(pipeline.objects, "batch.json", lambda: pipeline.objects.put(files.events_key, whole))), FAMILY
    )
    process_log(pipeline, FAMILY)
    assert event_bytes(pipeline) == b""
    assert "blues" in " ".join(memory_lines(pipeline))


def test_writers_in_many_threads_lose_no_event(tmp_path: Path) -> None:
    files = MemoryLogFiles(LocalFiles(tmp_path, fsync=False), FAMILY)

    def write(writer: int) -> None:
        for number in range(10):
            files.append_event(LATER, "user message", f"writer {writer} says {number}")

    threads = [Thread(target=write, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(entry.text for entry in files.events().entries()) == sorted(  # type: ignore[union-attr]
        f"writer {writer} says {number}" for writer in range(4) for number in range(10)
    )


def test_an_older_event_never_supersedes_a_newer_item() -> None:
    current = "[2026-03-01 08:00:00] [fact] John lives in Oslo"
    pipeline = prepared([current], [user("i live in Lisbon", "2025/12/01 10:00:00")])
    process_log(pipeline, FAMILY)
    assert memory_lines(pipeline) == [current]


class Failing:
    """An extractor whose model is down."""

    version = "down"

    def extract(self, session: Session, family: Family) -> Extraction:
        raise ExtractionFailed("the endpoint does not answer")


def test_a_batch_that_cannot_be_distilled_stays_whole() -> None:
    pipeline = log_of()
    before = contents(pipeline)
    with pytest.raises(ExtractionFailed, match="does not answer"):
        process_log(replace(pipeline, extractor=Failing()), FAMILY)
    assert contents(pipeline) == before


def test_a_record_that_cannot_be_read_stops_the_run_and_is_left_as_it_is() -> None:
    pipeline = log_of()
    files = MemoryLogFiles(pipeline.objects, FAMILY)
    for broken in (
        b"{",
        b'{"format": 2}',
        b'{"format": 1, "batch": 1, "state": "pending", "read_sha256": "x", "read": []}',
    ):
        pipeline.objects.put(files.record_key, broken)
        before = contents(pipeline)
        with pytest.raises(MalformedDocument, match=r"batch\.json"):
            process_log(pipeline, FAMILY)
        assert contents(pipeline) == before


def test_the_record_holds_the_hash_of_what_was_read() -> None:
    pipeline = prepared([], EVENTS)
    read = b"".join(f"{line}\n".encode() for line in EVENTS)
    process_log(pipeline, FAMILY)
    files = MemoryLogFiles(pipeline.objects, FAMILY)
    found = pipeline.objects.get(files.record_key)
    assert found is not None
    record = json.loads(found.data)
    assert record == {"format": 1, "batch": 1, "state": "done", "read_sha256": hashlib.sha256(read).hexdigest()}


def test_entries_that_are_no_events_stay_and_are_named() -> None:
    bad = "[2026/02/30 06:33:10] [user message]: i love jazz"
    pipeline = prepared([], ["stray words", bad, user("i prefer concise responses")])
    run = process_log(pipeline, FAMILY)
    assert event_bytes(pipeline) == f"stray words\n{bad}\n".encode()
    assert [entry.line for entry in run.unreadable] == [11, 12]
    assert run.failed
    assert memory_lines(pipeline) == ["[2026-02-09 06:33:10] [preference] John prefers concise responses"]


def test_progress_is_told_batch_by_batch() -> None:
    told: list[tuple[str, int, int]] = []
    process_log(log_of(), FAMILY, progress=lambda *step: told.append(step))
    assert told == [("distil", 1, 4), ("distil", 2, 4), ("distil", 3, 4), ("distil", 4, 4)]


def test_a_family_without_files_has_nothing_to_do_and_none_is_made() -> None:
    pipeline = prepared()
    files = MemoryLogFiles(pipeline.objects, FAMILY)
    for key in (files.events_key, files.memory_key):
        pipeline.objects.delete(key)
    before = contents(pipeline)
    assert process_log(pipeline, FAMILY).batches == ()
    assert contents(pipeline) == before


def test_a_closed_or_unknown_family_is_refused() -> None:
    pipeline = log_of()
    with pytest.raises(UnknownFamily):
        process_log(pipeline, "elm")
    close_family(pipeline, FAMILY)
    with pytest.raises(FamilyClosed):
        process_log(pipeline, FAMILY)


def test_headers_stay_byte_for_byte() -> None:
    pipeline = log_of()
    process_log(pipeline, FAMILY)
    files = MemoryLogFiles(pipeline.objects, FAMILY)
    assert files.memory().head == MEMORY_HEADER
    assert files.events().head == EVENT_HEADER
