"""A real S3 server for the tests: SeaweedFS in one process, on ports of its own, below a temporary folder."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from memory_pipeline.adapters.s3 import s3_client

KEY, SECRET = "tests", "tests-secret-1"
PORTS = (
    "master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port", "filer.port.grpc",
    "s3.port", "s3.port.grpc",
)  # fmt: skip
START_SECONDS = 60


def weed_program() -> str | None:
    """The server's program, where it is installed."""
    beside = Path(sys.executable).with_name("weed")
    return str(beside) if beside.exists() else shutil.which("weed")


@contextmanager
def running_server(folder: Path) -> Iterator[str]:
    """Start the server, give its endpoint, and end it: nothing in it is to outlive the tests."""
    program = weed_program()
    assert program is not None
    ports = _free_ports(len(PORTS))
    flags = [f"-{name}={port}" for name, port in zip(PORTS, ports, strict=True)]
    endpoint = f"http://127.0.0.1:{ports[PORTS.index('s3.port')]}"
    command = [
        program, "mini", f"-dir={folder}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-webdav=false", "-admin.ui=false",
        "-s3.port.iceberg=0", "-s3.port.lance=0", "-master.telemetry=false", *flags,
    ]  # fmt: skip
    environment = {**os.environ, "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}
    log = folder.with_suffix(".log")
    with log.open("wb") as output:
        server = subprocess.Popen(
            command,
            env=environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=_end_with_the_tests if sys.platform == "linux" else None,
        )
        try:
            _wait_until_up(endpoint, server, log)
            yield endpoint
        finally:
            server.kill()
            server.wait()


def client_of(endpoint: str) -> Any:
    """A client of the test server."""
    return s3_client(endpoint_url=endpoint, region="us-east-1", aws_access_key_id=KEY, aws_secret_access_key=SECRET)


def _end_with_the_tests() -> None:
    """Ask Linux to kill the server when the process that started it is killed itself (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def _wait_until_up(endpoint: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        assert server.poll() is None, f"the S3 server ended: {log.read_text(errors='replace')[-2000:]}"
        with suppress(Exception):
            client_of(endpoint).create_bucket(Bucket="ready")
            return
        time.sleep(0.1)
    raise AssertionError(f"the S3 server did not start: {log.read_text(errors='replace')[-2000:]}")
