"""How the budget is spent."""

from __future__ import annotations

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.gather import compile_family
from memory_pipeline.brief.usage import SectionUse, section_uses
from memory_pipeline_tests.brief.samples import BUDGET, count, memory
from memory_pipeline_tests.brief.stored import StoredFamily


def uses(budget: BriefBudget, *names: str) -> dict[str, SectionUse]:
    family = StoredFamily()
    for name in names:
        family.keep(memory(name, type="directive"))
    compiled = compile_family(family.view(), budget, count)
    return {use.section: use for use in section_uses(compiled, budget, count)}


def test_each_section_says_what_it_uses_of_its_own_allocation() -> None:
    found = uses(BUDGET, "one", "two")
    assert found["directives"].lines == 2
    assert 0 < found["directives"].used <= found["directives"].allocated == BUDGET.of("directives")
    assert found["identity"].used == 0
    assert found["identity"].bar == "░" * 24
    assert found["directives"].left_out == 0


def test_what_found_no_room_is_counted_where_it_would_have_stood() -> None:
    found = uses(BriefBudget(directives=60), "one", "two", "three", "four")
    assert found["directives"].lines + found["directives"].left_out == 4
    assert found["directives"].left_out > 0
    assert found["directives"].used <= found["directives"].allocated


def test_a_full_section_draws_a_full_bar() -> None:
    assert SectionUse(section="topics", used=50, allocated=50, lines=1, left_out=0).bar == "█" * 24
    assert SectionUse(section="topics", used=1, allocated=5_000, lines=1, left_out=0).bar.count("█") == 1
    assert SectionUse(section="topics", used=0, allocated=0, lines=0, left_out=0).bar == "░" * 24
