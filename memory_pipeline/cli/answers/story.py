"""What a family's files tell about how its memory came to be: formed, dropped and why, with the words behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from memory_pipeline.cli.answers.card import supporting
from memory_pipeline.cli.answers.fates import Fate, fates_of
from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.instants import format_instant
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.workflows.pipeline import Pipeline


def family_story(pipeline: Pipeline, key: str) -> dict[str, Any]:
    """One family: sessions by outcome, every memory by the time it was formed, and what each gate dropped."""
    view = pipeline.view(key)
    family = view.family()
    formations = [formation for session in view.session_ids() if (formation := view.formation(session)) is not None]
    fates = [fate for formation in formations for fate in fates_of(key, formation, view.decisions(formation.session))]
    dropped = Counter(fate.gate for fate in fates if fate.gate is not None)
    decided = Counter(fate.outcome for fate in fates if fate.gate is None)
    return {
        "family": key,
        "timezone": family.timezone,
        "members": [member.name for member in family.members],
        "sessions": _statuses(formations),
        "decisions": dict(sorted(decided.items())),
        "memories": _memories(view),
        "dropped": [
            {"gate": gate, "count": number, "example": _example(gate, fates)}
            for gate, number in sorted(dropped.items(), key=lambda item: (-item[1], item[0]))
        ],
    }


def quotes_of(view: FamilyView, refs: Sequence[str]) -> list[dict[str, str]]:
    """The supporting quotes of these memories, in their order and the order of their ledgers."""
    by_id = {ref.rpartition("/")[2]: ref for ref in refs}
    return [
        {
            "memory": by_id[key],
            "ref": str(line.ref),
            "quote": line.quote,
            "recordedAt": format_instant(line.recorded_at),
        }
        for key, ledger in view.ledgers(by_id).items()
        for line in ledger
        if line.supports
    ]


def _statuses(formations: Iterable[Formation]) -> dict[str, int]:
    return dict(sorted(Counter(formation.status for formation in formations).items()))


def _memories(view: FamilyView) -> list[dict[str, Any]]:
    memories = sorted(view.memories().values(), key=lambda memory: (memory.formed_at, memory.id))
    ledgers = view.ledgers(memory.id for memory in memories)
    return [
        {
            "ref": str(MemoryRef(view.key, memory.id)),
            "type": memory.type,
            "strength": memory.strength,
            "authority": memory.authority,
            "status": memory.status,
            "summary": memory.summary,
            "valid_until": None if memory.valid_until is None else memory.valid_until.isoformat(),
            "evidence": list(supporting(ledgers[memory.id])),
        }
        for memory in memories
    ]


def _example(gate: str, fates: Iterable[Fate]) -> dict[str, Any]:
    fate = next(fate for fate in fates if fate.gate == gate)
    return {"summary": fate.summary, "quote": fate.quote, "reason": fate.reason, "evidence": list(fate.evidence)}
