"""A family of the earlier design moves over: nothing asked for is lost, every line is accounted for, nothing twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.bootstrap import build_reader
from memory_pipeline.model.errors import FamilyClosed, MalformedDocument
from memory_pipeline.model.memory import Memory
from memory_pipeline.workflows.card_action import forget_on_card
from memory_pipeline.workflows.families import close_family, take_in
from memory_pipeline.workflows.migrate import migrate_family
from memory_pipeline.workflows.migrate_release import is_released
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.workflows.conftest import FAMILY, folder_bytes, said
from memory_pipeline_tests.workflows.earlier_design import EXPLICIT, HISTORY, failing_at, settle_in

KEY = FAMILY.key


def report(root: Path) -> dict[str, dict[str, Any]]:
    """The report's lines by their text."""
    found = json.loads((root / f"families/{KEY}/migration/report.json").read_bytes())
    return {line["text"]: line for line in found["lines"]}


def memory_of(pipeline: Pipeline, ref: str) -> Memory:
    return pipeline.view(KEY).memory(ref.rpartition("/")[2])


def active(pipeline: Pipeline) -> set[str]:
    return {memory.summary for memory in pipeline.view(KEY).memories().values() if memory.status == "active"}


class TestAWholeMigration:
    def test_the_history_is_replayed_in_time_order(self, pipeline: Pipeline) -> None:
        settle_in(pipeline)
        ledger = migrate_family(pipeline, KEY)
        assert ledger.done
        assert ledger.steps["reduce"]["decisions"] == {"add": 3, "supersede": 1}
        assert "Soccer practice is on Thursdays at 6 pm now." in active(pipeline)
        assert "Soccer practice is on Tuesdays at 5 pm." not in active(pipeline)

    def test_each_explicit_line_is_an_explicit_directive_or_matched_to_one(
        self, pipeline: Pipeline, root: Path
    ) -> None:
        settle_in(pipeline)
        migrate_family(pipeline, KEY)
        lines = report(root)
        matched = memory_of(pipeline, lines["Always ask me before you book anything."]["ref"])
        assert (matched.authority, matched.reinforcement_count) == ("user_explicit", 1)
        formed = memory_of(pipeline, lines["Address me by first name."]["ref"])
        assert (formed.type, formed.authority, formed.status) == ("directive", "user_explicit", "active")
        assert formed.claim == "Address me by first name."
        wrapped = memory_of(pipeline, lines["Never suggest restaurants with peanuts, not even for a party."]["ref"])
        assert (wrapped.type, wrapped.authority) == ("directive", "user_explicit")

    def test_the_evidence_of_a_line_is_the_file_as_a_session(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline)
        migrate_family(pipeline, KEY)
        view = pipeline.view(KEY)
        formed = memory_of(pipeline, report(root)["Address me by first name."]["ref"])
        (line,) = view.ledger(formed.id)
        turn = view.session(line.ref.session).turn(line.ref.first)
        assert turn is not None
        assert (turn.role, turn.text, line.quote) == ("user", "Address me by first name.", "Address me by first name.")

    def test_every_line_of_every_file_is_in_the_report(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline, files={"knowledge.md": "# Known\n\n- Theo is allergic to peanuts.\n- We own a boat.\n"})
        migrate_family(pipeline, KEY)
        lines = report(root)
        assert {line["file"] for line in lines.values()} == {
            "knowledge.md",
            "explicit_memories.md",
            "last_conversation.md",
        }
        assert lines["Theo is allergic to peanuts."]["state"] == "covered"
        assert lines["We own a boat."]["state"] == "missing"
        page = (root / f"families/{KEY}/migration/report.md").read_text(encoding="utf-8")
        assert "| knowledge.md:4 | We own a boat. |" in page

    def test_what_was_replaced_since_says_so(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline)
        migrate_family(pipeline, KEY)
        line = report(root)["Soccer practice is on Tuesdays at 5 pm."]
        assert line["state"] == "replaced"
        assert memory_of(pipeline, line["ref"]).status == "superseded"

    def test_the_originals_are_untouched_and_copies_lie_beside_them(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline)
        family = root / f"families/{KEY}"
        before = folder_bytes(family / "legacy")
        migrate_family(pipeline, KEY)
        assert folder_bytes(family / "legacy") == before
        assert folder_bytes(family / "archive") == before

    def test_the_family_dreams_at_the_end_and_every_promise_holds(self, pipeline: Pipeline) -> None:
        settle_in(pipeline)
        migrate_family(pipeline, KEY)
        view = pipeline.view(KEY)
        kinds = [record.kind for record in view.records()]
        assert kinds.index("migration") < kinds.index("dream") == len(kinds) - 1
        assert view.brief() is not None
        assert [check for check in verify_family(pipeline, KEY).checks if not check.ok] == []

    def test_done_again_it_writes_nothing(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline)
        migrate_family(pipeline, KEY)
        before = folder_bytes(root)
        assert migrate_family(pipeline, KEY).done
        run_family(pipeline, KEY)
        assert folder_bytes(root) == before

    def test_new_sessions_and_a_changed_file_are_moved_by_the_next_run(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline)
        migrate_family(pipeline, KEY)
        take_in(pipeline, KEY, [said("s-9", "Theo is allergic to sesame.", at="2026-08-25T19:00:00Z")])
        settle_in(pipeline, files={"explicit_memories.md": f"{EXPLICIT}- Always book window seats.\n"})
        assert migrate_family(pipeline, KEY).steps["enumerate"]["sessions"] == 4
        assert any("sesame" in summary for summary in active(pipeline))
        assert report(root)["Always book window seats."]["state"] == "covered"
        copies = [name for name in folder_bytes(root / f"families/{KEY}/archive") if "explicit" in name]
        assert len(copies) == 2

    def test_a_family_without_earlier_files_is_replayed(self, pipeline: Pipeline) -> None:
        take_in(pipeline, KEY, HISTORY)
        ledger = migrate_family(pipeline, KEY)
        assert (ledger.done, ledger.passes, ledger.steps["report"]["lines"]) == (True, True, 0)
        assert len(active(pipeline)) == 3


