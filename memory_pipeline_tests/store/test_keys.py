"""Keys: every file of a family has its place, and no id leads out of it."""

from __future__ import annotations

import pytest

from memory_pipeline.model.errors import InvalidFamilyKey, InvalidKey
from memory_pipeline.store import keys

ULID = "01K6N1R0A0B0C0D0E0F0G0H010"


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (keys.family_key("fam_a"), "families/fam_a/family.yaml"),
        (keys.head_key("fam_a"), "families/fam_a/head.json"),
        (keys.change_key("fam_a", 12), "families/fam_a/changes/12.json"),
        (keys.memory_key("fam_a", ULID), f"families/fam_a/memories/{ULID}.md"),
        (keys.ledger_key("fam_a", ULID), f"families/fam_a/memories/{ULID}.evidence.jsonl"),
        (keys.entity_key("fam_a", ULID), f"families/fam_a/entities/{ULID}.md"),
        (keys.suppression_key("fam_a", ULID), f"families/fam_a/suppressions/{ULID}.yaml"),
        (keys.session_key("fam_a", "2026-08-14-a"), "families/fam_a/sessions/2026-08-14-a.json"),
        (keys.candidates_key("fam_a", "s.1"), "families/fam_a/candidates/s.1.json"),
        (keys.decisions_key("fam_a", "s_1"), "families/fam_a/decisions/s_1.json"),
        (keys.brief_key("fam_a"), "families/fam_a/brief.json"),
        (keys.index_key("fam_a"), "families/fam_a/index.md"),
        (keys.log_key("fam_a"), "families/fam_a/log.md"),
        (keys.catalog_key("fam_a"), "families/fam_a/catalog.jsonl"),
        (keys.vectors_key("fam_a"), "families/fam_a/vectors.npy"),
        (keys.legacy_key("fam_a", "knowledge"), "families/fam_a/legacy/knowledge.md"),
        (keys.legacy_key("fam_a", "last_conversation.md"), "families/fam_a/legacy/last_conversation.md"),
        (keys.archive_key("fam_a", "knowledge.md"), "families/fam_a/archive/knowledge.md"),
        (keys.migration_key("fam_a", "ledger.json"), "families/fam_a/migration/ledger.json"),
        (keys.review_key("fam_a", ULID), f"families/fam_a/reviews/{ULID}.json"),
    ],
    ids=lambda value: value.removeprefix("families/fam_a/"),
)
def test_every_file_stands_where_the_contract_says(key: str, expected: str) -> None:
    assert key == expected


@pytest.mark.parametrize("family", ["", "Fam", "a/b", "..", "a b", "smith,jo", "é", "a" * 65, "a\n", "a\0"])
def test_a_family_key_outside_its_alphabet_is_refused(family: str) -> None:
    with pytest.raises(InvalidFamilyKey):
        keys.family_prefix(family)


@pytest.mark.parametrize(
    "ulid", ["", ULID.lower(), ULID[:-1], f"{ULID}0", f"{ULID[:-1]}U", "../" + ULID[3:], f"{ULID}\n"]
)
def test_what_is_no_ulid_names_no_file(ulid: str) -> None:
    for key in (keys.memory_key, keys.ledger_key, keys.entity_key, keys.suppression_key, keys.review_key):
        with pytest.raises(InvalidKey):
            key("fam_a", ulid)


@pytest.mark.parametrize("session", ["", ".", "..", "a/b", "a b", "ü", "a" * 129, "a\n", "a\\b"])
def test_what_is_no_session_id_names_no_file(session: str) -> None:
    for key in (keys.session_key, keys.candidates_key, keys.decisions_key):
        with pytest.raises(InvalidKey):
            key("fam_a", session)


@pytest.mark.parametrize("name", ["", ".hidden", "a/b", "..", "ä.md"])
def test_a_file_name_is_plain(name: str) -> None:
    for key in (keys.archive_key, keys.migration_key):
        with pytest.raises(InvalidKey):
            key("fam_a", name)


def test_the_earlier_design_had_three_files() -> None:
    with pytest.raises(InvalidKey, match="explicit_memories"):
        keys.legacy_key("fam_a", "notes")


def test_changes_count_from_one() -> None:
    with pytest.raises(InvalidKey):
        keys.change_key("fam_a", 0)


@pytest.mark.parametrize(
    "name", ["brief.json", "memories/x.md", "archive/displaced/3/a-b.md", "family.yaml", "a.b_c-d"]
)
def test_a_change_writes_files_of_its_own_family(name: str) -> None:
    assert keys.is_written_by_changes("fam_a", f"families/fam_a/{name}")
    assert not keys.is_written_by_changes("fam_b", f"families/fam_a/{name}")


@pytest.mark.parametrize(
    "name", ["head.json", "changes/1.json", "", "memories/", "../fam_b/x", "a/../b", "./a", "a//b", "a\nb", "/a", "a b"]
)
def test_a_change_writes_neither_the_journal_nor_what_is_no_plain_path(name: str) -> None:
    assert not keys.is_written_by_changes("fam_a", f"families/fam_a/{name}")


def test_a_file_name_gives_its_id_back_and_no_other_file_has_one() -> None:
    id = "01K6N1R0A0B0C0D0E0F0G0H040"
    for key_of, id_of in (
        (keys.memory_key, keys.memory_id),
        (keys.ledger_key, keys.ledger_id),
        (keys.entity_key, keys.entity_id),
        (keys.suppression_key, keys.suppression_id),
    ):
        key = key_of("fam_a", id)
        assert id_of("fam_a", key) == id
        others = [f"{key}x", key.replace("fam_a", "fam_b"), key.replace(id, "README"), key.replace(id, f"sub/{id}"), ""]
        assert [id_of("fam_a", other) for other in others] == [None] * len(others)
    assert keys.memory_id("fam_a", keys.ledger_key("fam_a", id)) is None
