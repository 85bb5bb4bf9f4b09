"""The real webserver and daemon over a DAGSTER_HOME of their own, and its GraphQL."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[2]
PATIENCE = 240.0


class Webserver:
    """Asks GraphQL questions."""

    def __init__(self, url: str) -> None:
        self._url = url

    def ask(self, query: str, **variables: Any) -> Any:
        """The `data` of the answer; an error in it fails the test."""
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = Request(f"{self._url}/graphql", body, {"Content-Type": "application/json"})
        with urlopen(request, timeout=60) as answer:
            found = json.load(answer)
        assert not found.get("errors"), found["errors"]
        return found["data"]


@contextmanager
def running_webserver(home: Path, environment: Mapping[str, str]) -> Iterator[Webserver]:
    """`dagster dev` as a person starts it, in a session of its own, so that all of it ends with the test."""
    home.mkdir()
    (home / "dagster.yaml").write_bytes((ROOT / "dagster.yaml").read_bytes())
    port = _free_port()
    command = [sys.executable, "-m", "dagster", "dev", "-w", "workspace.yaml", "-h", "127.0.0.1", "-p", str(port)]
    with (home / "dev.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **environment, "DAGSTER_HOME": str(home)},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            yield _answering(f"http://127.0.0.1:{port}", process, home / "dev.log")
        finally:
            _end(process)


def wait_until(answer: Any, *, patience: float = PATIENCE) -> Any:
    """The first answer that is not None, asked for once a second."""
    deadline = time.monotonic() + patience
    while (found := answer()) is None:
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(1)
    return found


def _answering(url: str, process: subprocess.Popen[bytes], log: Path) -> Webserver:
    server = Webserver(url)

    def up() -> Webserver | None:
        assert process.poll() is None, log.read_text(errors="replace")[-3000:]
        try:
            entries = server.ask("{ workspaceOrError { ... on Workspace { locationEntries { loadStatus } } } }")
        except (URLError, ConnectionError, TimeoutError):
            return None
        statuses = [entry["loadStatus"] for entry in entries["workspaceOrError"]["locationEntries"]]
        return server if statuses == ["LOADED"] else None

    return wait_until(up)  # type: ignore[no-any-return]


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask the whole session to end; kill what does not."""
    for number, patience in ((signal.SIGTERM, 20), (signal.SIGKILL, 10)):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            continue


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
