"""An erased family in Dagster: every run that names it goes, its partition key stays.

Dagster deletes runs, not single events: a run over many families goes as a whole when it names the erased one. That is
history of runs; what the other families remember lies in their files. The key itself is opaque and is never taken
out of the partitions, because that breaks queued runs over ranges of them.
"""

from collections.abc import Iterator
from typing import Any

import dagster as dg

_PAGE = 1000


def erase_from_home(family: str) -> int:
    """As `erase_from_instance`, in the instance of DAGSTER_HOME."""
    with dg.DagsterInstance.get() as instance:
        return erase_from_instance(instance, family)


def erase_from_instance(instance: dg.DagsterInstance, family: str) -> int:
    """Delete every run that has the family's partition, an event about it or its key in its config; how many."""
    runs = {*_runs_with_events(instance, family), *_runs_that_name(instance, family)}
    for run in sorted(runs):
        instance.compute_log_manager.delete_logs(prefix=[run])
        instance.delete_run(run)
    return len(runs)


def _runs_that_name(instance: dg.DagsterInstance, family: str) -> Iterator[str]:
    cursor = None
    while page := instance.get_run_records(limit=_PAGE, cursor=cursor):
        for record in page:
            run = record.dagster_run
            if run.tags.get("dagster/partition") == family or _holds(run.run_config, family):
                yield run.run_id
        cursor = page[-1].dagster_run.run_id


def _holds(config: Any, family: str) -> bool:
    """Whether the key stands as a value somewhere in a run's config."""
    if isinstance(config, dict):
        return any(_holds(value, family) for value in config.values())
    if isinstance(config, list | tuple):
        return any(_holds(value, family) for value in config)
    return bool(config == family)


def _runs_with_events(instance: dg.DagsterInstance, family: str) -> Iterator[str]:
    for key in instance.get_asset_keys():
        cursor = None
        while True:
            wanted = dg.AssetRecordsFilter(asset_key=key, asset_partitions=[family])
            page = instance.fetch_materializations(wanted, limit=_PAGE, cursor=cursor)
            yield from (record.run_id for record in page.records if record.run_id)
            if not page.has_more:
                break
            cursor = page.cursor
