"""The embedded judge behind the RelationJudge port."""

from __future__ import annotations

from memory_pipeline.adapters.embedded_models.embedder import EmbeddedEmbedder
from memory_pipeline.adapters.embedded_models.relation_judge import EmbeddedRelationJudge
from memory_pipeline.model.memory import Memory, body_of
from memory_pipeline.ports.relation_judge import Pair, RelationJudge
from memory_pipeline_tests.reconciliation.world import MAY, said

JUDGE: RelationJudge = EmbeddedRelationJudge()


def pair(new: str, known: str, about: str = "Theo", similarity: float = 0.0) -> Pair:
    memory = Memory(
        id="01K6N1R0A0B0C0D0E0F0H0H010", type="fact", about=about, summary=known, when_to_use="", formed_at=MAY,
        last_reinforced_at=MAY, body=body_of(known),
    )  # fmt: skip
    return Pair(said(new, about), memory, similarity)


def test_relations_come_in_the_order_of_the_pairs() -> None:
    pairs = [
        pair("Theo has a peanut allergy.", "Theo is allergic to peanuts."),
        pair("Theo is allergic to peanuts and eggs.", "Theo is allergic to peanuts."),
        pair("Theo outgrew his peanut allergy.", "Theo is allergic to peanuts."),
        pair("Theo is not allergic to peanuts.", "Theo is allergic to peanuts."),
        pair("Theo likes peanut butter.", "Theo is allergic to peanuts."),
    ]
    assert list(JUDGE.judge(pairs)) == ["same", "refines", "updates", "contradicts", "unrelated"]


def test_nearness_is_no_reason() -> None:
    near = pair("The gate code is 4804.", "The gate code is 2604.", "Gate", similarity=0.99)
    far = pair("Theo has a peanut allergy.", "Theo is allergic to peanuts.", similarity=-1.0)
    assert list(JUDGE.judge([near, far])) == ["updates", "same"]


def test_no_pairs_have_no_relations() -> None:
    assert list(JUDGE.judge([])) == []


def test_the_version_names_the_rules() -> None:
    assert JUDGE.version == "embedded-claims-3"


def test_a_word_that_no_list_knows_stands_for_another_where_the_encoder_says_so() -> None:
    judge = EmbeddedRelationJudge(EmbeddedEmbedder())
    pairs = [
        pair("Theo's physician is in Hill Street.", "Theo's doctor is in Hill Street."),
        pair("Theo keeps his rabbit in the attic.", "Theo keeps his rabbit in the cellar."),
        pair("Theo is allergic to walnuts.", "Theo is allergic to hazelnuts."),
        pair("Theo walks the dog in the evening.", "Theo walks the dog at night."),
    ]
    assert list(JUDGE.judge(pairs[:1])) == ["unrelated"]
    assert list(judge.judge(pairs))[:3] == ["same", "updates", "unrelated"]
    assert list(judge.judge(pairs))[3] != "same"
    assert judge.version.startswith("embedded-claims-3 words by use-multilingual-3")
