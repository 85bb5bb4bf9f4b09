"""Figures as Markdown: a column a backend and split, what is missed in bold with its cases, and put into a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.evaluation.markdown import BEGIN, END, SHOWN, figures_page, main

PAGE = f"# Figures\n\n{BEGIN}\nan earlier day\n{END}\n\nAfter.\n"


def document(extractor: str, value: float, *, ok: bool, failing: int = 0) -> dict[str, Any]:
    threshold = {"name": "unsupported", "figure": "unsupported", "at_least": None, "at_most": "0.02", "n": 10}
    metric = {
        "name": "unsupported",
        "value": value,
        "n": 10,
        "interval": [0.0, 0.3],
        "failing": [{"case": f"case-{number}", "group": "", "why": ""} for number in range(failing)],
    }
    splits = [
        {
            "split": split,
            "thresholds": [{**threshold, "bound": 0.02, "value": value, "ok": ok}],
            "metrics": [metric],
            "measures": [],
            "unscored": [],
        }
        for split in ("dev", "test")
    ]
    return {"at": "2026-12-01T10:00:00Z", "versions": {"extractor": extractor}, "splits": splits}


EMBEDDED = document("embedded rules-4", 0.1, ok=False, failing=SHOWN + 3)
RECORDED = document("openai recorded extract-3", 0.0, ok=True)


def test_backends_stand_side_by_side_and_splits_apart() -> None:
    head = figures_page([EMBEDDED, RECORDED]).splitlines()[0]
    assert head == (
        "| threshold | asks | embedded rules, dev | embedded rules, test | recorded model, dev | recorded model, test |"
    )


def test_a_model_at_its_endpoint_has_its_own_name() -> None:
    head = figures_page([document("openai some-model extract-3 schema-2", 0.0, ok=True)]).splitlines()[0]
    assert head == "| threshold | asks | some-model, dev | some-model, test |"


def test_what_is_missed_is_bold_and_its_cases_are_named() -> None:
    page = figures_page([EMBEDDED, RECORDED])
    assert "| unsupported | ≤ 0.02 | **0.1** (n 10), missed | **0.1** (n 10), missed | 0 (n 10) | 0 (n 10) |" in page
    assert f"`case-0`, `case-1`, `case-2`, {', '.join(f'`case-{n}`' for n in range(3, SHOWN))} and 3 more" in page


def test_a_page_gets_the_figures_between_its_marks_and_keeps_the_rest(tmp_path: Path) -> None:
    report, page = tmp_path / "report.json", tmp_path / "page.md"
    report.write_text(json.dumps(EMBEDDED), encoding="utf-8")
    page.write_text(PAGE, encoding="utf-8")
    assert main([str(report), "--into", str(page)]) == 0
    once = page.read_text(encoding="utf-8")
    assert once.startswith("# Figures\n") and once.endswith("\n\nAfter.\n")
    assert "an earlier day" not in once and "Measured on 2026-12-01" in once and "embedded rules-4" in once
    main([str(report), "--into", str(page)])
    assert page.read_text(encoding="utf-8") == once


def test_a_page_without_marks_is_refused_and_left(tmp_path: Path) -> None:
    report, page = tmp_path / "report.json", tmp_path / "page.md"
    report.write_text(json.dumps(EMBEDDED), encoding="utf-8")
    page.write_text("no marks", encoding="utf-8")
    with pytest.raises(ValueError, match="the page needs a line"):
        main([str(report), "--into", str(page)])
    assert page.read_text(encoding="utf-8") == "no marks"


def test_without_a_record_there_is_nothing_to_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "report.json" in capsys.readouterr().err
