"""Small exports of other programs, made up for the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from memory_pipeline.importers import ImportBatch, ImportOptions, importer
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.transcript import Session

FAMILY = Family(
    key="fam_a", timezone="Europe/Berlin", members=(Member(name="Dana", aliases=("Dee",)), Member(name="Lena"))
)
START = 1_786_734_000.5
"""2026-08-14T19:00:00Z and half a second."""


def bring_in(name: str, path: Path, family: Family = FAMILY, **options: Any) -> ImportBatch:
    return importer(name)(path, family=family, options=ImportOptions(**options))


def sessions(batch: ImportBatch) -> tuple[Session, ...]:
    (imported,) = batch.families
    return imported.sessions


def turns(session: Session) -> list[tuple[str, str | None, str]]:
    return [(turn.role, turn.speaker, turn.text) for turn in session.turns]


def write_json(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def zipped(path: Path, files: Mapping[str, Any]) -> Path:
    with ZipFile(path, "w") as archive:
        for name, value in files.items():
            archive.writestr(name, value if isinstance(value, str) else json.dumps(value))
    return path


def node(name: str, parent: str | None, role: str = "user", text: Any = "", **fields: Any) -> dict[str, Any]:
    """One node of ChatGPT's tree."""
    content = text if isinstance(text, dict) else {"content_type": "text", "parts": [text]}
    message = {"author": {"role": role, "name": None}, "content": content, "create_time": START, **fields}
    return {"id": name, "parent": parent, "children": [], "message": message}


def tree(*nodes: dict[str, Any], current: str | None = None, **fields: Any) -> dict[str, Any]:
    """A conversation of ChatGPT's export, whose root has no message."""
    root = {"id": "root", "parent": None, "children": [], "message": None}
    return {
        "title": "Untitled",
        "conversation_id": "c-1",
        "create_time": START,
        "mapping": {each["id"]: each for each in (root, *nodes)},
        "current_node": current or nodes[-1]["id"],
        **fields,
    }


def message(sender: str, text: str = "", at: str = "2026-08-14T19:00:00.250000Z", **fields: Any) -> dict[str, Any]:
    """One message of Claude's export."""
    content = [{"type": "text", "text": text}]
    return {"uuid": f"m-{text}", "sender": sender, "text": text, "content": content, "created_at": at, **fields}


def claude(*messages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A conversation of Claude's export."""
    created = {"created_at": "2026-08-14T18:59:00Z", "updated_at": "2026-08-14T20:00:00Z"}
    return {"uuid": "k-1", "name": "", **created, "chat_messages": list(messages), **fields}


def slack_message(user: str, ts: str, text: str, **fields: Any) -> dict[str, Any]:
    return {"type": "message", "user": user, "ts": ts, "text": text, **fields}


def slack_export(root: Path, days: Mapping[str, Any]) -> Path:
    """A Slack export with two users and two channels; `days` are its files by name."""
    dana = {"id": "U1", "name": "dana", "profile": {"display_name": "Dee", "real_name": "Dana"}}
    lena = {"id": "U2", "name": "lena", "profile": {"display_name": "", "real_name": "Lena"}}
    write_json(root / "users.json", [dana, lena])
    write_json(root / "channels.json", [{"id": "C1", "name": "home"}, {"id": "C2", "name": "trips & fun"}])
    for name, posts in days.items():
        write_json(root / name, posts)
    return root
