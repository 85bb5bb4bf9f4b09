"""The rules of Google's OKF 0.2 (SPEC.md sections 3, 4, 5, 7, 8, 9, 11), written from the specification alone.

It reads with PyYAML's own loader, so that it shares nothing with the codec it checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import Any

import yaml

_BLOCK = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
_ACTOR = re.compile(r"human:\S+|process:\S+|[^\s/:]+/\S+")
_DAY_HEADING = re.compile(r"## (\d{4}-\d{2}-\d{2})(?:: .+)?")
_ENTRY = re.compile(r"\* \[(?:[^\[\]\\\n]|\\.)+\]\(([^()\s]+)\)(?: - .+)?")


def violations(files: Mapping[str, bytes]) -> list[str]:
    """Every rule that the bundle breaks, as `path: rule`; none for a conformant one."""
    found = []
    for path, data in files.items():
        name = PurePosixPath(path).name
        check = {"index.md": _index, "log.md": _log}.get(name, _concept)
        found += [f"{path}: {problem}" for problem in check(path, data.decode("utf-8"), files)]
    return found


def front_matter(text: str) -> Any:
    """The front matter as PyYAML reads it, or None."""
    match = _BLOCK.match(text)
    return None if match is None else yaml.safe_load(match[1])


def _concept(path: str, text: str, files: Mapping[str, bytes]) -> Iterator[str]:
    values = front_matter(text)
    if not isinstance(values, dict):
        yield "no front matter"
        return
    if not isinstance(values.get("type"), str) or not values["type"]:
        yield "no type"
    for key in ("title", "description", "resource"):
        if not isinstance(values.get(key, ""), str):
            yield f"{key} is no string"
    if values.get("status", "stable") not in ("draft", "stable", "deprecated"):
        yield f"status {values['status']}"
    stale = values.get("stale_after")
    if "stale_after" in values and not (isinstance(stale, datetime) and stale.tzinfo):
        yield f"stale_after {stale!r} is no instant with an offset"
    yield from _provenance(values.get("sources", []))
    verified = values.get("verified", [])
    for event in [*([values["generated"]] if "generated" in values else []), *verified]:
        if not _ACTOR.fullmatch(event["by"]) or not isinstance(event["at"], datetime):
            yield f"{event} is no event of an actor"
    yield from _broken_links(text, files)


def _provenance(sources: list[dict[str, Any]]) -> Iterator[str]:
    ids = [source.get("id") for source in sources]
    if len(set(ids)) != len(ids):
        yield "two sources with one id"
    for source in sources:
        if not isinstance(source.get("resource"), str) or not source["resource"]:
            yield "a source without resource"
        if type(source.get("last_modified", date.min)) is not date:
            yield "last_modified is no day"


def _index(path: str, text: str, files: Mapping[str, bytes]) -> Iterator[str]:
    values = front_matter(text)
    if values is not None and (path != "index.md" or set(values) != {"okf_version"}):
        yield "front matter in an index"
    body = _BLOCK.sub("", text, count=1) if values is not None else text
    if not body.lstrip("\n").startswith("# "):
        yield "no section"
    folder = PurePosixPath(path).parent
    for line in body.splitlines():
        match = _ENTRY.fullmatch(line)
        if line.startswith("* [") and match is None:
            yield f"entry {line!r}"
        if match and str(folder / match[1]) not in files and f"{folder / match[1]}/index.md" not in files:
            yield f"listed but not there: {match[1]}"


def _log(path: str, text: str, files: Mapping[str, bytes]) -> Iterator[str]:
    if text.startswith("---"):
        yield "front matter in a log"
    days = []
    for line in text.splitlines():
        if line.startswith("## "):
            match = _DAY_HEADING.fullmatch(line)
            days.append(date.fromisoformat(match[1]) if match else date.min)
    if date.min in days or days != sorted(days, reverse=True):
        yield "days are not ISO dates, newest first"


def _broken_links(text: str, files: Mapping[str, bytes]) -> Iterator[str]:
    for target in re.findall(r"\]\(/((?:memories|entities)/[^)\s]*)\)", text):
        if target not in files:
            yield f"link to {target}"
