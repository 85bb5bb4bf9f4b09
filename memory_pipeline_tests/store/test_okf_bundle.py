"""The exported bundle follows OKF 0.2 to the letter and carries no forgotten word."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory
from memory_pipeline.store.ledger import parse_ledger
from memory_pipeline.store.okf import parse_entity, parse_memory
from memory_pipeline.store.okf_bundle import BundleSource, Verification, bundle, stale_after
from memory_pipeline.workflows.export import bundle_source
from memory_pipeline_tests.faults.whole_history import KEY, chapters, pipeline_over
from memory_pipeline_tests.store.golden_files import GOLDEN, golden
from memory_pipeline_tests.store.okf_rules import front_matter, violations

FAMILY = Family(key="fam_golden", timezone="America/Los_Angeles")
MEMORIES = tuple(parse_memory(path.read_bytes(), path.name) for path in golden("memories"))
ENTITIES = tuple(parse_entity(path.read_bytes(), path.name) for path in golden("entities"))
LEDGER = parse_ledger((GOLDEN / "ledgers" / "seed-example.evidence.jsonl").read_bytes(), "ledger")
SEED, MEET = MEMORIES[0], MEMORIES[3]
LOG = b"# Change log\n\n## 2026-09-17\n\n* **Expired**: 01K6N1R0A0B0C0D0E0F0G0H040\n\n## 2026-08-14\n\n* **Added**: x\n"
# okf-core is a library; its errors are what fails a build there.
LINT = """
import sys
from pathlib import Path
from okf_core import lint_bundle
found = [f for f in lint_bundle(Path(sys.argv[1])).sorted_findings() if f.severity == "error"]
sys.exit("\\n".join(f"{f.path}: {f.message}" for f in found) or 0)
"""
VALIDATORS = {
    "okf-parser": ("okf-parser", "check"),
    "okf-cli": ("okf", "validate"),
    "okf-schema": ("okf-schema", "validate", "--path"),
    "okf-core": ("python", "-c", LINT),
}


def source(**changes: Any) -> BundleSource:
    values: dict[str, Any] = {
        "family": FAMILY,
        "memories": MEMORIES,
        "entities": ENTITIES,
        "ledgers": {SEED.id: LEDGER},
        "log": LOG,
    }
    return BundleSource(**{**values, **changes})


def read(files: dict[str, bytes], memory: Memory) -> dict[str, Any]:
    found: dict[str, Any] = front_matter(files[f"memories/{memory.id}.md"].decode())
    return found


def test_the_bundle_breaks_no_rule_of_the_format() -> None:
    assert violations(bundle(source())) == []


def test_an_empty_family_is_a_bundle_too() -> None:
    files = bundle(BundleSource(family=FAMILY, memories=()))
    assert list(files) == ["index.md"]
    assert violations(files) == []


def test_the_checker_sees_what_it_is_for() -> None:
    good = bundle(source())
    path = f"memories/{MEET.id}.md"
    broken = {
        "front matter in a log": {"log.md": b"---\ntype: log\n---\n" + LOG},
        "newest first": {"log.md": b"## 2026-08-14\n## 2026-09-17\n"},
        "no front matter": {"README.md": b"Read me\n"},
        "no type": {path: good[path].replace(b"type: fact\n", b"")},
        "stale_after": {path: good[path].replace(b"2026-09-17T00:00:00-07:00", b"2026-09-17")},
        "status": {path: good[path].replace(b"\nstatus: deprecated", b"\nstatus: expired")},
        "no event of an actor": {path: good[path].replace(b"memory-pipeline/1", b"somebody")},
        "front matter in an index": {"memories/index.md": b"---\ntype: index\n---\n# A\n"},
        "listed but not there": {"entities/index.md": b"# A\n\n* [A](B.md) - c\n"},
    }
    for rule, changes in broken.items():
        assert any(rule in problem for problem in violations({**good, **changes})), rule


def test_a_forgotten_memory_leaves_no_trace() -> None:
    forgotten = replace(SEED, status="retracted", summary="UNSPEAKABLE", body="\nUNSPEAKABLE\n")
    others = (
        replace(MEET, supersedes=SEED.id, related=(SEED.id,)),
        replace(MEMORIES[4], superseded_by=SEED.id, related=(SEED.id, MEET.id)),
    )
    files = bundle(source(memories=(forgotten, *others), log=b""))
    assert not [path for path, data in files.items() if SEED.id in path or SEED.id.encode() in data or b"UNSP" in data]
    assert read(files, MEMORIES[4])["related"] == [MEET.id]
    assert [path for path in files if path.startswith("entities/0")] == [f"entities/{MEET.applies_to[0]}.md"]
    assert violations(files) == []


def test_okfs_own_families_are_filled_in() -> None:
    checked = {SEED.id: (Verification(by="human:Dana", at=datetime(2026, 9, 1, tzinfo=UTC)),)}
    values = read(bundle(source(verified=checked)), SEED)
    assert values["title"] == "Soccer team group chat"
    assert values["description"] == SEED.summary
    assert values["resource"] == f"memory://fam_golden/{SEED.id}"
    assert values["generated"] == {"by": "memory-pipeline/1", "at": SEED.formed_at}
    assert values["verified"] == [
        {"by": "process:quote-check", "at": datetime(2026, 9, 2, 6, 30, 0, 125000, tzinfo=UTC)},
        {"by": "human:Dana", "at": datetime(2026, 9, 1, tzinfo=UTC)},
    ]
    assert values["sources"] == [
        {"id": "s1", "resource": "conv://fam_golden/2026-08-14-a#turn=12-14", "title": "Conversation 2026-08-14-a",
         "last_modified": date(2026, 8, 14)},
        {"id": "s2", "resource": "conv://fam_golden/2026-09-02.b#turn=3", "title": "Conversation 2026-09-02.b",
         "last_modified": date(2026, 9, 1)},
    ]  # fmt: skip
    assert (values["status"], values["memory_status"], values["strength"]) == ("stable", "active", "hard")


@pytest.mark.parametrize(
    ("status", "expected"),
    [("active", "stable"), ("dormant", "deprecated"), ("expired", "deprecated"), ("superseded", "deprecated")],
)
def test_only_an_active_memory_is_stable(status: Any, expected: str) -> None:
    values = read(bundle(source(memories=(replace(SEED, status=status),))), SEED)
    assert (values["status"], values["memory_status"]) == (expected, status)


@pytest.mark.parametrize(
    ("day", "timezone", "expected"),
    [
        (date(2026, 9, 17), "America/Los_Angeles", "2026-09-17T00:00:00-07:00"),
        (date(2026, 12, 17), "America/Los_Angeles", "2026-12-17T00:00:00-08:00"),
        (date(2026, 9, 17), "Asia/Kolkata", "2026-09-17T00:00:00+05:30"),
        (date(2026, 9, 17), "UTC", "2026-09-17T00:00:00+00:00"),
        (date(2018, 11, 4), "America/Sao_Paulo", "2018-11-04T01:00:00-02:00"),
    ],
)
def test_a_claim_grows_stale_at_the_familys_midnight(day: date, timezone: str, expected: str) -> None:
    assert stale_after(day, timezone) == expected


def test_the_body_stays_and_links_follow_it() -> None:
    linked = replace(SEED, related=(MEET.id, "7" * 26))
    data = bundle(source(memories=(linked, MEET)))[f"memories/{SEED.id}.md"].decode()
    _, _, body = data.partition("\n---\n")
    assert body == (
        f"{SEED.body}\n# Links\n\n* Applies to [Soccer team group chat](/entities/{ENTITIES[0].id}.md)\n"
        f"* Related to [Theo's swim meet](/memories/{MEET.id}.md)\n"
    )


def test_an_unknown_key_that_okf_uses_otherwise_is_kept_under_another_name() -> None:
    values = read(bundle(source(memories=(replace(SEED, extra={"title": "Chat", "x": "0123"}),))), SEED)
    assert (values["title"], values["family_title"], values["x"]) == (SEED.about, "Chat", "0123")


def test_the_same_family_in_any_order_is_the_same_bundle() -> None:
    assert bundle(source()) == bundle(source(memories=MEMORIES[::-1], entities=ENTITIES[::-1]))
    assert list(bundle(source())) == sorted(bundle(source()))


WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters="\x85"), max_size=30)


@settings(max_examples=40, deadline=None)
@given(WORDS, WORDS, WORDS)
def test_no_words_of_a_family_break_the_bundle(about: str, summary: str, name: str) -> None:
    memory = replace(SEED, about=about, summary=summary, applies_to=(ENTITIES[0].id,))
    entity = replace(ENTITIES[0], names=(name.strip() or "x",))
    files = bundle(source(memories=(memory,), entities=(entity,)))
    assert violations(files) == []
    assert read(files, memory)["title"] == (about.strip() or summary.strip() or memory.id)
    assert read(files, memory)["description"] == summary


def written(files: Mapping[str, bytes], folder: Path) -> Path:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def judged(validator: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What the validator says of a folder; skips the test where it is not installed."""
    program, *arguments = VALIDATORS[validator]
    search = os.pathsep.join((os.environ.get("OKF_VALIDATORS", ""), os.environ.get("PATH", "")))
    found = shutil.which(program, path=os.environ.get("OKF_VALIDATORS", "/nowhere") if program == "python" else search)
    if found is None:
        pytest.skip(f"{validator} is not installed; name the folder of its programs in OKF_VALIDATORS")
    return subprocess.run([found, *arguments, str(folder)], capture_output=True, text=True, check=False)


def lived() -> dict[str, bytes]:
    """What `export okf` writes of a family that went through every kind of change."""
    return bundle(bundle_source(pipeline_over(InMemoryObjects(dict(chapters()["a dream"].end))).view(KEY)))


@pytest.mark.real
@pytest.mark.parametrize(
    "files", [lambda: bundle(source()), lived], ids=["the golden files", "a family's whole history"]
)
@pytest.mark.parametrize("validator", VALIDATORS)
def test_an_outside_validator_accepts_the_bundle(
    validator: str, files: Callable[[], dict[str, bytes]], tmp_path: Path
) -> None:
    done = judged(validator, written(files(), tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.real
@pytest.mark.parametrize("validator", VALIDATORS)
def test_an_outside_validator_sees_what_it_is_for(validator: str, tmp_path: Path) -> None:
    good = bundle(source())
    path = f"memories/{MEET.id}.md"
    broken = {**good, path: good[path].replace(b"type: fact\n", b"")}
    done = judged(validator, written(broken, tmp_path))
    assert done.returncode != 0 and MEET.id in done.stdout + done.stderr
