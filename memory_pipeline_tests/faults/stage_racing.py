"""One stage at work on a family that other processes work on: what the race of formation, dream and card starts.

    python -m memory_pipeline_tests.faults.stage_racing ADDRESS ROLE

Prints [seq, step] of each step that changed something, as JSON. A step is told with its own fixed instant, so that it
does the same in whatever process, and after whatever, it comes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

from benchmarks.addresses import objects_at
from memory_pipeline.model.candidate import Candidate, Formation, Quote
from memory_pipeline.model.change import ChangeRecord
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.lease import LeasePolicy
from memory_pipeline.workflows import card_action as card
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.families import add_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import reconcile_sessions
from memory_pipeline_tests.faults.whole_history import pipeline_over
from memory_pipeline_tests.workflows.conftest import FAMILY, NOW

KEY = FAMILY.key
BEFORE = ("The gate code is 2604.", "The shed code is 1111.", "Theo loves ramen.", "The boat is at the east quay.")
FORMED = (
    "The gate code is 4804.", "Gate code: 4804", "Theo can't stand ramen.", "The boat is at the Kalyvi marina.",
    "Nora plays piano.", "Theo loves ramen.", "The gate code is 1111.", "Nora's piano is on Mondays.",
)  # fmt: skip
ABOUT = {"gate": "Gate", "shed": "Shed", "boat": "Boat", "nora": "Nora"}
Step = Callable[[Pipeline], ChangeRecord | None]


def prepare(objects: ObjectStore) -> None:
    """The family, what it knew before, and all sessions that are going to be formed."""
    pipeline = at(pipeline_over(objects), 0)
    add_family(pipeline, FAMILY)
    for place, text in enumerate(BEFORE):
        _take_in(pipeline, f"before-{place}", text, place)
    list(reconcile_sessions(pipeline, KEY, [f"before-{place}" for place in range(len(BEFORE))]))
    for place, text in enumerate(FORMED):
        _take_in(pipeline, f"formed-{place}", text, 10 + place)


def steps(pipeline: Pipeline, role: str) -> Iterator[str]:
    """The steps of a role, in their order."""
    counts = {"form": len(FORMED), "dream": 4, "remember": 4}
    if role in counts:
        yield from (f"{role} {number}" for number in range(counts[role]))
    else:
        yield from ("pin 1", "edit 1", "forget 0", "edit 3")


def carry_out(pipeline: Pipeline, step: str) -> ChangeRecord | None:
    """What a step changed; None where it had nothing to change."""
    kind, _, number = step.partition(" ")
    place = int(number)
    match kind:
        case "form":
            (outcome,) = reconcile_sessions(at(pipeline, 20 + place), KEY, [f"formed-{place}"])
            return outcome.record
        case "dream":
            return dream_family(at(pipeline, 40 + 100 * place), KEY).record
        case "remember":
            text = f"Always ask Marcus before you book trip number {place + 2}."
            return card.remember_on_card(at(pipeline, 60 + place), KEY, text, member="Dana").record
        case "pin":
            return card.pin_on_card(at(pipeline, 70), KEY, _known(pipeline, place), pinned=True).record
        case "forget":
            return card.forget_on_card(at(pipeline, 71), KEY, _known(pipeline, place), by="Dana").record
    words = {1: "The shed code is 9999.", 3: "The boat is at home."}[place]
    return card.edit_on_card(at(pipeline, 72 + place), KEY, _known(pipeline, place), words, member="Dana").record


def at(pipeline: Pipeline, hours: int) -> Pipeline:
    """The pipeline at an instant of its own."""
    patient = replace(pipeline.policies, lease=LeasePolicy(ttl=2.0, grace=0.2, patience=600))
    return replace(pipeline, now_given=NOW + timedelta(hours=hours), policies=patient)


def main() -> None:
    """Do the steps of one role."""
    pipeline = pipeline_over(objects_at(sys.argv[1]))
    made = ((carry_out(pipeline, step), step) for step in steps(pipeline, sys.argv[2]))
    print(json.dumps([[record.seq, step] for record, step in made if record is not None]))


def _known(pipeline: Pipeline, place: int) -> str:
    """The memory that a session of before formed."""
    decisions = pipeline.view(KEY).decisions(f"before-{place}")
    assert decisions is not None and decisions.decisions[0].memory is not None
    return decisions.decisions[0].memory


def _take_in(pipeline: Pipeline, name: str, text: str, hours: int) -> None:
    said_at = NOW + timedelta(hours=hours)
    turn = Turn(number=1, role="user", speaker="Dana", at=said_at, text=text)
    session = Session(id=name, surface="chat", started_at=said_at, ended_at=said_at, off_record=False, turns=(turn,))
    about = next((name for word, name in ABOUT.items() if word in text.casefold()), "Theo")
    candidate = Candidate(
        type="fact", about=about, summary=text, body=text, when_to_use=f"When {about} comes up",
        evidence=(Quote(first=1, last=1, text=text),),
    )  # fmt: skip
    take_in(pipeline, KEY, [session])
    pipeline.store(KEY).put_formation(
        Formation(session=name, extractor="given", status="formed", survivors=(candidate,))
    )


if __name__ == "__main__":
    main()
