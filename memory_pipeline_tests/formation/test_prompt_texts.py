"""The prompts that ship are what a leak is told by."""

from __future__ import annotations

from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.formation.prompt_texts import shipped_prompts


def test_a_policy_knows_the_shipped_prompts_unless_it_is_given_others() -> None:
    assert FormationPolicy().prompts == shipped_prompts()
    assert FormationPolicy(prompts=("one",)).prompts == ("one",)


def test_every_shipped_prompt_is_a_text() -> None:
    assert all(text.strip() for text in shipped_prompts())
