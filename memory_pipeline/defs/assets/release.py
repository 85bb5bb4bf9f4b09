"""The numbers that decide, and what they let out (contract sections 12 and 14)."""

from typing import Any, Literal

import dagster as dg
from pydantic import Field

from memory_pipeline.bootstrap import release_standing, run_evaluation
from memory_pipeline.defs.evaluation_metadata import evaluation_metadata, release_metadata
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.evaluation.records import keep_record, record_folder
from memory_pipeline.evaluation.release import decide_release
from memory_pipeline.model.ids import digest


class EvaluationConfig(dg.Config):
    """What is run, as in `memory-pipeline evaluate`. Only a run over everything can release anything."""

    backend: Literal["configured", "embedded", "recorded"] = Field(default="configured", description="What extracts.")
    sets: list[str] = Field(default=[], description="The sets of cases; none: all.")
    split: Literal["both", "dev", "test"] = Field(default="both", description="Cases to tune on, held back, or both.")


@dg.asset(
    group_name="evaluation",
    owners=["team:memory"],
    kinds={"python", "yaml"},
    description="Every labelled case run through the pipeline: each threshold's figure, interval and failing cases.",
)
def evaluation_report(
    context: dg.AssetExecutionContext, config: EvaluationConfig, memory: PipelineResource
) -> dg.MaterializeResult[Any]:
    """Evaluate, keep the record, and show it. Whether it is good enough is the checks' to say."""
    settings = memory.settings()
    split = None if config.split == "both" else config.split
    report = run_evaluation(settings, config.sets, split, config.backend)
    page = keep_record(report, record_folder(settings.evaluations, report))
    context.log.info("kept %s", page)
    return dg.MaterializeResult(metadata=evaluation_metadata(report, page))


@dg.asset(
    deps=[evaluation_report],
    group_name="evaluation",
    owners=["team:memory"],
    kinds={"json"},
    automation_condition=(
        dg.AutomationCondition.any_deps_updated()
        & dg.AutomationCondition.all_deps_blocking_checks_passed()
        & ~dg.AutomationCondition.any_deps_in_progress()
    ),
    description="release.json: the versions that were measured and may be served. It reads the evidence by itself.",
)
def release(context: dg.AssetExecutionContext, memory: PipelineResource) -> dg.MaterializeResult[Any]:
    """Decide on the newest whole evaluation, whoever asked: a launch by hand gets round no red threshold."""
    settings, pipeline = memory.settings(), memory.pipeline()
    decision = decide_release(settings.evaluations, pipeline.objects, release_standing(settings, pipeline))
    if decision.release is None:
        raise dg.Failure(
            f"release refused: {'; '.join(decision.refused)}",
            metadata=release_metadata(decision),
            allow_retries=False,
        )
    context.log.info("release.json %s", "written" if decision.written else "says this already")
    version = digest(*(f"{part} {each}" for part, each in decision.release.versions.items()))
    return dg.MaterializeResult(metadata=release_metadata(decision), data_version=dg.DataVersion(version[:32]))
