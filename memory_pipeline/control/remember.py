"""Remember on the card: an explicit statement that goes through reconciliation (contract sections 9 and 15).

Three steps, joined by a workflow, because two stages have a part in it: `card_session` gives the transcript that
extraction reads, `remember` says what is to be reconciled and which rules it lifts, `as_card` makes the card's change
of what reconciliation planned.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from memory_pipeline.control.card_words import about_of, end_of, summary_of
from memory_pipeline.language.claim_text import plain
from memory_pipeline.language.clauses import clauses
from memory_pipeline.language.dates import absolute
from memory_pipeline.language.folding import find_quote
from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.language.words import tokens
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.decision import SessionDecisions
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.suppression_rules import SuppressionRules

_WISH = re.compile(
    r"(?:please|always|never|don['’]?t|do not|ask|call|check|use|avoid|write|keep|send|remind|show|stop|make sure"
    r"|no)\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:please\s+)?(?:remember|note|keep in mind|don['’]?t forget)\b(?:\s+that)?[:,]?\s*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What a remember asks for. `lifted` are the rules it lifts, already with their time; `needs_enrichment`: nobody
    could read the words, so they stand as they are. `known` is set where all of it is remembered already.
    """

    session: Session
    candidates: tuple[Candidate, ...]
    lifted: tuple[Suppression, ...] = ()
    needs_enrichment: bool = False
    known: bool = False


def remember(view: FamilyView, session: Session, survivors: Sequence[Candidate]) -> Remembered:
    """What the card's words come to: the survivors of their extraction as explicit, or the words themselves.

    The words stand for themselves where extraction found nothing in them, or left one of their clauses out.
    """
    family = view.family()
    read = tuple(_as_written(candidate, session, family) for candidate in survivors)
    whole = _covers(session, read)
    candidates = read if whole else (_in_own_words(session, family, read),)
    lifted = tuple(replace(rule, lifted_at=session.started_at) for rule in _matching(view, candidates))
    known = not lifted and all(_is_known(view, candidate) for candidate in candidates)
    return Remembered(session=session, candidates=candidates, lifted=lifted, needs_enrichment=not whole, known=known)


def lifting(view: FamilyView, remembered: Remembered, held_back: Collection[str]) -> Remembered:
    """The same, lifting the rules as well that only the judge found to hold the words back."""
    more = tuple(
        replace(rule, lifted_at=remembered.session.started_at) for rule in view.suppressions() if rule.id in held_back
    )
    return replace(remembered, lifted=(*remembered.lifted, *more), known=remembered.known and not more)


def as_card(remembered: Remembered, decisions: SessionDecisions, planned: Change | None) -> Change | None:
    """The card's change: what reconciliation planned, with transcript and lifted rules; None where nothing moves."""
    if remembered.known or (planned is None and not remembered.lifted):
        return None
    session = remembered.session
    base = planned or Change(kind="card", cause=session.id, at=session.started_at, decisions=(decisions,))
    formed = {decision.memory for decision in decisions.decisions if decision.kind in ("add", "supersede")}
    return replace(
        base,
        kind="card",
        entries=(*(ChangeEntry("lifted", rule.id) for rule in remembered.lifted), *base.entries),
        memories=tuple(_marked(memory, formed) if remembered.needs_enrichment else memory for memory in base.memories),
        suppressions=remembered.lifted,
        sessions=(session,),
    )


def _marked(memory: Memory, formed: set[str | None]) -> Memory:
    return replace(memory, needs_enrichment=True) if memory.id in formed else memory


def _as_written(candidate: Candidate, session: Session, family: Family) -> Candidate:
    """The candidate as explicit; where its body has words that the family did not write, with those that it cites."""
    turn = session.turns[0]
    said_on = local_date(turn.at, family.timezone)
    explicit = replace(candidate, authority="user_explicit", confidence=1.0)
    if set(tokens(candidate.body)) <= set(tokens(f"{turn.text} {absolute(turn.text, said_on)}")):
        return explicit
    return replace(explicit, body=absolute(" ".join(quote.text for quote in candidate.evidence), said_on))


def _covers(session: Session, candidates: Sequence[Candidate]) -> bool:
    """Whether every word of each clause is cited by some candidate."""
    text = session.turns[0].text
    quotes = [find_quote(quote.text, text) for candidate in candidates for quote in candidate.evidence]
    cited = [span for span in quotes if span is not None]
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    told = [clause for clause in clauses(text) if clause.end > start]
    return bool(cited) and not any(
        mark.isalnum() and not any(span.start <= place < span.end for span in cited)
        for clause in told
        for place, mark in enumerate(text[clause.start : clause.end], start=clause.start)
        if place >= start
    )


def _in_own_words(session: Session, family: Family, read: Sequence[Candidate]) -> Candidate:
    """The words as one soft claim; hard only where something hard was read in them."""
    turn = session.turns[0]
    said_on = local_date(turn.at, family.timezone)
    words = _OPENING.sub("", turn.text.strip(), count=1) or turn.text.strip()
    body = absolute(words, said_on)
    hard = next((candidate for candidate in read if candidate.strength == "hard"), None)
    about = about_of(words, turn.speaker, family)
    return Candidate(
        type=hard.type if hard else "directive" if _WISH.match(words) else "fact",
        about=about,
        summary=summary_of(body),
        body=body,
        when_to_use="",
        evidence=(Quote(first=1, last=1, text=turn.text.strip()),),
        strength="hard" if hard else "soft",
        authority="user_explicit",
        confidence=1.0,
        valid_until=end_of(words, said_on),
        sensitivity=sensitivity(body, about, family),
    )


def _matching(view: FamilyView, candidates: Sequence[Candidate]) -> list[Suppression]:
    """The rules in force that would hold one of the candidates back."""
    in_force = [rule for rule in view.suppressions() if rule.in_force]
    alone = [(rule, SuppressionRules([rule], view.entities())) for rule in in_force]
    return [rule for rule, matcher in alone if any(matcher.match(candidate) for candidate in candidates)]


def _is_known(view: FamilyView, candidate: Candidate) -> bool:
    """Whether the family told exactly this before, as explicitly, and it stands."""
    return any(
        memory.status == "active"
        and memory.authority == "user_explicit"
        and memory.type == candidate.type
        and memory.about.casefold() == candidate.about.casefold()
        and memory.valid_until == candidate.valid_until
        and plain(memory.claim) == plain(candidate.body)
        for memory in view.memories().values()
    )
