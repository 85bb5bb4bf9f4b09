"""Which memory covers a line of the earlier files, and how: the comparison before anything is switched over.

In this order: the decision that the line itself got, its words in a memory's evidence, the judge's word on the nearest
memories, the conversation's own text. What none of them covers is missing, with the gate that dropped it where known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from memory_pipeline.language.folding import fold
from memory_pipeline.language.words import content_words
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.decision import Relation, SessionDecisions
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.ports.relation_judge import Pair
from memory_pipeline.reconciliation.nearest import Near, nearest
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline.workflows.migrate_explicit import is_undated
from memory_pipeline.workflows.migrate_lines import LegacyLine
from memory_pipeline.workflows.pipeline import Pipeline

State = Literal["covered", "partly", "replaced", "forgotten", "missing"]
STATES: tuple[State, ...] = ("covered", "partly", "replaced", "forgotten", "missing")

_FEWEST_WORDS = 3
_BY_RELATION: Mapping[Relation, tuple[State, str]] = {
    "same": ("covered", "says the same"),
    "refines": ("partly", "says part of it"),
    "updates": ("replaced", "says something newer"),
    "contradicts": ("replaced", "says the opposite, newer"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What became of one line; `ref` is the memory or the conversation that covers it."""

    line: LegacyLine
    state: State
    how: str
    ref: str | None = None


class Comparison:
    """A family's memories as the lines are held against them, once for all lines."""

    def __init__(self, pipeline: Pipeline, view: FamilyView, at: datetime) -> None:
        self._pipeline, self._view, self._at = pipeline, view, at
        self._memories = {id: each for id, each in view.memories().items() if each.status != "retracted"}
        ledgers = view.ledgers(self._memories)
        self._quotes = [(fold(line.quote).casefold(), id) for id in self._memories for line in ledgers[id]]
        self._rules = SuppressionRules(view.suppressions(), view.entities())
        self._dropped = list(_dropped(view))

    def explicit(
        self, lines: Sequence[LegacyLine], decisions: SessionDecisions | None, places: Sequence[int]
    ) -> Iterator[Coverage]:
        """Each line by the decisions on its own candidates; `places`: the line, from 1, of each candidate."""
        made = {} if decisions is None else {each.candidate: each for each in decisions.decisions}
        for number, line in enumerate(lines, start=1):
            own = [made[candidate] for candidate, place in enumerate(places) if place == number and candidate in made]
            kept = next((each for each in own if each.memory is not None and each.kind != "ignore"), None)
            if kept is not None and kept.memory is not None:
                held = self._held(line, kept.memory, f"{_DECIDED[kept.kind]}: {kept.reason}")
                yield replace(held, state="partly") if kept.kind == "contradict" else held
            elif is_undated(line):
                how = "speaks of a day that the file does not date; write the date into the line, or ask the family"
                yield Coverage(line=line, state="missing", how=how)
            else:
                yield from self.told([line])

    def told(self, lines: Sequence[LegacyLine]) -> Iterator[Coverage]:
        """Each line by its words in the evidence, and else by what the judge says of the nearest memories."""
        asked = [_as_memory(line, self._at, self._view.key) for line in lines]
        vectors = self._pipeline.vectors(self._view.key)
        near = nearest(asked, self._memories, vectors, self._pipeline.policies.reconciliation)
        for line, memory, found in zip(lines, asked, near, strict=True):
            quoted = self._quoting(line)
            rule = self._rules.match(_as_candidate(memory))
            if rule is not None:
                how = f"the family asked to forget it (rule {rule.id})"
                yield Coverage(line=line, state="forgotten", how=how)
            elif quoted is not None:
                yield self._held(line, quoted, "its words are evidence of the memory")
            else:
                yield self._judged(line, memory, found) or self._unheld(line)

    def _quoting(self, line: LegacyLine) -> str | None:
        words = fold(line.text).casefold().rstrip(".!")
        if len(words.split()) < _FEWEST_WORDS:
            return None
        held = [id for quote, id in self._quotes if words in quote or (_is_long(quote) and quote in words)]
        return min(held, key=lambda id: (self._memories[id].status != "active", id), default=None)

    def _judged(self, line: LegacyLine, memory: Memory, near: Sequence[Near]) -> Coverage | None:
        """The best word on any of the nearest, the active ones before the others."""
        pairs = [Pair(_as_candidate(memory), self._memories[each.memory], each.similarity) for each in near]
        relations = self._pipeline.judge.judge(pairs) if pairs else ()
        ranked = [
            (STATES.index(_BY_RELATION[relation][0]), self._memories[each.memory].status != "active", place)
            for place, (each, relation) in enumerate(zip(near, relations, strict=True))
            if relation in _BY_RELATION
        ]
        if not ranked:
            return None
        place = min(ranked)[2]
        state, how = _BY_RELATION[relations[place]]
        found = self._held(line, near[place].memory, how)
        return found if state == "covered" else Coverage(line=line, state=state, how=found.how, ref=found.ref)

    def _held(self, line: LegacyLine, memory: str, how: str) -> Coverage:
        status = self._memories[memory].status if memory in self._memories else "retracted"
        told = how if status == "active" else f"{how}; the memory is {status}"
        ref = str(MemoryRef(self._view.key, memory))
        return Coverage(line=line, state="replaced" if status == "superseded" else "covered", how=told, ref=ref)

    def _unheld(self, line: LegacyLine) -> Coverage:
        words = frozenset(content_words(line.text))
        for session, text, why in self._dropped:
            if words and words <= frozenset(content_words(text)):
                ref = f"conv://{self._view.key}/{session}"
                return Coverage(line=line, state="missing", how=f"said there, but {why}", ref=ref)
        return Coverage(line=line, state="missing", how="no memory says it, and no conversation that was read")


_DECIDED = {
    "add": "became a memory",
    "reinforce": "matched to a memory",
    "supersede": "became the newest version",
    "contradict": "stands against a memory; the family settles it",
}


def _is_long(quote: str) -> bool:
    return len(quote.split()) >= _FEWEST_WORDS


def _dropped(view: FamilyView) -> Iterator[tuple[str, str, str]]:
    """What gates dropped: the session, the quoted words, and why."""
    for session in view.session_ids():
        formation = view.formation(session)
        for rejection in formation.rejections if formation else ():
            for quote in rejection.candidate.evidence:
                yield session, quote.text, f"the gate {rejection.gate} dropped it: {rejection.reason}"


def _as_candidate(memory: Memory) -> Candidate:
    return Candidate(
        type=memory.type,
        about=memory.about,
        summary=memory.summary,
        body=memory.summary,
        when_to_use="",
        evidence=(),
    )


def _as_memory(line: LegacyLine, at: datetime, family: str) -> Memory:
    """The line as the memory that it would be, to be measured against the others; it is stored nowhere."""
    return Memory(
        id=derived_ulid(at, family, line.place, line.text),
        type="fact",
        about=line.speaker or "Household",
        summary=" ".join(line.text.split()),
        when_to_use="",
        applies_to=(),
        strength="soft",
        authority="user_stated",
        confidence=1.0,
        durability="durable",
        formed_at=at,
        last_reinforced_at=at,
        valid_until=None,
        supersedes=None,
        related=(),
        sensitivity="normal",
        body=body_of(line.text.strip()),
    )