class TestWhatIsNotCarriedOver:
    def test_what_the_family_forgot_stays_forgotten(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline)
        run_family(pipeline, KEY)
        wish = next(memory for memory in pipeline.view(KEY).memories().values() if memory.type == "directive")
        forget_on_card(pipeline, KEY, wish.id)
        assert migrate_family(pipeline, KEY).passes
        assert not any("book" in summary for summary in active(pipeline))
        assert report(root)["Always ask me before you book anything."]["state"] == "forgotten"

    def test_a_day_that_the_file_does_not_date_is_missing_and_holds_the_release(
        self, pipeline: Pipeline, root: Path
    ) -> None:
        settle_in(pipeline, files={"explicit_memories.md": "- Always pick Theo up at four until next Friday.\n"})
        ledger = migrate_family(pipeline, KEY)
        assert (ledger.done, ledger.passes) == (True, False)
        assert report(root)["Always pick Theo up at four until next Friday."]["state"] == "missing"

    def test_a_line_that_names_its_day_is_read_on_that_day(self, pipeline: Pipeline, root: Path) -> None:
        wish = "Always pick Theo up at four until next Friday."
        settle_in(pipeline, files={"explicit_memories.md": f"- 2026-08-31: {wish}\n"})
        assert migrate_family(pipeline, KEY).passes
        formed = memory_of(pipeline, report(root)[wish]["ref"])
        assert f"{formed.valid_until}" == "2026-09-11"

    def test_a_gate_that_dropped_a_line_is_named(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline, files={"knowledge.md": "- My friend Kim might move to Oslo.\n"})
        take_in(pipeline, KEY, [said("s-8", "My friend Kim might move to Oslo.", at="2026-08-15T19:00:00Z")])
        migrate_family(pipeline, KEY)
        assert report(root)["My friend Kim might move to Oslo."]["state"] == "missing"


