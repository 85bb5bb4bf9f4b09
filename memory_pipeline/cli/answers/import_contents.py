"""What an import holds: how many sessions and turns, from when to when, and who speaks."""

from __future__ import annotations

from collections import Counter
from typing import Any

from memory_pipeline.importers import ImportedFamily
from memory_pipeline.model.instants import format_instant


def contents(imported: ImportedFamily) -> dict[str, Any]:
    """One family's item of `contents`; `member` is the family's own name for a speaker, null for others."""
    sessions = imported.sessions
    turns = [turn for session in sessions for turn in session.turns]
    spoken = Counter((turn.role, turn.speaker) for turn in turns)
    times = [turn.at for turn in turns]
    return {
        "family": imported.family.key,
        "sessions": len(sessions),
        "turns": len(turns),
        "first": format_instant(min(times)) if times else None,
        "last": format_instant(max(times)) if times else None,
        "open": [session.id for session in sessions if session.ended_at is None],
        "speakers": [
            {
                "name": name,
                "role": role,
                "member": member.name if role == "user" and (member := imported.family.member(name)) else None,
                "turns": number,
            }
            for (role, name), number in sorted(
                spoken.items(), key=lambda item: (-item[1], item[0][0], item[0][1] or "")
            )
        ],
    }
