"""Each check of `verify` alone: its own fault and no other is in the store, and it and no other is red, by id."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.qdrant_edge import QdrantEdgeIndex
from memory_pipeline.retrieval.heard import HeardWords
from memory_pipeline.retrieval.points import index_fingerprint, indexed_entries, points_of
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.reindex import synchronise_index
from memory_pipeline.workflows.verify import CHECKS, verify_family
from memory_pipeline_tests.faults.whole_history import KEY, LATER, chapters, pipeline_over
from memory_pipeline_tests.store.golden_files import GOLDEN
from memory_pipeline_tests.workflows.forged import forged

FOLDER = f"families/{KEY}/"
STRANGER = "01M00TE320AG91T5J4RWC1VABC"
DUE = date(2026, 1, 1)

Plant = Callable[[Pipeline, InMemoryObjects], str]


@pytest.fixture(scope="module")
def sound() -> Mapping[str, bytes]:
    return chapters()["a dream"].end


def memory_about(objects: InMemoryObjects, words: str) -> str:
    """The id of the claim whose body says that."""
    found = objects.contents().items()
    return min(key.split("/")[-1][:-3] for key, data in found if key.endswith(".md") and f"\n{words}".encode() in data)


def edited(objects: InMemoryObjects, name: str, *changes: tuple[str, str]) -> dict[str, bytes]:
    """The file of the family's folder with each pattern replaced once."""
    data = objects.contents()[FOLDER + name].decode()
    for pattern, to in changes:
        assert re.search(pattern, data, re.MULTILINE), pattern
        data = re.sub(pattern, to, data, count=1, flags=re.MULTILINE)
    return {FOLDER + name: data.encode()}


def claim(words: str, *changes: tuple[str, str]) -> Plant:
    """The journal brought in the claim of these words with other front matter."""

    def plant(pipeline: Pipeline, objects: InMemoryObjects) -> str:
        memory = memory_about(objects, words)
        forged(pipeline, KEY, edited(objects, f"memories/{memory}.md", *changes))
        return memory

    return plant


def ledger(*changes: tuple[str, str]) -> Plant:
    """The journal brought in another line of the ledger of the allergy."""

    def plant(pipeline: Pipeline, objects: InMemoryObjects) -> str:
        memory = memory_about(objects, "Theo is allergic")
        forged(pipeline, KEY, edited(objects, f"memories/{memory}.evidence.jsonl", *changes))
        return memory

    return plant


def put(name: str, data: bytes) -> Plant:
    """A file that no change wrote."""

    def plant(_: Pipeline, objects: InMemoryObjects) -> str:
        objects.put(FOLDER + name, data)
        return name

    return plant


def by_hand(name: str, *changes: tuple[str, str]) -> Plant:
    """A file as a person edited it; `name` may end in `*`."""

    def plant(_: Pipeline, objects: InMemoryObjects) -> str:
        key = min(key for key in objects.contents() if re.fullmatch(FOLDER + name.replace("*", "[^/]*"), key))
        objects.put(key, edited(objects, key.removeprefix(FOLDER), *changes)[key])
        return key

    return plant


def removed(name: str) -> Plant:
    def plant(_: Pipeline, objects: InMemoryObjects) -> str:
        objects.delete(FOLDER + name)
        return name

    return plant


def review_of_another(_: Pipeline, objects: InMemoryObjects) -> str:
    objects.put(f"{FOLDER}reviews/{STRANGER}.json", (GOLDEN / "reviews" / "rewritten.json").read_bytes())
    return STRANGER


def failed_session(_: Pipeline, objects: InMemoryObjects) -> str:
    for key, data in edited(objects, "candidates/s2.json", (r'"status": "[a-z]+"', '"status": "failed"')).items():
        objects.put(key, data)
    return "s2"


def circle(pipeline: Pipeline, objects: InMemoryObjects) -> str:
    """Old and new supersede each other, and both say so."""
    revised = ("revision: 2", "revision: 3")
    old, new = (memory_about(objects, f"Our swim practice is on {day}") for day in ("Mondays", "Thursdays"))
    forged(
        pipeline,
        KEY,
        edited(objects, f"memories/{old}.md", ("supersedes: null", f"supersedes: {new}"), revised)
        | edited(
            objects, f"memories/{new}.md",
            ("superseded_by: null", f"superseded_by: {old}"), ("status: active", "status: superseded"),
            revised,
        ),
    )  # fmt: skip
    return old


def in_the_brief(words: str, *changes: tuple[str, str]) -> Plant:
    """The brief of a family that owes a dream has a line of that claim."""

    def plant(pipeline: Pipeline, objects: InMemoryObjects) -> str:
        memory = memory_about(objects, words)
        file = edited(objects, f"memories/{memory}.md", *changes) if changes else {}
        forged(pipeline, KEY, file | briefed(objects, f"memory://{KEY}/{memory}"), next_due=DUE)
        return memory

    return plant


