"""How much of a prompt stays the same from one to the next: what a provider's prompt cache can reuse (seed section 6).

A provider reuses its work on the longest common prefix of two consecutive prompts, so that the share of bytes that a
prompt begins with like the one before it is the share that costs little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.prompt import assemble, instructions
from memory_pipeline.brief.render import render_sections
from memory_pipeline.model.brief import Brief


def kept_shares(briefs: Sequence[Brief], budget: BriefBudget) -> Iterator[float]:
    """For each brief but the first the share of its prompt's bytes, 0..1, that the prompt before begins with too.

    The prompt is the instruction block and the brief as a chat gets them; what changes by turn comes after both.
    """
    prompts = [_prompt(brief, budget) for brief in briefs]
    yield from (common_prefix(one, other) / len(other) for one, other in pairwise(prompts))


def common_prefix(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _prompt(brief: Brief, budget: BriefBudget) -> bytes:
    block = render_sections(brief.sections, "chat", budget.line_characters)
    return assemble(instructions("chat").text, block).encode()
