"""Who is who in a Slack export: users and channels by their ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memory_pipeline.importers.archive import Archive
from memory_pipeline.importers.batch import parse_json
from memory_pipeline.model.errors import MalformedTranscript

_LISTS = ("channels.json", "groups.json", "dms.json", "mpims.json")
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Names:
    """Users' names by id, and channels' ids by the name of their folder."""

    users: Mapping[str, str]
    channels: Mapping[str, str]

    def user(self, user: str) -> str:
        """The name that others see, or the id of somebody whom the export does not list."""
        return self.users.get(user, user)

    def channel_id(self, folder: str) -> str:
        """The channel's id, which a renaming leaves alone; the folder's name where the export gives none."""
        return self.channels.get(folder) or _NOT_PLAIN.sub("-", folder)[:60].strip(".-") or "channel"


def read_names(export: Archive) -> Names:
    """The lists of the export that are there. Raises MalformedTranscript for one that is no JSON."""
    users = {user["id"]: _shown(user) for user in _listed(export, "users.json") if isinstance(user.get("id"), str)}
    channels: dict[str, str] = {}
    for file in _LISTS:
        for channel in _listed(export, file):
            if isinstance(channel.get("id"), str) and not _NOT_PLAIN.search(channel["id"]):
                channels[str(channel.get("name") or channel["id"])] = channel["id"]
    return Names(users, channels)


def _listed(export: Archive, file: str) -> Iterator[dict[str, Any]]:
    for name in export.names:
        if name != file and not name.endswith(f"/{file}"):
            continue
        with export.opened(name) as stream:
            found = parse_json(stream.read(), export.place(name))
        if not isinstance(found, list):
            raise MalformedTranscript("is no list", file=export.place(name))
        yield from (each for each in found if isinstance(each, dict))


def _shown(user: dict[str, Any]) -> str:
    profile = user.get("profile")
    profile = profile if isinstance(profile, dict) else {}
    names = (profile.get("display_name"), profile.get("real_name"), user.get("real_name"), user.get("name"), user["id"])
    return next(name for name in names if isinstance(name, str) and name.strip())
