"""The model backend as the settings build it: a session's way through the whole job, and what happens when it fails."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from werkzeug import Request, Response

from memory_pipeline.adapters.openai_models.recording import record_reply, render_request
from memory_pipeline.bootstrap import build_bench, build_pipeline, replay_server
from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.settings import Settings, load_settings
from memory_pipeline.store.family_store import FamilyStore
from memory_pipeline.workflows.families import add_family
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import FamilyRun, run_family, session_json
from memory_pipeline.workflows.verify import verify_family
from memory_pipeline_tests.adapters.openai_models.scripted import ScriptedModel, completion, item, problem, reply
from memory_pipeline_tests.formation.talks import CEDAR, talk

NOW = datetime(2026, 8, 20, tzinfo=UTC)
SAID = talk("Theo is allergic to kiwi. Soccer practice is on Tuesdays at 5 pm.")
KIWI = item()
SOCCER = item(
    type="fact",
    about="soccer practice",
    summary="Soccer practice is on Tuesdays at 5 pm.",
    body="Soccer practice is on Tuesdays at 5 pm",
    when_to_use="plans on Tuesdays",
    evidence=[{"turn": 1, "quote": "Soccer practice is on Tuesdays at 5 pm"}],
    applies_to=[],
    strength="soft",
    sensitivity="normal",
)
LATER = replace(
    talk("Soccer practice is on Thursdays at 6 pm now."),
    id="2026-08-16-a",
    started_at=datetime(2026, 8, 16, 19, tzinfo=UTC),
    ended_at=datetime(2026, 8, 16, 20, tzinfo=UTC),
)
MOVED = item(
    **{
        **SOCCER,
        "summary": "Soccer practice is on Thursdays at 6 pm.",
        "body": "Soccer practice is on Thursdays at 6 pm",
        "when_to_use": "plans on Thursdays",
        "evidence": [{"turn": 1, "quote": "Soccer practice is on Thursdays at 6 pm now"}],
    }
)


@pytest.fixture
def at_endpoint(model: ScriptedModel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ScriptedModel:
    monkeypatch.setenv("OPENAI_BASE_URL", model.url)
    monkeypatch.setenv("OPENAI_API_KEY", "test-key")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return model


def built(tmp_path: Path, *sessions: Any, **changes: Any) -> Pipeline:
    settings = Settings(
        store=str(tmp_path / "store"), index="exact", embedder="hashing", fsync=False, model_longest_wait=0, **changes
    )
    pipeline = build_pipeline(settings, now=NOW)
    add_family(pipeline, CEDAR)
    for session in sessions or (SAID,):
        store(pipeline).add_session(session)
    return pipeline


def store(pipeline: Pipeline) -> FamilyStore:
    return pipeline.store(CEDAR.key)


def run(pipeline: Pipeline) -> FamilyRun:
    return run_family(pipeline, CEDAR.key)


def claims(pipeline: Pipeline) -> list[str]:
    memories = pipeline.view(CEDAR.key).memories().values()
    return sorted(memory.summary for memory in memories if memory.status == "active")


def serving(extractions: dict[str, list[Any]], relations: Response | None = None) -> Any:
    """Answers extraction requests by a word of their transcript, and relation requests with `relations`."""

    def serve(request: Request) -> Response:
        message = json.loads(request.get_data())["messages"][-1]["content"]
        if "== pair 1" in message:
            assert relations is not None
            return Response(relations.get_data(), status=relations.status, content_type="application/json")
        found = [items for word, items in extractions.items() if word in message]
        return completion(reply(*found[0]), usage={"prompt_tokens": 1_000, "completion_tokens": 200})

    return serve


def test_a_key_in_the_environment_chooses_the_model_and_none_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "MEMORY_REPLIES", "MEMORY_EXTRACTOR"):
        monkeypatch.delenv(name, raising=False)
    assert (load_settings().extractor, load_settings().judged_by) == ("embedded", "embedded")
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    assert (load_settings().extractor, load_settings().judged_by) == ("openai", "openai")
    monkeypatch.setenv("MEMORY_EXTRACTOR", "embedded")
    assert (load_settings().extractor, load_settings().judged_by) == ("embedded", "embedded")
    monkeypatch.setenv("MEMORY_JUDGE", "openai")
    assert (load_settings().extractor, load_settings().judged_by) == ("embedded", "openai")


def test_the_model_backend_without_an_endpoint_is_refused_at_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(InvalidSetting, match="OPENAI_API_KEY"):
        build_pipeline(Settings(store=str(tmp_path), extractor="openai"))


def test_the_settings_reach_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (
        ("MODEL", "local-7b"),
        ("MODEL_TEMPERATURE", ""),
        ("MODEL_OUTPUT", "tools"),
        ("MODEL_SESSION_USD", "0.25"),
        ("MODEL_INPUT_PRICE", "3"),
    ):
        monkeypatch.setenv(f"MEMORY_{name}", value)
    policy = load_settings().model_policy()
    assert (policy.model, policy.temperature, policy.output) == ("local-7b", None, "tools")
    assert (policy.budget.usd, policy.prices.input_usd) == (0.25, 3)


def test_no_vendor_is_imported_before_a_model_is_asked() -> None:
    code = (
        "import sys\nfrom memory_pipeline.bootstrap import build_pipeline\n"
        "from memory_pipeline.settings import Settings\n"
        "import memory_pipeline.cli.main\n"
        "build_pipeline(Settings(store='/nowhere', index='exact', embedder='hashing', extractor=sys.argv[1]))\n"
        "print([name for name in ('openai', 'instructor', 'httpx2') if name in sys.modules])"
    )
    for extractor in ("embedded", "openai"):
        done = subprocess.run(
            [sys.executable, "-c", code, extractor],
            capture_output=True,
            text=True,
            check=True,
            env={"PATH": "", "OPENAI_API_KEY": "x", "HOME": "/nowhere"},
            cwd=Path(__file__).parents[3],
        )
        assert done.stdout.strip() == "[]"


def test_a_session_becomes_memories_with_its_cost_and_a_second_run_asks_nothing(
    at_endpoint: ScriptedModel, tmp_path: Path
) -> None:
    at_endpoint.says(serving({"kiwi": [KIWI, SOCCER, item(type="belief")]}))
    pipeline = built(tmp_path)
    (outcome,) = run(pipeline).sessions
    assert claims(pipeline) == [SOCCER["summary"], KIWI["summary"]]
    told = session_json(outcome)
    assert (told["refused"], told["input_tokens"], told["output_tokens"]) == (1, 1_000, 200)
    assert told["cost_usd"] == pytest.approx(0.00072)
    asked = len(at_endpoint.bodies)
    assert run(pipeline).sessions == ()
    assert len(at_endpoint.bodies) == asked == 1
    assert all(check.ok for check in verify_family(pipeline, CEDAR.key).checks)


def test_formation_made_again_from_the_kept_replies_asks_nothing_and_has_the_same_bytes(
    at_endpoint: ScriptedModel, tmp_path: Path
) -> None:
    at_endpoint.says(serving({"kiwi": [KIWI]}))
    pipeline = built(tmp_path)
    run(pipeline)
    key = f"families/{CEDAR.key}/candidates/{SAID.id}.json"
    first = pipeline.objects.get(key)
    pipeline.objects.delete(key)
    from memory_pipeline.workflows.process_session import form_sessions

    list(form_sessions(pipeline, CEDAR.key, [SAID.id]))
    assert pipeline.objects.get(key) == first
    assert len(at_endpoint.bodies) == 1


def test_an_endpoint_that_is_down_leaves_the_session_failed_and_the_next_run_forms_it(
    at_endpoint: ScriptedModel, tmp_path: Path
) -> None:
    at_endpoint.says(problem(503))
    pipeline = built(tmp_path, model_attempts=1)
    failed = run(pipeline)
    assert failed.failed_sessions == (SAID.id,)
    formation = pipeline.view(CEDAR.key).formation(SAID.id)
    assert formation is not None
    assert "server_error" in formation.reason
    assert (formation.status, formation.usage.faults) == ("failed", {"server_error": 1})
    at_endpoint.says(serving({"kiwi": [KIWI]}))
    assert run(pipeline).failed_sessions == ()
    assert claims(pipeline) == [KIWI["summary"]]


def test_the_rules_stand_in_only_by_setting_and_the_record_says_so(at_endpoint: ScriptedModel, tmp_path: Path) -> None:
    at_endpoint.says(problem(503))
    pipeline = built(tmp_path, model_attempts=1, fallback="embedded")
    assert run(pipeline).failed_sessions == ()
    assert claims(pipeline)
    formation = pipeline.view(CEDAR.key).formation(SAID.id)
    assert formation is not None
    assert formation.reason.startswith("formed by embedded rules-")
    assert "server_error" in formation.reason
    assert formation.extractor == pipeline.extractor.version
    assert " else embedded rules-" in formation.extractor


def test_the_models_relation_decides_within_the_policy(at_endpoint: ScriptedModel, tmp_path: Path) -> None:
    relations = completion(json.dumps({"relations": [{"pair": 1, "relation": "updates"}]}))
    at_endpoint.says(serving({"kiwi": [SOCCER], "Thursdays": [MOVED]}, relations))
    pipeline = built(tmp_path, SAID, LATER)
    run(pipeline)
    assert claims(pipeline) == [MOVED["summary"]]
    assert sum("== pair 1" in text for text in at_endpoint.texts) == 1


def test_a_judge_that_is_down_leaves_the_session_undecided_and_its_formation_is_used_again(
    at_endpoint: ScriptedModel, tmp_path: Path
) -> None:
    at_endpoint.says(serving({"kiwi": [SOCCER], "Thursdays": [MOVED]}, problem(500)))
    pipeline = built(tmp_path, SAID, LATER, model_attempts=1)
    assert run(pipeline).failed_sessions == (LATER.id,)
    assert claims(pipeline) == [SOCCER["summary"]]
    relations = completion(json.dumps({"relations": [{"pair": 1, "relation": "updates"}]}))
    at_endpoint.says(serving({}, relations))
    assert run(pipeline).failed_sessions == ()
    assert claims(pipeline) == [MOVED["summary"]]
    assert all(check.ok for check in verify_family(pipeline, CEDAR.key).checks)


def test_recorded_replies_take_the_endpoints_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: ScriptedModel
) -> None:
    replies = tmp_path / "replies"
    monkeypatch.setenv("MEMORY_REPLIES", str(replies))
    request = render_request(SAID, CEDAR)
    record_reply(replies, request.hash, reply(KIWI, SOCCER), "a capable model")
    record_reply(replies, "c" * 64, "{}", "a capable model, an older prompt")
    settings = load_settings()
    assert settings.extractor == "openai"
    pipeline = built(tmp_path, replies=settings.replies)
    run(pipeline)
    assert claims(pipeline) == [SOCCER["summary"], KIWI["summary"]]
    server = replay_server(settings)
    assert server is not None
    assert server.unused() == ("c" * 64,)
    assert model.bodies == []


def test_an_evaluation_keeps_its_replies_out_of_every_familys_store(at_endpoint: ScriptedModel, tmp_path: Path) -> None:
    at_endpoint.says(serving({"kiwi": [KIWI]}))
    bench, versions = build_bench(
        Settings(store=str(tmp_path / "store"), index="exact", embedder="hashing", fsync=False)
    )
    scratch = bench.scratch()
    scratch.extractor.extract(SAID, CEDAR)
    assert versions["extractor"].startswith("openai ")
    assert not (tmp_path / "store").exists()
    assert len(list((tmp_path / "data").rglob("replies/*.json"))) == 1
