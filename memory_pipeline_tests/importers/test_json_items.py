"""The items of a JSON array, whatever the size of the pieces in which the file is read."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.importers import json_items
from memory_pipeline.model.errors import MalformedTranscript

SCALARS = st.none() | st.booleans() | st.integers() | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12)


class InPieces(BytesIO):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__(data)
        self._size = size

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self._size)


def split(data: bytes, size: int = 1 << 20) -> list[tuple[Any, int]]:
    return [(json.loads(item), line) for item, line in json_items.items(InPieces(data, size), "x.json")]


@given(st.lists(VALUES), st.integers(1, 40), st.sampled_from([None, 1]), st.booleans())
def test_every_item_comes_out_whole(values: list[Any], size: int, indent: int | None, ascii_only: bool) -> None:
    data = json.dumps(values, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    assert [item for item, _ in split(data, size)] == values


@given(st.lists(VALUES, min_size=1), st.data())
def test_a_file_that_is_cut_off_is_refused(values: list[Any], data: st.DataObject) -> None:
    whole = json.dumps(values).encode()
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    with pytest.raises(MalformedTranscript):
        split(cut)


def test_an_item_knows_its_line_and_a_lone_object_is_an_item() -> None:
    assert split(b'\xef\xbb\xbf[\n {"a": "]\\""},\n\n 7]\n') == [({"a": ']"'}, 2), (7, 4)]
    assert split(b'{"a": [1]}') == [({"a": [1]}, 1)]
    assert split(b" [ ] ") == []


@pytest.mark.parametrize("data", [b"", b"  ", b"Dana: hi", b"[{} {}]", b"[1]x", b"[", b"[1,", b'["a'], ids=repr)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(MalformedTranscript):
        split(data)
