"""What the compiler is given of a stored family."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from memory_pipeline.brief.gather import compile_family, gather
from memory_pipeline.model.candidate import Candidate, Quote, Rejection
from memory_pipeline.model.decision import Decision
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.suppression import Suppression, SuppressionScope
from memory_pipeline.store import keys
from memory_pipeline_tests.brief.samples import BUDGET, SAID, count, entity, memory, ref, refs, texts
from memory_pipeline_tests.brief.stored import KEY, StoredFamily, chat, cites, formed

TALK = chat("2026-08-14-a")


def rule(scope: SuppressionScope, value: str, **fields: Any) -> Suppression:
    return Suppression(id=derived_ulid(SAID, scope, value), scope=scope, value=value, made_at=SAID, **fields)


def candidate(summary: str, **fields: Any) -> Candidate:
    quote = Quote(first=1, last=1, text="Turn 1.")
    values: dict[str, Any] = {"type": "fact", "about": "Dana", "body": summary, "when_to_use": "x"} | fields
    return Candidate(summary=summary, evidence=(quote,), **values)


def family_after(summary: str = "Dana planned the week.", **formation: Any) -> StoredFamily:
    family = StoredFamily()
    told = family.keep(memory("told", type="directive"), cites(TALK))
    added = Decision(candidate=0, summary=told.summary, kind="add", reason="new", memory=told.id)
    family.talk(TALK, formed(TALK, summary, **formation), [added])
    return family


def last_text(family: StoredFamily) -> list[str]:
    return texts(compile_family(family.view(), BUDGET, count).brief, "last_conversation")


def test_a_stored_family_compiles_with_its_entities_and_its_last_conversation() -> None:
    family = family_after()
    theo = entity("Theo")
    family.know(theo)
    inside = family.keep(memory("child", type="relationship", applies_to=(theo.id,)))
    brief = compile_family(family.view(), BUDGET, count).brief
    assert refs(brief, "identity") == [ref(inside)]
    assert refs(brief, "last_conversation") == ["conv://fam_cedar/2026-08-14-a#turn=1-3"]
    assert last_text(family) == ["Dana planned the week."]


def test_a_rule_in_force_keeps_a_memory_out_and_a_lifted_one_does_not() -> None:
    family = StoredFamily(memory("Pizza night", type="directive"))
    family.forbid(rule("topic", "food"))
    assert refs(compile_family(family.view(), BUDGET, count).brief, "directives") == []
    family.forbid(rule("topic", "food", lifted_at=SAID))
    assert len(refs(compile_family(family.view(), BUDGET, count).brief, "directives")) == 1


@pytest.mark.parametrize("dropped", [False, True], ids=["survivor", "rejection"])
def test_a_conversation_in_which_something_sensitive_was_proposed_stays_out(dropped: bool) -> None:
    private = candidate("Dana has migraines.", sensitivity="health")
    fields: dict[str, Any] = {"survivors": (private,)}
    if dropped:
        fields = {"rejections": (Rejection(candidate=private, gate="cap", reason="over the cap"),)}
    assert last_text(family_after(**fields)) == []


def test_a_conversation_that_repeats_what_is_forgotten_stays_out() -> None:
    said_again = candidate("Dana likes pizza.", about="Pizza")
    family = family_after(survivors=(said_again,))
    assert last_text(family) == ["Dana planned the week."]
    family.forbid(rule("topic", "food"))
    assert last_text(family) == []


def test_a_summary_that_names_whom_the_family_forgot_stays_out() -> None:
    rosa = entity("Rosa")
    family = family_after("Dana and Rosa planned the week.")
    family.know(rosa)
    family.forbid(rule("entity", rosa.id))
    assert last_text(family) == []


def test_the_last_conversation_ends_with_the_first_thing_in_it_that_ends() -> None:
    until = [candidate("Pizza is on 2026-08-20.", valid_until=date(2026, 8, 21)), candidate("Ada sings.")]
    later = candidate("The fair ends on 2026-08-30.", valid_until=date(2026, 8, 31))
    found = gather(family_after(survivors=(*until, later)).view()).last
    assert found is not None
    assert found.valid_until == date(2026, 8, 21)
    lasting = gather(family_after(survivors=(until[1],)).view()).last
    assert lasting is not None
    assert lasting.valid_until is None


@pytest.mark.parametrize("missing", ["candidates", "decisions", "sessions"])
def test_a_conversation_of_which_a_record_is_missing_or_broken_is_not_shown(missing: str) -> None:
    for data in (None, b"{broken"):
        family = family_after()
        key = f"{keys.family_prefix(KEY)}{missing}/{TALK.id}.json"
        family.objects.delete(key) if data is None else family.objects.put(key, data)
        assert last_text(family) == []


def test_a_family_without_sessions_has_no_last_conversation() -> None:
    assert gather(StoredFamily(memory("a")).view()).last is None
