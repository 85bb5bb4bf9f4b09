"""`reviews/{ULID}.json`: the verdicts on one memory, with who and when."""

from __future__ import annotations

from memory_pipeline.model.errors import MalformedDocument
from memory_pipeline.model.review import VERDICT_KINDS, Review, Verdict
from memory_pipeline.store import json_text, spelling
from memory_pipeline.store.fields import Fields
from memory_pipeline.store.json_fields import read_fields


def dump_review(review: Review) -> bytes:
    """The file."""
    return json_text.document(
        {
            "memory": review.memory,
            "verdicts": [
                {
                    "verdict": verdict.kind,
                    "reviewer": verdict.reviewer,
                    "at": spelling.instant(verdict.at),
                    "summary": verdict.summary,
                    "rewritten": verdict.rewritten,
                }
                for verdict in review.verdicts
            ],
        }
    )


def load_review(data: bytes, file: str) -> Review:
    """Read one review. Raises MalformedDocument."""
    fields = read_fields(data, file)
    verdicts = tuple(_verdict(each) for each in fields.each("verdicts"))
    if not verdicts:
        raise MalformedDocument("`verdicts` is empty; a review has at least one", file=file)
    return Review(memory=fields.ulid("memory"), verdicts=verdicts)


def _verdict(fields: Fields) -> Verdict:
    return Verdict(
        kind=fields.choice("verdict", VERDICT_KINDS),
        reviewer=fields.line("reviewer"),
        at=fields.instant("at"),
        summary=fields.line("summary"),
        rewritten=None if fields.get("rewritten") is None else fields.line("rewritten"),
    )
