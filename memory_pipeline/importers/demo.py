"""The demo families that ship with the package, and the clock that goes with them."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.keys import STORE_KEY, family_key
from memory_pipeline.store.records import load_family, load_session, load_store_settings
from memory_pipeline.workflows.load_demo import Demo


def demo_families() -> Demo:
    """Read what the package ships, families by key. Raises MalformedDocument for a damaged installation."""
    root = files("memory_pipeline") / "demo_families"
    now = load_store_settings((root / STORE_KEY).read_bytes(), STORE_KEY).now
    if now is None:
        raise MalformedDocument("the demo has no clock; write `now:`", file=STORE_KEY)
    folders = sorted((entry for entry in root.iterdir() if entry.is_dir()), key=lambda entry: entry.name)
    return Demo(now=now, families=tuple(_family(folder) for folder in folders))


def _family(folder: Traversable) -> tuple[Family, tuple[Session, ...]]:
    family = load_family((folder / "family.yaml").read_bytes(), family_key(folder.name))
    transcripts = [entry for entry in (folder / "sessions").iterdir() if entry.name.endswith(".json")]
    sessions = (load_session(file.read_bytes(), f"{folder.name}/sessions/{file.name}") for file in transcripts)
    return family, tuple(sorted(sessions, key=lambda session: session.chronology))
