from __future__ import annotations

from collections.abc import Callable

import pytest

from memory_pipeline_tests.cli.conftest import CommandLine


def test_a_family_is_added_with_its_zone_and_members(cli: CommandLine) -> None:
    added = cli.json("family", "add", "f-1", "--timezone", "Europe/Berlin", "--member", "Ana", "--member", "Ben:child")
    assert added == {
        "family": "f-1",
        "timezone": "Europe/Berlin",
        "members": [
            {"name": "Ana", "kind": "adult", "aliases": []},
            {"name": "Ben", "kind": "child", "aliases": []},
        ],
        "closed": False,
        "clock": None,
    }
    assert cli.json("family", "show", "f-1").items() >= added.items()


def test_families_are_listed_by_key_in_pages(cli: CommandLine) -> None:
    for key in ("c", "a", "b"):
        cli.json("family", "add", key)
    first = cli.json("family", "list", "--limit", "2")
    assert [item["family"] for item in first["items"]] == ["a", "b"]
    rest = cli.json("family", "list", "--limit", "2", "--after", first["next"])
    assert [item["family"] for item in rest["items"]] == ["c"]
    assert rest["next"] is None


def test_an_empty_store_has_an_empty_list(cli: CommandLine) -> None:
    assert cli.json("family", "list") == {"items": [], "next": None}


def test_one_unreadable_family_stands_in_the_list_with_its_error(
    cli: CommandLine, cedar: str, store, contents: Callable[[], dict[str, bytes]]
) -> None:
    cli.json("family", "add", "broken")
    (store / "families/broken/family.yaml").write_text("timezone: [", encoding="utf-8")
    listed = cli("family", "list", "--json")
    assert listed.code == 1
    broken, whole = listed.json["items"]
    assert broken["error"]["type"] == "MalformedDocument"
    assert whole["family"] == cedar


def test_closing_a_family_twice_changes_nothing_more(
    cli: CommandLine, cedar: str, contents: Callable[[], dict[str, bytes]]
) -> None:
    assert cli.json("family", "close", cedar)["closed"] is True
    before = contents()
    assert cli.json("family", "close", cedar)["closed"] is True
    assert contents() == before


BAD_FAMILIES = {
    "comma in the key": (["smith,jo"], "InvalidFamilyKey"),
    "slash in the key": (["../x"], "InvalidFamilyKey"),
    "capital in the key": (["Cedar"], "InvalidFamilyKey"),
    "empty key": ([""], "InvalidFamilyKey"),
    "key of 65 characters": (["a" * 65], "InvalidFamilyKey"),
    "no such zone": (["new", "--timezone", "Mars/Olympus"], "InvalidTimeZone"),
    "zone that leaves its folder": (["new", "--timezone", "../../etc/passwd"], "InvalidTimeZone"),
    "empty zone": (["new", "--timezone", ""], "InvalidTimeZone"),
    "unknown kind of member": (["new", "--member", "Rex:dog"], "InvalidArgument"),
    "member without a name": (["new", "--member", ":child"], "InvalidArgument"),
    "blank member": (["new", "--member", "  "], "InvalidArgument"),
    "member of two lines": (["new", "--member", "Ana\nclosed: true"], "InvalidArgument"),
    "member twice": (["new", "--member", "Ana", "--member", "ana:child"], "InvalidArgument"),
    "option that is none": (["new", "--zone", "UTC"], "InvalidArgument"),
    "family that is there": (["cedar"], "FamilyExists"),
}


@pytest.mark.parametrize(("arguments", "error"), BAD_FAMILIES.values(), ids=BAD_FAMILIES)
def test_a_bad_family_is_refused_and_nothing_is_written(
    cli: CommandLine, cedar: str, contents: Callable[[], dict[str, bytes]], arguments: list[str], error: str
) -> None:
    before = contents()
    refused = cli("family", "add", "--json", *arguments)
    assert (refused.code, refused.error["type"]) == (2, error)
    assert contents() == before


@pytest.mark.parametrize("command", ["show", "close"])
def test_an_unknown_family_is_refused(cli: CommandLine, command: str) -> None:
    refused = cli("family", command, "nobody", "--json")
    assert (refused.code, refused.error["type"]) == (2, "UnknownFamily")


def test_a_cursor_of_another_list_is_refused(cli: CommandLine, cedar: str) -> None:
    refused = cli("family", "list", "--after", "zzz", "--json")
    assert (refused.code, refused.error["type"]) == (2, "InvalidArgument")


def test_people_see_a_table(cli: CommandLine, cedar: str) -> None:
    seen = cli("family", "list")
    assert "America/Los_Angeles" in seen.stdout
    assert "Theo (child)" in seen.stdout
