"""How an answer reaches the caller: one JSON document or something to look at on stdout, all else on stderr."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from memory_pipeline.cli.errors import BAD_INPUT, CHECK_FAILED
from memory_pipeline.workflows.progress import Progress, silent

if TYPE_CHECKING:
    from rich.console import RenderableType

FILE_WIDTH = 140
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command has to say: the JSON document, and what to draw for a person.

    `failed`: a check or a session failed, exit code 1.
    """

    document: Any
    draw: Callable[[], Iterable[RenderableType]]
    failed: bool = False


def give(answer: Answer, as_json: bool) -> None:
    """Print the answer in one of its forms. Exits with 1 where something failed."""
    if as_json:
        print_document(answer.document)
    else:
        _draw(answer.draw())
    if answer.failed:
        raise typer.Exit(CHECK_FAILED)


def give_lines(documents: Iterable[Any]) -> None:
    """One JSON document a line, each as soon as it is there. Exits with 2 where one of them is an error."""
    refused = False
    for document in documents:
        print_document(document, line=True)
        refused = refused or "error" in document
    if refused:
        raise typer.Exit(BAD_INPUT)


def print_document(document: Any, *, line: bool = False) -> None:
    """One JSON document on stdout; as a single `line` for batches."""
    form: dict[str, Any] = {"separators": (",", ":")} if line else {"indent": 2}
    sys.stdout.write(json.dumps(document, ensure_ascii=False, allow_nan=False, **form) + "\n")
    if line:
        sys.stdout.flush()


def say(text: str) -> None:
    """One line on stderr, whatever the text holds."""
    sys.stderr.write(f"{visible(' '.join(text.split()))}\n")


def visible(text: str) -> str:
    """The text with control and direction characters written out: stored text never steers a terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_written_out(character) for character in text)


def discard_stdout() -> None:
    """Send the rest of stdout nowhere, after its reader went away."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def progress_shown() -> Iterator[Progress]:
    """Bars on stderr while work goes on, where stderr is a terminal; else nothing."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import Progress as Bars

    with Bars(console=Console(stderr=True), transient=True) as bars:
        tasks = {}

        def note(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=total)
            bars.update(tasks[step], completed=done, total=total)

        yield note


def _draw(renderables: Iterable[RenderableType]) -> None:
    from rich.console import Console
    from rich.text import Text

    # A pipe has no width of its own; a fixed one keeps what is written there the same on every machine.
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else FILE_WIDTH
    console = Console(file=sys.stdout, width=width, markup=False, emoji=False, highlight=False, soft_wrap=False)
    for renderable in renderables:
        console.print(renderable, soft_wrap=isinstance(renderable, Text))


def _written_out(character: str) -> str:
    if character in "\n\t":
        return character
    if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _BIDI_CONTROLS:
        return ascii(character)[1:-1]
    return character
