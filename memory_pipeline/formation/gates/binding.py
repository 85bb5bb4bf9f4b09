"""Gate 4: hard strength and explicit authority need the user's own imperative, wish or limit (contract section 4)."""

from __future__ import annotations

import re

from memory_pipeline.formation.gates.answers import denies, question_of
from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.language.clauses import clauses
from memory_pipeline.language.speaker import Subject, household_person, mentions_outsider, subject_of
from memory_pipeline.language.wishes import is_binding, limit_is_over, states_limit
from memory_pipeline.model.candidate import Candidate, Quote
from memory_pipeline.model.family import Family

_ASKED = re.compile(r"\W*(?:(?:so|and|ok|okay)\b\W*)?(?:are|is|do|does|has|have|can)\s+([\w-]+)", re.IGNORECASE)
_AFFIRMS = re.compile(
    r"\W*(?:yes|yeah|yep|yup|ya|yea|correct|right|exactly|true|indeed|absolutely|definitely|of\s+course"
    r"|(?:i|we|he|she|they)\s+(?:am|are|is|do|does|have|has))\b",
    re.IGNORECASE,
)


def hard_needs_imperative(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse hard strength and explicit authority where the cited words do not carry them; nothing is demoted.

    A first-party limit (allergy, diet, medical, safety) stated as a fact may be a hard constraint. What a member
    writes on the card is explicit by the act.
    """
    hard, explicit = candidate.strength == "hard", candidate.authority == "user_explicit"
    if not (hard or explicit) or context.session.surface == "card":
        return candidate
    if hard and candidate.type == "constraint" and all(_tells_what_is_over(quote.text) for quote in candidate.evidence):
        return Refusal("hard_needs_imperative", "the cited words tell of a limit of the past, which is none today")
    if any(is_binding(context.sentences_of(quote)) for quote in candidate.evidence):
        return candidate
    if explicit:
        return Refusal(
            "hard_needs_imperative", "explicit authority needs an imperative or a standing wish in the cited words"
        )
    if candidate.type == "constraint" and any(
        _own_limit(quote, context) or _affirmed_limit(quote, context) for quote in candidate.evidence
    ):
        return candidate
    return Refusal(
        "hard_needs_imperative",
        "hard strength needs an imperative, a standing wish, or a limit of the household's own in the cited words",
    )


def _own_limit(quote: Quote, context: GateContext) -> bool:
    text = context.sentences_of(quote)
    limits = [words for words in _limits(text) if not limit_is_over(words)]
    return any(_of_household(clause, context.family) for clause in limits)


def _limits(text: str) -> list[str]:
    return [clause.of(text) for clause in clauses(text) if states_limit(clause.of(text))]


def _tells_what_is_over(quote: str) -> bool:
    limits = _limits(quote)
    return bool(limits) and all(limit_is_over(words) for words in limits)


def _affirmed_limit(quote: Quote, context: GateContext) -> bool:
    """ "Are you allergic to bees?" - "yes": the question says the limit, the answer makes it the speaker's own."""
    question = question_of(quote, context)
    asked = next((match for words in _limits(question) if (match := _ASKED.match(words))), None)
    if asked is None or denies(quote.text) or not _AFFIRMS.match(quote.text) or mentions_outsider(question):
        return False
    return asked[1].casefold() in {"you", "your", "he", "she", "they", "the"} or _is_member(asked[1], context.family)


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
