"""The Future Utility Test, as far as words tell it (seed `004`, *CRITICAL DISTILLATION RULES*)."""

from __future__ import annotations

import re

_PASSING = re.compile(
    r"\b(?:is|are|am|was|feels?|gets?) (?:a (?:bit|little) |so |very |really |quite |too |kind of )?(?:anxious"
    r"|nervous|tired"
    r"|excited|worried|stressed|bored|hungry|annoyed|sad|happy|glad|sorry|busy|late|ready|back|home|done"
    r"|sick of (?:this|it)"
    r"|curious|confused|lost|stuck|sure|unsure)\b(?!.*\b(?:always|never|every|whenever|when)\b)"
    r"|\b(?:is|are) coming(?: too| along| as well)?$"
    r"|\b(?:needs?|has|have) to (?:remember to )?(?:pack|go|leave|run|check|finish|eat|sleep)\b"
    r"|\b(?:completed|finished|is working on|are working on) (?:the|this|that) (?:task|list|draft|email|file)\b"
    r"|\basked (?:the )?(?:agent|assistant)\b|\bwas thinking about\b",
    re.IGNORECASE,
)
_NEEDS_MORE = re.compile(
    r"\b(?:this|that|these|those) (?:one|ones|way|thing)\b|\bthe (?:first|second|other|last) one\b", re.IGNORECASE
)


def is_lasting(text: str) -> bool:
    """Whether knowing it helps in a later conversation: no mood, errand or status of the moment."""
    return not _PASSING.search(text) and not _NEEDS_MORE.search(text) and len(text.split()) >= 3
