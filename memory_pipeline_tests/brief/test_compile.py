"""Which memories a brief tells, where, and in which order."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

import pytest

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.line_text import SHORTENED
from memory_pipeline.brief.render import render_line
from memory_pipeline.model.brief import SECTION_NAMES, BriefLine
from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline_tests.brief.samples import (
    BUDGET,
    SAID,
    compiled,
    count,
    entity,
    memory,
    reasons,
    ref,
    refs,
    texts,
)


def test_an_empty_family_has_the_four_sections_without_a_line() -> None:
    brief = compiled().brief
    assert [section.name for section in brief.sections] == list(SECTION_NAMES)
    assert all(not section.lines for section in brief.sections)


def test_a_line_holds_the_summary_its_reference_and_its_date() -> None:
    rule = memory("rule", type="directive", valid_until=date(2026, 9, 1))
    assert compiled(rule).brief.section("directives").lines == (
        BriefLine(text="The summary of rule.", ref=ref(rule), valid_until=date(2026, 9, 1)),
    )


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"status": "dormant"}, "not_active"),
        ({"status": "expired"}, "not_active"),
        ({"status": "superseded"}, "not_active"),
        ({"status": "retracted"}, "not_active"),
        ({"sensitivity": "health"}, "sensitive"),
        ({"sensitivity": "minors", "pin": True, "strength": "hard"}, "sensitive"),
    ],
)
def test_what_is_not_active_or_is_sensitive_appears_nowhere(fields: dict[str, Any], reason: str) -> None:
    hidden = memory("Piano", type="directive", **fields)
    found = compiled(hidden)
    assert all(not section.lines for section in found.brief.sections)
    assert reasons(found) == {hidden.id: reason}
    assert found.missing == ()


def test_what_a_rule_suppresses_appears_nowhere_not_even_in_the_counts() -> None:
    hidden, shown = memory("Piano", type="directive"), memory("Pizza", type="directive")
    found = compiled(hidden, shown, suppressed=lambda one: one.id == hidden.id)
    assert refs(found.brief, "directives") == [ref(shown)]
    assert texts(found.brief, "topics") == ["food: 1"]
    assert reasons(found)[hidden.id] == "suppressed"


def test_the_compiler_looks_at_status_and_not_at_dates() -> None:
    past = memory("past", type="directive", valid_until=date(1999, 1, 1))
    assert refs(compiled(past).brief, "directives") == [ref(past)]


def test_identity_holds_identities_and_relationships_within_the_household() -> None:
    dana, theo, rosa = entity("Dana"), entity("Teddy", "Theo"), entity("Rosa")
    inside = memory("mother", type="relationship", applies_to=(dana.id, theo.id))
    by_subject = memory("Dee", type="relationship")
    outside = memory("aunt", type="relationship", applies_to=(dana.id, rosa.id))
    unknown = memory("nobody", type="relationship", applies_to=("01K6N1R0A0B0C0D0E0F0G0H010",))
    name = memory("name", type="identity", applies_to=(rosa.id,))
    found = compiled(inside, by_subject, outside, unknown, name, entities=(dana, theo, rosa))
    assert set(refs(found.brief, "identity")) == {ref(inside), ref(by_subject), ref(name)}
    assert reasons(found)[outside.id] == reasons(found)[unknown.id] == "topics_only"


def test_directives_hold_what_must_be_known_and_then_preferences_and_constraints() -> None:
    hard = memory("hard limit", type="constraint", strength="hard")
    rule = memory("rule", type="directive", authority="inferred")
    told = memory("told", type="fact", authority="user_explicit")
    pinned = memory("pinned", type="fact", pin=True, authority="inferred")
    liked = memory("liked", type="preference", confidence=1.0)
    limit = memory("limit", type="constraint", authority="inferred")
    fact = memory("fact", type="fact")
    found = compiled(fact, limit, liked, pinned, told, rule, hard)
    expected = [pinned, hard, told, rule, liked, limit]
    assert refs(found.brief, "directives") == [ref(one) for one in expected]
    assert reasons(found)[fact.id] == "topics_only"


@pytest.mark.parametrize(
    ("heavier", "lighter"),
    [
        ({"pin": True, "authority": "inferred"}, {"strength": "hard", "authority": "user_explicit"}),
        ({"strength": "hard", "authority": "user_stated"}, {"authority": "user_explicit"}),
        ({"authority": "user_explicit", "type": "fact"}, {"authority": "user_stated", "type": "directive"}),
        ({"authority": "user_stated"}, {"authority": "inferred"}),
        ({"type": "directive"}, {"type": "constraint", "strength": "soft", "pin": False, "authority": "inferred"}),
        ({"durability": "durable"}, {"durability": "seasonal"}),
        ({"durability": "seasonal"}, {"durability": "passing", "confidence": 1.0}),
        ({"confidence": 0.9}, {"confidence": 0.8, "reinforcement_count": 9}),
        ({"reinforcement_count": 3}, {"reinforcement_count": 2}),
        ({"formed_at": SAID + timedelta(seconds=1)}, {"formed_at": SAID}),
    ],
    ids=["pin", "hard", "explicit", "stated", "type", "durable", "seasonal", "confidence", "repeated", "newer"],
)
def test_the_heavier_line_comes_first(heavier: dict[str, Any], lighter: dict[str, Any]) -> None:
    for names in (("a", "b"), ("b", "a")):
        one, two = memory(names[0], **heavier), memory(names[1], **lighter)
        assert refs(compiled(two, one).brief, "directives") == [ref(one), ref(two)]


@pytest.mark.parametrize(("first", "second"), [(3, 40), (40, 3)])
def test_a_fourth_mention_does_not_reorder_the_brief(first: int, second: int) -> None:
    one, two = memory("one", reinforcement_count=first), memory("two", reinforcement_count=second)
    assert refs(compiled(two, one).brief, "directives") == sorted((ref(one), ref(two)))


def test_topics_count_every_memory_that_may_be_told() -> None:
    found = compiled(
        memory("Pizza night", type="fact"),
        memory("School lunch", type="directive"),
        memory("Recorder lessons", type="fact"),
        memory("xyzzy", type="fact"),
        memory("Dinner", sensitivity="health"),
    )
    assert texts(found.brief, "topics") == ["food: 2", "activities: 1", "other: 1"]
    assert all(line.ref is None for line in found.brief.section("topics").lines)


def test_the_last_conversation_is_one_line_with_the_reference_of_the_whole_session() -> None:
    last = BriefLine(text="Dana planned\nthe party. ", ref="conv://fam_cedar/s#turn=1-9")
    lines = compiled(last=last).brief.section("last_conversation").lines
    assert lines == (BriefLine(text="Dana planned the party.", ref="conv://fam_cedar/s#turn=1-9"),)


def test_a_blank_summary_of_the_last_conversation_leaves_no_line() -> None:
    assert compiled(last=BriefLine(text=" \n ", ref="conv://f/s#turn=1")).brief.section("last_conversation").lines == ()


def test_when_the_room_runs_out_the_lightest_stay_out_whatever_their_place() -> None:
    memories = [memory(f"wish {number}", type="directive", confidence=number / 1000) for number in range(300)]
    random.Random(7).shuffle(memories)
    found = compiled(*memories)
    kept = refs(found.brief, "directives")
    heaviest = sorted(memories, key=lambda one: -one.confidence)[: len(kept)]
    assert kept == [ref(one) for one in heaviest]
    assert 15 < len(kept) < 40
    assert set(reasons(found).values()) == {"in", "no_room"}


def test_no_smaller_line_slips_past_a_heavier_one_that_found_no_room() -> None:
    long = "word " * 45
    memories = [memory(f"{n}", type="directive", confidence=1 - n / 100, summary=long) for n in range(40)]
    small = memory("small", type="directive", confidence=0.1, summary="Hi.")
    assert ref(small) not in refs(compiled(*memories, small).brief, "directives")


def test_a_pinned_and_a_hard_line_are_the_last_to_go() -> None:
    crowd = [memory(f"wish {n}", type="directive", authority="user_explicit") for n in range(200)]
    pinned, hard = memory("pinned", pin=True, authority="inferred"), memory("hard", type="constraint", strength="hard")
    found = compiled(*crowd, pinned, hard)
    assert refs(found.brief, "directives")[:2] == [ref(pinned), ref(hard)]
    assert found.missing == ()


def test_a_pinned_or_hard_line_without_room_is_reported() -> None:
    hard = [memory(f"limit {n}", type="constraint", strength="hard") for n in range(60)]
    found = compiled(*hard)
    out = {id for id, reason in reasons(found).items() if reason == "no_room"}
    assert out and {explanation.memory for explanation in found.missing} == out


def test_a_pinned_identity_that_finds_no_room_above_stands_in_directives() -> None:
    pinned = [memory(f"name {n}", type="identity", pin=True) for n in range(12)]
    plain = memory("plain", type="identity")
    found = compiled(*pinned, plain)
    told = refs(found.brief, "identity") + refs(found.brief, "directives")
    assert sorted(filter(None, told)) == sorted(ref(one) for one in pinned)
    assert reasons(found)[plain.id] == "no_room"


@pytest.mark.parametrize("section", SECTION_NAMES)
def test_no_section_exceeds_its_own_allocation(section: str) -> None:
    memories = [memory(f"n{n}", type="identity" if n % 2 else "directive", strength="hard") for n in range(200)]
    found = compiled(*memories, last=BriefLine(text="talk " * 2000, ref="conv://fam_cedar/s#turn=1-9")).brief
    lines = next(one.lines for one in found.sections if one.name == section)
    used = sum(count(render_line(line, BUDGET.line_characters) + "\n") for line in lines)
    assert 0 < used <= BUDGET.of(section)  # type: ignore[arg-type]


def test_an_over_long_summary_is_shortened_visibly_and_said_so() -> None:
    long = memory("long", type="directive", summary="Always call first " * 600)
    found = compiled(long)
    (text,) = texts(found.brief, "directives")
    assert len(text) <= BUDGET.line_characters and text.endswith(SHORTENED)
    assert reasons(found) == {long.id: "shortened"}


@pytest.mark.parametrize("sign", ["😀", "\U00012345", "文", "<"], ids=["emoji", "cuneiform", "cjk", "escaped"])
def test_a_script_of_many_tokens_a_character_still_finds_a_line(sign: str) -> None:
    name = memory("name", type="identity", summary=sign * 10_000)
    found = compiled(name, last=BriefLine(text=sign * 10_000, ref="conv://fam_cedar/s#turn=1"))
    assert refs(found.brief, "identity") == [ref(name)]
    assert len(found.brief.section("last_conversation").lines) == 1


def test_a_line_whose_reference_alone_is_too_much_is_reported_as_too_long() -> None:
    rule = memory("rule", type="directive", pin=True)
    found = compiled(rule, budget=BriefBudget(directives=10))
    assert reasons(found) == {rule.id: "too_long"}
    assert [explanation.memory for explanation in found.missing] == [rule.id]


def test_a_smaller_total_shrinks_every_allocation_in_proportion() -> None:
    half = BriefBudget(total=1000)
    assert [half.of(name) for name in SECTION_NAMES] == [150, 550, 175, 75]


@pytest.mark.parametrize("wrong", [{"identity": -1}, {"total": -1}, {"line_characters": 39}])
def test_a_budget_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InvalidSetting):
        BriefBudget(**wrong)


def test_every_memory_is_explained_in_the_order_of_its_id() -> None:
    memories = [memory(f"n{n}", type=kind) for n, kind in enumerate(("fact", "directive", "identity", "preference"))]
    found = compiled(*memories)
    assert [explanation.memory for explanation in found.explanations] == sorted(one.id for one in memories)
