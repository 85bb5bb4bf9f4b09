"""A change that would break a promise is refused; the error names the id and the rule (contract sections 2, 5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.model.change import Change
from memory_pipeline.model.decision import Decision, SessionDecisions
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.errors import InvariantViolated, SessionConflict
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.refs import ConversationRef, MemoryRef
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.journal import Journal
from memory_pipeline_tests.store.changes import (
    FAMILY,
    START,
    add,
    evidence_of,
    memory_of,
    prepared_family,
    reinforce,
    session,
    supersede,
)

NOBODY = derived_ulid(START, "nobody")
ONE, TWO, THREE = memory_of(1), memory_of(2), memory_of(3)
FILE = keys.entity_key(FAMILY, NOBODY)
RULE = Suppression(id=derived_ulid(START, "rule"), scope="about", value="Bicycles", made_at=START)
DECIDED = SessionDecisions(session="s1", decisions=(Decision(candidate=0, summary="x", kind="ignore", reason="known"),))
UNDECIDED = SessionDecisions(session="s1", decisions=())
SHOWN = Brief(
    family=FAMILY,
    sections=tuple(
        BriefSection(name=name, lines=(BriefLine(text="x", ref=str(MemoryRef(FAMILY, ONE.id))),) if not place else ())
        for place, name in enumerate(SECTION_NAMES)
    ),
)


def change(**parts: object) -> Change:
    return Change(kind=parts.pop("kind", "card"), cause="test", at=START, **parts)  # type: ignore[arg-type]


def cited(session_id: str, turn: int = 1, family: str = FAMILY) -> Change:
    evidence = replace(evidence_of(2), ref=ConversationRef(family, session_id, turn, turn))
    return change(memories=(replace(ONE, reinforcement_count=1),), evidence=((ONE.id, evidence),))


@pytest.fixture
def journal() -> Journal:
    """A family with claim 1 (active, in the brief) and claims 2 → 3 (superseded)."""
    objects = InMemoryObjects()
    prepared_family(objects)
    journal = Journal(objects, FAMILY, lambda: START, "test", sleep=lambda _: None)
    for plan in (add(1), add(2), supersede(2, 3)):
        journal.commit(plan)
    parts = change(brief=SHOWN, suppressions=(RULE,), decisions=(DECIDED,))
    journal.commit(lambda _: parts)
    return journal


RETIRED = replace(TWO, status="superseded", superseded_by=THREE.id, revision=2)
NEWER = replace(THREE, supersedes=TWO.id)

REFUSED: dict[str, tuple[str, Change]] = {
    "a memory without evidence": ("has-evidence", change(memories=(replace(ONE, id=NOBODY),))),
    "evidence for no memory": ("evidence-of-a-memory", change(evidence=((NOBODY, evidence_of(1)),))),
    "only contradicting evidence": (
        "has-evidence",
        change(
            memories=(replace(ONE, id=NOBODY),),
            evidence=((NOBODY, replace(evidence_of(1), extra={"stance": "contradicts"})),),
        ),
    ),
    "a counter ahead of its ledger": ("counted-evidence", change(memories=(replace(ONE, reinforcement_count=1),))),
    "a ledger ahead of its counter": ("counted-evidence", change(evidence=((ONE.id, evidence_of(2)),))),
    "evidence of another family": ("own-evidence", cited("s2", family="fam_b")),
    "evidence of no session": ("evidence-resolves", cited("s99")),
    "evidence of no turn": ("evidence-resolves", cited("s2", turn=2)),
    "superseded by nothing": ("superseded-by", change(memories=(replace(ONE, status="superseded", revision=2),))),
    "superseded by what does not say so": (
        "closed-lineage",
        change(memories=(replace(ONE, status="superseded", superseded_by=THREE.id, revision=2),)),
    ),
    "superseding what does not say so": (
        "closed-lineage",
        change(memories=(replace(ONE, supersedes=THREE.id, revision=2),)),
    ),
    "leaving a lineage on one side only": (
        "closed-lineage",
        change(memories=(replace(NEWER, supersedes=None, revision=2),)),
    ),
    "a circle": (
        "no-circle",
        change(
            memories=(
                replace(RETIRED, supersedes=THREE.id, revision=3),
                replace(NEWER, superseded_by=TWO.id, revision=2),
            )
        ),
    ),
    "two active in one lineage": ("one-active", change(memories=(replace(RETIRED, status="active", revision=3),))),
    "related to nothing": ("related-exists", change(memories=(replace(ONE, related=(NOBODY,), revision=2),))),
    "a status without a revision": ("revision", change(memories=(replace(ONE, status="dormant"),))),
    "a raised authority without a revision": ("revision", change(memories=(replace(ONE, authority="user_explicit"),))),
    "a revision without a change": ("revision", change(memories=(replace(ONE, revision=2),))),
    "a revision that skips": ("revision", change(memories=(replace(ONE, pin=True, revision=3),))),
    "a first revision of two": (
        "revision",
        change(memories=(replace(ONE, id=NOBODY, revision=2),), evidence=((NOBODY, evidence_of(1)),)),
    ),
    "other words under the same id": ("body-unchanged", change(memories=(replace(ONE, body="\nother\n", revision=2),))),
    "reinforced before it was formed": (
        "formed-first",
        change(memories=(replace(ONE, last_reinforced_at=ONE.formed_at - timedelta(days=1)),)),
    ),
    "applied to nobody": ("entities-exist", change(memories=(replace(ONE, applies_to=(NOBODY,), revision=2),))),
    "a rewritten rule": ("rule-unchanged", change(suppressions=(replace(RULE, value="Cars"),))),
    "a session decided otherwise": ("decided-once", change(decisions=(UNDECIDED,))),
    "a forgotten memory still in the brief": (
        "brief-current",
        change(memories=(replace(ONE, status="retracted", revision=2),)),
    ),
    "another family's brief": ("own-family", change(brief=replace(SHOWN, family="fam_b"))),
    "another family": ("own-family", change(family=Family(key="fam_b", timezone="UTC"))),
    "a file as found in a card action": ("own-family", change(as_found=((FILE, "x"),))),
    "the journal's own file as found": (
        "own-family",
        change(kind="adopt", as_found=((f"families/{FAMILY}/head.json", "x"),)),
    ),
    "another family's file as found": (
        "own-family",
        change(kind="adopt", as_found=((FILE.replace(FAMILY, "fam_b"), "x"),)),
    ),
    "one file as found twice": ("once-a-change", change(kind="adopt", as_found=((FILE, "x"), (FILE, "y")))),
    "one memory twice": ("once-a-change", change(memories=(replace(ONE, pin=True, revision=2),) * 2)),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_broken_promise_is_named_and_nothing_is_written(journal: Journal, case: str) -> None:
    rule, broken = REFUSED[case]
    before = journal._objects.contents()  # type: ignore[attr-defined]
    with pytest.raises(InvariantViolated, match=f": {rule}:"):
        journal.commit(lambda _: broken)
    assert journal._objects.contents() == before  # type: ignore[attr-defined]


ACCEPTED: dict[str, Change] = {
    "a lifted rule": change(suppressions=(replace(RULE, lifted_at=START),)),
    "the same decisions again, with a pin": change(
        decisions=(DECIDED,), memories=(replace(ONE, pin=True, revision=2),)
    ),
    "a contradiction, which counts for nothing": change(
        evidence=((ONE.id, replace(evidence_of(2), extra={"stance": "contradicts"})),)
    ),
    "an older session, which moves formed_at and no revision": change(
        memories=(replace(THREE, supersedes=TWO.id, formed_at=evidence_of(1).recorded_at, reinforcement_count=1),),
        evidence=((THREE.id, evidence_of(1)),),
    ),
    "a new memory of a new entity in a new session": change(
        sessions=(replace(session(5), id="card-1", surface="card"),),
        entities=(Entity(id=NOBODY, kind="person", names=("Theo",)),),
        memories=(replace(ONE, id=NOBODY, applies_to=(NOBODY,)),),
        evidence=((NOBODY, replace(evidence_of(5), ref=ConversationRef(FAMILY, "card-1", 1, 1))),),
    ),
    "a forget whose line leaves the brief": change(
        memories=(replace(ONE, status="retracted", revision=2),),
        brief=replace(SHOWN, sections=tuple(BriefSection(name=name) for name in SECTION_NAMES)),
    ),
    "an adopted hand edit with other words": change(
        kind="adopt", memories=(replace(ONE, body="\nWe own one red bicycle.\n", revision=2),)
    ),
}


@pytest.mark.parametrize("case", ACCEPTED)
def test_what_keeps_every_promise_is_committed(journal: Journal, case: str) -> None:
    assert journal.commit(lambda _: ACCEPTED[case]) is not None


@pytest.mark.parametrize(
    ("stored_end", "changed", "refused"),
    [
        pytest.param(True, False, False, id="the same again"),
        pytest.param(True, True, True, id="other words after its end"),
        pytest.param(False, False, False, id="grown while it goes on"),
        pytest.param(False, True, True, id="other words while it goes on"),
    ],
)
def test_a_session_may_only_grow_and_only_while_it_goes_on(stored_end: bool, changed: bool, refused: bool) -> None:
    objects = InMemoryObjects()
    prepared_family(objects)
    journal = Journal(objects, FAMILY, lambda: START, "test")
    first = replace(session(7), ended_at=session(7).ended_at if stored_end else None)
    text = "Something else." if changed else first.turns[0].text
    turns = (replace(first.turns[0], text=text), *(() if stored_end else (replace(first.turns[0], number=2),)))
    journal.commit(lambda _: change(sessions=(first,)))
    second = change(sessions=(replace(session(7), turns=turns),), memories=(), suppressions=(RULE,))
    if refused:
        with pytest.raises(SessionConflict, match="s7"):
            journal.commit(lambda _: second)
    else:
        assert journal.commit(lambda _: second) is not None
        assert FamilyView(objects, FAMILY).session("s7").turns == turns


def test_reinforcing_raises_no_revision_and_is_counted(journal: Journal) -> None:
    journal.commit(reinforce(1, by=4))
    memory = FamilyView(journal._objects, FAMILY).memory(ONE.id)
    assert (memory.revision, memory.reinforcement_count) == (1, 1)
