"""`family add | list | show | close`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from memory_pipeline.cli.answers.drawing import counts, plain, table
from memory_pipeline.cli.answers.pages import page_of
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.model.errors import InvalidArgument, MemoryPipelineError
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.instants import format_instant
from memory_pipeline.model.memory import STATUSES
from memory_pipeline.workflows.families import add_family, close_family, list_families
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import waiting_sessions


def add(key: str, timezone: str, members: Sequence[str]) -> Answer:
    """Create a family. Raises FamilyExists, InvalidFamilyKey, InvalidTimeZone, InvalidArgument for a member."""
    family = Family(key=key, timezone=timezone, members=members_of(members))
    add_family(open_pipeline(), family)
    return _family_answer(family, "added")


def show(key: str, now: str | None) -> Answer:
    """One family: who is in it, and how much is stored. Raises UnknownFamily."""
    pipeline = open_pipeline(now)
    family = known_family(pipeline, key)
    document = {**family_document(family), **_holdings(pipeline, family)}
    rows = [(name, _cell(value)) for name, value in document.items()]
    return Answer(document=document, draw=lambda: [table(f"Family {key}", "", "", rows=rows)])


def close(key: str, now: str | None) -> Answer:
    """Close a family. Raises UnknownFamily."""
    return _family_answer(close_family(open_pipeline(now), key), "closed")


def listing(limit: int | None, after: str | None) -> Answer:
    """Every family by key. One whose file cannot be read stands in the list with its error, and fails the command."""
    pipeline = open_pipeline()
    page = page_of(list_families(pipeline), str, limit, after)
    items = [_listed(pipeline, key) for key in page.items]
    rows = [
        (item["family"], item.get("timezone"), _cell(item.get("members")), _state(item), item.get("clock"))
        for item in items
    ]
    return Answer(
        document={"items": items, "next": page.next},
        draw=lambda: [
            table("Families", "family", "time zone", "members", "state", "clock", rows=rows, empty="none yet")
        ],
        failed=any("error" in item for item in items),
    )


def members_of(texts: Sequence[str]) -> tuple[Member, ...]:
    """`NAME`, `NAME:child` or `NAME:adult`, each name once. Raises InvalidArgument."""
    members = tuple(_member(text) for text in texts)
    names = Counter(member.name.casefold() for member in members)
    if twice := [member.name for member in members if names[member.name.casefold()] > 1]:
        raise InvalidArgument(f"--member {twice[0]!r} is named twice")
    return members


def family_document(family: Family) -> dict[str, Any]:
    """family.yaml as JSON, with the key."""
    return {
        "family": family.key,
        "timezone": family.timezone,
        "members": [
            {"name": member.name, "kind": member.kind, "aliases": list(member.aliases)} for member in family.members
        ],
        "closed": family.closed,
        "clock": None if family.clock is None else format_instant(family.clock),
    }


def _member(text: str) -> Member:
    name, colon, kind = text.rpartition(":")
    if not colon:
        name, kind = text, "adult"
    if kind not in ("adult", "child") or not name.strip() or not name.isprintable():
        raise InvalidArgument(f"--member {text[:60]!r}: write NAME, NAME:child or NAME:adult")
    return Member(name=name.strip(), kind="child" if kind == "child" else "adult")


def _family_answer(family: Family, what: str) -> Answer:
    return Answer(
        document=family_document(family),
        draw=lambda: [plain(f"Family {family.key} is {what} ({family.timezone}; {_cell(_names(family))}).")],
    )


def _listed(pipeline: Pipeline, key: str) -> dict[str, Any]:
    try:
        return family_document(known_family(pipeline, key))
    except MemoryPipelineError as error:
        return {"family": key, "error": {"type": type(error).__name__, "message": str(error)}}


def _holdings(pipeline: Pipeline, family: Family) -> dict[str, Any]:
    view = pipeline.view(family.key)
    statuses = Counter(memory.status for memory in view.memories().values())
    head = view.head()
    return {
        "now": format_instant(pipeline.now(family)),
        "sessions": len(view.session_ids()),
        "waiting": list(waiting_sessions(view)),
        "memories": {status: statuses[status] for status in STATUSES},
        "seq": head.seq,
        "next_due": None if head.next_due is None else head.next_due.isoformat(),
        "store": pipeline.objects.location,
    }


def _names(family: Family) -> list[str]:
    return [member.name if member.kind == "adult" else f"{member.name} (child)" for member in family.members]


def _state(item: dict[str, Any]) -> str:
    if "error" in item:
        return str(item["error"]["message"])
    return "closed" if item["closed"] else "open"


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return counts(value)
    if isinstance(value, list):
        return ", ".join(_name(item) for item in value) or "-"
    return "-" if value is None else str(value)


def _name(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    return f"{item['name']} (child)" if item["kind"] == "child" else str(item["name"])
