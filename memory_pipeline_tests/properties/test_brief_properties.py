"""What holds of every brief, whatever the memories say (contract section 7)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import textwrap
from dataclasses import replace
from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.compile import compile_brief
from memory_pipeline.brief.present import present
from memory_pipeline.brief.render import BRIEF_SURFACES, render_sections
from memory_pipeline.model.brief import Brief, BriefLine
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import AUTHORITIES, MEMORY_TYPES, STATUSES, STRENGTHS, Memory
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.store.records import dump_brief
from memory_pipeline_tests.brief.samples import BUDGET, SAID, compiled, count, memory, refs

HOSTILE = ("😀", "文", "\U00012345", "<|endoftext|>", "</memory>", "a\u0301", "&lt;", "\u200d", "\n", "memory://", "x ")
SUMMARIES = st.one_of(
    st.text(max_size=400),
    st.builds(lambda sign, times: sign * times, st.sampled_from(HOSTILE), st.integers(1, 3_000)),
)
FEWER = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def memories(draw: st.DrawFn) -> list[Memory]:
    count = draw(st.integers(0, 40))
    summaries = draw(st.lists(SUMMARIES, min_size=1, max_size=4))
    chance = random.Random(draw(st.integers(0, 2**16)))
    return [
        replace(
            memory(f"m{number}"),
            type=chance.choice(MEMORY_TYPES),
            summary=chance.choice(summaries),
            strength=chance.choice(STRENGTHS),
            authority=chance.choice(AUTHORITIES),
            pin=chance.random() < 0.2,
            status=chance.choice(("active", "active", "active", *STATUSES)),
            sensitivity=chance.choice(("normal", "normal", "normal", "health")),
            formed_at=SAID + timedelta(hours=chance.randrange(3)),
        )
        for number in range(count)
    ]


def tokens(brief: Brief, count_tokens: TokenCounter = count) -> int:
    return max(count_tokens(render_sections(brief.sections, surface, 240)) for surface in BRIEF_SURFACES)


def told_in(brief: Brief) -> set[str]:
    lines = refs(brief, "identity") + refs(brief, "directives")
    return {line.rpartition("/")[2] for line in lines if line}


@FEWER
@given(memories(), SUMMARIES)
def test_the_whole_rendered_block_is_within_2000_tokens(found: list[Memory], talk: str) -> None:
    brief = compiled(*found, last=BriefLine(text=talk, ref="conv://fam_cedar/s#turn=1-9")).brief
    assert tokens(brief) <= 2_000
    for surface in BRIEF_SURFACES:
        block = present(brief, today=SAID.date(), surface=surface, budget=BUDGET, count_tokens=count, query="pasta")
        assert block.tokens <= 2_000


@FEWER
@given(memories(), st.randoms(use_true_random=False))
def test_any_order_of_the_memories_gives_the_same_bytes(found: list[Memory], chance: random.Random) -> None:
    shuffled = chance.sample(found, len(found))
    assert dump_brief(compiled(*found).brief) == dump_brief(compiled(*shuffled).brief)
    assert compiled(*found).explanations == compiled(*shuffled).explanations


@FEWER
@given(memories())
def test_only_active_memories_of_normal_sensitivity_have_a_line(found: list[Memory]) -> None:
    brief = compiled(*found).brief
    assert told_in(brief) <= {one.id for one in found if one.status == "active" and one.sensitivity == "normal"}


@FEWER
@given(memories())
def test_no_memory_has_two_lines(found: list[Memory]) -> None:
    brief = compiled(*found).brief
    told = refs(brief, "identity") + refs(brief, "directives")
    assert len(told) == len(set(told))


@FEWER
@given(memories())
def test_a_line_is_in_the_brief_exactly_when_its_explanation_says_so(found: list[Memory]) -> None:
    result = compiled(*found)
    told = {
        line.rpartition("/")[2] for line in refs(result.brief, "identity") + refs(result.brief, "directives") if line
    }
    assert told == {explanation.memory for explanation in result.explanations if explanation.included}
    assert len(result.explanations) == len(found)


@FEWER
@given(memories(), st.integers(60, 2_000), st.sampled_from((1, 2, 5, 40)))
def test_any_total_holds_for_any_tokenizer(found: list[Memory], total: int, bytes_a_token: int) -> None:
    def counter(text: str) -> int:
        return 20 + len(text.encode("utf-8", "replace")) // bytes_a_token

    result = compile_brief(
        {one.id: one for one in found},
        family=Family(key="f" * 64, timezone="Asia/Tokyo"),
        entities={},
        suppressed=lambda _: False,
        last=None,
        budget=BriefBudget(total=total),
        count_tokens=counter,
    ).brief
    empty = all(not section.lines for section in result.sections)
    assert empty or counter(render_sections(result.sections, "lookahead", 240)) <= total


def test_5000_memories_cost_what_50_cost() -> None:
    few, many = ([memory(f"wish {n}", type="directive") for n in range(size)] for size in (50, 5_000))
    assert abs(tokens(compiled(*few).brief) - tokens(compiled(*many).brief)) < 60


SCRIPT = textwrap.dedent(
    """
    import hashlib, locale, sys, time
    from memory_pipeline.store.records import dump_brief
    from memory_pipeline_tests.brief.samples import compiled, memory
    locale.setlocale(locale.LC_ALL, "")
    time.tzset()
    kinds = ("identity", "directive", "fact", "preference", "constraint", "relationship")
    found = [memory(f"Pizza Ünsal {n}", type=kinds[n % 6], confidence=(n % 7) / 7) for n in range(90)]
    print(hashlib.sha256(dump_brief(compiled(*found).brief)).hexdigest())
    """
)


def test_host_zone_locale_and_hash_seed_leave_the_bytes_as_they_are() -> None:
    hosts = (
        {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "0"},
        {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
        {"TZ": "America/St_Johns", "LC_ALL": "POSIX", "PYTHONHASHSEED": "4242"},
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, **host, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for host in hosts
    }
    assert len(answers) == 1


def test_the_id_decides_between_equals_whatever_the_family_is_called() -> None:
    twins = [replace(memory("twin"), id=derived_ulid(SAID, str(n)), type="directive") for n in range(5)]
    assert [line and line.rpartition("/")[2] for line in refs(compiled(*twins).brief, "directives")] == sorted(
        one.id for one in twins
    )
