"""catalog.jsonl: every memory in one file, so that a family is read in two requests (contract section 1).

First line `{"seq": N}`, then one line a memory in order of id: the front matter, `body`, `etag` and `text_hash`;
`unknown` holds the keys that are not ours as the file writes them. Derived: an unreadable catalog is rebuilt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

import orjson

from memory_pipeline.model.errors import MalformedMemory
from memory_pipeline.model.memory import FRONT_MATTER_KEYS, Memory
from memory_pipeline.store.fields import Fields
from memory_pipeline.store.front_matter import SplitFile, read_block, unknown_keys, unknown_text
from memory_pipeline.store.okf import front_matter

_LINE_START = b'{"id":"'
_ID = slice(len(_LINE_START), len(_LINE_START) + 26)


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A memory, the etag of its file, and the hash of what is embedded of it."""

    memory: Memory
    etag: str
    text_hash: str


@dataclass(frozen=True, slots=True)
class CatalogFile:
    """A catalog as stored: the seq it was made at and its raw lines by memory id."""

    seq: int
    lines: Mapping[str, bytes]


def text_hash(text: str) -> str:
    """SHA-256 of the text's UTF-8 in hex: what embeddings are kept by."""
    return hashlib.sha256(text.encode()).hexdigest()


def entry_of(memory: Memory, etag: str) -> CatalogEntry:
    """The entry of a memory whose file has `etag`."""
    return CatalogEntry(memory, etag, text_hash(memory.indexed_text))


def read_catalog(data: bytes) -> CatalogFile | None:
    """Split a catalog into its lines, without parsing them; None for anything that is no catalog."""
    header, _, rest = data.partition(b"\n")
    try:
        seq = orjson.loads(header)["seq"]
    except (ValueError, TypeError, KeyError):
        return None
    lines = rest.removesuffix(b"\n").split(b"\n") if rest else []
    if type(seq) is not int or not all(line.startswith(_LINE_START) for line in lines):
        return None
    return CatalogFile(seq, {line[_ID].decode("ascii", "replace"): line for line in lines})


class ParsedLines:
    """Parses catalogs of one family; a line that was in the catalog before costs nothing the next time."""

    def __init__(self) -> None:
        self._known: dict[bytes, CatalogEntry] = {}

    def entries(self, lines: Iterable[bytes]) -> dict[str, CatalogEntry] | None:
        """The entries by id, ascending; None where a line is not what `render_line` writes."""
        known = self._known
        try:
            parsed = {line: known.get(line) or _entry(orjson.loads(line)) for line in lines}
        except (ValueError, TypeError, KeyError, MalformedMemory):
            return None
        self._known = parsed
        return {entry.memory.id: entry for entry in sorted(parsed.values(), key=lambda entry: entry.memory.id)}


class RecentlyParsed:
    """What was parsed of the families that were read last, so that each step of one action does not parse them anew."""

    def __init__(self, families: int = 4) -> None:
        self._newest: Callable[[str], ParsedLines] = lru_cache(maxsize=families)(lambda _: ParsedLines())

    def of(self, family: str) -> ParsedLines:
        """The lines of one family; safe to share, because a line always parses to the same."""
        return self._newest(family)


def render_line(entry: CatalogEntry) -> bytes:
    """One memory as one line of JSON, without its line end."""
    memory = entry.memory
    values = front_matter(memory)
    line = {key: values[key] for key in FRONT_MATTER_KEYS}
    line |= {"body": memory.body, "etag": entry.etag, "text_hash": entry.text_hash}
    if memory.extra:
        line["unknown"] = unknown_text(memory.extra)
    return orjson.dumps(line)


def render_catalog(seq: int, lines: Mapping[str, bytes]) -> bytes:
    """The whole file, its lines in order of id."""
    return b"\n".join([orjson.dumps({"seq": seq}), *(lines[memory] for memory in sorted(lines))]) + b"\n"


def _entry(line: dict[str, Any]) -> CatalogEntry:
    unknown = line.get("unknown")
    memory = Memory(
        id=line["id"],
        type=line["type"],
        about=line["about"],
        summary=line["summary"],
        when_to_use=line["when_to_use"],
        applies_to=tuple(line["applies_to"]),
        strength=line["strength"],
        pin=line["pin"],
        authority=line["authority"],
        confidence=line["confidence"],
        durability=line["durability"],
        formed_at=datetime.fromisoformat(line["formed_at"]),
        last_reinforced_at=datetime.fromisoformat(line["last_reinforced_at"]),
        reinforcement_count=line["reinforcement_count"],
        valid_until=None if line["valid_until"] is None else date.fromisoformat(line["valid_until"]),
        status=line["status"],
        supersedes=line["supersedes"],
        superseded_by=line["superseded_by"],
        related=tuple(line["related"]),
        sensitivity=line["sensitivity"],
        revision=line["revision"],
        needs_enrichment=line["needs_enrichment"],
        body=line["body"],
        extra={} if unknown is None else _unknown(unknown),
    )
    return CatalogEntry(memory, line["etag"], line["text_hash"])


def _unknown(text: str) -> Mapping[str, Any]:
    file = "catalog.jsonl"
    block = read_block(SplitFile(text, ""), file)
    return unknown_keys(Fields(block.values, file, MalformedMemory), block, FRONT_MATTER_KEYS)
