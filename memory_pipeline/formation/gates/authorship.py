"""Gate 3: every memory cites a user-authored turn, its quote stands in the user's own words (contract section 4)."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.formation.gates.places import Place, Standing, places
from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.model.candidate import Candidate, Quote


def user_authored(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse what no user said; keep the pieces that one did say, other turns only as context beside them."""
    if candidate.authority == "system":
        return Refusal("user_authored", "authority 'system' is never formed from a conversation")
    found = [(quote, places(quote, context)) for quote in candidate.evidence]
    own = [quote for quote, where in found if where and where[0].standing is Standing.OWN]
    if not own:
        return Refusal("user_authored", _reason(found[0][1]))
    others = [quote for quote in candidate.evidence if quote not in own]
    candidate = replace(candidate, evidence=tuple(_with_context(quote, others, context) for quote in own))
    if context.session.surface == "household_chat":
        return _by_one_member(candidate, context)
    return candidate


def _with_context(quote: Quote, others: list[Quote], context: GateContext) -> Quote:
    """A user's piece with the turn right before it, where another piece cites that turn and the span still fits."""
    fits = quote.last - quote.first + 2 <= context.policy.evidence_turns
    beside = any(other.last == quote.first - 1 for other in others)
    return replace(quote, first=quote.first - 1) if fits and beside else quote


def _by_one_member(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """In household chat each claim cites one speaker, who is a member; a guest forms nothing (contract section 15).

    Of several speakers the one whom the claim is about is cited, else the first; the gates that follow judge whether
    the claim stands on those words alone.
    """
    cited = list(context.cited(candidate.evidence))
    speakers = [context.answering(quote).turn.speaker for quote in candidate.evidence]
    members = [context.family.member(speaker) for speaker in speakers]
    if None in members:
        return Refusal("user_authored", f"{speakers[members.index(None)] or 'nobody named'} is no member of the family")
    about = context.family.member(candidate.about)
    one = about if about in members else members[0]
    own = tuple(quote for quote, member in zip(candidate.evidence, members, strict=True) if member == one)
    candidate, members = replace(candidate, evidence=own), [one]
    foreign = {
        reading.turn.number
        for reading in cited
        if reading.by_user and context.family.member(reading.turn.speaker) != members[0]
    }
    kept = tuple(
        quote if foreign.isdisjoint(quote.turns) else replace(quote, first=quote.last) for quote in candidate.evidence
    )
    return replace(candidate, evidence=kept)


def _reason(where: tuple[Place, ...]) -> str:
    if not where:
        return "its quote stands in no cited turn"
    turn = where[0].reading.turn
    if where[0].standing is Standing.PASTED:
        return (
            f"its quote stands in text that was pasted or quoted into turn {turn.number}, not in the user's own words"
        )
    return f"its quote stands in turn {turn.number}, which the {turn.role} wrote; a memory needs the user's own words"
