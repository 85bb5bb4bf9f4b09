"""How far two labellings of the same conversations agree: `python -m memory_pipeline.evaluation.agreement ROOT`.

Counted are user turns (does the turn hold a required fact?), facts (is a fact of one labelling there in the other,
under a shared turn and with its telling words?), and the values of the facts that both have.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory_pipeline.evaluation.cases.common import Fact
from memory_pipeline.evaluation.cases.formation import FormationFile, LabelledConversation
from memory_pipeline.evaluation.cases.load import load_case_file
from memory_pipeline.evaluation.metrics import agreement
from memory_pipeline.evaluation.words_said import says, says_all

SECOND = "second_labels"
VALUES = ("type", "strength", "authority", "sensitivity", "valid_until")


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Shares of one. `turns_kappa` is Cohen's kappa over `turns` user turns.

    `found_by_second`: the first's required facts that the second labels too, of `first`; `found_by_first` the other way
    round. `values`: the share of facts labelled by both in which a value of one is among those of the other.
    """

    conversations: int
    turns: int
    turns_kappa: float
    first: int
    found_by_second: float
    second: int
    found_by_first: float
    values: dict[str, float]


def compare(pairs: Sequence[tuple[LabelledConversation, LabelledConversation]]) -> Agreement:
    """The agreement over pairs of one conversation labelled twice. Raises ValueError where their words differ."""
    for one, other in pairs:
        if one.turns != other.turns:
            raise ValueError(f"{one.id}: the two labellings are of different words")
    kappa, turns = agreement([marks for one, other in pairs for marks in _marks(one, other)])
    shared = [both for one, other in pairs for both in _shared(one, other)]
    first = [(fact, other) for one, other in pairs for fact in one.facts if fact.required]
    second = [(fact, one) for one, other in pairs for fact in other.facts if fact.required]
    return Agreement(
        conversations=len(pairs),
        turns=turns,
        turns_kappa=kappa,
        first=len(first),
        found_by_second=_share(first),
        second=len(second),
        found_by_first=_share(second),
        values={name: _meeting(shared, name) for name in VALUES},
    )


def read_pairs(root: Path) -> Iterator[tuple[LabelledConversation, LabelledConversation]]:
    """Every conversation below `root/second_labels` beside its first labelling."""
    for path in sorted((root / SECOND / "formation").rglob("*.yaml")):
        first = load_case_file(root / path.relative_to(root / SECOND))
        second = load_case_file(path)
        if isinstance(first, FormationFile) and isinstance(second, FormationFile):
            known = {conversation.id: conversation for conversation in first.sessions}
            yield from ((known[conversation.id], conversation) for conversation in second.sessions)


def _marks(one: LabelledConversation, other: LabelledConversation) -> Iterator[tuple[bool, bool]]:
    marked = [{turn for fact in each.facts if fact.required for turn in fact.turns} for each in (one, other)]
    optional = {turn for each in (one, other) for fact in each.facts if not fact.required for turn in fact.turns}
    for turn in one.turns:
        if turn.role == "user" and turn.turn not in optional - marked[0] - marked[1]:
            yield turn.turn in marked[0], turn.turn in marked[1]


def _share(facts: Sequence[tuple[Fact, LabelledConversation]]) -> float:
    if not facts:
        return 0.0
    return sum(any(_is_same(fact, other) for other in there.facts) for fact, there in facts) / len(facts)


def _shared(one: LabelledConversation, other: LabelledConversation) -> Iterator[tuple[Fact, Fact]]:
    for fact in one.facts:
        twin = next((each for each in other.facts if _is_same(fact, each)), None)
        if twin is not None:
            yield fact, twin


def _is_same(one: Fact, other: Fact) -> bool:
    """Whether two labels are of one fact: a shared turn, and one's claim says what the other asks for."""
    return bool(set(one.turns) & set(other.turns)) and (_tells(one, other) or _tells(other, one))


def _tells(one: Fact, other: Fact) -> bool:
    return says_all(one.claim, other.must_say) and not any(says(one.claim, phrase) for phrase in other.must_not_say)


def _meeting(shared: Sequence[tuple[Fact, Fact]], name: str) -> float:
    if not shared:
        return 0.0
    return sum(bool(set(getattr(one, name)) & set(getattr(other, name))) for one, other in shared) / len(shared)


def main(arguments: Sequence[str]) -> int:
    """Print the agreement of the labellings below a folder."""
    found = compare(list(read_pairs(Path(arguments[0]))))
    print(f"{found.conversations} conversations, {found.turns} user turns, kappa {found.turns_kappa:.2f}")
    print(f"facts: second has {100 * found.found_by_second:.1f} % of the first's {found.first}, "
          f"first has {100 * found.found_by_first:.1f} % of the second's {found.second}")  # fmt: skip
    for name, share in found.values.items():
        print(f"{name}: {100 * share:.1f} % of the facts that both have")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["eval_sets"]))
