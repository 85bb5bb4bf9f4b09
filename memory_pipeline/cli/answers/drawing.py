"""Pieces of what a person sees. Stored text is shown as it is, never read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from memory_pipeline.cli.output import visible

_TEXT_WIDTH = 40
_FOLDED_WIDTH = 12
_BETWEEN = 3


class _Fitted(Table):
    """A table that never loses a character: too wide, its long cells fold, the text to read last.

    Rich would keep the least width of a column and cut the line at its end. `longest` are the widths of the columns.
    """

    longest: Sequence[int] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - _BETWEEN * len(self.columns)
        if sum(self.longest) > room:
            self._fold(room)
        yield from super().__rich_console__(console, options)

    def _fold(self, room: int) -> None:
        """Share out `room`: numbers and short cells stay whole; what is left goes to the texts first."""
        long = [place for place, column in enumerate(self.columns) if not column.no_wrap]
        long = [place for place in long if self.longest[place] > _FOLDED_WIDTH]
        room -= sum(width for place, width in enumerate(self.longest) if place not in long)
        for place in sorted(long, key=lambda place: self.columns[place].min_width is None):
            after = sum(_FOLDED_WIDTH for other in long if self.columns[other].width is None) - _FOLDED_WIDTH
            width = max(min(self.longest[place], room - after), _FOLDED_WIDTH)
            self.columns[place].width = width
            room -= width


def plain(text: object, style: str = "") -> Text:
    """Text that steers no terminal and holds no markup."""
    return Text(visible(str(text)), style=style)


def table(title: str, *columns: str, rows: Iterable[Iterable[object]], empty: str = "nothing") -> Table | Text:
    """A table whose cells wrap. `#` before a column's name: a number or id, never broken; `+`: the text to read."""
    drawn = _Fitted(title=plain(title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    lines = [[cell if isinstance(cell, Text) else plain("" if cell is None else cell) for cell in row] for row in rows]
    drawn.longest = [
        max(map(cell_len, [column.lstrip("#+"), *(part for line in lines for part in line[place].plain.split("\n"))]))
        for place, column in enumerate(columns)
    ]
    for column, longest in zip(columns, drawn.longest, strict=True):
        _add_column(drawn, column, longest)
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
