"""A family's memory through any life: said, restated, changed, edited, forgotten, lifted, undone, slept on, replayed.

The promises of the contract hold after every step, on the in-memory and on the local store; a step that dies at any of
its writes is completed by the next. The model knows only what was forgotten; all else is checked on the files.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.local_files import LocalFiles
from memory_pipeline.bootstrap import build_reader
from memory_pipeline.model.candidate import Candidate, Formation, Quote
from memory_pipeline.model.errors import ForgottenReference, InvalidArgument, InvariantViolated
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.store.lineage import active_in_lineage, chain
from memory_pipeline.workflows import card_action as card
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.families import add_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import reconcile_sessions
from memory_pipeline.workflows.reindex import rebuild_index, synchronise_index
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.faults.stores import Interrupting, Killed
from memory_pipeline_tests.faults.whole_history import pipeline_over
from memory_pipeline_tests.workflows.conftest import FAMILY, NOW

KEY = FAMILY.key
SLOTS = {
    "Gate": ("The gate code is {}.", "Gate code: {}", "The code of the gate is {}."),
    "Shed": ("The shed code is {}.", "Shed code: {}"),
}
VALUES = ("2604", "4804", "1111")
TASTES = ("Theo loves ramen.", "Theo can't stand ramen.", "Theo likes ramen.")
CODE = re.compile(r"\b\d{4}\b")

slots = st.sampled_from(sorted(SLOTS))
values = st.sampled_from(VALUES)
wordings = st.integers(0, 2)
authorities = st.sampled_from(["user_stated", "user_stated", "user_explicit", "inferred"])
deaths = st.none() | st.integers(1, 12)


class Life(RuleBasedStateMachine):
    """One family; each step has its own instant, later than all before it."""

    def objects(self) -> ObjectStore:
        """The store that the family lives in."""
        return InMemoryObjects()

    @initialize()
    def born(self) -> None:
        self.store = self.objects()
        self.now = NOW
        self.steps = 0
        self.owners: list[str] = []
        self.dead: set[str] = set()
        self.seen: dict[str, bytes] = {}
        self.lines: dict[str, tuple[Evidence, ...]] = {}
        add_family(self.pipeline(), FAMILY)

    def pipeline(self, objects: ObjectStore | None = None) -> Pipeline:
        """The pipeline at the present instant. Writers of steps that died are known to be gone."""
        parts = pipeline_over(objects or self.store)
        return replace(
            parts,
            now_given=self.now,
            new_owner=self._owner,
            is_gone=lambda owner: owner.partition("#")[0] in self.dead,
            policies=replace(parts.policies, lease=LeasePolicy(grace=0.01)),
        )

    def _owner(self) -> str:
        self.owners.append(f"writer-{len(self.owners)}")
        return self.owners[-1]

    def do(self, death: int | None, step: Any) -> None:
        """Carry out a step; where it dies at one of its writes it is told again, as a person or a run would."""
        self.now += timedelta(hours=1)
        self.steps += 1
        before = (lambda *_: None) if death is None else _dying_at(death)
        try:
            step(self.pipeline(Interrupting(self.store, before=before)))
        except Killed:
            self.dead.update(self.owners)
            self.now += timedelta(minutes=10)
            step(self.pipeline())
        finally:
            # A step that died may have done its work all the same, and then has nothing left to do when told again.
            dream_family(self.pipeline(), KEY)
            synchronise_index(self.pipeline(), KEY)

    def memories(self) -> dict[str, Memory]:
        return dict(self.pipeline().view(KEY).memories())

    def standing(self) -> list[Memory]:
        return [memory for memory in self.memories().values() if memory.status in ("active", "dormant", "expired")]

    def tell(self, text: str, about: str, authority: str, death: int | None, days_ago: int = 0) -> None:
        name = f"s{self.steps:03}"
        at = self.now + timedelta(minutes=30) - timedelta(days=days_ago)
        turn = Turn(number=1, role="user", speaker="Dana", at=at, text=text)
        session = Session(id=name, surface="chat", started_at=at, ended_at=at, off_record=False, turns=(turn,))
        candidate = Candidate(
            type="fact", about=about, summary=text, body=text, when_to_use=f"When {about} comes up",
            evidence=(Quote(first=1, last=1, text=text),), authority=authority,  # type: ignore[arg-type]
        )  # fmt: skip

        def step(pipeline: Pipeline) -> None:
            take_in(pipeline, KEY, [session])
            store = pipeline.store(KEY)
            if store.formation(name) is None:
                store.put_formation(Formation(session=name, extractor="x", status="formed", survivors=(candidate,)))
            list(reconcile_sessions(pipeline, KEY, [name]))

        self.do(death, step)

    @rule(slot=slots, value=values, wording=wordings, authority=authorities, death=deaths)
    def say(self, slot: str, value: str, wording: int, authority: str, death: int | None) -> None:
        texts = SLOTS[slot]
        self.tell(texts[wording % len(texts)].format(value), slot, authority, death)

    @rule(slot=slots, value=values, authority=authorities, days_ago=st.sampled_from([1, 30, 90]), death=deaths)
    def say_what_was_said_long_ago(
        self, slot: str, value: str, authority: str, days_ago: int, death: int | None
    ) -> None:
        """A session that arrives after later ones."""
        self.tell(SLOTS[slot][0].format(value), slot, authority, death, days_ago)

    @precondition(lambda self: any(memory.about in SLOTS for memory in self.active()))
    @rule(data=st.data(), restated=st.booleans(), death=deaths)
    def restate_or_contradict(self, data: st.DataObject, restated: bool, death: int | None) -> None:
        """What is known in other words, or a guess against it: neither takes its place."""
        memory = data.draw(st.sampled_from([memory for memory in self.active() if memory.about in SLOTS]))
        known = CODE.search(memory.claim)
        value = known[0] if restated and known else "7777"
        before = {each.id for each in self.active() if each.about == memory.about}
        self.tell(SLOTS[memory.about][1].format(value), memory.about, "inferred", death)
        after = {each.id for each in self.active() if each.about == memory.about}
        assert before == after or memory.authority == "inferred"

    @precondition(lambda self: self.disputed())
    @rule(data=st.data(), keep=st.booleans(), death=deaths)
    def settle(self, data: st.DataObject, keep: bool, death: int | None) -> None:
        id = data.draw(st.sampled_from(self.disputed()))
        try:
            self.do(death, lambda pipeline: card.settle_on_card(pipeline, KEY, id, replace_it=not keep, member="Dana"))
        except InvalidArgument as refused:
            assert death is not None or "suppression://" in refused.message or "nothing" in refused.message

    def active(self) -> list[Memory]:
        return [memory for memory in self.memories().values() if memory.status == "active"]

    def disputed(self) -> list[str]:
        view = self.pipeline().view(KEY)
        return [
            memory.id
            for memory in self.active()
            if any(not line.supports and not line.extra.get("settledAt") for line in view.ledger(memory.id))
        ]

    @rule(text=st.sampled_from(TASTES), authority=authorities, death=deaths)
    def taste(self, text: str, authority: str, death: int | None) -> None:
        self.tell(text, "Theo", authority, death)

    @rule(slot=slots, value=values, death=deaths)
    def remember(self, slot: str, value: str, death: int | None) -> None:
        text = SLOTS[slot][0].format(value)
        self.do(death, lambda pipeline: card.remember_on_card(pipeline, KEY, text, member="Dana"))
        held = [rule for rule in self.suppressions() if rule.in_force and text in rule.texts]
        assert not held, "what is remembered on the card is no longer held back"

    @precondition(lambda self: self.standing())
    @rule(data=st.data(), value=values, death=deaths)
    def edit(self, data: st.DataObject, value: str, death: int | None) -> None:
        memory = data.draw(st.sampled_from(self.standing()))
        text = CODE.sub(value, memory.claim) if CODE.search(memory.claim) else data.draw(st.sampled_from(TASTES))
        try:
            self.do(death, lambda pipeline: card.edit_on_card(pipeline, KEY, memory.id, text, member="Dana"))
        except InvalidArgument as refused:
            assert "suppression://" in refused.message

    @precondition(lambda self: self.standing())
    @rule(data=st.data(), death=deaths)
    def forget(self, data: st.DataObject, death: int | None) -> None:
        memory = data.draw(st.sampled_from(self.standing()))
        self.do(death, lambda pipeline: card.forget_on_card(pipeline, KEY, memory.id))
        assert self.memories()[memory.id].status == "retracted"

    @precondition(lambda self: self.standing())
    @rule(data=st.data(), pinned=st.booleans(), death=deaths)
    def pin(self, data: st.DataObject, pinned: bool, death: int | None) -> None:
        memory = data.draw(st.sampled_from(self.standing()))
        self.do(death, lambda pipeline: card.pin_on_card(pipeline, KEY, memory.id, pinned=pinned))

    @precondition(lambda self: any(rule.in_force for rule in self.suppressions()))
    @rule(data=st.data(), death=deaths)
    def lift(self, data: st.DataObject, death: int | None) -> None:
        before = {id: memory.status for id, memory in self.memories().items()}
        lifted = data.draw(st.sampled_from([rule for rule in self.suppressions() if rule.in_force]))
        self.do(death, lambda pipeline: card.lift_on_card(pipeline, KEY, lifted.id))
        assert {id: memory.status for id, memory in self.memories().items()} == before

    @rule(death=deaths)
    def undo(self, death: int | None) -> None:
        last = [record.seq for record in self.pipeline().view(KEY).records() if record.kind == "card"][-1:]
        if last:
            try:
                self.do(death, lambda pipeline: card.undo_on_card(pipeline, KEY, last[0]))
            except InvariantViolated as refused:
                assert "after change" in refused.message
            except InvalidArgument as refused:
                assert "nothing" in refused.message or "days" in refused.message

    @rule(days=st.sampled_from([1, 40, 200]), death=deaths)
    def time_passes_and_a_dream_follows(self, days: int, death: int | None) -> None:
        self.now += timedelta(days=days)
        bodies = {id: memory.body for id, memory in self.memories().items()}
        self.do(death, lambda pipeline: dream_family(pipeline, KEY))
        assert {id: memory.body for id, memory in self.memories().items()} == bodies
        assert dream_family(self.pipeline(), KEY).record is None, "a second pass on one day writes nothing"

    @rule()
    def replay(self) -> None:
        """Every decided session again: not a byte of the truth changes."""
        before = self.contents()
        view = self.pipeline().view(KEY)
        list(reconcile_sessions(self.pipeline(), KEY, sorted(view.decided_sessions())))
        assert self.contents() == before

    @rule(death=deaths)
    def reindex(self, death: int | None) -> None:
        self.do(death, lambda pipeline: rebuild_index(pipeline, KEY))

    def suppressions(self) -> list[Any]:
        return list(self.pipeline().view(KEY).suppressions())

    def contents(self) -> dict[str, bytes]:
        keys = list(self.store.keys(""))
        return {key: found.data for key, found in self.store.get_many(keys) if found is not None}

    @invariant()
    def every_promise_is_kept(self) -> None:
        if self.steps:
            failing = [check for check in verify_family(self.pipeline(), KEY).checks if not check.ok]
            assert failing == []

    @invariant()
    def nothing_is_ever_deleted_and_no_word_rewritten(self) -> None:
        view = self.pipeline().view(KEY)
        for id, memory in view.memories().items():
            assert self.seen.setdefault(id, memory.body.encode()) == memory.body.encode()
            lines = view.ledger(id)
            assert lines[: len(self.lines.get(id, ()))] == self.lines.get(id, ()), "a ledger only grows"
            self.lines[id] = lines
        assert set(self.seen) <= set(view.memories())

    @invariant()
    def a_slot_has_one_value_and_a_lineage_one_head(self) -> None:
        memories = self.memories()
        for id in memories:
            assert len(active_in_lineage(memories, chain(memories, id) or ())) <= 1
        for slot in SLOTS:
            active = [
                memory.claim for memory in memories.values() if memory.status == "active" and memory.about == slot
            ]
            assert len(active) <= 1, active

    @invariant()
    def what_is_forgotten_is_out_of_every_tier(self) -> None:
        held = [rule for rule in self.suppressions() if rule.in_force]
        if not held or not self.steps:
            return
        reader = build_reader(self.pipeline(), KEY)
        for rule_ in held:
            for id in rule_.memories:
                _refused(reader, id)
        codes = {(rule_.value, code) for rule_ in held for text in rule_.texts for code in CODE.findall(text)}
        for slot, code in codes:
            question = f"what is the {slot.lower()} code?"
            told = [reader.brief().text, reader.turn(question).text]
            told += [result.found.memory.claim for result in reader.search(question, include_history=True).results]
            lines = [line for text in told for line in text.splitlines() if slot.lower() in line.lower()]
            assert not [line for line in lines if code in line]


class LifeInAFolder(Life):
    """The same on the local store."""

    def objects(self) -> ObjectStore:
        self.folder = tempfile.TemporaryDirectory()
        return LocalFiles(Path(self.folder.name), fsync=False)

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()


def _dying_at(number: int) -> Any:
    writes = 0

    def count(_: int, name: str) -> None:
        nonlocal writes
        writes += name == "put"
        if name == "put" and writes == number:
            raise Killed

    return count


def _refused(reader: Any, id: str) -> None:
    try:
        reader.read(str(MemoryRef(KEY, id)))
    except ForgottenReference:
        return
    raise AssertionError(f"{id} was forgotten and can be read")


_BOUNDED = settings(
    max_examples=12, stateful_step_count=14, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
TestALife = Life.TestCase
TestALife.settings = _BOUNDED
TestALifeInAFolder = LifeInAFolder.TestCase
TestALifeInAFolder.settings = settings(_BOUNDED, max_examples=6)
