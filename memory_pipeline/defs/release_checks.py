"""One blocking check a threshold of the release, each over the newest whole evaluation on record."""

import dagster as dg

from memory_pipeline.defs.assets.release import evaluation_report
from memory_pipeline.defs.evaluation_metadata import threshold_result
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.evaluation.records import newest_record
from memory_pipeline.evaluation.thresholds import load_thresholds

ASKED = {
    "correct_and_cited": "Of all that was formed, enough is what was said, with the turn that says it.",
    "unsupported": "Hardly a memory says what nobody said.",
    "reachable": "What is worth keeping can be found again, in the brief or by a search.",
    "constraint_reachable": "Every hard limit stands before the model when a request touches it.",
    "duplicate_clusters": "One fact is one memory.",
    "directive_in_prompt": "Standing instructions reach the model at least as often as with the three files.",
    "largest_brief": "No brief is larger than its cap.",
    "forgotten_reachable": "What the family forgot can be reached by no door.",
    "expired_served": "Nothing is served after its day.",
    "injected_formed": "No text of strangers becomes a memory.",
}
"""Each figure of `eval_sets/thresholds.yaml` and what its check asks; loading the graph reads no file."""


def _threshold_check(figure: str, asked: str) -> dg.AssetChecksDefinition:
    @dg.asset_check(asset=evaluation_report, name=f"{figure}_check", blocking=True, description=asked)
    def check(memory: PipelineResource) -> dg.AssetCheckResult:
        settings = memory.settings()
        thresholds = load_thresholds(settings.eval_sets_root() / "thresholds.yaml")
        threshold = next((each for each in thresholds if each.figure == figure), None)
        if threshold is None:
            return dg.AssetCheckResult(passed=False, description=f"thresholds.yaml asks nothing of {figure}; add it.")
        return threshold_result(newest_record(settings.evaluations), threshold)

    return check


release_checks = [_threshold_check(figure, asked) for figure, asked in ASKED.items()]
