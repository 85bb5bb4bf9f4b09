"""The three narrative files of the earlier design as one block, until a family is compiled (seed section 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memory_pipeline.brief.line_text import escape, one_line
from memory_pipeline.brief.render import NOTHING_YET, BriefSurface, enclose

_HEADINGS = {
    "knowledge": "What is known about the family",
    "explicit_memories": "What the family asked to remember",
    "last_conversation": "The last conversation",
}


def render_legacy(files: Mapping[str, str], surface: BriefSurface, line_characters: int) -> str:
    """The files whole, escaped and delimited like a brief; a longer line goes on in the next one.

    `files` maps file names to texts. Shared and outward surfaces go without the last conversation.
    """
    texts = {name.removesuffix(".md"): text for name, text in files.items()}
    if surface in ("household", "web_search"):
        texts.pop("last_conversation", None)
    lines = [line for name in _HEADINGS for line in _file(name, texts.get(name, ""), line_characters)]
    return enclose(lines or [NOTHING_YET], surface, source="legacy")


def _file(name: str, text: str, line_characters: int) -> Iterator[str]:
    rows = [piece for row in text.splitlines() for piece in _pieces(one_line(row), line_characters)]
    if rows:
        yield f"{_HEADINGS[name]}:"
        yield from (f"- {escape(row)}" for row in rows)


def _pieces(row: str, limit: int) -> Iterator[str]:
    """The row in pieces of at most `limit` characters, cut at spaces where there are any."""
    while len(row) > limit:
        edge = row.rfind(" ", 1, limit + 1)
        edge = limit if edge < 0 else edge
        yield row[:edge]
        row = row[edge:].lstrip()
    if row:
        yield row
