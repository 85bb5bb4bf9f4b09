"""`family erase`: it shows and asks first; with the token nothing is left, also not beside the store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.adapters.parquet_catalog import ParquetCatalog
from memory_pipeline_tests.cli.conftest import CommandLine

KEYS = ("cedar", "maple")


@pytest.fixture
def lived(cli: CommandLine, tmp_path: Path, transcript: Callable[..., Any], write: Callable[[str, Any], str]) -> Path:
    """Two families with a memory each, an inbox and the analysts' dataset; the folder that holds all of it."""
    for key in KEYS:
        cli("family", "add", key, "--member", "Dana")
        said = transcript("s-1", f"Theo is allergic to peanuts, we live at {key} street.")
        cli("import", "native", write(f"{key}.json", said), "--family", key)
        cli("run", "--family", key)
        write(f"inbox/{key}/taken/s-1.json", said)
        write(f"inbox/{key}/rejected/bad.json", "{")
    cli("export", "parquet", "--all", str(tmp_path / "analysis"))
    return tmp_path


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_without_a_token_nothing_goes(cli: CommandLine, lived: Path) -> None:
    before = everything(lived)
    answer = cli.json("family", "erase", "cedar")
    assert (answer["erased"], answer["inbox"], answer["ended_at"]) == (False, 2, None)
    assert everything(lived) == before


def test_with_the_token_no_file_names_the_family_but_its_receipt(cli: CommandLine, lived: Path) -> None:
    (lived / "cedar.json").unlink()
    token = cli.json("family", "erase", "cedar")["token"]
    answer = cli.json("family", "erase", "cedar", "--confirm", token)
    assert (answer["erased"], answer["inbox"]) == (True, 2)
    left = everything(lived)
    naming = [name for name, data in left.items() if "cedar" in name or b"cedar" in data]
    assert naming == [f"store/erasures/cedar-{token}.json"]
    assert list(ParquetCatalog(lived / "analysis").known()) == ["maple"]


def test_no_byte_of_the_other_family_changes(cli: CommandLine, lived: Path) -> None:
    def of_maple() -> dict[str, bytes]:
        return {name: data for name, data in everything(lived).items() if "maple" in name}

    before = of_maple()
    cli.json("family", "erase", "cedar", "--confirm", cli.json("family", "erase", "cedar")["token"])
    assert of_maple() == before
    assert len(before) > 10


def test_what_was_left_beside_the_store_by_a_stop_goes_with_the_next_call(
    cli: CommandLine, lived: Path, write: Callable[[str, Any], str]
) -> None:
    token = cli.json("family", "erase", "cedar")["token"]
    first = cli.json("family", "erase", "cedar", "--confirm", token)
    write("inbox/cedar/late.json", "{}")
    again = cli.json("family", "erase", "cedar", "--confirm", token)
    assert again == {**first, "inbox": 1}
    assert not (lived / "inbox" / "cedar").exists()


def test_another_token_is_refused_and_nothing_goes(cli: CommandLine, lived: Path) -> None:
    before = everything(lived)
    assert cli("family", "erase", "cedar", "--confirm", "0" * 16, "--json").code == 2
    assert cli("family", "erase", "../maple").code == 2
    assert everything(lived) == before
