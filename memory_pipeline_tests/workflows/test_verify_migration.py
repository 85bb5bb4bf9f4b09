"""A family goes over only when its migration went through and nothing that it asked for is missing."""

from __future__ import annotations

import pytest

from memory_pipeline.store.keys import legacy_key, migration_key
from memory_pipeline.workflows.migrate import REPORT, migrate_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.verify import run_check
from memory_pipeline_tests.workflows.conftest import FAMILY
from memory_pipeline_tests.workflows.earlier_design import failing_at, settle_in


def failing(pipeline: Pipeline) -> tuple[str, ...]:
    return run_check(pipeline, FAMILY.key, "earlier_wishes_covered").failing


def migrated(pipeline: Pipeline, explicit: str | None = None) -> Pipeline:
    settle_in(pipeline, files={} if explicit is None else {"explicit_memories.md": explicit})
    migrate_family(pipeline, FAMILY.key)
    return pipeline


def test_a_migration_that_covers_every_wish_passes(pipeline: Pipeline) -> None:
    assert failing(migrated(pipeline)) == ()


def test_a_family_that_was_not_migrated_does_not_pass(pipeline: Pipeline) -> None:
    settle_in(pipeline)
    assert failing(pipeline) == ("the migration has not gone through",)


def test_a_stopped_migration_is_named_with_its_step(pipeline: Pipeline) -> None:
    settle_in(pipeline)
    migrate_family(failing_at(pipeline, "s-2"), FAMILY.key)
    (reason,) = failing(pipeline)
    assert reason.startswith("stopped at reduce: session s-2")


def test_each_wish_that_nothing_covers_is_named_with_its_line(pipeline: Pipeline) -> None:
    (reason,) = failing(migrated(pipeline, "- Address me by first name.\n- Pick Theo up until Friday.\n"))
    assert reason.startswith("explicit_memories.md:2: Pick Theo up until Friday.")


def test_an_earlier_line_that_nobody_asked_for_may_be_missing(pipeline: Pipeline) -> None:
    settle_in(pipeline)
    pipeline.objects.put(legacy_key(FAMILY.key, "knowledge"), b"- We own a boat.\n")
    migrate_family(pipeline, FAMILY.key)
    assert failing(pipeline) == ()


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"lines": [{}]}', b'{"lines": 1}'])
def test_a_report_that_cannot_be_read_fails_by_name(data: bytes, pipeline: Pipeline) -> None:
    migrated(pipeline).objects.put(migration_key(FAMILY.key, REPORT), data)
    (reason,) = failing(pipeline)
    assert REPORT in reason


def test_a_report_that_is_gone_is_asked_for(pipeline: Pipeline) -> None:
    migrated(pipeline).objects.delete(migration_key(FAMILY.key, REPORT))
    (reason,) = failing(pipeline)
    assert "run the migration again" in reason
