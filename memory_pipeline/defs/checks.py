"""Per-family checks. A red safety check blocks that family alone; the rest warns and lists what it found."""

import warnings

import dagster as dg

from memory_pipeline.defs.assets.formation import candidates, memories
from memory_pipeline.defs.assets.lifecycle import brief, dream_log, memory_index
from memory_pipeline.defs.assets.memory_log import memory_log
from memory_pipeline.defs.assets.migration import migration_report
from memory_pipeline.defs.metadata import check_result
from memory_pipeline.defs.partitions import families
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.workflows.verify import run_check


def _family_check(
    asset: dg.AssetsDefinition, promise: str, *, blocking: bool, description: str
) -> dg.AssetChecksDefinition:
    severity = dg.AssetCheckSeverity.ERROR if blocking else dg.AssetCheckSeverity.WARN

    def check(context: dg.AssetCheckExecutionContext, memory: PipelineResource) -> dg.AssetCheckResult:
        return check_result(run_check(memory.pipeline(), context.partition_key, promise), severity=severity)

    with warnings.catch_warnings():
        # Checks by partition are a preview feature; Dagster's version is pinned because of it.
        warnings.simplefilter("ignore", dg.PreviewWarning)
        return dg.asset_check(
            asset=asset, name=f"{promise}_check", blocking=blocking, partitions_def=families, description=description
        )(check)


family_checks = [
    _family_check(
        candidates,
        "sessions_formed",
        blocking=False,
        description="Every ended conversation was read; failed ones are listed and tried again by the next run.",
    ),
    _family_check(
        memories,
        "quotes_stand",
        blocking=True,
        description="Every quote stands in the turn that it cites, and the user wrote that turn.",
    ),
    _family_check(
        memories,
        "files_readable",
        blocking=False,
        description="Every stored file keeps the written contract; a malformed one is left as it is and named.",
    ),
    _family_check(
        memories,
        "journal_matches_files",
        blocking=False,
        description="Every file is as its last change left it; hand edits are listed until they are adopted.",
    ),
    _family_check(
        dream_log,
        "safe_to_serve",
        blocking=True,
        description="Nothing suppressed, retracted, expired or foreign is in what readers would be handed.",
    ),
    _family_check(
        brief,
        "essentials_in_brief",
        blocking=False,
        description="Every pinned or hard memory found room in the brief; those left out are named.",
    ),
    _family_check(
        memory_index,
        "index_matches_files",
        blocking=False,
        description="The index holds exactly the points that the files give.",
    ),
    _family_check(
        memory_log,
        "memory_log_in_form",
        blocking=False,
        description="No event waits, no item stands twice, and every line keeps form, category and length.",
    ),
    _family_check(
        migration_report,
        "earlier_wishes_covered",
        blocking=True,
        description="A memory covers every line that the family had asked to remember; else no release covers it yet.",
    ),
]
