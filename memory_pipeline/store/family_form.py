"""The YAML documents that people read and write: family.yaml, suppression rules, store.yaml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_pipeline.model.errors import InvalidTimeZone, InvariantViolated, MalformedDocument
from memory_pipeline.model.family import Family, Member, MemberKind
from memory_pipeline.model.instants import zone
from memory_pipeline.model.suppression import SUPPRESSION_SCOPES, Suppression
from memory_pipeline.store import spelling, yaml_text
from memory_pipeline.store.fields import Fields
from memory_pipeline.store.front_matter import unknown_keys, unknown_text
from memory_pipeline.store.yaml_reader import YamlFault, read_mapping
from memory_pipeline.store.yaml_text import Plain
from memory_pipeline.store.yaml_values import YamlMapping

STORE_FORMAT = 1
FAMILY_KEYS = ("timezone", "members", "closed", "clock")
MEMBER_KEYS = ("name", "aliases", "kind")
MEMBER_KINDS: tuple[MemberKind, ...] = ("adult", "child")
SUPPRESSION_KEYS = ("id", "scope", "value", "texts", "memories", "made_at", "made_by", "lifted_at")
STORE_KEYS = ("format", "now")

_FAMILY_FILE = re.compile(r"(?:.*/)?families/([a-z0-9_-]{1,64})/family\.yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSettings:
    """store.yaml: the format's version and, for a demo store, its own clock."""

    format: int = STORE_FORMAT
    now: datetime | None = None


def dump_family(family: Family) -> bytes:
    """`family.yaml`; the key is the folder's name and not in the file. Raises InvariantViolated."""
    if twice := sorted(set(family.extra) & set(FAMILY_KEYS)):
        raise InvariantViolated(f"the unknown keys of family {family.key} hold `{twice[0]}`, which is a key of ours")
    known = yaml_text.document(
        {
            "timezone": family.timezone,
            "members": [_member_values(member) for member in family.members],
            "closed": family.closed,
            "clock": _plain(family.clock),
        }
    )
    return known + unknown_text(family.extra).encode()


def load_family(data: bytes, file: str) -> Family:
    """Read `families/{family}/family.yaml`; the key is taken from `file`. Raises MalformedDocument."""
    match = _FAMILY_FILE.fullmatch(file)
    if match is None:
        raise MalformedDocument("a family's file is families/{family}/family.yaml", file=file)
    block, fields = _read(data, file)
    optional = Fields({"members": [], "closed": Plain("false"), "clock": None, **block.values}, file,
                      MalformedDocument, block.lines)  # fmt: skip
    timezone = fields.text("timezone")
    try:
        zone(timezone)
    except InvalidTimeZone as error:
        raise fields.fault("timezone", error.message) from error
    return Family(
        key=match[1],
        timezone=timezone,
        members=tuple(_members(optional)),
        closed=optional.flag("closed"),
        clock=optional.optional_instant("clock"),
        extra=unknown_keys(fields, block, FAMILY_KEYS),
    )


def dump_suppression(rule: Suppression) -> bytes:
    """`suppressions/{ULID}.yaml`."""
    return yaml_text.document(
        {
            "id": rule.id,
            "scope": rule.scope,
            "value": rule.value,
            "texts": list(rule.texts),
            "memories": list(rule.memories),
            "made_at": _plain(rule.made_at),
            "made_by": rule.made_by,
            "lifted_at": _plain(rule.lifted_at),
        }
    )


def load_suppression(data: bytes, file: str) -> Suppression:
    """Read one rule. Raises MalformedDocument."""
    _, fields = _read(data, file)
    fields.known(SUPPRESSION_KEYS)
    return Suppression(
        id=fields.ulid("id"),
        scope=fields.choice("scope", SUPPRESSION_SCOPES),
        value=fields.text("value"),
        texts=fields.texts("texts"),
        memories=fields.ulids("memories"),
        made_at=fields.instant("made_at"),
        made_by=fields.text("made_by"),
        lifted_at=fields.optional_instant("lifted_at"),
    )


def dump_store_settings(settings: StoreSettings) -> bytes:
    """`store.yaml`; `now` is written only where the store has its own clock."""
    now = {} if settings.now is None else {"now": _plain(settings.now)}
    return yaml_text.document({"format": settings.format, **now})


def load_store_settings(data: bytes, file: str) -> StoreSettings:
    """Read store.yaml. Raises MalformedDocument, also for a format of a later version."""
    block, fields = _read(data, file)
    fields.known(STORE_KEYS)
    version = fields.count("format", least=1)
    if version != STORE_FORMAT:
        raise fields.fault("format", f"is {version}; this version reads format {STORE_FORMAT}")
    return StoreSettings(format=version, now=fields.optional_instant("now") if "now" in block.values else None)


def _members(fields: Fields) -> list[Member]:
    values = [{"name": item} if isinstance(item, str) else item for item in fields.items("members")]
    whole = [{"aliases": [], "kind": Plain("adult"), **item} if isinstance(item, dict) else item for item in values]
    return [_member(member) for member in fields.with_value("members", whole).each("members")]


def _member(fields: Fields) -> Member:
    fields.known(MEMBER_KEYS)
    name = fields.line("name")
    if not name.strip():
        raise fields.fault("name", "is blank")
    return Member(name=name, kind=fields.choice("kind", MEMBER_KINDS), aliases=fields.texts("aliases"))


def _plain(value: datetime | None) -> Plain | None:
    return None if value is None else Plain(spelling.instant(value))


def _member_values(member: Member) -> dict[str, Any]:
    return {"name": member.name, "aliases": list(member.aliases), "kind": member.kind}


def _read(data: bytes, file: str) -> tuple[YamlMapping, Fields]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MalformedDocument("the file is not UTF-8", file=file, line=line) from error
    try:
        block = read_mapping(text, comments=True)
    except YamlFault as fault:
        raise MalformedDocument(fault.message, file=file, line=fault.line) from fault
    return block, Fields(block.values, file, MalformedDocument, block.lines)
