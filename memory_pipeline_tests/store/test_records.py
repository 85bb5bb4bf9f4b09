"""The other stored documents: canonical bytes, and an error that names file and key for everything else."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.model.brief import SECTION_NAMES
from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.errors import InputError, InvariantViolated, MalformedDocument, StoredDataError
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.store import records
from memory_pipeline_tests.store.golden_files import GOLDEN, golden

Load = Callable[[bytes, str], Any]
Dump = Callable[[Any], bytes]

FORMS: dict[str, tuple[Load, Dump]] = {
    "sessions": (records.load_session, records.dump_session),
    "candidates": (records.load_formation, records.dump_formation),
    "decisions": (records.load_decisions, records.dump_decisions),
    "reviews": (records.load_review, records.dump_review),
    "heads": (records.load_head, records.dump_head),
    "changes": (records.load_change_record, records.dump_change_record),
    "briefs": (records.load_brief, records.dump_brief),
    "suppressions": (records.load_suppression, records.dump_suppression),
    "families/fam_golden": (records.load_family, records.dump_family),
    "store": (records.load_store_settings, records.dump_store_settings),
}
FILES = [(folder, path) for folder in FORMS for path in golden(folder)]
JSON_FILES = [(folder, path) for folder, path in FILES if path.suffix == ".json"]
FAMILY_FILE = "families/fam_golden/family.yaml"
FAMILY = (GOLDEN / FAMILY_FILE).read_text(encoding="utf-8")


def named(value: object) -> str:
    return f"{value.parent.name}/{value.name}" if isinstance(value, Path) else ""


@pytest.mark.parametrize(("folder", "path"), FILES, ids=named)
def test_a_golden_document_is_written_again_as_the_same_bytes(folder: str, path: Path) -> None:
    load, dump = FORMS[folder]
    assert dump(load(path.read_bytes(), path.as_posix())) == path.read_bytes()


@pytest.mark.parametrize(("folder", "path"), JSON_FILES, ids=named)
def test_every_key_of_a_document_is_needed_and_typed(folder: str, path: Path) -> None:
    load, _ = FORMS[folder]
    document = json.loads(path.read_bytes())
    for key in document:
        if key == "off_record":
            continue
        without = json.dumps({name: value for name, value in document.items() if name != key}).encode()
        other = json.dumps({**document, key: {"odd": []}}).encode()
        for data in (without, other):
            with pytest.raises((StoredDataError, InputError), match=key) as caught:
                load(data, "file.json")
            assert caught.value.file == "file.json"


@pytest.mark.parametrize("folder", [folder for folder in FORMS if golden(folder, "*.json")])
@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b'{"a":1,"a":2}', b'{"a":NaN}', b"\xff", b'{"a":"\\ud83d"}', b"[" * 5000],
    ids=repr,
)  # fmt: skip
def test_what_is_no_such_document_is_refused_with_its_file(folder: str, data: bytes) -> None:
    load, _ = FORMS[folder]
    with pytest.raises((StoredDataError, InputError)) as caught:
        load(data, "file.json")
    assert caught.value.file == "file.json"


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_bytes_break_a_reader_in_another_way_than_by_name(data: bytes) -> None:
    for load, _ in FORMS.values():
        with contextlib.suppress(StoredDataError, InputError):
            load(data, FAMILY_FILE)


def test_a_broken_document_names_the_line() -> None:
    with pytest.raises(MalformedDocument) as caught:
        records.load_head(b'{\n  "seq": 1,\n  oops\n}', "head.json")
    assert caught.value.line == 3


class TestFamily:
    def load(self, text: str) -> Family:
        return records.load_family(text.encode(), FAMILY_FILE)

    def test_the_key_is_the_folder(self) -> None:
        assert self.load(FAMILY).key == "fam_golden"
        with pytest.raises(MalformedDocument, match="families/"):
            records.load_family(FAMILY.encode(), "family.yaml")

    def test_a_file_that_a_person_wrote_may_be_short_and_have_comments(self) -> None:
        family = self.load("# ours\ntimezone: Asia/Kolkata  # since 2019\nmembers: [Dana, {name: No, kind: child}]\n")
        assert family.members == (Member(name="Dana"), Member(name="No", kind="child"))
        assert (family.closed, family.clock) == (False, None)

    def test_a_name_stays_a_string_whatever_it_looks_like(self) -> None:
        family = self.load("timezone: UTC\nmembers:\n  - Null\n  - 0123\n  - name: yes\n    aliases: [12:30]\n")
        assert [member.name for member in family.members] == ["Null", "0123", "yes"]
        assert family.members[2].aliases == ("12:30",)

    def test_unknown_keys_stay_as_they_were_written(self) -> None:
        family = self.load(f"{FAMILY}x_octal: 0123\nx_list:\n- 1.10\n")
        assert records.dump_family(replace(family, closed=True)).endswith(b"x_octal: 0123\nx_list:\n- 1.10\n")

    @pytest.mark.parametrize(
        ("before", "after", "line"),
        [
            ("America/Los_Angeles", "Mars/Olympus", 1), ("closed: false", "closed: 'no'", 18),
            ("kind: adult", "kind: dog", 2), ("2026-11-30T18:00:00Z", "2026-11-30", 19),
            ("name: Marcus", "name: ' '", 2),
            ("name: Marcus", "nmae: Marcus", 2), ("- name: Marcus\n    aliases: []\n    kind: adult", "- [Marcus]", 2),
            ("timezone:", "timezone: UTC\ntimezone:", 2), ("timezone:", "zone:", 1),
        ],
    )  # fmt: skip
    def test_a_mistake_is_named_with_its_line(self, before: str, after: str, line: int) -> None:
        assert before in FAMILY
        with pytest.raises(MalformedDocument) as caught:
            self.load(FAMILY.replace(before, after, 1))
        assert (caught.value.file, caught.value.line) == (FAMILY_FILE, line)

    def test_an_unknown_key_cannot_stand_for_one_of_ours(self) -> None:
        with pytest.raises(InvariantViolated):
            records.dump_family(Family(key="f", timezone="UTC", extra={"closed": True}))

    @settings(max_examples=40, deadline=None)
    @given(st.text(min_size=1).filter(lambda text: text.strip() and text.splitlines() == [text] and "\0" not in text))
    def test_any_one_line_name_comes_back(self, name: str) -> None:
        family = Family(key="fam_golden", timezone="UTC", members=(Member(name=name, aliases=(name,)),))
        assert records.load_family(records.dump_family(family), FAMILY_FILE) == family


@settings(max_examples=40, deadline=None)
@given(st.text(), st.lists(st.text(), max_size=3).map(tuple), st.text())
def test_any_text_of_a_rule_comes_back(value: str, texts: tuple[str, ...], made_by: str) -> None:
    rule = Suppression(id="0" * 26, scope="claim", value=value, texts=texts, made_by=made_by,
                       made_at=datetime(2026, 9, 1, tzinfo=UTC))  # fmt: skip
    try:
        data = records.dump_suppression(rule)
    except InvariantViolated:
        return
    assert records.load_suppression(data, "rule.yaml") == rule


def test_a_rule_with_a_key_nobody_knows_is_refused() -> None:
    data = (GOLDEN / "suppressions" / "claim.yaml").read_bytes() + b"until: 2027-01-01\n"
    with pytest.raises(MalformedDocument, match="until") as caught:
        records.load_suppression(data, "rule.yaml")
    assert caught.value.line == 12


class TestStoreSettings:
    def test_a_store_without_a_clock_says_its_format_only(self) -> None:
        assert records.dump_store_settings(records.StoreSettings()) == b"format: 1\n"
        assert records.load_store_settings(b"format: 1\n", "store.yaml") == records.StoreSettings()

    def test_a_demo_store_has_its_own_clock(self) -> None:
        settings = records.load_store_settings(b"format: 1\nnow: 2026-11-30T18:00:00Z\n", "store.yaml")
        assert settings.now == datetime(2026, 11, 30, 18, tzinfo=UTC)

    @pytest.mark.parametrize(
        "text", ["format: 2\n", "now: null\n", "format: one\n", "format: 1\nclock: x\n", "- 1\n", ""]
    )
    def test_another_format_is_refused(self, text: str) -> None:
        with pytest.raises(MalformedDocument):
            records.load_store_settings(text.encode(), "store.yaml")


class TestBrief:
    @pytest.mark.parametrize("names", [SECTION_NAMES[:3], SECTION_NAMES[::-1], (*SECTION_NAMES, "topics")], ids=len)
    def test_the_sections_are_the_four_in_their_order(self, names: tuple[str, ...]) -> None:
        sections = [{"name": name, "lines": []} for name in names]
        data = json.dumps({"version": 1, "family": "f", "sections": sections}).encode()
        with pytest.raises(MalformedDocument, match="sections"):
            records.load_brief(data, "brief.json")

    def test_a_brief_of_a_later_version_is_refused(self) -> None:
        with pytest.raises(MalformedDocument, match="version"):
            records.load_brief(b'{"version": 2, "family": "f", "sections": []}', "brief.json")


def test_half_a_surrogate_pair_is_not_written() -> None:
    with pytest.raises(InvariantViolated):
        records.dump_formation(Formation(session="s", extractor="x", status="failed", reason="\ud83d"))
