"""The fleet as an asset: numbers to plot, a table of families, and a dataset beside it."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import dagster as dg
import pytest

from memory_pipeline.defs.bars import bars
from memory_pipeline.defs.resources import PipelineResource
from memory_pipeline_tests.defs.conftest import add, drop, transcript

SAID = ("Theo is allergic to peanuts.", "Always ask me before you book anything.", "I love jazz.")


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEMORY_ANALYSIS", str(tmp_path / "analysis"))
    return tmp_path / "analysis"


def metadata_of(definitions: dg.Definitions, instance: dg.DagsterInstance) -> dict[str, Any]:
    job = definitions.resolve_implicit_global_asset_job_def()
    result = job.execute_in_process(asset_selection=[dg.AssetKey("fleet_catalog")], instance=instance)
    (event,) = result.get_asset_materialization_events()
    return {name: each.value for name, each in event.materialization.metadata.items()}


def test_the_fleet_is_numbers_a_table_and_a_dataset(
    memory: PipelineResource, definitions: dg.Definitions, instance: dg.DagsterInstance, dataset: Path
) -> None:
    for key in ("fam_a", "fam_b"):
        add(memory, instance, key)
        drop(memory, key, "s1.json", transcript("s1", *SAID))
        job = definitions.resolve_job_def("family_job")
        assert job.execute_in_process(partition_key=key, instance=instance).success
    found = metadata_of(definitions, instance)
    count = sum(len(memory.pipeline().view(key).memories()) for key in ("fam_a", "fam_b"))
    assert (found["families"], found["memories"], found["read_anew"], found["drift"]) == (2, count, 2, 0)
    assert [row.data["family"] for row in found["by_family"].records] == ["fam_a", "fam_b"]
    assert sorted(path.parent.name for path in dataset.rglob("part.parquet")) == ["family=fam_a", "family=fam_b"]
    assert found["brief_tokens_directives"] > 0
    assert metadata_of(definitions, instance)["read_anew"] == 0
    assert not any(text in str(found) for text in SAID)


def test_a_fleet_without_a_family_is_an_empty_dataset(
    definitions: dg.Definitions, instance: dg.DagsterInstance, dataset: Path
) -> None:
    found = metadata_of(definitions, instance)
    assert (found["families"], found["memories"]) == (0, 0)
    assert (dataset / "families.parquet").is_file()


def test_bars_are_as_long_as_their_values_and_names_are_data() -> None:
    drawn = bars([("Sizes", [("a<b", 10.0), ("half", 5.0), ("none", 0.0)], "items"), ("Nothing", [], "")]).value
    assert drawn.count("![") == 1
    encoded = drawn.partition("base64,")[2].rstrip(")")
    svg = ElementTree.fromstring(b64decode(encoded))
    widths = [float(each.attrib["width"]) for each in svg if each.tag.endswith("rect")]
    assert [width / widths[0] for width in widths] == [1.0, 0.5, 0.0]
    assert "a<b" in [each.text for each in svg]