def foreign_in_the_brief(pipeline: Pipeline, objects: InMemoryObjects) -> str:
    line = f"memory://fam_b/{STRANGER}"
    forged(pipeline, KEY, briefed(objects, line), next_due=DUE)
    return line


def suppressed_in_the_brief(pipeline: Pipeline, objects: InMemoryObjects) -> str:
    """The family forgot what is about swim practice; the claim is active all the same."""
    memory = memory_about(objects, "Our swim practice is on Thursdays")
    rule = edited(
        objects, _rule(objects), ("scope: claim", "scope: about"), ("value: .*", "value: Swim practice"),
        (r"id: \w+", f"id: {STRANGER}"), ("(?s)texts:.*?made_at", "texts: []\nmemories: []\nmade_at"),
    )  # fmt: skip
    data = next(iter(rule.values()))
    files = {f"{FOLDER}suppressions/{STRANGER}.yaml": data} | briefed(objects, f"memory://{KEY}/{memory}")
    forged(pipeline, KEY, files, next_due=DUE)
    return memory


def brief_of_another_compiler(pipeline: Pipeline, objects: InMemoryObjects) -> str:
    forged(pipeline, KEY, edited(objects, "brief.json", ('"text": "', '"text": "x')))
    return "brief.json"


def slept_through(pipeline: Pipeline, objects: InMemoryObjects) -> str:
    """A claim ends tomorrow, and the head wakes nobody for it."""
    claim(PEANUTS, ("valid_until: null", "valid_until: 2027-06-02"), ("n: 1", "n: 2"))(pipeline, objects)
    return "2027-06-02"


def _rule(objects: InMemoryObjects) -> str:
    return min(key for key in objects.contents() if "/suppressions/" in key).removeprefix(FOLDER)


def briefed(objects: InMemoryObjects, ref: str) -> dict[str, bytes]:
    line = f'"lines": [{{"text": "Forged.", "ref": "{ref}", "valid_until": null}}]'
    return edited(objects, "brief.json", (r'"lines": \[\]', line))


MONDAYS, THURSDAYS, PEANUTS = "Our swim practice is on Mondays", "Our swim practice is on Thursdays", "Theo is allergic"
RECITAL, VIOLIN = "Theo's recital", "Always ask before you book"
REVISED = ("revision: 2", "revision: 3")

