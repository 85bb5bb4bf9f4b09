"""Forget one claim for good (seed section 10, contract sections 9 and 15, *Forgetting*)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory_pipeline.control.forget import plan_forget
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.change import Change
from memory_pipeline.model.errors import UnknownReference
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline_tests.reconciliation.world import FAMILY, MAY, World, said, talk

NOW = MAY + timedelta(days=30)


@pytest.fixture
def world() -> World:
    made = World()
    made.tell(talk("s1", 0, said("The gate code is 2604.", "Gate"), said("Nora plays piano.")))
    made.tell(talk("s2", 7, said("The gate code is 4804.", "Gate")))
    return made


def called(world: World, text: str) -> Memory:
    return next(memory for memory in world.memories().values() if memory.claim == text)


def forget(world: World, text: str) -> None:
    id = called(world, text).id
    world.store.commit(lambda view: plan_forget(view, id, NOW, "Dana"))


def test_a_forgotten_claim_is_retracted_and_its_words_kept(world: World) -> None:
    before = called(world, "Nora plays piano.")
    forget(world, "Nora plays piano.")
    after = called(world, "Nora plays piano.")
    assert (after.status, after.revision, after.body) == ("retracted", before.revision + 1, before.body)


def test_the_rule_holds_the_texts_of_the_whole_lineage(world: World) -> None:
    forget(world, "The gate code is 4804.")
    (rule,) = world.store.view().suppressions()
    assert (rule.scope, rule.value, rule.made_by, rule.in_force) == ("claim", "Gate", "Dana", True)
    assert rule.texts == ("The gate code is 2604.", "The gate code is 4804.")
    assert len(rule.memories) == 2


def test_every_version_is_out_of_reach_by_the_rule(world: World) -> None:
    forget(world, "The gate code is 4804.")
    view = world.store.view()
    rules = SuppressionRules(view.suppressions(), view.entities())
    held = [memory.claim for memory in view.memories().values() if rules.match(memory)]
    assert sorted(held) == ["The gate code is 2604.", "The gate code is 4804."]


def test_forgetting_an_earlier_version_leaves_the_newest(world: World) -> None:
    forget(world, "The gate code is 2604.")
    (rule,) = world.store.view().suppressions()
    assert rule.texts == ("The gate code is 2604.",)
    assert called(world, "The gate code is 4804.").status == "active"


def test_forgetting_twice_changes_nothing(world: World) -> None:
    forget(world, "Nora plays piano.")
    before = world.objects.contents()
    id = called(world, "Nora plays piano.").id
    assert world.store.commit(lambda view: plan_forget(view, id, NOW + timedelta(days=1), "Dana")) is None
    assert world.objects.contents() == before


def test_another_claim_is_untouched(world: World) -> None:
    forget(world, "The gate code is 4804.")
    assert world.texts() == ["Nora plays piano."]


def test_the_brief_loses_the_line_and_a_conversation_that_tells_it(world: World) -> None:
    forgotten, kept = called(world, "Nora plays piano."), called(world, "The gate code is 4804.")
    lines = {
        "directives": tuple(BriefLine(text=memory.summary, ref=_ref(memory)) for memory in (forgotten, kept)),
        "last_conversation": (BriefLine(text="They talked about the piano.", ref="conv://fam_test/s1#turn=1-2"),),
    }
    brief = Brief(
        family=FAMILY.key, sections=tuple(BriefSection(name=name, lines=lines.get(name, ())) for name in SECTION_NAMES)
    )
    world.store.commit(lambda _: Change(kind="dream", cause="d", at=MAY, brief=brief, dreamt=True))
    forget(world, "Nora plays piano.")
    shown = world.store.view().brief()
    assert shown is not None
    assert [line.ref for section in shown.sections for line in section.lines] == [_ref(kept)]


def test_the_log_names_the_memory_and_the_rule(world: World) -> None:
    change = plan_forget(world.store.view(), called(world, "Nora plays piano.").id, NOW, "Dana")
    assert change is not None
    assert [entry.kind for entry in change.entries] == ["retracted", "suppressed"]
    assert (change.kind, change.at) == ("card", NOW)


def test_an_unknown_id_is_refused_by_name(world: World) -> None:
    with pytest.raises(UnknownReference):
        plan_forget(world.store.view(), "01K6N1R0A0B0C0D0E0F0H0H010", NOW, "Dana")


def _ref(memory: Memory) -> str:
    return str(MemoryRef(FAMILY.key, memory.id))
