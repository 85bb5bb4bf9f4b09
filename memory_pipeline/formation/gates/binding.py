"""Gate 4: hard strength and explicit authority need the user's own imperative, wish or limit (contract section 4)."""

from __future__ import annotations

from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.language.clauses import clauses
from memory_pipeline.language.speaker import Subject, household_person, mentions_outsider, subject_of
from memory_pipeline.language.wishes import is_binding, states_limit
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.family import Family


def hard_needs_imperative(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse hard strength and explicit authority where the cited words do not carry them; nothing is demoted.

    A first-party limit (allergy, diet, medical, safety) stated as a fact may be a hard constraint. What a member
    writes on the card is explicit by the act.
    """
    hard, explicit = candidate.strength == "hard", candidate.authority == "user_explicit"
    if not (hard or explicit) or context.session.surface == "card":
        return candidate
    if any(is_binding(context.sentences_of(quote)) for quote in candidate.evidence):
        return candidate
    if explicit:
        return Refusal(
            "hard_needs_imperative", "explicit authority needs an imperative or a standing wish in the cited words"
        )
    if candidate.type == "constraint" and any(_own_limit(quote, context) for quote in candidate.evidence):
        return candidate
    return Refusal(
        "hard_needs_imperative",
        "hard strength needs an imperative, a standing wish, or a limit of the household's own in the cited words",
    )


def _own_limit(quote: Quote, context: GateContext) -> bool:
    text = context.sentences_of(quote)
    limits = [clause.of(text) for clause in clauses(text) if states_limit(clause.of(text))]
    return any(_of_household(clause, context.family) for clause in limits)


def _of_household(clause: str, family: Family) -> bool:
    """Whether the clause is about somebody of the household: the speaker, a member, "my son", "he"."""
    subject = subject_of(clause)
    match subject.who:
        case "speaker":
            return True
        case "nobody":
            return not mentions_outsider(clause)
        case "other":
            return not subject.outside and _belongs(subject, family)


def _belongs(subject: Subject, family: Family) -> bool:
    words = subject.words.replace("’", "'")
    owner, possessive, _ = words.partition("'s ")
    if possessive:
        return _is_member(owner, family)
    return household_person(words) or _is_member(words, family)


def _is_member(name: str, family: Family) -> bool:
    """A family that lists nobody vouches for nobody, so there any name may belong to it."""
    return not family.members or family.member(name.strip()) is not None
