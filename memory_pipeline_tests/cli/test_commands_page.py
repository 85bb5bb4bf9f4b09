"""docs/cli/COMMANDS.md is the help of every command; `MEMORY_UPDATE_GOLDEN=1` writes it anew."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from memory_pipeline.cli.main import app
from memory_pipeline_tests.cli.conftest import CommandLine

PAGE = Path(__file__).parents[2] / "docs/cli/COMMANDS.md"
HEAD = """# Commands

The help of each command, as `--help` prints it. With `--json` a command prints one JSON document, whose form is in
`schemas/`; the golden files of `memory_pipeline_tests/golden/cli` are examples. Exit codes: 0, 1 where a check or
a session failed, 2 for bad input. With `--json` an error is `{"error": {"type", "message", "file", "line"}}`.
"""


def commands() -> Iterator[tuple[str, ...]]:
    root = get_command(app)
    assert isinstance(root, TyperGroup)
    for name, command in root.commands.items():
        if isinstance(command, TyperGroup):
            yield from ((name, inner) for inner in command.commands)
        else:
            yield (name,)


def page(cli: CommandLine) -> str:
    parts = [HEAD]
    for names in commands():
        lines = (line.rstrip() for line in cli(*names, "--help").stdout.strip("\n").splitlines())
        text = "\n".join(lines).strip("\n")
        parts.append(f"## {' '.join(names)}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


def test_the_page_shows_every_command_as_it_is(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERMINAL_WIDTH", "100")
    present = page(cli)
    if os.environ.get("MEMORY_UPDATE_GOLDEN"):
        PAGE.write_text(present, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == present


@pytest.mark.parametrize("names", list(commands()), ids=" ".join)
def test_every_command_takes_json(cli: CommandLine, names: tuple[str, ...]) -> None:
    assert "--json" in cli(*names, "--help").stdout
