"""A command line over a small store of its own: hashing embedder, exact search, no fsync."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memory_pipeline.cli.main import app

Transcript = dict[str, Any]

CEDAR = ("cedar", "--timezone", "America/Los_Angeles", "--member", "Dana", "--member", "Theo:child")
SAID = {
    "s-1": ("2026-08-14", ["Theo is allergic to peanuts.", "Soccer practice is on Tuesdays at 5 pm."]),
    "s-2": ("2026-08-16", ["My brother is staying with us until August 19."]),
    "s-3": ("2026-08-18", ["Soccer practice is on Thursdays at 6 pm now.", "Always ask me before you book anything."]),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one command left behind."""

    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)

    @property
    def error(self) -> Mapping[str, Any]:
        return self.json["error"]


class CommandLine:
    """Runs `memory-pipeline` with arguments; an exception that nobody foresaw fails the test."""

    def __call__(self, *arguments: str, input: str | bytes | None = None) -> Outcome:
        result = CliRunner().invoke(app, list(arguments), input=input, catch_exceptions=False)
        return Outcome(result.exit_code, result.stdout, result.stderr)

    def json(self, *arguments: str) -> Any:
        outcome = self(*arguments, "--json")
        assert outcome.code == 0, outcome
        return outcome.json


def settings_of(folder: Path) -> dict[str, str]:
    """The environment of a small, quick store in that folder."""
    settings = {"STORE": str(folder), "EMBEDDER": "hashing", "INDEX": "exact", "FSYNC": "false"}
    settings |= {name.upper(): str(folder.parent / name) for name in ("inbox", "analysis")}
    return {f"MEMORY_{name}": value for name, value in settings.items()}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that holds the store; nothing is in it yet."""
    folder = tmp_path / "store"
    for name, value in settings_of(folder).items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("COLUMNS", raising=False)
    return folder


@pytest.fixture
def cli(store: Path) -> CommandLine:
    return CommandLine()


def session_of(session: str, *texts: str, day: str = "2026-08-14", speaker: str = "Dana") -> Transcript:
    """A session in its canonical form out of what the user said, turn by turn."""
    turns = [
        {"turn": number, "role": "user", "speaker": speaker, "at": f"{day}T19:{number:02}:00Z", "text": text}
        for number, text in enumerate(texts, start=1)
    ]
    times = {"started_at": f"{day}T19:00:00Z", "ended_at": f"{day}T20:00:00Z"}
    return {"session": session, "surface": "chat", **times, "off_record": False, "turns": turns}


@pytest.fixture
def transcript() -> Callable[..., Transcript]:
    """Builds sessions: `transcript(id, *texts, day=…)`."""
    return session_of


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, Any], str]:
    """Writes a JSON value (or text) into a file beside the store and returns its path."""

    def to_file(name: str, value: Any) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return str(path)

    return to_file


@pytest.fixture
def contents(store: Path) -> Callable[[], dict[str, bytes]]:
    """Every file of the store with its bytes, to compare before and after."""

    def read() -> dict[str, bytes]:
        files = (path for path in store.rglob("*") if path.is_file() and ".store" not in path.parts)
        return {str(path.relative_to(store)): path.read_bytes() for path in sorted(files)}

    return read


@pytest.fixture
def cedar(cli: CommandLine) -> str:
    """A family in Los Angeles with two members, without a session."""
    cli.json(
        "family", "add", "cedar", "--timezone", "America/Los_Angeles", "--member", "Dana", "--member", "Theo:child"
    )
    return "cedar"


@pytest.fixture(scope="session")
def formed_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose family `cedar` has had the three conversations; made once and never written again."""
    folder = tmp_path_factory.mktemp("formed")
    lines = "\n".join(json.dumps(session_of(name, *texts, day=day)) for name, (day, texts) in SAID.items())
    (folder / "in.jsonl").write_text(lines, encoding="utf-8")
    cli = CommandLine()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings_of(folder / "store").items():
            patch.setenv(name, value)
        cli.json("family", "add", *CEDAR)
        cli.json("import", "jsonl", str(folder / "in.jsonl"), "--family", "cedar")
        cli.json("run", "--family", "cedar", "--now", "2026-08-18T21:00:00Z")
    return folder / "store"


@pytest.fixture
def formed(cli: CommandLine, store: Path, formed_store: Path) -> str:
    """The family after three conversations: an allergy, a visit until 19 August, a practice that moved, a rule."""
    shutil.copytree(formed_store, store)
    return "cedar"
