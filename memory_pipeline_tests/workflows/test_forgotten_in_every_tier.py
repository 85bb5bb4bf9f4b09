"""Forgotten is forgotten: a table of every writer that may come next, and every tier that could tell (contract 9, 15).

A writer is a row, a tier a column; what was forgotten is in none of them, what stood beside it in all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from memory_pipeline.bootstrap import build_reader
from memory_pipeline.control.forget_group import Group, find_group
from memory_pipeline.importers import memory_log
from memory_pipeline.importers.batch import ImportOptions
from memory_pipeline.language.topics import topic
from memory_pipeline.model.errors import ForgottenReference, InvalidArgument
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.store.keys import catalog_key, legacy_key, memory_key, vectors_key
from memory_pipeline.workflows import card_action as card
from memory_pipeline.workflows.adopt import adopt_family
from memory_pipeline.workflows.dream_family import dream_family
from memory_pipeline.workflows.export import export_okf
from memory_pipeline.workflows.export_memory_log import export_memory_log
from memory_pipeline.workflows.families import take_in
from memory_pipeline.workflows.import_formed import settle_formed
from memory_pipeline.workflows.migrate import migrate_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import reconcile_sessions
from memory_pipeline.workflows.reindex import rebuild_index
from memory_pipeline.workflows.review import review_memory
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.workflows.conftest import NOW, folder_bytes
from memory_pipeline_tests.workflows.told import KEY, tell

SMOKES, AGAIN = "Dana smokes on the balcony.", "On the balcony Dana smokes."
SWIMS = "Dana swims at the thermal bath on Fridays."
QUESTION = "what does Dana do on the balcony, and what at the thermal bath on Fridays?"


def memories(pipeline: Pipeline, word: str) -> list[Memory]:
    return [memory for memory in pipeline.view(KEY).memories().values() if word in memory.body]


# --- the tiers: what each would tell -----------------------------------------------------------------------------


def excerpts(pipeline: Pipeline, _: Path) -> str:
    reader, view = build_reader(pipeline, KEY), pipeline.view(KEY)
    found = [
        reader.excerpt(f"conv://{KEY}/{name}#turn=1-{len(view.session(name).turns)}") for name in view.session_ids()
    ]
    return "\n".join(turn.text for excerpt in found for turn in excerpt.turns)


def reads(pipeline: Pipeline, _: Path) -> str:
    told = []
    for memory in pipeline.view(KEY).memories().values():
        with suppress(ForgottenReference):
            told.append(str(build_reader(pipeline, KEY).read(str(MemoryRef(KEY, memory.id)))))
    return "\n".join(told)


def found_by_search(query: str, *, history: bool) -> Callable[[Pipeline, Path], str]:
    def search(pipeline: Pipeline, _: Path) -> str:
        results = build_reader(pipeline, KEY).search(query, include_history=history).results
        return "\n".join(f"{each.found.memory.summary} {each.found.memory.body}" for each in results)

    return search


def exported(write: Callable[[Pipeline, str, Path], object]) -> Callable[[Pipeline, Path], str]:
    def export(pipeline: Pipeline, folder: Path) -> str:
        write(pipeline, KEY, folder / write.__name__)
        return "\n".join(data.decode() for data in folder_bytes(folder / write.__name__).values())

    return export


TIERS: Mapping[str, Callable[[Pipeline, Path], str]] = {
    "brief": lambda pipeline, _: build_reader(pipeline, KEY).brief("chat").text,
    "household brief": lambda pipeline, _: build_reader(pipeline, KEY).brief("household").text,
    "look-ahead brief": lambda pipeline, _: build_reader(pipeline, KEY).brief("lookahead").text,
    "web search brief": lambda pipeline, _: build_reader(pipeline, KEY).brief("web_search", QUESTION).text,
    "turn lookup": lambda pipeline, _: build_reader(pipeline, KEY).turn(QUESTION).text,
    "search": found_by_search(QUESTION, history=False),
    "search by its words": found_by_search(f"{SMOKES} {SWIMS}", history=False),
    "search with history": found_by_search(QUESTION, history=True),
    "read": reads,
    "excerpt": excerpts,
    "index": lambda pipeline, _: str(pipeline.index.stored(KEY)),
    "bundle for other tools": exported(export_okf),
    "MEMORY.md": exported(export_memory_log),
}
WITHOUT_POINTS = {"index"}
"""Exact search, which these tests run on, keeps no points; the suite of the index looks into those of the engines."""


# --- the writers: what may come next -----------------------------------------------------------------------------


def again_in_other_words(pipeline: Pipeline) -> None:
    tell(pipeline, "s2", AGAIN, day=20)


def again_beside_something_new(pipeline: Pipeline) -> None:
    tell(pipeline, "s3", "Dana plays chess on Mondays.", AGAIN, day=21)


def replayed(pipeline: Pipeline) -> None:
    list(reconcile_sessions(pipeline, KEY, sorted(pipeline.view(KEY).decided_sessions())))
    dream_family(pipeline, KEY)


def formed_anew(pipeline: Pipeline) -> None:
    """A session of the history that was never decided comes in late, from before the forget."""
    tell(pipeline, "s0", SMOKES, day=1)


def migrated(pipeline: Pipeline) -> None:
    for name in ("explicit_memories", "knowledge"):
        pipeline.objects.put(legacy_key(KEY, name), f"- {SMOKES}\n- {SWIMS}\n".encode())
    migrate_family(pipeline, KEY)


def imported_memory_log(pipeline: Pipeline) -> None:
    with NamedTemporaryFile("w", suffix=".md") as file:
        file.write(f"# Memory Log\n\n## Memory\n\n[2026-08-10 09:00:00] [preference] {SMOKES.rstrip('.')}\n")
        file.flush()
        family = pipeline.view(KEY).family()
        (batch,) = memory_log.read(Path(file.name), family=family, options=ImportOptions(family=KEY)).families
    take_in(pipeline, KEY, batch.sessions)
    settle_formed(pipeline, KEY, batch.formations, batch.succeeds)


def reindexed(pipeline: Pipeline) -> None:
    rebuild_index(pipeline, KEY)


def derived_files_lost(pipeline: Pipeline) -> None:
    for key in (catalog_key(KEY), vectors_key(KEY)):
        pipeline.objects.delete(key)
    rebuild_index(pipeline, KEY)
    dream_family(pipeline, KEY)


def dreamt_a_year_later(pipeline: Pipeline) -> None:
    dream_family(replace(pipeline, now_given=NOW + timedelta(days=365)), KEY)


def another_edited_into_it(pipeline: Pipeline) -> None:
    (swims,) = [memory for memory in memories(pipeline, "swims") if memory.status == "active"]
    with pytest.raises(InvalidArgument):
        card.edit_on_card(pipeline, KEY, swims.id, AGAIN)


def another_reworded_into_it(pipeline: Pipeline) -> None:
    (swims,) = [memory for memory in memories(pipeline, "swims") if memory.status == "active"]
    with pytest.raises(InvalidArgument):
        review_memory(pipeline, KEY, swims.id, "rewritten", "Ada", summary=AGAIN)


def another_edited_by_hand_into_it(pipeline: Pipeline) -> None:
    (chess,) = memories(pipeline, "checkers") or _told_checkers(pipeline)
    key = memory_key(KEY, chess.id)
    found = pipeline.objects.get(key)
    assert found is not None
    pipeline.objects.put(key, found.data.replace(b"Dana plays checkers.", SMOKES.encode()))
    adopt_family(pipeline, KEY)


def something_else_undone(pipeline: Pipeline) -> None:
    outcome = card.remember_on_card(pipeline, KEY, "We own a boat.")
    assert outcome.record is not None
    card.undo_on_card(pipeline, KEY, outcome.record.seq)


def _told_checkers(pipeline: Pipeline) -> list[Memory]:
    tell(pipeline, "s5", "Dana plays checkers.", day=22)
    return memories(pipeline, "checkers")


WRITERS: tuple[Callable[[Pipeline], None], ...] = (
    again_in_other_words,
    again_beside_something_new,
    replayed,
    formed_anew,
    migrated,
    imported_memory_log,
    reindexed,
    derived_files_lost,
    dreamt_a_year_later,
    another_edited_into_it,
    another_reworded_into_it,
    another_edited_by_hand_into_it,
    something_else_undone,
)


def one_claim(pipeline: Pipeline) -> None:
    card.forget_on_card(pipeline, KEY, memories(pipeline, "smokes")[0].id)


def one_claim_after_an_edit(pipeline: Pipeline) -> None:
    first = memories(pipeline, "smokes")[0]
    card.edit_on_card(pipeline, KEY, first.id, "Dana smokes on the balcony at night.")
    card.forget_on_card(pipeline, KEY, max(memory.id for memory in memories(pipeline, "smokes")))


def what_one_conversation_said(pipeline: Pipeline) -> None:
    group = Group(by="session", value="s1")
    card.forget_group_on_card(pipeline, KEY, group, find_group(pipeline.view(KEY), group).token)


@pytest.fixture
def lived(pipeline: Pipeline) -> Pipeline:
    tell(pipeline, "s1", SMOKES)
    tell(pipeline, "s1b", SWIMS, day=15)
    return pipeline


def told(pipeline: Pipeline, folder: Path, word: str) -> set[str]:
    """The tiers that tell something with the word."""
    return {name for name, tier in TIERS.items() if re.search(word, tier(pipeline, folder / name), re.IGNORECASE)}


def test_before_a_forget_every_tier_tells_it(lived: Pipeline, tmp_path: Path) -> None:
    assert told(lived, tmp_path, "smok") == set(TIERS) - WITHOUT_POINTS
    assert told(lived, tmp_path, "swim") == set(TIERS) - WITHOUT_POINTS


@pytest.mark.parametrize("forget", [one_claim, one_claim_after_an_edit, what_one_conversation_said])
@pytest.mark.parametrize("writer", WRITERS)
def test_no_tier_tells_what_was_forgotten_whoever_writes_next(
    writer: Callable[[Pipeline], None], forget: Callable[[Pipeline], None], lived: Pipeline, tmp_path: Path
) -> None:
    forget(lived)
    assert told(lived, tmp_path / "at once", "smok") == set()
    writer(lived)
    assert told(lived, tmp_path / "later", "smok") == set()
    assert told(lived, tmp_path / "later", "swim") == set(TIERS) - WITHOUT_POINTS
    assert [check for check in verify_family(lived, KEY).checks if not check.ok] == []


@pytest.mark.parametrize(("by", "value"), [("about", "Dana"), ("entity", "Dana"), ("topic", None)])
def test_a_group_stays_forgotten_in_every_tier_until_its_rule_is_lifted(
    by: str, value: str | None, lived: Pipeline, tmp_path: Path
) -> None:
    (smokes,) = memories(lived, "smokes")
    group = Group(by=by, value=value or topic(smokes.type, smokes.about, ["Dana"]))
    card.forget_group_on_card(lived, KEY, group, find_group(lived.view(KEY), group).token)
    again_in_other_words(lived)
    assert told(lived, tmp_path / "kept", "smok") == set()
    for rule in lived.view(KEY).suppressions():
        card.lift_on_card(lived, KEY, rule.id)
    assert told(lived, tmp_path / "lifted", "smok") == {"excerpt"}, "the transcript says it; nobody remembers it"
    tell(lived, "s7", AGAIN, day=25)
    assert "search" in told(lived, tmp_path / "said anew", "smok")


def test_the_other_claim_of_the_same_words_is_not_silenced(lived: Pipeline, tmp_path: Path) -> None:
    one_claim(lived)
    tell(lived, "s8", "Dana no longer smokes on the balcony.", day=26)
    assert "search" in told(lived, tmp_path, "no longer smokes")
