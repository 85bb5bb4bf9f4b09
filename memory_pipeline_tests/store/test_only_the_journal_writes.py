"""Every writer goes through the journal, and a reader has no way to write (contract section 5)."""

from __future__ import annotations

import inspect
import re

import pytest

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.ports.object_store import Absent
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.snapshot import read_head, read_record
from memory_pipeline.workflows.card_action import forget_on_card, remember_on_card
from memory_pipeline.workflows.review import review_memory
from memory_pipeline_tests.faults.whole_history import KEY, STEPS, chapters, pipeline_over, told

JOURNALED = re.compile(
    rf"families/{KEY}/(?:memories/.*|entities/.*|suppressions/.*|reviews/.*|brief\.json|family\.yaml)"
)


class Watched(InMemoryObjects):
    """Refuses to write a memory, ledger, entity, rule, review, brief or family that no pending change holds."""

    seen: int = 0

    def put(self, key: str, data: bytes, *, expect: str | Absent | None = None) -> str:
        if JOURNALED.fullmatch(key) and not self._is_new_family(key):
            pending = read_head(self, KEY).head.pending
            assert pending is not None, f"{key} was written past the journal"
            assert (key, data.decode()) in [(w.key, w.content) for w in read_record(self, KEY, pending).writes], key
            self.seen += 1
        return super().put(key, data, expect=expect)

    def delete(self, key: str) -> None:
        raise AssertionError(f"{key} was deleted")

    def _is_new_family(self, key: str) -> bool:
        return key == keys.family_key(KEY) and self.get(key) is None


@pytest.mark.parametrize("name", STEPS)
def test_no_step_of_a_familys_life_writes_past_the_journal_or_deletes(name: str) -> None:
    objects = Watched(chapters()[name].start)
    told(objects, STEPS[name])
    assert objects.contents() == chapters()[name].end
    assert objects.seen > 0 or name in ("a family is added", "a session that changes nothing")


def test_no_card_action_and_no_review_writes_past_the_journal() -> None:
    objects = Watched(chapters()["a session that supersedes"].end)
    pipeline = pipeline_over(objects)
    memory = min(pipeline.view(KEY).memories())
    review_memory(pipeline, KEY, memory, "accepted", "Dana")
    remember_on_card(pipeline, KEY, "We always eat at six.")
    forget_on_card(pipeline, KEY, memory)
    assert objects.seen >= 5


class ReadOnly(InMemoryObjects):
    def put(self, key: str, data: bytes, *, expect: str | Absent | None = None) -> str:
        raise AssertionError(f"{key} was written by a reader")

    def delete(self, key: str) -> None:
        raise AssertionError(f"{key} was deleted by a reader")


def test_the_readers_view_has_no_method_that_writes() -> None:
    view = FamilyView(ReadOnly(chapters()["a dream"].end), KEY)
    memory = min(view.memories())
    arguments = {
        "memory": [memory], "ledger": [memory], "ledgers": [[memory]], "session": ["s1"], "formation": ["s1"],
        "decisions": ["s1"], "brief_if_changed": [None], "file_names": [keys.memories_prefix(KEY)],
        "stored": [[keys.memory_key(KEY, memory)]], "catalog_bytes": [view.head().seq, {}],
    }  # fmt: skip
    called = 0
    for name, method in inspect.getmembers(view, inspect.ismethod):
        if not name.startswith("_"):
            found = method(*arguments.get(name, []))
            list(found) if inspect.isgenerator(found) else None
            called += 1
    assert called >= 20
    assert not [name for name in dir(view) if re.match("(?:put|write|save|delete|commit|add|set)", name)]
