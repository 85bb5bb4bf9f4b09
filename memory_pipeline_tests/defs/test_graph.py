"""The asset graph as people and other tools know it."""

from __future__ import annotations

import dagster as dg

from memory_pipeline.definitions import defs

GRAPH = {
    "transcripts": (set(), "formation"),
    "candidates": ({"transcripts"}, "formation"),
    "memories": ({"candidates"}, "formation"),
    "dream_log": ({"memories"}, "lifecycle"),
    "brief": ({"dream_log"}, "serving"),
    "memory_index": ({"dream_log"}, "serving"),
    "memory_log": (set(), "memory_log"),
    "migration_report": ({"transcripts"}, "migration"),
    "evaluation_report": (set(), "evaluation"),
    "release": ({"evaluation_report"}, "evaluation"),
    "release_diff": (set(), "evaluation"),
    "fleet_catalog": (set(), "fleet"),
}
FLEET = {"fleet_catalog", "evaluation_report", "release", "release_diff"}
BLOCKING = {
    "quotes_stand_check",
    "safe_to_serve_check",
    "earlier_wishes_covered_check",
    "correct_and_cited_check",
    "unsupported_check",
    "reachable_check",
    "constraint_reachable_check",
    "duplicate_clusters_check",
    "directive_in_prompt_check",
    "largest_brief_check",
    "forgotten_reachable_check",
    "expired_served_check",
    "injected_formed_check",
}
WARNING = {
    "essentials_in_brief_check",
    "sessions_formed_check",
    "files_readable_check",
    "journal_matches_files_check",
    "index_matches_files_check",
    "memory_log_in_form_check",
}


def test_the_assets_their_order_and_their_groups_are_these() -> None:
    graph = defs.resolve_asset_graph()
    found = {
        node.key.to_user_string(): ({parent.to_user_string() for parent in node.parent_keys}, node.group_name)
        for node in graph.asset_nodes
    }
    assert found == GRAPH


def test_every_asset_says_what_it_is_and_whose_it_is() -> None:
    for node in defs.resolve_asset_graph().asset_nodes:
        assert node.description and node.owners == ["team:memory"] and node.kinds, node.key


def test_every_asset_of_a_family_is_partitioned_by_family_and_what_is_about_the_fleet_is_not() -> None:
    graph = defs.resolve_asset_graph()
    for node in graph.asset_nodes:
        if node.key.to_user_string() in FLEET:
            assert node.partitions_def is None
            continue
        assert isinstance(node.partitions_def, dg.DynamicPartitionsDefinition)
        assert node.partitions_def.name == "family"


def test_these_checks_block_and_the_others_warn() -> None:
    specs = [spec for check in defs.asset_checks or () for spec in check.check_specs]
    assert {spec.name for spec in specs if spec.blocking} == BLOCKING
    assert {spec.name for spec in specs if not spec.blocking} == WARNING


def test_jobs_schedule_and_sensor_are_these() -> None:
    assert {job.name for job in defs.resolve_all_job_defs()} >= {
        "evaluation_job",
        "family_job",
        "mass_replay_job",
        "memory_log_job",
        "nightly_job",
        "replay_job",
    }
    assert [schedule.name for schedule in defs.schedules or ()] == ["nightly_schedule"]
    assert [sensor.name for sensor in defs.sensors or ()] == ["session_sensor", "release_sensor"]
