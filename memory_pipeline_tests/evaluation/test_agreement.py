from __future__ import annotations

from typing import Any

import pytest

from memory_pipeline.evaluation.agreement import compare
from memory_pipeline.evaluation.cases.formation import FormationFile, LabelledConversation
from memory_pipeline.evaluation.cases.load import load_case_file
from memory_pipeline_tests.evaluation.conftest import SMALL_SETS


@pytest.fixture
def first() -> LabelledConversation:
    file = load_case_file(SMALL_SETS / "formation/dev/ivy.yaml")
    assert isinstance(file, FormationFile)
    return file.sessions[0]


def relabelled(first: LabelledConversation, **changes: Any) -> LabelledConversation:
    return first.model_copy(update={"facts": [first.facts[0].model_copy(update=changes)]})


def test_the_same_labels_agree_in_everything(first: LabelledConversation) -> None:
    found = compare([(first, first)])
    assert (found.turns, found.turns_kappa, found.found_by_second, found.found_by_first) == (2, 1.0, 1.0, 1.0)
    assert set(found.values.values()) == {1.0}


def test_other_words_for_one_fact_are_the_same_fact(first: LabelledConversation) -> None:
    second = relabelled(first, claim="Peanuts: Theo has an allergy.", must_say=[["peanut"], ["Theo"]])
    assert compare([(first, second)]).found_by_second == 1.0


def test_another_value_is_counted_by_its_name(first: LabelledConversation) -> None:
    found = compare([(first, relabelled(first, type=["fact"]))])
    assert found.values["type"] == 0.0
    assert found.values["strength"] == 1.0


def test_a_fact_that_only_one_has_is_missing_for_the_other(first: LabelledConversation) -> None:
    second = first.model_copy(update={"facts": [first.facts[0].model_copy(update={"turns": [3]})]})
    found = compare([(first, second)])
    assert (found.found_by_second, found.found_by_first, found.turns_kappa) == (0.0, 0.0, -1.0)


def test_labels_of_other_words_are_refused(first: LabelledConversation) -> None:
    changed = [first.turns[0].model_copy(update={"text": "Theo likes peanuts."}), *first.turns[1:]]
    with pytest.raises(ValueError, match="different words"):
        compare([(first, first.model_copy(update={"turns": changed}))])
