"""A session as evidence: of each turn, its speaker's own words that are on the record (contract sections 3 and 4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.discretion import Discretion, wishes_of_discretion
from memory_pipeline.language.folding import fold
from memory_pipeline.language.pasted import pasted_spans
from memory_pipeline.language.spans import Span
from memory_pipeline.language.words import content_words, stem
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.transcript import Session, Turn

MASK = "\ufffc"
"""Stands for each character that is no evidence, so that offsets in `TurnReading.own` are offsets in the turn."""

_MEMORY_BLOCK = re.compile(r"<memory\b[^>]*>.*?(?:</memory\s*>|\Z)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReading:
    """One turn with the stretches that are no evidence; `said_on` is the family's local date.

    `private`: off the record. `given`: memory text that the turn was given. `pasted`: not its writer's words.
    `own`: the turn's text, as long as it is, with `MASK` wherever it is one of these.
    """

    turn: Turn
    said_on: date
    private: tuple[Span, ...]
    given: tuple[Span, ...]
    pasted: tuple[Span, ...]
    own: str

    @property
    def by_user(self) -> bool:
        """Whether a person of the family's side wrote it."""
        return self.turn.role == "user"

    @property
    def words(self) -> str:
        """What is left of the turn as evidence, to be searched and never to be quoted; offsets as in the turn."""
        return self.own.replace(MASK, " ")

    @property
    def plain(self) -> str:
        """The same without lookalikes, so that a hidden character inside "not" hides no negation."""
        return fold(self.words)

    def sentences_around(self, span: Span) -> str:
        """The sentences of `words` that the stretch touches, folded and joined by blanks."""
        touched = (sentence for sentence in sentences(self.words) if sentence.overlaps(span))
        return fold(" ".join(sentence.of(self.words) for sentence in touched))


def read_turns(session: Session, family: Family) -> tuple[TurnReading, ...]:
    """Every turn of the session, in order. Raises InvalidTimeZone for a family without a usable zone."""
    private = _private_spans(session)
    return tuple(_reading(turn, tuple(private.get(turn.number, ())), family) for turn in session.turns)


def _reading(turn: Turn, private: tuple[Span, ...], family: Family) -> TurnReading:
    given = memory_blocks(turn.text)
    pasted = pasted_spans(turn.text) if turn.role == "user" else ()
    return TurnReading(
        turn=turn,
        said_on=local_date(turn.at, family.timezone),
        private=private,
        given=given,
        pasted=pasted,
        own=_without(turn.text, (*private, *given, *pasted), MASK),
    )


def memory_blocks(text: str) -> tuple[Span, ...]:
    """Blocks of remembered text that a turn was given: `<memory ...> ... </memory>`, an unclosed one to the end."""
    return tuple(Span(*match.span()) for match in _MEMORY_BLOCK.finditer(text))


def _without(text: str, spans: Iterable[Span], filler: str) -> str:
    """`text` with each character of the stretches replaced, so that all other offsets stay."""
    characters = list(text)
    for span in spans:
        characters[span.start : span.end] = filler * (span.end - span.start)
    return "".join(characters)


def _private_spans(session: Session) -> dict[int, list[Span]]:
    """What speakers asked not to remember, by turn number."""
    spoken = [turn for turn in session.turns if turn.role == "user"]
    private: dict[int, list[Span]] = {}
    for at, turn in enumerate(spoken):
        if not wishes_of_discretion(turn.text):
            continue
        written = _without(turn.text, (*pasted_spans(turn.text), *memory_blocks(turn.text)), " ")
        for wish in wishes_of_discretion(written):
            private.setdefault(turn.number, []).append(wish.covered)
            for reached in _reached(spoken, at, wish):
                private.setdefault(reached.number, []).append(Span(0, len(reached.text)))
    return private


def _reached(spoken: list[Turn], at: int, wish: Discretion) -> Iterable[Turn]:
    """Other turns of the same speaker that the wish covers whole."""
    speaker = spoken[at].speaker
    earlier = [turn for turn in spoken[:at] if turn.speaker == speaker and turn.text.strip()]
    later = [turn for turn in spoken[at + 1 :] if turn.speaker == speaker and turn.text.strip()]
    if wish.reach == "previous":
        return earlier[-1:]
    if wish.reach == "next":
        return later[:1]
    topic = {stem(word) for word in content_words(wish.topic)}
    return [turn for turn in earlier if topic & {stem(word) for word in content_words(turn.text)}]
