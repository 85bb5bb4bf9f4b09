"""Answers that say nothing without their question (contract section 4, gate 2)."""

from __future__ import annotations

import re

from memory_pipeline.formation.gates.verdict import GateContext
from memory_pipeline.language.wishes import has_imperative
from memory_pipeline.model.candidate import Quote

_FEW_WORDS = 2
# From here on scripts write whole sentences without a blank, so that words cannot be counted.
_UNSPACED_FROM = "\u0e00"
_ANSWER_WORDS = frozenset(
    """
    yes yeah yep yup yea ya sure ok okay no nope nah not never right correct exactly true false indeed absolutely
    definitely of course please thanks thank you both neither either all none that this one ones it them those these
    the first second third last former latter same also too and or mostly sometimes always usually often maybe fine
    good great perfect done agreed deal i do don't we did he she is isn't are am was will won't would can can't has
    have think so guess that's thats it's its spot
    """.split()
)
_WORD = re.compile(r"[^\W_]+(?:['’:.,-][^\W_]+)*")
_HAS_SUBJECT = re.compile(r"^(?:i|we|he|she|they|it)['’](?:m|s|re|ve|d|ll)\b|^(?:i|we|he|she|they)\b", re.IGNORECASE)
_DENIES = re.compile(r"\W*(?:no|nope|nah|never|not|neither|none)\b", re.IGNORECASE)


def needs_question(quote: str) -> bool:
    """Whether a quote is only an answer: two words at most without a subject, or answer words throughout."""
    words = [word.replace("’", "'").casefold() for word in _WORD.findall(quote)]
    if all(word in _ANSWER_WORDS for word in words):
        return True
    if len(words) > _FEW_WORDS or any(character >= _UNSPACED_FROM for character in quote):
        return False
    return not _HAS_SUBJECT.match(quote) and not has_imperative(quote)


def denies(quote: str) -> bool:
    """Whether an answer turns its question down: "no", "nope", "no thanks"."""
    return bool(_DENIES.match(quote))


def question_before(number: int, context: GateContext) -> int | None:
    """The turn that a user's turn answers: the last one before it, tools passed over, if it asks anything.

    In household chat a claim cites one speaker only, so there only the assistant's question counts.
    """
    for earlier in range(number - 1, 0, -1):
        turn = context.turns[earlier - 1].turn
        if turn.role == "tool" or not turn.text.strip():
            continue
        other_person = turn.role == "user" and turn.speaker != context.turns[number - 1].turn.speaker
        may_ask = turn.role == "assistant" or (other_person and context.session.surface != "household_chat")
        return earlier if may_ask and "?" in context.turns[earlier - 1].words else None
    return None


def question_of(quote: Quote, context: GateContext) -> str:
    """The words of the question that a located answer came with; empty for a quote that stands for itself."""
    if quote.first == quote.last or not needs_question(quote.text):
        return ""
    return context.turns[quote.first - 1].plain
