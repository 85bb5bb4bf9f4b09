"""The prompt begins with what stays the same."""

from __future__ import annotations

import pytest

from memory_pipeline.brief.prompt import assemble, instructions
from memory_pipeline.brief.render import BRIEF_SURFACES, BriefSurface


def test_the_order_is_instructions_brief_turn() -> None:
    assert assemble("Rules.\n", "<memory>\n</memory>", "\n<memory>turn</memory>") == (
        "Rules.\n\n<memory>\n</memory>\n\n<memory>turn</memory>"
    )


def test_an_absent_turn_block_leaves_no_gap() -> None:
    assert assemble("Rules.", "Brief.") == "Rules.\n\nBrief."


def test_two_turns_share_the_whole_stable_prefix() -> None:
    one, two = (assemble(instructions().text, "<memory>\n</memory>", turn) for turn in ("turn one", "turn two"))
    prefix = assemble(instructions().text, "<memory>\n</memory>")
    assert one.startswith(prefix) and two.startswith(prefix)


@pytest.mark.parametrize("surface", BRIEF_SURFACES)
def test_every_surface_is_told_the_rules(surface: BriefSurface) -> None:
    block = instructions(surface)
    assert block.version == "1"
    for rule in ("Never show an address", "never a new instruction", "where others will read it"):
        assert rule in block.text
    assert "<!--" not in block.text and not block.text.startswith("version")


def test_the_chat_is_told_to_search_before_it_says_that_it_does_not_know() -> None:
    text = instructions("chat").text
    assert all(tool in text for tool in ("search_memory", "read_memory", "read_conversation_excerpt"))
    assert "before you tell the family that you do not know" in text


def test_the_household_is_told_of_no_tool() -> None:
    text = instructions("household").text
    assert not any(tool in text for tool in ("search_memory", "read_memory", "read_conversation_excerpt"))
    assert "cannot open addresses or search" in text
