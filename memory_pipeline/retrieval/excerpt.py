"""The words that a memory came from, without those that the family asked to forget (contract section 15)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from memory_pipeline.model.candidate import Candidate, Formation
from memory_pipeline.model.errors import UnknownReference
from memory_pipeline.model.instants import format_instant
from memory_pipeline.model.refs import ConversationRef
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.suppression_rules import SuppressionRules

FORGOTTEN = "[forgotten]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """The cited turns in their order, forgotten quotes masked."""

    ref: str
    session: str
    surface: str
    turns: tuple[Turn, ...]

    def as_json(self) -> dict[str, Any]:
        """`excerpt --json`."""
        return {
            "ref": self.ref,
            "session": self.session,
            "surface": self.surface,
            "turns": [
                {
                    "turn": turn.number,
                    "role": turn.role,
                    "speaker": turn.speaker,
                    "at": format_instant(turn.at),
                    "text": turn.text,
                }
                for turn in self.turns
            ],
        }


def excerpt(view: FamilyView, ref: ConversationRef, forgotten: Iterable[str]) -> Excerpt:
    """The turns of `ref`; `forgotten` are ids of memories whose quotes are masked. Raises UnknownReference.

    What was said off the record is no source of anything and cannot be read.
    """
    session = view.session(ref.session)
    if session.off_record or session.turn(ref.last) is None:
        raise UnknownReference("no such turns in that conversation")
    quotes = {line.quote for ledger in view.ledgers(forgotten).values() for line in ledger}
    quotes |= refused_quotes(view, session)
    turns = [turn for number in ref.turns if (turn := session.turn(number)) is not None]
    return Excerpt(
        ref=str(ref),
        session=session.id,
        surface=session.surface,
        turns=tuple(replace(turn, text=masked(turn.text, quotes)) for turn in turns),
    )


def refused_quotes(view: FamilyView, session: Session) -> set[str]:
    """What was said again in this session although a rule forbids to remember it."""
    formation = view.formation(session.id)
    if formation is None:
        return set()
    rules = SuppressionRules(view.suppressions(), view.entities())
    proposed = (*formation.survivors, *(rejection.candidate for rejection in formation.rejections))
    refused = [candidate for candidate in proposed if rules.match(candidate) is not None]
    refused += _held_back(view, formation, rules)
    return {quote.text for candidate in refused for quote in candidate.evidence}


def _held_back(view: FamilyView, formation: Formation, rules: SuppressionRules) -> list[Candidate]:
    """What the reconciler found to be a forgotten claim in other words."""
    decisions = view.decisions(formation.session)
    ignored = [decision for decision in decisions.decisions if decision.kind == "ignore"] if decisions else []
    again = {decision.candidate for decision in ignored if decision.target in rules.forgotten()}
    return [candidate for ordinal, candidate in enumerate(formation.survivors) if ordinal in again]


def masked(text: str, quotes: Iterable[str]) -> str:
    """The text with every quote in it replaced, the longest first, so that no rest of one is left standing."""
    ordered = sorted({quote for quote in quotes if quote.strip()}, key=lambda quote: (-len(quote), quote))
    if not ordered:
        return text
    return re.sub("|".join(map(re.escape, ordered)), FORGOTTEN, text)
