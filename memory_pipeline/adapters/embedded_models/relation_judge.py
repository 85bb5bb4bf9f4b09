"""The embedded judge: claims compared by words and values; no model, no network, always the same answer.

It is honest about what it is: it knows English, closed word lists and the shapes in which families state things. What
it cannot read as one slot it calls unrelated, so that it keeps two memories rather than lose one.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory_pipeline.language.claims import compare, read_claim
from memory_pipeline.model.decision import Relation
from memory_pipeline.ports.relation_judge import Pair

VERSION = "embedded-claims-1"


class EmbeddedRelationJudge:
    """Implements RelationJudge. The similarity of a pair is never a reason by itself, so it is not looked at."""

    @property
    def version(self) -> str:
        """Changes with the rules, because decisions depend on them."""
        return VERSION

    def judge(self, pairs: Sequence[Pair]) -> Sequence[Relation]:
        """One relation a pair, in order; a pure function of each pair."""
        return [_relation(pair) for pair in pairs]


def _relation(pair: Pair) -> Relation:
    new, known = pair.candidate, pair.memory
    return compare(
        read_claim(new.about, new.summary, new.body.strip(), new.applies_to),
        read_claim(known.about, known.summary, known.claim, known.applies_to),
    )
