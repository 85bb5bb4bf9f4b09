"""Markdown files with a block of YAML before the text, split and joined byte for byte (contract section 2).

python-frontmatter's own handlers strip the body, guess types and sort keys; this handler keeps the file as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from frontmatter import Post
from frontmatter.default_handlers import BaseHandler

from memory_pipeline.model.errors import InvariantViolated, MalformedMemory
from memory_pipeline.store import yaml_text
from memory_pipeline.store.fields import Fields
from memory_pipeline.store.yaml_reader import YamlFault, read_mapping
from memory_pipeline.store.yaml_values import YamlMapping, plain_values

_BLOCK = re.compile(r"---[ \t]*\r?\n(?P<yaml>(?:.*\n)*?)---[ \t]*(?:\r?\n|\Z)")
_OPENING = re.compile(r"---[ \t]*\r?\n")
_SECOND_BLOCK = re.compile(
    r"(?:[ \t]*\r?\n)*(?P<fence>---)[ \t]*\r?\n"
    r"[A-Za-z_][\w.-]*:(?:[ \t].*)?\r?\n"
    r"(?:(?:[A-Za-z_][\w.-]*:(?:[ \t].*)?|[ \t]+\S.*|- .*)\r?\n)*"
    r"---[ \t]*(?:\r?\n|\Z)"
)
_SURROGATE = re.compile("[\ud800-\udfff]")


class WrittenKeys(dict[str, Any]):
    """Unknown keys as JSON values that also remember how they stood in the file.

    Equal to a plain dict of the same values; a rewrite of the file puts the written form back.
    """

    __slots__ = ("written",)

    def __init__(self, values: Mapping[str, Any], written: Mapping[str, str]) -> None:
        super().__init__(values)
        self.written = dict(written)

    def __reduce__(self) -> tuple[type[WrittenKeys], tuple[dict[str, Any], dict[str, str]]]:
        return (WrittenKeys, (dict(self), self.written))


@dataclass(frozen=True, slots=True)
class SplitFile:
    """A file's YAML and its body; `first_line` is the file line that the YAML begins in."""

    yaml: str
    body: str
    first_line: int = 2


class FrontMatterHandler(BaseHandler):
    """Reads and writes the block without changing a byte of the body."""

    FM_BOUNDARY = _OPENING
    START_DELIMITER = END_DELIMITER = "---"

    def split(self, text: str) -> tuple[str, str]:
        """The YAML and the body. Raises ValueError where there is no block."""
        match = _BLOCK.match(text)
        if match is None:
            raise ValueError("no front matter")
        return match["yaml"], text[match.end() :]

    def load(self, fm: str) -> dict[str, Any]:
        """The mapping with every plain scalar typed as JSON types it. Raises YamlFault."""
        values: dict[str, Any] = plain_values(read_mapping(fm).values)
        return values

    def export(self, metadata: Mapping[str, object], **_: object) -> str:
        """The mapping as block YAML in the order of its keys."""
        return "\n".join(yaml_text.mapping(metadata))

    def format(self, post: Post, **_: object) -> str:
        """The whole file; nothing is stripped."""
        return f"---\n{self.export(post.metadata)}\n---\n{post.content}"


HANDLER = FrontMatterHandler()


def split_file(data: bytes, file: str) -> SplitFile:
    """Decode and split. Raises MalformedMemory for a BOM, NUL, bytes that are not UTF-8, and no or two blocks."""
    text = decoded(data, file)
    try:
        block, body = HANDLER.split(text)
    except ValueError:
        problem = "the front matter is never closed by a `---` line" if _OPENING.match(text) else _NO_BLOCK
        raise MalformedMemory(problem, file=file, line=1) from None
    if second := _SECOND_BLOCK.match(body):
        line = text.count("\n", 0, len(text) - len(body) + second.start("fence")) + 1
        raise MalformedMemory("a second front-matter block follows the first; merge them by hand", file=file, line=line)
    return SplitFile(block, body)


def read_block(split: SplitFile, file: str) -> YamlMapping:
    """The block's mapping with the file's line numbers. Raises MalformedMemory."""
    try:
        block = read_mapping(split.yaml)
    except YamlFault as fault:
        raise MalformedMemory(fault.message, file=file, line=fault.line + split.first_line - 1) from fault
    lines = {key: line + split.first_line - 1 for key, line in block.lines.items()}
    return YamlMapping(block.values, lines, block.written)


def unknown_keys(fields: Fields, block: YamlMapping, known: tuple[str, ...]) -> WrittenKeys | dict[str, Any]:
    """What stands in the block beside `known`, in its order."""
    names = fields.unknown(known)
    if not names:
        return {}
    written = {name: block.written[name].replace("\r\n", "\n") for name in names}
    return WrittenKeys({name: plain_values(block.values[name]) for name in names}, written)


def join_file(known: list[str], extra: Mapping[str, Any], body: str) -> bytes:
    """The whole file: our lines, the unknown keys as written, the body. Raises InvariantViolated."""
    _check_body(body)
    lines = "".join(f"{line}\n" for line in known)
    return f"---\n{lines}{unknown_text(extra)}---\n{body}".encode()


def unknown_text(extra: Mapping[str, Any]) -> str:
    """The unknown keys as YAML: as written where that is known, else as we write. Raises InvariantViolated."""
    written = extra.written if isinstance(extra, WrittenKeys) else {}
    pieces = []
    for key, value in extra.items():
        piece = written.get(key) or "".join(f"{line}\n" for line in yaml_text.mapping({key: value}))
        pieces.append(piece if piece.endswith("\n") else f"{piece}\n")
    return "".join(pieces)


def decoded(data: bytes, file: str) -> str:
    """Strict UTF-8 without BOM and NUL. Raises MalformedMemory with the line."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise MalformedMemory("the file begins with a byte order mark; save it without one", file=file, line=1)
    if (nul := data.find(b"\0")) >= 0:
        raise MalformedMemory("a NUL byte stands in the file", file=file, line=data.count(b"\n", 0, nul) + 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MalformedMemory("the file is not UTF-8 (or holds a lone surrogate)", file=file, line=line) from error


def _check_body(body: str) -> None:
    if "\0" in body or _SURROGATE.search(body):
        raise InvariantViolated("a body with a NUL or a lone surrogate cannot be written")
    if _SECOND_BLOCK.match(body):
        raise InvariantViolated("a body that begins like a front-matter block would be read as one")


_NO_BLOCK = "the file does not begin with a `---` line"
