"""A forget or an edit shows in the brief at once."""

from __future__ import annotations

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.edit import with_line, without_lines
from memory_pipeline.brief.render import render_sections
from memory_pipeline.model.brief import Brief, BriefLine
from memory_pipeline.model.memory import Memory
from memory_pipeline_tests.brief.samples import BUDGET, FAMILY, brief_of, compiled, count, memory, ref, refs, texts

OLD, OTHER, NEW = memory("old", type="directive"), memory("other", type="directive"), memory("new", type="directive")
TALK = BriefLine(text="We planned.", ref="conv://fam_cedar/s1#turn=1-9")
BRIEF = compiled(OLD, OTHER, last=TALK).brief


def edited(brief: Brief, new: Memory, budget: BriefBudget = BUDGET) -> Brief:
    return with_line(brief, ref(OLD), new, budget, count)


def test_a_removed_line_is_gone_and_the_others_stay_in_their_order() -> None:
    assert refs(without_lines(BRIEF, [ref(OLD)]), "directives") == [ref(OTHER)]


def test_removing_what_is_not_there_changes_nothing() -> None:
    assert without_lines(BRIEF, [ref(NEW), "conv://fam_cedar/s2#turn=3"]) == BRIEF


def test_topic_counts_have_no_reference_and_stay_until_the_recompile() -> None:
    assert without_lines(BRIEF, [ref(OLD), ref(OTHER)]).section("topics") == BRIEF.section("topics")


def test_evidence_of_the_forgotten_takes_its_whole_conversation_out() -> None:
    assert without_lines(BRIEF, ["conv://fam_cedar/s1#turn=4"]).section("last_conversation").lines == ()
    assert without_lines(BRIEF, ["conv://fam_cedar/s11#turn=4"]).section("last_conversation").lines == (TALK,)


def test_an_edited_line_tells_the_new_memory_in_the_old_place() -> None:
    before = refs(BRIEF, "directives")
    after = edited(BRIEF, NEW)
    assert refs(after, "directives") == [ref(NEW) if one == ref(OLD) else one for one in before]
    assert NEW.summary in texts(after, "directives") and OLD.summary not in texts(after, "directives")


def test_an_edit_of_a_memory_without_a_line_changes_nothing() -> None:
    assert with_line(BRIEF, ref(memory("elsewhere")), NEW, BUDGET, count) == BRIEF


def test_an_edit_that_turns_out_sensitive_leaves_no_line() -> None:
    private = memory("new", sensitivity="health")
    assert refs(edited(BRIEF, private), "directives") == [ref(OTHER)]


def test_a_longer_line_costs_the_section_its_last_lines_and_never_itself() -> None:
    crowd = [memory(f"wish {n}", type="directive", confidence=0.5) for n in range(60)]
    full = compiled(memory("old", type="directive", confidence=0.5, pin=True), *crowd).brief
    for place in ("first", "last"):
        target = (refs(full, "directives")[0 if place == "first" else -1]) or ""
        long = memory("new", type="directive", summary="every single day " * 12)
        after = with_line(full, target, long, BUDGET, count)
        assert ref(long) in refs(after, "directives")
        assert len(after.section("directives").lines) < len(full.section("directives").lines)
        assert count(render_sections(after.sections, "lookahead", BUDGET.line_characters)) <= BUDGET.total


def test_a_line_that_cannot_fit_at_all_is_left_out() -> None:
    brief = brief_of(directives=(BriefLine(text=OLD.summary, ref=ref(OLD)),))
    assert FAMILY.key == brief.family
    assert edited(brief, NEW, BriefBudget(directives=5)).section("directives").lines == ()
