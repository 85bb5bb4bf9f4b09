"""The command line as its callers meet it: a process with arguments, streams and an exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline_tests.cli.conftest import Transcript, settings_of

ENTRY = "from memory_pipeline.cli.main import main; main()"
HEAVY = (
    "dagster",
    "pandas",
    "numpy",
    "pydantic",
    "yaml",
    "orjson",
    "memory_pipeline.bootstrap",
    "memory_pipeline.store",
)


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    def run(
        *arguments: str | bytes, code: str = ENTRY, input: bytes = b"", **environment: str
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-c", code, *arguments],
            input=input,
            capture_output=True,
            env={**os.environ, **settings_of(tmp_path / "store"), **environment},
            cwd=Path(__file__).parents[2],
            check=False,
            timeout=120,
        )

    return run


def test_help_names_every_command_and_loads_nothing_heavy(process: Any) -> None:
    code = f"import sys\ntry:\n    {ENTRY}\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    helped = process("--help", code=code)
    assert helped.returncode == 0
    text = helped.stdout.decode()
    for command in ("demo", "family", "import", "run", "dream", "brief", "turn", "search", "read", "excerpt", "card",
                    "verify", "reindex", "doctor"):  # fmt: skip
        assert f" {command} " in text
    assert set(helped.stderr.decode().split()).isdisjoint(HEAVY)


def test_a_usage_error_is_one_line_on_stderr_and_exit_2(process: Any) -> None:
    refused = process("card", "lst", "f")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.decode().count("\n") == 1
    assert "InvalidArgument" in refused.stderr.decode()


def test_a_group_without_a_command_shows_its_help_and_exits_with_2(process: Any) -> None:
    for arguments in ((), ("card",), ("family",)):
        helped = process(*arguments)
        assert (helped.returncode, helped.stderr) == (2, b"")
        assert b"Usage: memory-pipeline" in helped.stdout


def test_with_json_an_error_is_one_document_on_stdout(process: Any) -> None:
    refused = process("brief", "nobody", "--json")
    assert refused.returncode == 2
    assert json.loads(refused.stdout)["error"]["type"] == "UnknownFamily"
    assert refused.stderr == b""


def test_an_argument_that_is_no_utf8_is_refused(process: Any) -> None:
    refused = process("search", "f", b"\xff\xfe", "--json")
    assert refused.returncode == 2
    assert json.loads(refused.stdout)["error"]["type"] == "InvalidArgument"


def test_a_fault_that_nobody_foresaw_is_a_traceback(process: Any) -> None:
    broken = process("family", "list", "--json", code=f"import memory_pipeline.settings as s; del s.Settings; {ENTRY}")
    assert broken.returncode == 1
    assert b"Traceback" in broken.stderr
    assert broken.stdout == b""


def test_a_whole_round_in_a_latin_1_locale_prints_utf8(
    process: Any, transcript: Callable[..., Transcript], write: Callable[[str, Any], str]
) -> None:
    latin = {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0", "TZ": "Asia/Kolkata"}
    path = write("s.json", transcript("s-1", "My café is “Zoë’s” 🎉."))
    assert process("family", "add", "f", "--member", "Zoë", **latin).returncode == 0
    imported = process("import", "native", path, "--family", "f", "--json", **latin)
    assert json.loads(imported.stdout)["families"][0]["added"] == ["s-1"]
    excerpt = process("excerpt", "conv://f/s-1#turn=1", "--json", **latin)
    assert json.loads(excerpt.stdout.decode("utf-8"))["turns"][0]["text"] == "My café is “Zoë’s” 🎉."


def test_a_reader_that_goes_away_is_no_traceback(process: Any, tmp_path: Path) -> None:
    script = f'"{sys.executable}" -c "{ENTRY}" --help | head -1'
    env = {**os.environ, **settings_of(tmp_path / "store")}
    piped = subprocess.run(
        ["bash", "-c", script], capture_output=True, env=env, cwd=Path(__file__).parents[2], check=False
    )
    assert b"Traceback" not in piped.stderr


def test_the_same_store_from_any_directory(process: Any, tmp_path: Path) -> None:
    code = "from memory_pipeline.settings import load_settings; print(load_settings().store)"
    one = process(code=code, MEMORY_STORE=str(tmp_path / "x"))
    assert one.stdout.decode().strip() == str(tmp_path / "x")
