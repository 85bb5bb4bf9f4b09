"""How statements stand to memories: exact keys, then one call to the judge, then the rules that no judge may break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_pipeline.language.claim import with_one_name
from memory_pipeline.language.claim_text import plain
from memory_pipeline.language.claims import Claim, compare, differs, loses_nothing, read_claim, slots_apart
from memory_pipeline.model.decision import Relation
from memory_pipeline.model.memory import DURABILITIES, Memory
from memory_pipeline.ports.relation_judge import Pair, RelationJudge
from memory_pipeline.reconciliation.entities import EntityBook
from memory_pipeline.reconciliation.statement import Statement

PairKey = tuple[str, int, str, str]


class Relations:
    """The relations of one session's statements, judged in one call on names made uniform ("June" is "Juniper")."""

    def __init__(self, book: EntityBook) -> None:
        self._book = book
        self._called = book.called()
        self._pairs: dict[PairKey, Pair] = {}
        self._judged: dict[PairKey, Relation] = {}

    def ask(self, statement: Statement, memory: Memory, similarity: float) -> None:
        """Put a pair on the list for the judge, unless its words alone decide."""
        if not self.identical(statement, memory):
            self._pairs[_key(statement, memory)] = self._pair(statement, memory, similarity)

    def judge(self, judge: RelationJudge) -> None:
        """Ask for every pair on the list that has no answer yet, at once."""
        asked = {key: pair for key, pair in self._pairs.items() if key not in self._judged}
        found = judge.judge(list(asked.values())) if asked else ()
        self._judged.update(zip(asked, found, strict=True))

    def relation(self, statement: Statement, memory: Memory) -> Relation:
        """The relation by contract section 5; a pair that nobody foresaw is compared by its claims."""
        if self.identical(statement, memory):
            return "same"
        ours, theirs = self._claims(statement, memory)
        judged = self._judged.get(_key(statement, memory))
        return guarded(judged or compare(ours, theirs), ours, theirs, _dates_differ(statement, memory))

    def says_again(self, statement: Statement, forgotten: Memory) -> bool:
        """Whether a statement is what was forgotten, in whatever words. What is merely liked silences no allergy."""
        if self.relation(statement, forgotten) not in ("same", "refines"):
            return False
        ours, theirs = self._claims(statement, forgotten)
        return ours.reading.frame != "allergy" or theirs.reading.frame == "allergy"

    def identical(self, statement: Statement, memory: Memory) -> bool:
        """The same subject line, type and words, of nobody else: the exact key that comes before all nearness."""
        candidate = statement.candidate
        strangers = statement.entities and memory.applies_to and not set(statement.entities) & set(memory.applies_to)
        return (
            candidate.about.casefold() == memory.about.casefold()
            and candidate.type == memory.type
            and plain(candidate.body) == plain(memory.claim)
            and not strangers
            and not _dates_differ(statement, memory)
        )

    def loses_nothing(self, statement: Statement, memory: Memory) -> bool:
        """Whether a statement keeps every word, value and promise of a memory, its lasting included."""
        candidate = statement.candidate
        shortened = candidate.valid_until is not None and memory.valid_until is None
        fades = DURABILITIES.index(candidate.durability) > DURABILITIES.index(memory.durability)
        return not shortened and not fades and loses_nothing(*self._claims(statement, memory))

    def _claims(self, statement: Statement, memory: Memory) -> tuple[Claim, Claim]:
        asked = self._pairs.get(_key(statement, memory))
        same = asked is not None and asked.memory.summary == self._uniform(memory.summary)
        return claims_of(asked if asked is not None and same else self._pair(statement, memory, 0.0))

    def _pair(self, statement: Statement, memory: Memory, similarity: float) -> Pair:
        candidate, uniform = statement.candidate, self._uniform
        shown = replace(
            candidate,
            about=self._called.of(candidate.about),
            summary=uniform(candidate.summary),
            body=uniform(candidate.body),
            applies_to=self._book.names(statement.entities),
        )
        known = replace(
            memory,
            about=self._called.of(memory.about),
            summary=uniform(memory.summary),
            body=uniform(memory.body),
            applies_to=self._book.names(memory.applies_to),
        )
        return Pair(shown, known, similarity)

    def _uniform(self, text: str) -> str:
        return with_one_name(text, self._called)


def claims_of(pair: Pair) -> tuple[Claim, Claim]:
    """Both sides of a pair as claims."""
    candidate, memory = pair.candidate, pair.memory
    said = "\n".join(quote.text for quote in candidate.evidence)
    return (
        read_claim(candidate.about, candidate.summary, candidate.body.strip(), candidate.applies_to, said),
        read_claim(memory.about, memory.summary, memory.claim, memory.applies_to),
    )


def guarded(relation: Relation, new: Claim, known: Claim, dates_differ: bool = False) -> Relation:
    """What a judge said, within the rules: nothing that differs is the same, nothing of another slot is superseded."""
    if relation == "unrelated":
        return relation
    apart = slots_apart(new, known)
    if relation == "same" and (dates_differ or differs(new, known)):
        return "unrelated" if apart else "updates"
    return "unrelated" if apart and relation != "same" else relation


def best_first(keys: Sequence[tuple[int, Relation, float, str]]) -> list[str]:
    """Memory ids by standing, then by how much the relation says, then by nearness; ties by id."""
    order: dict[Relation, int] = {"same": 0, "refines": 1, "updates": 2, "contradicts": 3, "unrelated": 4}
    ranked = sorted(keys, key=lambda key: (key[0], order[key[1]], -round(key[2], 4), key[3]))
    return [memory for _, _, _, memory in ranked]


def _key(statement: Statement, memory: Memory) -> PairKey:
    return statement.session, statement.ordinal, statement.evidence[0].quote, memory.id


def _dates_differ(statement: Statement, memory: Memory) -> bool:
    ours, theirs = statement.candidate.valid_until, memory.valid_until
    return ours is not None and theirs is not None and ours != theirs
