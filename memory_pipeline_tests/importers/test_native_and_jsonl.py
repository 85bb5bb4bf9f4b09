"""Our own JSON and JSON lines: good records come in, bad ones are listed by file and line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.importers import ImportBatch, ImportOptions, importer
from memory_pipeline.model.errors import (
    EmptySession,
    MalformedTranscript,
    SessionConflict,
    UnknownFamily,
    UnknownFormat,
    UnknownReference,
)
from memory_pipeline.model.family import Family

FAMILY = Family(key="fam_a", timezone="Europe/Berlin")


def session(name: str, day: int = 14, **changes: Any) -> dict[str, Any]:
    at = f"2026-08-{day:02}T19:00:00Z"
    turns = [{"turn": 1, "role": "user", "speaker": "Dana", "at": at, "text": "We\u2028moved."}]
    return {"session": name, "surface": "chat", "started_at": at, "ended_at": at, "turns": turns, **changes}


def lines(*documents: Any) -> bytes:
    return b"".join(json.dumps(document, ensure_ascii=False).encode() + b"\n" for document in documents)


def read(name: str, path: Path, **options: str) -> ImportBatch:
    return importer(name)(path, family=FAMILY, options=ImportOptions(**options))


def ids(batch: ImportBatch) -> list[str]:
    (imported,) = batch.families
    assert imported.family == FAMILY
    return [session.id for session in imported.sessions]


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownFormat, match="native, jsonl, locomo"):
        importer("telepathy")


@pytest.mark.parametrize("name", ["native", "jsonl"])
def test_a_format_without_a_family_of_its_own_needs_one(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownFamily, match="--family"):
        importer(name)(tmp_path, family=None, options=ImportOptions())


@pytest.mark.parametrize("name", ["native", "jsonl"])
def test_a_format_without_samples_refuses_to_look_for_one(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownReference, match="conv-26"):
        read(name, tmp_path, sample="conv-26")


@pytest.mark.parametrize("name", ["native", "jsonl", "locomo"])
def test_a_file_that_is_not_there_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(MalformedTranscript, match="nowhere"):
        read(name, tmp_path / "nowhere.json")


class TestNative:
    def test_one_file_is_one_session(self, tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        path.write_bytes(b"\xef\xbb\xbf" + lines(session("s-1")))
        batch = read("native", path)
        assert ids(batch) == ["s-1"]
        assert batch.families[0].sessions[0].turns[0].text == "We\u2028moved."
        assert batch.rejected == ()

    def test_a_folder_is_its_json_files_in_time_order(self, tmp_path: Path) -> None:
        for file, name, day in (("a.json", "late", 20), ("b.json", "early", 3), ("c.json", "middle", 5)):
            (tmp_path / file).write_bytes(lines(session(name, day)))
        (tmp_path / "notes.txt").write_bytes(b"not ours")
        assert ids(read("native", tmp_path)) == ["early", "middle", "late"]

    def test_bad_files_of_a_folder_are_listed_and_the_rest_comes_in(self, tmp_path: Path) -> None:
        (tmp_path / "a.json").write_bytes(b"{\n  broken")
        (tmp_path / "b.json").write_bytes(lines(session("good")))
        (tmp_path / "c.json").write_bytes(lines(session("empty", turns=[])))
        (tmp_path / "d.json").write_bytes(lines(session("odd", surface="email")))
        batch = read("native", tmp_path)
        assert ids(batch) == ["good"]
        assert [(type(error), error.file, error.line) for error in batch.rejected] == [
            (MalformedTranscript, str(tmp_path / "a.json"), 2),
            (EmptySession, str(tmp_path / "c.json"), None),
            (MalformedTranscript, str(tmp_path / "d.json"), None),
        ]

    def test_a_single_file_that_is_no_json_is_refused_as_a_whole(self, tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        path.write_bytes(b"Dana: hello\n")
        with pytest.raises(MalformedTranscript) as caught:
            read("native", path)
        assert (caught.value.file, caught.value.line) == (str(path), 1)

    def test_a_folder_without_json_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(MalformedTranscript, match=r"no \*\.json"):
            read("native", tmp_path)


class TestJsonLines:
    def test_bad_lines_are_listed_by_number_and_the_rest_comes_in(self, tmp_path: Path) -> None:
        path = tmp_path / "all.jsonl"
        surrogate = session("half")
        surrogate["turns"][0]["text"] = "\ud83d"
        good, late = lines(session("s-1", 14)), lines(session("s-2", 3))
        bad = [b"{oops\n", b"\xff\n", json.dumps(surrogate).encode() + b"\n", lines(session("..")), b'{"a":1,"a":1}\n']
        path.write_bytes(good + b"\n" + b"".join(bad) + late)
        batch = read("jsonl", path)
        assert ids(batch) == ["s-2", "s-1"]
        assert [error.line for error in batch.rejected] == [3, 4, 5, 6, 7]
        assert {type(error) for error in batch.rejected} == {MalformedTranscript}
        assert {error.file for error in batch.rejected} == {str(path)}

    def test_the_same_session_twice_is_one_and_with_other_words_a_conflict(self, tmp_path: Path) -> None:
        path = tmp_path / "all.jsonl"
        path.write_bytes(lines(session("s-1"), session("s-1"), session("s-1", off_record=True)))
        batch = read("jsonl", path)
        assert ids(batch) == ["s-1"]
        assert [(type(error), error.line) for error in batch.rejected] == [(SessionConflict, 3)]

    @pytest.mark.parametrize("data", [b"", b"\n \r\n\n", b"\xef\xbb\xbf"], ids=repr)
    def test_a_file_without_a_line_is_refused(self, data: bytes, tmp_path: Path) -> None:
        path = tmp_path / "all.jsonl"
        path.write_bytes(data)
        with pytest.raises(MalformedTranscript, match="no session"):
            read("jsonl", path)
