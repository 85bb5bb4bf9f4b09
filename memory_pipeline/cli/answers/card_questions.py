"""`card rules | why-not | digest`: what a family asks of its memory; nothing is written."""

from __future__ import annotations

from typing import Any

from memory_pipeline.cli.answers.drawing import plain, table
from memory_pipeline.cli.answers.pages import page_of
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.control.digest import Digest, make_digest
from memory_pipeline.control.rules import list_rules
from memory_pipeline.control.why_not import why_not
from memory_pipeline.model.instants import format_instant
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef, SuppressionRef
from memory_pipeline.model.suppression import Suppression


def rules(key: str, *, lifted: bool, limit: int | None, after: str | None, now: str | None) -> Answer:
    """The rules that keep things forgotten. Raises UnknownFamily, UnknownReference for a cursor of no rule."""
    pipeline = open_pipeline(now)
    known_family(pipeline, key)
    page = page_of(list_rules(pipeline.view(key), lifted=lifted), lambda rule: rule.id, limit=limit, after=after)
    rows = [(rule.scope, _told(rule), f"{rule.made_at:%Y-%m-%d}", rule.id) for rule in page.items]
    return Answer(
        document={"family": key, "items": [_rule_document(key, rule) for rule in page.items], "next": page.next},
        draw=lambda: [
            table(f"Kept forgotten for {key} (suppression://{key}/ID)", "", "+what", "since", "#ID", rows=rows,
                  empty="nothing is")
        ],
    )  # fmt: skip


def why(key: str, text: str, *, limit: int | None, now: str | None) -> Answer:
    """What became of something that should be known. Raises UnknownFamily."""
    pipeline = open_pipeline(now)
    known_family(pipeline, key)
    reasons = why_not(pipeline.view(key), text, limit=20 if limit is None else limit)
    rows = [(reason.why, reason.summary, reason.reason, reason.ref) for reason in reasons]
    return Answer(
        document={
            "family": key,
            "query": text,
            "reasons": [
                {"why": reason.why, "summary": reason.summary, "reason": reason.reason, "ref": reason.ref}
                for reason in reasons
            ],
        },
        draw=lambda: [table(text, "", "+claim", "why", "where", rows=rows, empty="nobody ever said so")],
    )


def digest(key: str, *, now: str | None) -> Answer:
    """What happened lately. Raises UnknownFamily."""
    pipeline = open_pipeline(now)
    family = known_family(pipeline, key)
    made = make_digest(pipeline.view(key), pipeline.now(family), pipeline.policies.digest)
    parts = (("Learned", made.learned), ("Retired", made.retired), ("About to end", made.ending))
    return Answer(
        document=_digest_document(key, made),
        draw=lambda: [
            *(
                table(title, "", "+claim", "until", rows=map(_row, memories), empty="nothing")
                for title, memories in parts
            ),
            *(plain(f"Disputed: {memory.summary}") for memory, _ in made.disputed),
            *(plain(f"Came up again in {again.session}: {again.reason}") for again in made.came_up_again),
        ],
    )


def _told(rule: Suppression) -> str:
    return rule.texts[-1] if rule.texts else rule.value


def _rule_document(key: str, rule: Suppression) -> dict[str, Any]:
    return {
        "ref": str(SuppressionRef(key, rule.id)),
        "scope": rule.scope,
        "value": rule.value,
        "texts": list(rule.texts),
        "memories": [str(MemoryRef(key, memory)) for memory in rule.memories],
        "made_at": format_instant(rule.made_at),
        "made_by": rule.made_by,
        "lifted_at": None if rule.lifted_at is None else format_instant(rule.lifted_at),
    }


def _digest_document(key: str, made: Digest) -> dict[str, Any]:
    return {
        "family": key,
        "since": format_instant(made.since),
        "learned": [_memory_document(key, memory) for memory in made.learned],
        "retired": [_memory_document(key, memory) for memory in made.retired],
        "ending": [_memory_document(key, memory) for memory in made.ending],
        "disputed": [
            {
                **_memory_document(key, memory),
                "against": [{"ref": dispute.address, "summary": dispute.summary} for dispute in disputes],
            }
            for memory, disputes in made.disputed
        ],
        "came_up_again": [{"session": again.session, "reason": again.reason} for again in made.came_up_again],
    }


def _memory_document(key: str, memory: Memory) -> dict[str, Any]:
    """A memory in a digest; one that was forgotten is counted, its words are not told again."""
    return {
        "ref": str(MemoryRef(key, memory.id)),
        "summary": None if memory.status == "retracted" else memory.summary,
        "status": memory.status,
        "valid_until": None if memory.valid_until is None else memory.valid_until.isoformat(),
    }


def _row(memory: Memory) -> tuple[object, ...]:
    return memory.status, "(forgotten)" if memory.status == "retracted" else memory.summary, memory.valid_until or ""
