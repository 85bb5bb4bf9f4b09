"""Conversations of which each turn is one claim, as a perfect extractor would propose it."""

from __future__ import annotations

from memory_pipeline.model.candidate import Candidate, Formation, Quote
from memory_pipeline.workflows.families import take_in
from memory_pipeline.workflows.import_formed import settle_formed
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline_tests.workflows.conftest import FAMILY, said

KEY = FAMILY.key


def tell(pipeline: Pipeline, name: str, *texts: str, day: int = 14) -> None:
    """One conversation, reconciled, slept on and indexed."""
    take_in(pipeline, KEY, [said(name, *texts, at=f"2026-08-{day:02}T19:00:00Z")])
    claims = tuple(
        Candidate(
            type="preference", about="Dana", summary=text, body=text, when_to_use="Questions about Dana",
            evidence=(Quote(first=number, last=number, text=text),), applies_to=("Dana",), authority="user_explicit",
        )
        for number, text in enumerate(texts, start=1)
    )  # fmt: skip
    formation = Formation(session=name, extractor="x", status="formed", survivors=claims, summary=" ".join(texts))
    settle_formed(pipeline, KEY, [formation], {})
