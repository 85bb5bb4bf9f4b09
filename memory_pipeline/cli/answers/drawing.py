"""Pieces of what a person sees. Stored text is shown as it is, never read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from memory_pipeline.cli.output import visible

_TEXT_WIDTH = 40


def plain(text: object, style: str = "") -> Text:
    """Text that steers no terminal and holds no markup."""
    return Text(visible(str(text)), style=style)


def table(title: str, *columns: str, rows: Iterable[Iterable[object]], empty: str = "nothing") -> Table | Text:
    """A table whose cells wrap. `#` before a column's name: a number or id, never broken; `+`: the text to read."""
    drawn = Table(title=plain(title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    lines = [[cell if isinstance(cell, Text) else plain("" if cell is None else cell) for cell in row] for row in rows]
    for place, column in enumerate(columns):
        _add_column(drawn, column, max((len(line[place]) for line in lines), default=0))
    for line in lines:
        drawn.add_row(*line)
    return drawn if lines else plain(f"{title}: {empty}")


def _add_column(drawn: Table, column: str, longest: int) -> None:
    name = column.lstrip("#+")
    if column.startswith("#"):
        drawn.add_column(name, justify="right", no_wrap=True, min_width=max(longest, len(name)))
    elif column.startswith("+"):
        drawn.add_column(name, overflow="fold", min_width=min(longest, _TEXT_WIDTH))
    else:
        drawn.add_column(name, overflow="fold")


def block(title: str, text: str) -> Panel:
    """Text in a frame, line for line."""
    return Panel(plain(text), title=plain(title), title_align="left", box=box.ROUNDED)


def verdict(ok: bool) -> Text:
    """ok in green, or FAILED in red."""
    return plain("ok", "green") if ok else plain("FAILED", "bold red")


def counts(numbers: Mapping[str, int]) -> str:
    """`add 3, reinforce 1`, or a dash for nothing."""
    return ", ".join(f"{name} {number}" for name, number in numbers.items() if number) or "-"
