"""The release gate, driven through Dagster for real: evaluated, checked threshold by threshold, let out or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from memory_pipeline.bootstrap import build_reader
from memory_pipeline.defs.release_checks import ASKED
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline.defs.sensors import release_sensor
from memory_pipeline.evaluation.thresholds import load_thresholds
from memory_pipeline.model.family import Family
from memory_pipeline.store.keys import RELEASE_KEY
from memory_pipeline.workflows.migrate import migrate_family
from memory_pipeline_tests.defs.planted_cases import FAULTS, THRESHOLDS, write_sets
from memory_pipeline_tests.workflows.earlier_design import settle_in

REPORT, RELEASE = dg.AssetKey("evaluation_report"), dg.AssetKey("release")
Record = dict[str, Any]
pytestmark = pytest.mark.slow


class Gate:
    """The evaluation part of the graph over small planted sets."""

    def __init__(self, folder: Path, memory: PipelineResource, definitions: dg.Definitions) -> None:
        self.sets, self.records = folder / "sets", folder / "evaluations"
        self.memory, self.definitions = memory, definitions
        self.instance = dg.DagsterInstance.ephemeral()

    def run(self, *assets: dg.AssetKey, **config: Any) -> dg.ExecuteInProcessResult:
        """Materialize these assets, by default the evaluation with its checks and then the release."""
        job = self.definitions.resolve_implicit_global_asset_job_def()
        run_config = dg.RunConfig(ops={"evaluation_report": {"config": config}}) if config else None
        return job.execute_in_process(
            asset_selection=list(assets) or [REPORT, RELEASE],
            run_config=run_config,
            instance=self.instance,
            raise_on_error=False,
        )

    @property
    def release(self) -> Record | None:
        found = self.memory.pipeline().objects.get(RELEASE_KEY)
        return None if found is None else json.loads(found.data)

    def spoil(self, change: Callable[[Record], None]) -> None:
        """Rewrite the one record that there is."""
        (path,) = self.records.glob("*/report.json")
        record = json.loads(path.read_text(encoding="utf-8"))
        change(record)
        path.write_text(json.dumps(record), encoding="utf-8")


@pytest.fixture
def gate(
    tmp_path: Path, memory: PipelineResource, definitions: dg.Definitions, monkeypatch: pytest.MonkeyPatch
) -> Gate:
    made = Gate(tmp_path, memory, definitions)
    monkeypatch.setenv("MEMORY_EVAL_SETS", str(made.sets))
    monkeypatch.setenv("MEMORY_EVALUATIONS", str(made.records))
    write_sets(made.sets)
    return made


def red(result: dg.ExecuteInProcessResult) -> set[str]:
    return {each.check_name for each in result.get_asset_check_evaluations() if not each.passed}


def materialized(result: dg.ExecuteInProcessResult) -> set[str]:
    return {event.asset_key.to_user_string() for event in result.get_asset_materialization_events() if event.asset_key}


def why(result: dg.ExecuteInProcessResult) -> str:
    return " ".join(
        str(event.step_failure_data.error) for event in result.all_events if event.is_step_failure
    ) + " ".join(
        str(event.step_failure_data.user_failure_data.description)
        for event in result.all_events
        if event.is_step_failure and event.step_failure_data.user_failure_data
    )


def test_each_threshold_of_the_release_has_one_check() -> None:
    assert list(ASKED) == [each.figure for each in load_thresholds(THRESHOLDS)] == list(FAULTS)


@pytest.mark.parametrize("figure", FAULTS)
def test_a_planted_fault_turns_exactly_its_check_red_and_stops_the_release_until_it_is_mended(
    gate: Gate, figure: str
) -> None:
    write_sets(gate.sets, figure)
    result = gate.run()
    assert red(result) == {f"{figure}_check"}
    assert (materialized(result), gate.release) == ({"evaluation_report"}, None)
    by_hand = gate.run(RELEASE)
    name = next(each.name for each in load_thresholds(THRESHOLDS) if each.figure == figure)
    assert not by_hand.success and gate.release is None
    assert f"release refused: {name} on " in why(by_hand) and "is asked" in why(by_hand)
    write_sets(gate.sets)
    mended = gate.run()
    assert (red(mended), materialized(mended)) == (set(), {"evaluation_report", "release"})
    assert gate.release is not None


@pytest.fixture
def green(gate: Gate) -> Gate:
    """A gate whose newest record lets a release out; nothing is released yet."""
    assert red(gate.run(REPORT)) == set()
    return gate


def test_a_release_names_every_version_and_the_scores_that_vouch_for_it(green: Gate) -> None:
    result = green.run(RELEASE)
    assert result.success and green.release is not None
    parts = ("pipeline", "prompt", "model", "extractor", "judge", "embedder")
    assert all(green.release[part] for part in parts)
    assert len(green.release["scores"]) == 2 * len(ASKED)
    before = green.memory.pipeline().objects.get(RELEASE_KEY)
    assert green.run(RELEASE).success
    assert green.memory.pipeline().objects.get(RELEASE_KEY) == before


def test_score_and_threshold_are_numbers_that_a_page_can_plot(gate: Gate) -> None:
    result = gate.run(REPORT)
    (event,) = result.get_asset_materialization_events()
    metadata = event.materialization.metadata
    for figure in ASKED:
        assert isinstance(metadata[figure], dg.FloatMetadataValue), figure
        assert isinstance(metadata[f"{figure}_asked"], dg.FloatMetadataValue), figure
    for check in result.get_asset_check_evaluations():
        assert isinstance(check.metadata["score"], dg.FloatMetadataValue)
        assert isinstance(check.metadata["threshold"], dg.FloatMetadataValue)


def _set_aside(record: Record) -> None:
    record["whole"] = False


def _older(record: Record) -> None:
    record["at"] = "2020-01-01T00:00:00Z"


def _other(part: str) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        record["versions"][part] = "another"

    return change


def _crash(record: Record) -> None:
    record["splits"][1]["unscored"] = [{"set": "safety", "case": "page", "crashed": True, "reason": "broke"}]


def _worse_than_it_says(record: Record) -> None:
    metrics = record["splits"][1]["metrics"]
    next(each for each in metrics if each["name"] == "injected_formed")["hits"] = 1


def _unmeasured(record: Record) -> None:
    record["splits"][0]["metrics"] = [each for each in record["splits"][0]["metrics"] if each["set"] != "temporal"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_set_aside, "no whole evaluation is on record"),
        (_older, "days old, at most 7 are asked"),
        *(
            (_other(part), f"measured {part} 'another', running is")
            for part in ("pipeline", "prompt", "model", "embedder")
        ),
        (_crash, "injected formed on test: page crashed"),
        (_worse_than_it_says, "injected formed on test is 1 of n=1, at most 0 is asked"),
        (_unmeasured, "expired served on dev: not measured"),
    ],
)
def test_a_record_that_vouches_for_nothing_releases_nothing_even_by_hand(
    green: Gate, change: Callable[[Record], None], reason: str
) -> None:
    green.spoil(change)
    result = green.run(RELEASE)
    assert not result.success and green.release is None
    assert reason in why(result) and ("evaluat" in why(result) or "mend" in why(result))


def test_cases_that_changed_since_release_nothing(green: Gate) -> None:
    with (green.sets / "thresholds.yaml").open("a", encoding="utf-8") as asked:
        asked.write("# stricter soon\n")
    assert "the labelled cases or thresholds have changed" in why(green.run(RELEASE))


def test_without_any_record_there_is_no_release(gate: Gate) -> None:
    assert "no whole evaluation is on record; `memory-pipeline evaluate`" in why(gate.run(RELEASE))


def test_a_run_over_some_cases_decides_nothing(green: Gate) -> None:
    before = {path.parent.name for path in green.records.glob("*/report.json")}
    assert green.run(REPORT, sets=["safety"], split="dev", backend="embedded").success
    assert green.run(RELEASE).success and green.release is not None
    assert green.release["evaluation"]["record"] in before


def test_automation_releases_once_the_evaluation_is_green_and_never_while_it_is_red(gate: Gate) -> None:
    def asked_for(cursor: Any) -> tuple[int, Any]:
        found = dg.evaluate_automation_conditions(gate.definitions, gate.instance, cursor=cursor)
        return found.get_num_requested(RELEASE), found.cursor

    _, cursor = asked_for(None)
    write_sets(gate.sets, "injected_formed")
    gate.run(REPORT)
    requested, cursor = asked_for(cursor)
    assert requested == 0
    write_sets(gate.sets)
    gate.run(REPORT)
    requested, cursor = asked_for(cursor)
    assert requested == 1
    assert release_sensor.default_status == dg.DefaultSensorStatus.RUNNING


class TestReaders:
    FAMILY = Family(key="fam_a", timezone="Europe/Berlin")

    def source(self, gate: Gate) -> str:
        pipeline = PipelineResource(store=gate.memory.store, now=gate.memory.now).pipeline()
        return "legacy" if 'source="legacy"' in build_reader(pipeline, "fam_a").brief().text else "brief"

    def settled(self, gate: Gate) -> None:
        settle_in(gate.memory.pipeline(), self.FAMILY)
        assert migrate_family(gate.memory.pipeline(), "fam_a").passes

    def test_where_a_release_is_required_only_one_of_the_running_version_brings_readers_to_the_brief(
        self, green: Gate, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.settled(green)
        monkeypatch.setenv("MEMORY_REQUIRE_RELEASE", "true")
        assert self.source(green) == "legacy"
        assert green.run(RELEASE).success
        assert self.source(green) == "brief"
        monkeypatch.setenv("MEMORY_EMBEDDER", "multilingual")
        assert self.source(green) == "legacy"
        monkeypatch.setenv("MEMORY_REQUIRE_RELEASE", "false")
        assert self.source(green) == "brief"

    def test_a_family_without_earlier_files_waits_for_a_release_only_where_one_is_required(
        self, green: Gate, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.settled(green)
        for entry in list(green.memory.pipeline().objects.list("families/fam_a/legacy/")):
            green.memory.pipeline().objects.delete(entry.key)
        pipeline = PipelineResource(store=green.memory.store, now=green.memory.now).pipeline()
        assert "nothing is recorded yet" not in build_reader(pipeline, "fam_a").brief().text
        monkeypatch.setenv("MEMORY_REQUIRE_RELEASE", "true")
        pipeline = PipelineResource(store=green.memory.store, now=green.memory.now).pipeline()
        assert "nothing is recorded yet" in build_reader(pipeline, "fam_a").brief().text
        assert green.run(RELEASE).success
        assert "nothing is recorded yet" not in build_reader(pipeline, "fam_a").brief().text
