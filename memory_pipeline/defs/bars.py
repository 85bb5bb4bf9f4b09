"""Bars drawn as an SVG inside Markdown: the UI shows them without any drawing library here or there."""

from base64 import b64encode
from collections.abc import Sequence
from xml.sax.saxutils import escape

import dagster as dg

_ROW, _LABEL, _BAR, _NUMBER = 22, 170, 420, 110


def bars(titled: Sequence[tuple[str, Sequence[tuple[str, float]], str]]) -> dg.MarkdownMetadataValue:
    """One block of bars for each title, its rows and their unit; rows without a value above nought stay empty."""
    return dg.MetadataValue.md("\n\n".join(_block(title, rows, unit) for title, rows, unit in titled if rows))


def _block(title: str, rows: Sequence[tuple[str, float]], unit: str) -> str:
    largest = max((value for _, value in rows), default=0) or 1
    drawn = "".join(_bar(place, name, value, value / largest, unit) for place, (name, value) in enumerate(rows))
    width, height = _LABEL + _BAR + _NUMBER, _ROW * len(rows) + 6
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12">{drawn}</svg>'
    )
    return f"**{title}**\n\n![{title}](data:image/svg+xml;base64,{b64encode(svg.encode()).decode()})"


def _bar(place: int, name: str, value: float, share: float, unit: str) -> str:
    top = _ROW * place + 4
    shown = f"{value:g}" if abs(value) >= 1 or value == 0 else f"{value:.4f}"
    return (
        f'<text x="{_LABEL - 8}" y="{top + 13}" text-anchor="end" fill="#666">{escape(name)}</text>'
        f'<rect x="{_LABEL}" y="{top}" width="{max(share, 0) * _BAR:.1f}" height="{_ROW - 6}" rx="2" fill="#4f6bed"/>'
        f'<text x="{_LABEL + max(share, 0) * _BAR + 6:.1f}" y="{top + 13}" fill="#666">{shown} {escape(unit)}</text>'
    )
