"""`verify` names what is damaged, whatever it is, and goes on: one bad file hides no other."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.errors import UnknownFamily
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.faults.whole_history import KEY, LATER, chapters, pipeline_over

Files = dict[str, bytes]
Damage = Callable[[Files], None]

FOLDER = f"families/{KEY}/"
STRANGER = "01M00TE320AG91T5J4RWC1VABC"


@pytest.fixture(scope="module")
def sound() -> Mapping[str, bytes]:
    return chapters()["a dream"].end


def failing(files: Mapping[str, bytes]) -> dict[str, tuple[str, ...]]:
    objects = InMemoryObjects(dict(files))
    found = verify_family(replace(pipeline_over(objects), now_given=LATER), KEY)
    assert objects.contents() == files
    return {check.name: check.failing for check in found.checks if not check.ok}


def one(files: Files, folder: str, holding: bytes, ending: str = ".md") -> str:
    return min(key for key in files if folder in key and key.endswith(ending) and holding in files[key])


def broken(name: str) -> Damage:
    return lambda files: files.__setitem__(FOLDER + name, b"{[")


def removed(name: str) -> Damage:
    return lambda files: files.__delitem__(FOLDER + name)


def stray(name: str, like: str = "sessions/s2.json") -> Damage:
    return lambda files: files.__setitem__(FOLDER + name, files[FOLDER + like])


def changed(name: str, pattern: str, to: str) -> Damage:
    def damage(files: Files) -> None:
        found = re.sub(pattern.encode(), to.encode(), files[FOLDER + name], count=1)
        assert found != files[FOLDER + name]
        files[FOLDER + name] = found

    return damage


def rule_broken(files: Files) -> None:
    files[one(files, "/suppressions/", b"", ".yaml")] = b"{["


def applied_to_nobody(files: Files) -> None:
    key = one(files, "/memories/", b"peanuts")
    files[key] = re.sub(rb"applies_to:\n  - .*", f"applies_to:\n  - {STRANGER}".encode(), files[key])


def ledger_of_nothing(files: Files) -> None:
    files[f"{FOLDER}memories/{STRANGER}.evidence.jsonl"] = files[one(files, "/memories/", b"peanuts", ".jsonl")]


def reformatted(files: Files) -> None:
    key = f"{FOLDER}changes/3.json"
    files[key] = json.dumps(json.loads(files[key])).encode()


def newest_rewritten(files: Files) -> None:
    seqs = [int(match[1]) for key in files if (match := re.search(r"changes/(\d+)\.json", key))]
    changed(f"changes/{max(seqs)}.json", '"cause": "', '"cause": "x')(files)


DAMAGES: dict[str, tuple[Damage, str, str]] = {
    "a-broken-rule": (rule_broken, "files_readable", r"suppressions/.*broken YAML"),
    "a-broken-session": (broken("sessions/s2.json"), "files_readable", r"sessions/s2\.json:1: broken JSON"),
    "a-broken-cited-session": (
        broken("sessions/s1.json"),
        "quotes_stand",
        r"^01M.*cites a session that cannot be read",
    ),
    "a-session-under-another-name": (stray("sessions/s7.json"), "files_readable", r"s7\.json: the file says it is s2"),
    "a-session-with-no-name": (stray("sessions/a b.json"), "files_readable", r"a b\.json: no file name"),
    "broken-candidates": (broken("candidates/s1.json"), "files_readable", r"candidates/s1\.json:1: "),
    "broken-decisions": (broken("decisions/s2.json"), "files_readable", r"decisions/s2\.json:1: "),
    "a-broken-brief": (broken("brief.json"), "files_readable", r"brief\.json:1: "),
    "a-broken-family": (broken("family.yaml"), "files_readable", r"family\.yaml:.*broken YAML"),
    "a-broken-head": (broken("head.json"), "journal_matches_files", r"head\.json:1: "),
    "a-lost-head": (removed("head.json"), "journal_matches_files", r"changes/2\.json: lies beyond change 0"),
    "another-digest": (changed("head.json", '"digest": "..', '"digest": "00'), "journal_matches_files", "its digest"),
    "a-hole": (removed("changes/3.json"), "journal_matches_files", r"changes/3\.json: the journal has a hole"),
    "a-broken-change": (broken("changes/3.json"), "journal_matches_files", r"changes/3\.json:1: broken JSON"),
    "a-renumbered-change": (changed("changes/3.json", '"seq": 3', '"seq": 4'), "journal_matches_files", "change 4"),
    "a-reformatted-change": (reformatted, "journal_matches_files", r"changes/3\.json: this is no record that"),
    "a-rewritten-newest-change": (newest_rewritten, "journal_matches_files", r"head\.json: its digest is not that of"),
    "a-change-beyond": (stray("changes/99.json", "changes/1.json"), "journal_matches_files", r"99\.json: lies beyond"),
    "a-blocking-change": (broken("changes/12.json"), "journal_matches_files", r"changes/12\.json:1: "),
    "a-ledger-of-nothing": (ledger_of_nothing, "files_readable", rf"{STRANGER}\.evidence\.jsonl: the ledger of no"),
    "a-memory-with-no-name": (stray("memories/foo.md"), "files_readable", r"memories/foo\.md: no file name"),
    "a-rule-with-no-name": (stray("suppressions/foo.yaml"), "files_readable", r"foo\.yaml: no file name"),
    "applied-to-nobody": (applied_to_nobody, "lineage_closed", f"^01M.*applies to {STRANGER}"),
}


def test_a_sound_family_has_no_fault(sound: Mapping[str, bytes]) -> None:
    assert failing(sound) == {}


@pytest.mark.parametrize(("damage", "check", "told"), DAMAGES.values(), ids=DAMAGES)
def test_damage_is_named_by_its_check(sound: Mapping[str, bytes], damage: Damage, check: str, told: str) -> None:
    files = dict(sound)
    damage(files)
    assert any(re.search(told, text) for text in failing(files)[check])


def test_many_damages_are_all_named_at_once(sound: Mapping[str, bytes]) -> None:
    files = dict(sound)
    for name in ("sessions/s1.json", "decisions/s2.json", "candidates/s3.json", "brief.json", "changes/3.json"):
        broken(name)(files)
    found = failing(files)
    unreadable = " ".join((*found["files_readable"], *found["journal_matches_files"]))
    assert [name for name in ("s1", "s2", "s3", "brief", "3") if f"{name}.json:1: broken" not in unreadable] == []


def test_a_dream_that_would_be_slept_through_is_named() -> None:
    files = dict(chapters()["a session that supersedes"].end)
    changed("head.json", '"next_due": [^\n]*', '"next_due": "2099-01-01"')(files)
    assert any("next_due is 2099-01-01" in text for text in failing_before_the_recital(files)["brief_matches_files"])


def failing_before_the_recital(files: Mapping[str, bytes]) -> dict[str, tuple[str, ...]]:
    found = verify_family(pipeline_over(InMemoryObjects(dict(files))), KEY)
    return {check.name: check.failing for check in found.checks if not check.ok}


def test_a_family_that_is_not_there_is_no_damage() -> None:
    with pytest.raises(UnknownFamily):
        verify_family(pipeline_over(InMemoryObjects()), KEY)
