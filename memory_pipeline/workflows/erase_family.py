"""A family erased: every byte of it goes, and a receipt of counts stays. Forgetting claims is another matter.

It takes two calls. The first counts and gives a token that is bound to just these files; the second carries it out.
The receipt is written before anything goes, so that an erasure that was stopped is known and goes on with its token.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memory_pipeline.model.errors import InvalidArgument, MalformedDocument, UnknownFamily
from memory_pipeline.model.ids import digest
from memory_pipeline.model.instants import format_instant, parse_instant
from memory_pipeline.store import json_text
from memory_pipeline.store.erasure import erase_files, family_files
from memory_pipeline.store.keys import erasure_key
from memory_pipeline.workflows.families import close_family
from memory_pipeline.workflows.pipeline import Pipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """What goes or went: files by folder, their bytes, search points. `ended_at` is None until all of it is gone."""

    family: str
    token: str
    files: Mapping[str, int]
    size: int
    points: int
    begun_at: datetime | None = None
    ended_at: datetime | None = None

    def as_json(self) -> dict[str, Any]:
        """The receipt, `erasures/{family}-{token}.json`: counts and times, and nothing of what stood in the files."""
        return {
            "family": self.family,
            "token": self.token,
            "files": dict(self.files),
            "bytes": self.size,
            "points": self.points,
            "begun_at": None if self.begun_at is None else format_instant(self.begun_at),
            "ended_at": None if self.ended_at is None else format_instant(self.ended_at),
        }


def plan_erasure(pipeline: Pipeline, family: str) -> Erasure:
    """Count what would go; nothing is written. Raises UnknownFamily where nothing is there."""
    found = family_files(pipeline.objects, family)
    points = len(pipeline.index.stored(family))
    if not found.number and not points:
        raise UnknownFamily(f"no family {family} in {pipeline.objects.location}; there is nothing to erase")
    token = digest(family, found.digest)[:16]
    return Erasure(family=family, token=token, files=found.files, size=found.size, points=points)


def erase_family(pipeline: Pipeline, family: str, token: str) -> Erasure:
    """Erase the family that `plan_erasure` counted. Told again with its token it completes, and is done but once.

    Raises InvalidArgument where the family is not as it was counted, UnknownFamily where there is nothing, Conflict,
    StoreUnavailable, IndexUnavailable.
    """
    begun = _receipt(pipeline, family, token)
    if begun is None:
        begun = replace(plan_erasure(pipeline, family), begun_at=pipeline.host_clock())
        if begun.token != token:
            raise InvalidArgument(f"{family} has changed since it was counted; count again and confirm with that token")
        _write(pipeline, begun)
    if begun.ended_at is not None:
        return begun
    return _carried_out(pipeline, begun)


def _carried_out(pipeline: Pipeline, begun: Erasure) -> Erasure:
    family = begun.family
    if pipeline.view(family).exists():
        _closed(pipeline, family)
    erase_files(pipeline.objects, family, pipeline.new_owner(), pipeline.host_clock())
    pipeline.index.drop(family)
    erase_files(pipeline.objects, family, pipeline.new_owner(), pipeline.host_clock())
    ended = replace(begun, ended_at=pipeline.host_clock())
    _write(pipeline, ended)
    return ended


def _closed(pipeline: Pipeline, family: str) -> None:
    """No run begins anything new; a family.yaml that cannot be read is erased as it is."""
    try:
        close_family(pipeline, family)
    except MalformedDocument:
        return


def _write(pipeline: Pipeline, erasure: Erasure) -> None:
    pipeline.objects.put(erasure_key(erasure.family, erasure.token), json_text.document(erasure.as_json()))


def _receipt(pipeline: Pipeline, family: str, token: str) -> Erasure | None:
    key = erasure_key(family, token)
    found = pipeline.objects.get(key)
    if found is None:
        return None
    try:
        value = json_text.read(found.data)
        return Erasure(
            family=value["family"],
            token=value["token"],
            files=value["files"],
            size=value["bytes"],
            points=value["points"],
            begun_at=parse_instant(value["begun_at"]),
            ended_at=None if value["ended_at"] is None else parse_instant(value["ended_at"]),
        )
    except (json_text.JsonFault, KeyError, TypeError) as error:
        raise MalformedDocument("this is no receipt of an erasure; move it away and erase again", file=key) from error
