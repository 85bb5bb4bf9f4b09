"""The pipeline's own version: the package's, and a digest of the code and prompts that decide what is remembered.

A version number that somebody forgot to raise would let an unmeasured change pass for the measured one.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

_PACKAGE = "memory_pipeline"
_DECIDES_NOTHING = frozenset({"cli", "defs", "demo_families", "mcp.py", "web", "definitions.py", "__pycache__"})
_READ = (".py", ".md")


@lru_cache(maxsize=1)
def pipeline_version() -> str:
    """Such as `0.1.0+3f9c01d2a4b6`; the doors have no part in it."""
    digest = hashlib.sha256()
    for name, data in sorted(_texts(files(_PACKAGE), "")):
        digest.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    return f"{version('memory-pipeline')}+{digest.hexdigest()[:12]}"


def _texts(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.name in _DECIDES_NOTHING:
            continue
        if entry.is_dir():
            found += _texts(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(_READ):
            found.append((f"{prefix}{entry.name}", entry.read_bytes()))
    return found
