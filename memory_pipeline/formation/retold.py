"""The session's summary, without what the family asked not to remember (contract sections 3 and 4)."""

from __future__ import annotations

from collections.abc import Sequence

from memory_pipeline.formation.reading import TurnReading
from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.secrets import tells_secret
from memory_pipeline.language.words import WEAK_WORDS, content_words, stem
from memory_pipeline.model.candidate import Candidate


def on_record(summary: str, turns: Sequence[TurnReading]) -> tuple[str, str]:
    """The summary without sentences that hold a word said in private only or a password, and why any was left out."""
    secret = _private_words(turns)
    told = [span.of(summary) for span in sentences(summary)]
    public = [sentence for sentence in told if secret.isdisjoint(_stems(sentence))]
    kept = [sentence for sentence in public if not tells_secret(sentence)]
    left_out = (
        (len(told) - len(public), "the family asked not to remember them"),
        (len(public) - len(kept), "they give a password, a login or a PIN away"),
    )
    reasons = [f"{count} sentences of the summary left out: {why}" for count, why in left_out if count]
    return (" ".join(kept), "; ".join(reasons)) if reasons else (summary, "")


def unheard(turns: Sequence[TurnReading], proposed: Sequence[Candidate]) -> str:
    """Which turns hold private words that nothing proposed cites, so that the wish is on record; "" where none does."""
    quotes = [quote for candidate in proposed for quote in candidate.evidence]
    numbers = [turn.turn.number for turn in turns if turn.private]
    silent = [str(number) for number in numbers if not any(quote.first <= number <= quote.last for quote in quotes)]
    return f"off the record, at the family's wish: words of turn {', '.join(silent)}" if silent else ""


def _private_words(turns: Sequence[TurnReading]) -> set[str]:
    """Words that occur in private stretches and in no words on the record."""
    private = {word for turn in turns for span in turn.private for word in _stems(span.of(turn.turn.text))}
    return private - {word for turn in turns for word in _stems(turn.words)}


def _stems(text: str) -> set[str]:
    return {stem(word) for word in content_words(text) if word not in WEAK_WORDS}