PLANTED: Mapping[str, tuple[str, Plant]] = {
    "a memory that cannot be read": ("files_readable", put(f"memories/{STRANGER}.md", b"---\nid: [\n---\n")),
    "an entity that cannot be read": ("files_readable", put(f"entities/{STRANGER}.md", b"no front matter\n")),
    "a file that nobody reads": ("files_readable", put("suppressions/forgotten.yaml.bak", b"scope: claim")),
    "a review that cannot be read": ("files_readable", put(f"reviews/{STRANGER}.json", b"{\n[")),
    "a review under another name": ("files_readable", review_of_another),
    "a conversation that failed": ("sessions_formed", failed_session),
    "a quote that nobody said": ("quotes_stand", ledger(("allergic to peanuts", "allergic to apples"))),
    "a quote of a turn that is not there": ("quotes_stand", ledger(("turn=1", "turn=9"))),
    "a quote of a conversation that is not there": ("quotes_stand", ledger(("/s1#", "/s9#"))),
    "a quote of another family": ("quotes_stand", ledger((f"{KEY}/s1", "fam_b/s1"))),
    "a counter that lies": (
        "reinforcements_counted", claim(PEANUTS, ("reinforcement_count: 0", "reinforcement_count: 7")),
    ),
    "a time before the newest evidence": (
        "reinforcements_counted",
        claim(PEANUTS, ("last_reinforced_at: 2026-08-14T19:01", "last_reinforced_at: 2026-08-14T19:00")),
    ),
    "an old claim that no longer says by what": (
        "lineage_closed", claim(MONDAYS, ("superseded_by: .*", "superseded_by: null"), REVISED),
    ),
    "a new claim that no longer says what": (
        "lineage_closed", claim(THURSDAYS, ("supersedes: .*", "supersedes: null"), REVISED),
    ),
    "related to nothing": (
        "lineage_closed", claim(MONDAYS, (r"related: \[\]", f"related:\n  - {STRANGER}"), REVISED),
    ),
    "applied to nobody": (
        "lineage_closed", claim(MONDAYS, (r"applies_to: \[\]", f"applies_to:\n  - {STRANGER}"), REVISED),
    ),
    "two active claims of one lineage": (
        "one_active_a_lineage", claim(MONDAYS, ("status: superseded", "status: active"), REVISED),
    ),
    "a lineage that is a circle": ("one_active_a_lineage", circle),
    "a revision that skips": ("revisions_counted", claim(VIOLIN, ("pin: false", "pin: true"), ("n: 2", "n: 4"))),
    "a revision that stands still": ("revisions_counted", claim(VIOLIN, ("pin: false", "pin: true"))),
    "a revision that moves for nothing": ("revisions_counted", claim(VIOLIN, REVISED)),
    "a revision that goes back": ("revisions_counted", claim(VIOLIN, ("revision: 2", "revision: 1"))),
    "a hand edit": ("journal_matches_files", by_hand("entities/*.md", (r"aliases: \[\]", "aliases:\n  - T"))),
    "a lost decision": ("journal_matches_files", removed("decisions/s1.json")),
    "a stale catalog": ("projections_match_files", by_hand("catalog.jsonl", ('"summary":"', '"summary":"x'))),
    "a lost catalog": ("projections_match_files", removed("catalog.jsonl")),
    "a stale index.md": ("projections_match_files", by_hand("index.md", ("Theo", "Leo"))),
    "a rewritten log.md": ("projections_match_files", by_hand("log.md", ("2026-", "2025-"))),
    "a brief of another compiler": ("brief_matches_files", brief_of_another_compiler),
    "a day that would be slept through": ("brief_matches_files", slept_through),
    "retracted and in the brief": ("safe_to_serve", in_the_brief(VIOLIN)),
    "expired and in the brief": ("safe_to_serve", in_the_brief(RECITAL)),
    "superseded and in the brief": ("safe_to_serve", in_the_brief(MONDAYS)),
    "sensitive and in the brief": ("safe_to_serve", in_the_brief(PEANUTS)),
    "another family's and in the brief": ("safe_to_serve", foreign_in_the_brief),
    "suppressed and in the brief": ("safe_to_serve", suppressed_in_the_brief),
    "active past its day": (
        "safe_to_serve", claim(PEANUTS, ("valid_until: null", "valid_until: 2026-12-01"), ("n: 1", "n: 2")),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("check", "plant"), PLANTED.values(), ids=PLANTED)
def test_one_fault_turns_one_check_red_and_is_named(sound: Mapping[str, bytes], check: str, plant: Plant) -> None:
    objects = InMemoryObjects(dict(sound))
    pipeline = replace(pipeline_over(objects), now_given=LATER)
    named = plant(pipeline, objects)
    before = objects.contents()
    red = {found.name: found.failing for found in verify_family(pipeline, KEY).checks if not found.ok}
    assert list(red) == [check], red
    assert any(named in text for text in red[check]), (named, red)
    assert objects.contents() == before


def test_a_change_that_is_forged_and_right_turns_nothing_red(sound: Mapping[str, bytes]) -> None:
    objects = InMemoryObjects(dict(sound))
    pipeline = replace(pipeline_over(objects), now_given=LATER)
    claim(THURSDAYS, ("pin: false", "pin: true"), REVISED)(pipeline, objects)
    assert verify_family(pipeline, KEY).ok


@pytest.mark.parametrize("memory", [STRANGER, "a memory of the family"])
def test_an_index_that_differs_turns_its_check_red(sound: Mapping[str, bytes], tmp_path: Path, memory: str) -> None:
    """A point too many, and one too few, in the real engine."""
    objects = InMemoryObjects(dict(sound))
    index = QdrantEdgeIndex(tmp_path / "index")
    pipeline = replace(pipeline_over(objects), now_given=LATER, index=index)
    synchronise_index(pipeline, KEY)
    assert verify_family(pipeline, KEY).ok
    present = memory_about(objects, THURSDAYS)
    view, vectors = pipeline.view(KEY), pipeline.vectors(KEY)
    entries = indexed_entries(view)
    rows = HeardWords(view, entries).rows(entries)
    (point,) = points_of(KEY, {present: entries[present]}, vectors, {present: rows[present]})
    added = memory == STRANGER
    named = STRANGER if added else present
    upserts, removals = ([replace(point, id=STRANGER)], []) if added else ([], [present])
    index.update(KEY, index_fingerprint(vectors), upserts, removals, "forged")
    red = {found.name: found.failing for found in verify_family(pipeline, KEY).checks if not found.ok}
    assert list(red) == ["index_matches_files"] and named in red["index_matches_files"][0]


def test_every_check_has_a_fault_of_its_own() -> None:
    assert {check for check, _ in PLANTED.values()} | {"index_matches_files"} == set(CHECKS)
