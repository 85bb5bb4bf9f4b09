"""`make run`: the whole graph for the demo families, through Dagster, into the persistent DAGSTER_HOME."""

import sys

import dagster as dg

from memory_pipeline.defs.graph import build_definitions
from memory_pipeline.defs.jobs import family_job
from memory_pipeline.defs.partitions import families
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.importers.demo import demo_families
from memory_pipeline.workflows.load_demo import load_demo

QUIET = {"loggers": {"console": {"config": {"log_level": "ERROR"}}}}


def main() -> int:
    """Materialize every demo family's partition. Returns the exit code: 1 if an asset or a blocking check failed."""
    pipeline = PipelineResource().pipeline()
    keys = load_demo(pipeline, demo_families())
    definitions = build_definitions()
    with dg.DagsterInstance.get() as instance:
        instance.add_dynamic_partitions(str(families.name), list(keys))
        failed = [key for key in keys if not _materialize(definitions, instance, key)]
    if failed:
        print(f"failed: {', '.join(failed)}; `make ui` shows why", file=sys.stderr)
    return 1 if failed else 0


def _materialize(definitions: dg.Definitions, instance: dg.DagsterInstance, key: str) -> bool:
    print(f"materializing {key} ...", end=" ", flush=True)
    job = definitions.resolve_job_def(family_job.name)
    result = job.execute_in_process(partition_key=key, instance=instance, raise_on_error=False, run_config=QUIET)
    print("ok" if result.success else "FAILED")
    return result.success


if __name__ == "__main__":
    sys.exit(main())
