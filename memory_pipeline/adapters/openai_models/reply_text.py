"""A model's text, read for what can be used of it: whatever stands around the JSON, and however it was broken.

A reply is never taken for an empty one because it could not be read: it gives items, or it is Unreadable with a kind.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory_pipeline.adapters.openai_models.faults import ModelFault

TWICE = "\0twice"
"""Marks an object in which a key stands twice with different values; the value is that key."""

_FENCE = re.compile(r"^\s*```[\w-]*[ \t]*\n?|\n?```\s*$")
_BAD_ESCAPE = re.compile(r'\\(?:(?=u(?![0-9A-Fa-f]{4}))|(?!["\\/bfnrtu]))')
_TEXT_OR_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(\s*[}\]])', re.DOTALL)
_HALF_OR_NUL = re.compile("[\0\ud800-\udfff]")
_OPENS = re.compile(r"[{\[]")
_WORK = 16
_FAILURES = 2_000
_DIGITS = 18
_DEEPEST = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadReply:
    """`items` of the wanted list, as they came; `fields` beside it; `faults` that the reading overcame, by kind.

    `partial`: the kind of fault because of which items may be missing, or None for a whole reply.
    """

    items: tuple[Any, ...]
    fields: Mapping[str, Any]
    faults: Mapping[str, int]
    partial: str | None = None


def read_reply(text: str, wanted: str, signs: frozenset[str], *, cut_off: bool = False) -> ReadReply:
    """The list under the key `wanted`, from the last object that has it; else what looks like its items.

    The last one, because an earlier one may be quoted from the conversation. `signs`: keys of which an item has all.
    `cut_off`: the endpoint says that it stopped the model. Raises ModelFault broken_json, cut_off, other_schema or
    bare_list where there is neither.
    """
    faults: Counter[str] = Counter()
    values = _values(text, wanted, faults)
    reply = _reply_among(values, wanted)
    partial = None if reply is not None else _why_not_whole(text, values, cut_off=cut_off)
    items = _salvaged(values, signs) if reply is None else _joined(reply[wanted])
    if partial is not None and not items:
        raise ModelFault(partial, f"no list {wanted!r} could be read in a reply of {len(text)} characters")
    if partial is not None:
        faults[partial] += 1
    fields = {key: value for key, value in (reply or {}).items() if key != wanted}
    loses = partial in ("cut_off", "broken_json")
    cleaned = tuple(_clean(item, faults) for item in items)
    return ReadReply(items=cleaned, fields=_clean(fields, faults), faults=faults, partial=partial if loses else None)


def _values(text: str, wanted: str, faults: Counter[str]) -> list[Any]:
    """Every JSON object or array in the text that stands in no other; a broken one gives what is whole inside it."""
    bare = _bare(text)
    if bare != text.lstrip("\ufeff"):
        faults["code_fence"] += 1
    values, outside = _scan(bare)
    for kind, repaired in (("bad_escape", _escaped(bare)), ("trailing_comma", _without_commas(_escaped(bare)))):
        if _reply_among(values, wanted) is None and repaired != bare:
            found, around = _scan(repaired)
            if len(found) != len(values) or found != values:
                faults[kind] += 1
                values, outside = found, around
    if outside and _reply_among(values, wanted) is not None:
        faults["prose_around"] += 1
    return values


def _bare(text: str) -> str:
    return _FENCE.sub("", text.lstrip("\ufeff"))


def _escaped(text: str) -> str:
    """The text with each backslash doubled that begins no escape of JSON."""
    return _BAD_ESCAPE.sub(r"\\\\", text)


def _without_commas(text: str) -> str:
    """The text without commas before a closing bracket, strings left alone."""
    return _TEXT_OR_COMMA.sub(lambda match: match[1] or match[2], text)


def _scan(text: str) -> tuple[list[Any], int]:
    """The values, and how many characters stand outside of them; the work for hostile text is bounded."""
    values: list[Any] = []
    position = outside = failures = 0
    work = _WORK * len(text)
    while (found := _OPENS.search(text, position)) is not None and work > 0 and failures < _FAILURES:
        outside += len(text[position : found.start()].strip())
        try:
            value, position = _DECODER.raw_decode(text, found.start())
            values.append(value)
        except (ValueError, RecursionError) as error:
            work -= _looked_at(error, found.start(), len(text))
            failures += 1
            position, outside = found.end(), outside + 1
    return values, outside + len(text[position:].strip())


def _looked_at(error: Exception, start: int, length: int) -> int:
    """How many characters a failed decoding may have read: to the end, where a string has none."""
    if isinstance(error, json.JSONDecodeError) and not error.msg.startswith("Unterminated"):
        return error.pos - start + 1
    return length - start


def _reply_among(values: list[Any], wanted: str) -> dict[str, Any] | None:
    shaped = [value for value in values if isinstance(value, dict) and isinstance(value.get(wanted), list | dict)]
    return shaped[-1] if shaped else None


def _joined(found: Any) -> list[Any]:
    """The list; one item without its list is a list of one."""
    return found if isinstance(found, list) else [found]


def _salvaged(values: list[Any], signs: frozenset[str]) -> list[Any]:
    flat = [item for value in values for item in _joined(value)]
    return [item for item in flat if isinstance(item, dict) and signs <= item.keys()]


def _why_not_whole(text: str, values: list[Any], *, cut_off: bool) -> str:
    if cut_off:
        return "cut_off"
    try:
        json.loads(_bare(text))
    except (ValueError, RecursionError):
        return "broken_json"
    return "bare_list" if len(values) == 1 and isinstance(values[0], list) else "other_schema"


def _clean(value: Any, faults: Counter[str], depth: int = 0) -> Any:
    """The value without NUL and halves of surrogate pairs, which no file can hold."""
    if depth > _DEEPEST:
        return None
    match value:
        case str():
            clean = _HALF_OR_NUL.sub("", value)
            faults.update(["lone_surrogate"] if clean != value else [])
            return clean
        case list():
            return [_clean(item, faults, depth + 1) for item in value]
        case dict():
            faults.update(["duplicate_key"] if TWICE in value else [])
            return {
                (key if key == TWICE else _HALF_OR_NUL.sub("", key)): _clean(item, faults, depth + 1)
                for key, item in value.items()
            }
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; a list that stands in it twice is joined, another value that does is marked."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        known = found.get(key)
        if key in found and isinstance(known, list) and isinstance(value, list):
            found[key] = [*known, *value]
            continue
        if key in found and known != value:
            found[TWICE] = key
        found[key] = value
    return found


def _whole_number(digits: str) -> int | None:
    """The number, or nothing for one that no field can hold."""
    return int(digits) if len(digits) <= _DIGITS else None


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_whole_number, parse_constant=lambda _: None, strict=False
)
