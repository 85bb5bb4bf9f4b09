"""`doctor`: form, dream, brief, forget, reindex and verify in a temporary store, with the parts that are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from memory_pipeline.bootstrap import build_pipeline, build_reader
from memory_pipeline.cli.answers.drawing import table, verdict
from memory_pipeline.cli.output import Answer
from memory_pipeline.importers.demo import demo_families
from memory_pipeline.model.errors import ForgottenReference, InvariantViolated, MemoryPipelineError
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.settings import load_settings
from memory_pipeline.workflows.card_action import forget_on_card
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.load_demo import load_demo
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.reindex import rebuild_index
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline.workflows.verify import verify_family

PATIENT = "fam_tide"
MOST_TOKENS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: what it found, or why it failed."""

    name: str
    ok: bool
    detail: str


def examine() -> Answer:
    """Go through the steps; the first that fails is the last. The configured store is not touched."""
    with TemporaryDirectory(prefix="memory-pipeline-doctor-") as folder:
        place = {"store": str(Path(folder) / "store"), "index_path": Path(folder) / "index", "require_release": False}
        steps = tuple(_examined(build_pipeline(load_settings().model_copy(update=place))))
    rows = [(verdict(step.ok), step.name, step.detail) for step in steps]
    return Answer(
        document={"steps": [{"name": step.name, "ok": step.ok, "detail": step.detail} for step in steps]},
        draw=lambda: [table("Doctor", "", "step", "+found", rows=rows)],
        failed=not all(step.ok for step in steps),
    )


def _examined(pipeline: Pipeline) -> Iterator[Step]:
    steps: dict[str, Callable[[Pipeline], str]] = {
        "form": _form,
        "dream": _dream,
        "brief": _brief,
        "forget": _forget,
        "reindex": _reindex,
        "verify": _verify,
    }
    for name, step in steps.items():
        try:
            yield Step(name=name, ok=True, detail=step(pipeline))
        except MemoryPipelineError as error:
            yield Step(name=name, ok=False, detail=f"{type(error).__name__}: {error}")
            return


def _form(pipeline: Pipeline) -> str:
    load_demo(pipeline, demo_families())
    done = run_family(pipeline, PATIENT)
    formed = len(pipeline.view(PATIENT).memories())
    _insist(formed > 0 and not done.failed_sessions, "no memory was formed out of the demo's conversations")
    return f"{formed} memories out of {len(done.sessions)} conversations"


def _dream(pipeline: Pipeline) -> str:
    again = dream_family(pipeline, PATIENT)
    _insist(again.record is None, "a second dream on the same day wrote something")
    return f"a second pass on {again.plan.today} writes nothing"


def _brief(pipeline: Pipeline) -> str:
    brief = build_reader(pipeline, PATIENT).brief("chat")
    _insist(0 < brief.tokens <= MOST_TOKENS, f"the brief has {brief.tokens} tokens")
    return f"{brief.tokens} tokens of at most {MOST_TOKENS}"


def _forget(pipeline: Pipeline) -> str:
    memories = pipeline.view(PATIENT).memories().values()
    memory = next(memory for memory in memories if memory.status == "active")
    ref = str(MemoryRef(PATIENT, memory.id))
    forget_on_card(pipeline, PATIENT, memory.id)
    reader = build_reader(pipeline, PATIENT)
    _insist(ref not in reader.brief("chat").text, f"{ref} is in the brief after it was forgotten")
    _insist(ref not in reader.turn(memory.summary).text, f"{ref} is in the lookup after it was forgotten")
    try:
        reader.read(ref)
    except ForgottenReference:
        return f"{ref} is gone from the brief, the lookup and the tools"
    raise InvariantViolated(f"{ref} can be read after it was forgotten")


def _reindex(pipeline: Pipeline) -> str:
    report = rebuild_index(pipeline, PATIENT)
    _insist(not report.unavailable, report.unavailable)
    return f"{report.points} points in {report.engine}"


def _verify(pipeline: Pipeline) -> str:
    result = verify_family(pipeline, PATIENT)
    failing = [f"{check.name}: {check.failing[0]}" for check in result.checks if not check.ok]
    _insist(not failing, "; ".join(failing))
    return f"{len(result.checks)} promises hold"


def _insist(holds: bool, otherwise: str) -> None:
    if not holds:
        raise InvariantViolated(otherwise)
