"""Pieces of what a person sees. Stored text is shown as it is, never read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from memory_pipeline.cli.output import visible


def plain(text: object, style: str = "") -> Text:
    """Text that steers no terminal and holds no markup."""
    return Text(visible(str(text)), style=style)


def table(title: str, *columns: str, rows: Iterable[Iterable[object]], empty: str = "nothing") -> Table | Text:
    """A table whose cells wrap; a column name that starts with `#` is right-aligned and keeps its width."""
    drawn = Table(title=plain(title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        number = column.startswith("#")
        drawn.add_column(column.removeprefix("#"), justify="right" if number else "left", overflow="fold",
                         no_wrap=number)  # fmt: skip
    for row in rows:
        drawn.add_row(*(cell if isinstance(cell, Text) else plain("" if cell is None else cell) for cell in row))
    return drawn if drawn.row_count else plain(f"{title}: {empty}")


def block(title: str, text: str) -> Panel:
    """Text in a frame, line for line."""
    return Panel(plain(text), title=plain(title), title_align="left", box=box.ROUNDED)


def counts(numbers: Mapping[str, int]) -> str:
    """`add 3, reinforce 1`, or a dash for nothing."""
    return ", ".join(f"{name} {number}" for name, number in numbers.items() if number) or "-"
