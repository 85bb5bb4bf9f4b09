"""When a memory is a labelled fact: it cites one of the fact's turns and says the fact's words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from memory_pipeline.evaluation.cases.common import Fact, Words
from memory_pipeline.evaluation.words_said import says, says_all, unsaid
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What the pipeline kept, still a candidate or already a memory. `turns` are those cited of one conversation."""

    about: str
    summary: str
    body: str
    type: str
    strength: str
    authority: str
    sensitivity: str
    valid_until: date | None
    turns: frozenset[int]

    @property
    def telling(self) -> str:
        """All of its own words."""
        return f"{self.about}: {self.summary}\n{self.body}"


def kept_candidate(candidate: Candidate) -> Kept:
    """A candidate that passed the gates."""
    return Kept(
        about=candidate.about,
        summary=candidate.summary,
        body=candidate.body,
        type=candidate.type,
        strength=candidate.strength,
        authority=candidate.authority,
        sensitivity=candidate.sensitivity,
        valid_until=candidate.valid_until,
        turns=frozenset(turn for quote in candidate.evidence for turn in quote.turns),
    )


def kept_memory(memory: Memory, ledger: Iterable[Evidence], session: str) -> Kept:
    """A memory, with what it cites of one conversation."""
    refs = [line.ref for line in ledger if line.supports and line.ref.session == session]
    return Kept(
        about=memory.about,
        summary=memory.summary,
        body=memory.body,
        type=memory.type,
        strength=memory.strength,
        authority=memory.authority,
        sensitivity=memory.sensitivity,
        valid_until=memory.valid_until,
        turns=frozenset(turn for ref in refs for turn in ref.turns),
    )


def tells(kept: Kept, must_say: Words, must_not_say: Iterable[str] = ()) -> bool:
    """Whether its words are those that are looked for.

    The summary alone counts where it says all of them; else summary and body together. What must not be said is looked
    for in the words that were needed, since a body may hold the family's correction word for word.
    """
    words = f"{kept.about}: {kept.summary}"
    if not says_all(words, must_say):
        words = kept.telling
    return says_all(words, must_say) and not any(says(words, phrase) for phrase in must_not_say)


def is_fact(kept: Kept, fact: Fact) -> bool:
    """Whether it is this fact."""
    return bool(kept.turns & set(fact.turns)) and tells(kept, fact.must_say, fact.must_not_say)


def why_no_fact(kept: Kept, facts: Iterable[Fact]) -> str:
    """What keeps it from being the labelled facts of the turns that it cites."""
    near = [fact for fact in facts if kept.turns & set(fact.turns)]
    if not near:
        return f"cites turns {sorted(kept.turns)}, of which no fact is labelled"
    reasons = []
    for fact in near:
        missing = unsaid(kept.telling, fact.must_say)
        wrong = [phrase for phrase in fact.must_not_say if says(kept.telling, phrase)]
        reasons.append(
            f"{fact.id}: " + "; ".join([*(f"no word of {group}" for group in missing), *(f"says {x!r}" for x in wrong)])
        )
    return " / ".join(reasons)
