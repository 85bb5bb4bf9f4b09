"""The memory log: a batch of events is processed over an existing MEMORY.md, then both files are read."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.evaluation.cases.memory_log import MemoryLogCase
from memory_pipeline.evaluation.observing.not_measured import NotMeasured
from memory_pipeline.evaluation.observing.scratch import FAMILY, NOT_RECORDED, Bench, family_of
from memory_pipeline.memory_log.checks import failing
from memory_pipeline.memory_log.headers import EVENT_HEADER, MEMORY_HEADER
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.workflows.families import add_family
from memory_pipeline.workflows.memory_log_files import MemoryLogFiles
from memory_pipeline.workflows.process_log import process_log


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSeen:
    """MEMORY.md's lines behind the header, whether the header is as it was, and what the files' checks say fails."""

    lines: tuple[str, ...]
    header_intact: bool
    failing: tuple[str, ...]


def observe_memory_log(case: MemoryLogCase, bench: Bench) -> LogSeen:
    """Write both files as the case has them, process the log once, and read what is there.

    Raises NotMeasured where no reply of a model was recorded for the batch, ExtractionFailed.
    """
    pipeline = bench.scratch()
    add_family(pipeline, family_of(case.household))
    files = MemoryLogFiles(pipeline.objects, FAMILY)
    pipeline.objects.put(files.memory_key, MEMORY_HEADER + _lines(case.existing))
    pipeline.objects.put(files.events_key, EVENT_HEADER + _lines(case.events))
    try:
        run = process_log(pipeline, FAMILY)
    except ExtractionFailed as failed:
        if NOT_RECORDED in failed.message:
            raise NotMeasured("no reply of the model was recorded for this batch as the prompt is now") from failed
        raise
    memory = files.memory()
    return LogSeen(
        lines=tuple(line.text for line in memory.lines()),
        header_intact=memory.head == MEMORY_HEADER and files.events().head == EVENT_HEADER,
        failing=failing(run.findings),
    )


def _lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
