"""Clear statements of no known form: kept as soft claims in the family's words, where the heads say that they matter."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.relations import RELATION
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import Subject, capital, is_first_party, subject_of
from memory_pipeline.adapters.embedded_models.extraction.telling import tell
from memory_pipeline.adapters.embedded_models.heads.judge import Verdict
from memory_pipeline.language.wishes import limit_is_over, states_limit
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Durability, MemoryType

BAR = 0.55
VETO = 0.25
SURE_TO_KEEP = 0.8
LIKELY, SURE = 0.4, 0.6
_RELATES = re.compile(rf"\b{RELATION}\b", re.IGNORECASE)
_KINDS: dict[str, tuple[MemoryType, str]] = {
    "identity": ("identity", "identity"),
    "directive": ("preference", "fact"),
    "preference": ("preference", "taste"),
    "constraint": ("constraint", "limit"),
    "relationship": ("relationship", "relationship"),
    "fact": ("fact", "fact"),
}
_SAYS_LITTLE = re.compile(r"^(?:\W*\w+\W*){1,2}$")


def read_kept(statement: Statement, family: Family) -> list[Draft]:
    """One soft claim, or nothing."""
    verdict = statement.verdict
    if verdict is None or verdict.keep < BAR or _SAYS_LITTLE.match(statement.core):
        return []
    summary = tell(statement)
    if summary is None:
        return []
    subject = subject_of(statement, family)
    if subject.kind == "listener":
        return []
    about = subject.about or first_words(summary)
    kind, use = _KINDS[_label(verdict, subject, statement)]
    hard = (
        kind == "constraint"
        and states_limit(statement.core)
        and not limit_is_over(statement.core)
        and is_first_party(subject, statement, family)
    )
    return [
        Draft(
            type=kind,
            kind=use,
            about=about,
            summary=summary,
            strength="hard" if hard else "soft",
            durability=lasting(verdict),
            confidence=0.7,
            bounded=verdict.kind in {"fact", "directive"},
        )
    ]


def _label(verdict: Verdict, subject: Subject, statement: Statement) -> str:
    """What kind of claim; a plain fact where the heads are of two minds or the words do not bear the kind."""
    best = verdict.kind
    share = verdict.labels[best]
    if best == "identity" and (subject.kind not in {"speaker", "person"} or share < SURE):
        return "fact"
    if best == "relationship" and (share < SURE or not _RELATES.search(statement.core)):
        return "fact"
    return best if share >= LIKELY else "fact"


def lasting(verdict: Verdict) -> Durability:
    """The likeliest durability."""
    found: Durability = "durable"
    best = max(verdict.durability, key=lambda name: verdict.durability[name])
    if best == "seasonal":
        found = "seasonal"
    elif best == "passing":
        found = "passing"
    return found


def first_words(summary: str) -> str:
    """A subject for a claim whose clause names none."""
    return capital(" ".join(summary.rstrip(".").split()[:4]).rstrip(",;:"))


def with_verdict(statement: Statement, core: str) -> Statement:
    """The statement with other words, judged as before."""
    return replace(statement, core=core)
