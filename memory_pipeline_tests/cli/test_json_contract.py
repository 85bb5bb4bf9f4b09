"""Every `--json` answer has a schema in docs/cli/schemas and a golden file in memory_pipeline_tests/golden/cli.

`MEMORY_UPDATE_GOLDEN=1` writes the golden files anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from memory_pipeline.cli.answers.serve import served
from memory_pipeline_tests.cli.conftest import CEDAR, CommandLine, session_of, settings_of

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs/cli/schemas"
GOLDEN = ROOT / "memory_pipeline_tests/golden/cli"
EVAL_SETS = ROOT / "memory_pipeline_tests/evaluation/small_sets"
NOW = ("--now", "2026-08-20T18:00:00Z")

SAID = {
    "s-1": ("2026-08-14", ["Theo is allergic to peanuts.", "Soccer practice is on Tuesdays at 5 pm."]),
    "s-2": ("2026-08-16", ["My brother is staying with us until August 19.", "Hi!"]),
    "s-3": ("2026-08-18", ["Soccer practice is on Thursdays at 6 pm now.", "Theo is allergic to peanuts."]),
}
EXAMPLES_ONLY = ("demo", "doctor", "evaluate")
"""Answers that retell the whole pipeline: their golden files show the form, their content is other tests' matter."""


def transcripts() -> str:
    return "\n".join(json.dumps(session_of(name, *texts, day=day)) for name, (day, texts) in SAID.items())


class Story:
    """One store through its life; every command's answer by the name of its schema."""

    def __init__(self, folder: Path) -> None:
        self.cli = CommandLine()
        self.folder = folder
        self.answers: dict[str, Any] = {}

    def tell(self) -> dict[str, Any]:
        path = self.folder / "in.jsonl"
        path.write_text(transcripts(), encoding="utf-8")
        self.note("family", "family", "add", *CEDAR)
        self.note("import", "import", "jsonl", str(path), "--family", "cedar")
        self.note("run", "run", "--family", "cedar", "--explain", "--now", "2026-08-18T21:00:00Z")
        self.note("dream", "dream", "cedar", "--dry-run", *NOW)
        self.cli.json("dream", "cedar", *NOW)
        self.note("card_remember", "card", "remember", "cedar", "We take our shoes off at the door.", *NOW)
        self.note("family_list", "family", "list")
        self.note("family_show", "family", "show", "cedar", *NOW)
        self._read()
        self.note("card_forget", "card", "forget", self.ref("card_list", "Dana"), *NOW)
        self.note("reindex", "reindex", "cedar")
        self.note("verify", "verify", "cedar", *NOW)
        self.note("export_okf", "export", "okf", "cedar", str(self.folder / "bundle"))
        self.note("export_parquet", "export", "parquet", "--all", str(self.folder / "dataset"))
        self._memory_log()
        self._edit_by_hand()
        self.note("adopt", "adopt", "cedar", *NOW)
        self._act_on_the_card()
        self.answers["error"] = self.cli("read", "memory://cedar/none", "--json").json
        self._migrate()
        self._review()
        self.note("release_diff", "release-diff", "oak", "--after", "MEMORY_CANDIDATES_PER_SESSION=1", *NOW)
        self.answers["release_diff"] |= {side: {"extractor": "its version"} for side in ("before", "after")}
        self.answers["release"] = self.cli("release", "--json").json
        self.note("family_erase", "family", "erase", "oak")
        self.cli.json("family", "erase", "oak", "--confirm", self.answers["family_erase"]["token"])
        self.answers["family_erase"] |= {"token": "0123456789abcdef", "files": {"memories": 8}, "bytes": 1}
        self.note("doctor", "doctor")
        self.note("evaluate", "evaluate", "--split", "dev", "--out", str(self.folder / "evaluation"))
        self.note("demo", "demo")
        return self.answers

    def _read(self) -> None:
        self.note("brief", "brief", "cedar", "--explain", *NOW)
        self.note("turn", "turn", "cedar", "What can Theo eat after soccer practice?", *NOW)
        self.note("mcp", "mcp", "cedar")
        self._link()
        self.note("search", "search", "cedar", "soccer practice", "--include-history", *NOW)
        self.note("card_list", "card", "list", "cedar", "--status", "all", "--limit", "4", *NOW)
        allergy = self.ref("search", "practice")
        self.note("read", "read", allergy, *NOW)
        self.note("card_evidence", "card", "evidence", allergy)
        self.note("card_history", "card", "history", allergy)
        self.note("excerpt", "excerpt", self.answers["card_evidence"]["evidence"][0]["ref"], *NOW)

    def _link(self) -> None:
        """Links are signed anew each time; their golden files show the form."""
        fixed = {"url": "http://127.0.0.1:8400/open/payload.mac", "until": "2026-08-20T18:15:00Z"}
        self.note("card_link", "card", "link", "cedar")
        self.answers["card_link"] |= fixed
        self.answers["serve"] = served("127.0.0.1", 8400, ["cedar"]).document
        self.answers["serve"]["links"][0] |= fixed

    def _act_on_the_card(self) -> None:
        """What a family does once it knows its card: every action once, and each has something to do."""
        self.cli.json("card", "remember", "cedar", "The gate code is 2604.", *NOW)
        self._hear("s-4", "The gate code is 4804.")
        card = self.cli.json("card", "list", "cedar", *NOW)["items"]
        gate = next(item["ref"] for item in card if "2604" in item["summary"])
        practice = next(item["ref"] for item in card if "practice" in item["summary"])
        self.note("card_digest", "card", "digest", "cedar", *NOW)
        self.note("card_settle", "card", "settle", gate, "--replace", *NOW)
        self.note("card_edit", "card", "edit", practice, "Soccer practice is on Fridays at 6 pm.", *NOW)
        edited = self.answers["card_edit"]["memory"]
        self.note("card_pin", "card", "pin", edited, *NOW)
        self.note("card_unpin", "card", "unpin", edited, *NOW)
        self.note("card_forget_group", "card", "forget-group", "cedar", "--topic", "activities", *NOW)
        token = self.answers["card_forget_group"]["token"]
        self.cli.json("card", "forget-group", "cedar", "--topic", "activities", "--confirm", token, *NOW)
        self.note("card_rules", "card", "rules", "cedar", *NOW)
        self.note("card_why_not", "card", "why-not", "cedar", "soccer practice", *NOW)
        self.note("card_lift", "card", "lift", self.answers["card_rules"]["items"][0]["ref"], *NOW)
        self.note("card_undo", "card", "undo", "cedar", *NOW)

    def _hear(self, name: str, text: str) -> None:
        path = self.folder / f"{name}.jsonl"
        path.write_text(json.dumps(session_of(name, text, day="2026-08-20")), encoding="utf-8")
        self.cli.json("import", "jsonl", str(path), "--family", "cedar")
        self.cli.json("run", "--family", "cedar", "--now", "2026-08-20T21:00:00Z")

    def _memory_log(self) -> None:
        self.note("export_memory_log", "export", "memory-log", "cedar", str(self.folder / "log"), *NOW)
        self.note("log_append", "log", "append", "cedar", "I love jazz, what is on tonight?", *NOW)
        self.cli.json("log", "append", "cedar", "Nothing.", "--kind", "agent message", *NOW)
        self.note("log_process", "log", "process", "cedar", *NOW)
        self.note("log_prune", "log", "prune", "cedar", "--target", "1", "--dry-run", *NOW)

    def _edit_by_hand(self) -> None:
        file = min((self.folder / "store/families/cedar/memories").glob("*.md"))
        file.write_bytes(file.read_bytes().replace(b"pin: false", b"pin: true"))

    def _migrate(self) -> None:
        self.cli.json("family", "add", "oak", *CEDAR[1:])
        self.cli.json("import", "jsonl", str(self.folder / "in.jsonl"), "--family", "oak")
        legacy = self.folder / "store/families/oak/legacy"
        legacy.mkdir()
        (legacy / "explicit_memories.md").write_text("- Address me by first name.\n", encoding="utf-8")
        (legacy / "knowledge.md").write_text("- Theo is allergic to peanuts.\n- We own a boat.\n", encoding="utf-8")
        self.note("migrate", "migrate", "oak", *NOW)
        self.answers["migrate"]["steps"]["map"]["extractor"] = "the version of the extractor"

    def _review(self) -> None:
        by = ("--reviewer", "Ada", *NOW)
        self.note("review", "review", "oak", "--limit", "2", *NOW)
        first, second = (item["ref"] for item in self.answers["review"]["items"])
        self.cli.json("review", "oak", "--accept", first, *by)
        self.note("review_verdict", "review", "oak", "--rewrite", second, "--summary", "Use first names.", *by)
        self.note("review_labels", "review", "oak", "--labels", str(self.folder / "labels.yaml"), *NOW)

    def note(self, name: str, *arguments: str) -> None:
        self.answers[name] = self.cli.json(*arguments)

    def ref(self, answer: str, word: str) -> str:
        document = self.answers[answer]
        items = document.get("items") or document["results"]
        return next(item["ref"] for item in items if word in item["summary"] or word in item.get("about", ""))


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("story")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings_of(folder / "store").items():
            patch.setenv(name, value)
        patch.setenv("MEMORY_EVAL_SETS", str(EVAL_SETS))
        patch.setenv("MEMORY_CARD_SECRET", "a secret of this test, long enough to sign with")
        patch.setenv("MEMORY_EVALUATIONS", str(folder / "evaluations"))
        told = Story(folder).tell()
    told["demo"] = shortened(told["demo"])
    yield json.loads(json.dumps(told).replace(str(folder), ""))


