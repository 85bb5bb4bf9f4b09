"""What the README tells a newcomer to type works as written."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)
COMMANDS = [line.removeprefix("$ ") for block in CONSOLE for line in block.splitlines() if line.startswith("$ ")]


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) >= 5


@pytest.mark.slow
def test_every_command_of_the_readme_succeeds_in_order(tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("memory-pipeline"))
    environment = {**os.environ, "MEMORY_STORE": str(tmp_path / "store")}
    for command in COMMANDS:
        name, *arguments = shlex.split(command)
        assert name == "memory-pipeline"
        done = subprocess.run(
            [program, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("document", sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]), ids=lambda p: p.name)
def test_every_relative_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []
