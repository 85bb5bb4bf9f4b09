"""The questions of a LoCoMo file with their gold evidence, corrected where a list of corrections says so.

Categories 1 to 4 are asked; 5 is adversarial and asks for abstention. The address of a turn is `(session, turn)`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory_pipeline.importers.locomo import family_key_of

ASKED = (1, 2, 3, 4)
_DIA_ID = re.compile(r"D(\d+):(\d+)")

Address = tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a family. `gold` is never empty: a question without evidence cannot be scored and is left out."""

    family: str
    text: str
    category: int
    gold: frozenset[Address]


def read_questions(data: Path, corrected: Path | None = None) -> tuple[list[Question], int]:
    """The questions that can be scored, in file order, and how many of the asked categories have no evidence."""
    fixes = _corrections(corrected)
    questions, bare = [], 0
    for sample in json.loads(data.read_text(encoding="utf-8")):
        for asked in sample["qa"]:
            if asked["category"] not in ASKED:
                continue
            gold = fixes.get((sample["sample_id"], asked["question"]), asked.get("evidence") or [])
            addresses = frozenset(address for text in gold for address in addresses_in(text))
            if not addresses:
                bare += 1
                continue
            family = family_key_of(sample["sample_id"])
            questions.append(
                Question(family=family, text=asked["question"], category=asked["category"], gold=addresses)
            )
    return questions, bare


def addresses_in(text: str) -> list[Address]:
    """The turns that a citation such as `D8:6; D9:17` names."""
    return [(f"session-{int(session):02}", int(turn)) for session, turn in _DIA_ID.findall(text)]


def _corrections(path: Path | None) -> dict[tuple[str, str], list[str]]:
    if path is None:
        return {}
    listed: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return {(each["sample_id"], each["question"]): each["correct_evidence"] for each in listed}