def shortened(demo: dict[str, Any]) -> dict[str, Any]:
    """The demo's answer with its first family alone and the first items of each list."""
    first = {key: value[:2] if key in ("memories", "dropped") else value for key, value in demo["families"][0].items()}
    return {**demo, "families": [first]}


def schema_names() -> list[str]:
    return sorted(path.stem for path in SCHEMAS.glob("*.json") if path.stem != "common")


def registry() -> Registry[Any]:
    schemas = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(SCHEMAS.glob("*.json")))
    return Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in schemas)


@pytest.mark.parametrize("name", schema_names())
def test_every_answer_keeps_its_schema(answers: dict[str, Any], name: str) -> None:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    faults = Draft202012Validator(schema, registry=registry()).iter_errors(answers[name])
    assert [f"{fault.json_path}: {fault.message}" for fault in faults] == []


@pytest.mark.parametrize("name", schema_names())
def test_every_answer_is_its_golden_file(answers: dict[str, Any], name: str) -> None:
    file = GOLDEN / f"{name}.json"
    if os.environ.get("MEMORY_UPDATE_GOLDEN"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(answers[name], ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    golden = json.loads(file.read_text(encoding="utf-8"))
    if name in EXAMPLES_ONLY:
        assert golden.keys() == answers[name].keys()
    else:
        assert golden == answers[name]


def test_every_answer_of_the_story_has_a_schema(answers: dict[str, Any]) -> None:
    assert sorted(answers) == schema_names()