class TestStops:
    def test_a_session_that_fails_stops_the_family_there_and_is_named(self, pipeline: Pipeline) -> None:
        settle_in(pipeline)
        ledger = migrate_family(failing_at(pipeline, "s-2"), KEY)
        assert ledger.stopped is not None
        assert ledger.stopped[0] == "reduce"
        assert "s-2" in ledger.stopped[1] and "the endpoint is down" in ledger.stopped[1]
        assert pipeline.view(KEY).decided_sessions() == {"s-1"}
        assert pipeline.view(KEY).brief() is None
        assert not ledger.passes

    def test_stopped_and_continued_it_ends_in_the_bytes_of_one_that_went_through(
        self, pipeline: Pipeline, root: Path
    ) -> None:
        settle_in(pipeline)
        start = folder_bytes(root)
        migrate_family(pipeline, KEY)
        whole = folder_bytes(root / "families")
        for name in set(folder_bytes(root)) - set(start):
            (root / name).unlink()
        migrate_family(failing_at(pipeline, "s-3"), KEY)
        assert migrate_family(pipeline, KEY).done
        assert folder_bytes(root / "families") == whole

    def test_a_line_that_cannot_be_read_stops_the_family_before_anything_of_the_file(self, pipeline: Pipeline) -> None:
        settle_in(pipeline)
        ledger = migrate_family(failing_at(pipeline, "line"), KEY)
        assert ledger.stopped is not None
        assert ledger.stopped[0] == "explicit"
        assert "explicit_memories.md:3" in ledger.stopped[1]
        assert migrate_family(pipeline, KEY).done

    def test_a_closed_family_and_a_broken_file_are_refused(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline)
        (root / f"families/{KEY}/legacy/knowledge.md").write_bytes(b"\xff\xfe")
        with pytest.raises(MalformedDocument, match="UTF-8"):
            migrate_family(pipeline, KEY)
        close_family(pipeline, KEY)
        with pytest.raises(FamilyClosed):
            migrate_family(pipeline, KEY)

    def test_a_ledger_that_is_none_is_refused_by_name(self, pipeline: Pipeline, root: Path) -> None:
        settle_in(pipeline)
        ledger = root / f"families/{KEY}/migration/ledger.json"
        ledger.parent.mkdir()
        ledger.write_text("[]", encoding="utf-8")
        with pytest.raises(MalformedDocument, match=r"migration/ledger\.json"):
            migrate_family(pipeline, KEY)


class TestRelease:
    RELEASE = b'{"pipeline": "1"}\n'

    def test_readers_keep_the_earlier_files_until_a_release_covers_the_migration(self, pipeline: Pipeline) -> None:
        settle_in(pipeline)
        assert migrate_family(pipeline, KEY).passes
        assert 'source="legacy"' in build_reader(pipeline, KEY).brief().text
        pipeline.objects.put("release.json", self.RELEASE)
        assert is_released(pipeline.objects, KEY)
        assert 'source="legacy"' not in build_reader(pipeline, KEY).brief().text

    def test_a_report_with_something_missing_keeps_its_own_family_on_them(self, pipeline: Pipeline) -> None:
        other = replace(FAMILY, key="fam_b")
        settle_in(pipeline, files={"explicit_memories.md": "- Call me tomorrow.\n"})
        settle_in(pipeline, other)
        for key in (KEY, "fam_b"):
            migrate_family(pipeline, key)
        pipeline.objects.put("release.json", self.RELEASE)
        assert (is_released(pipeline.objects, KEY), is_released(pipeline.objects, "fam_b")) == (False, True)

    @pytest.mark.parametrize("release", [None, b"", b"[]", b"{"])
    def test_without_a_readable_release_nobody_goes_over(self, release: bytes | None, pipeline: Pipeline) -> None:
        settle_in(pipeline)
        migrate_family(pipeline, KEY)
        if release is not None:
            pipeline.objects.put("release.json", release)
        assert not is_released(pipeline.objects, KEY)
