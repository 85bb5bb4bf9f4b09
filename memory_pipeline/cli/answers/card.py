"""`card list | remember | forget | evidence | history`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from rich.console import RenderableType

from memory_pipeline.cli.answers.drawing import plain, table
from memory_pipeline.cli.answers.parts import known_family, memory_ref, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.control.listing import CardItem, CardStatus, list_card
from memory_pipeline.model.decision import Decision
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import format_instant, local_date, parse_instant
from memory_pipeline.model.refs import MemoryRef, SuppressionRef
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.lineage import chain
from memory_pipeline.store.okf import front_matter
from memory_pipeline.workflows.card_action import CardOutcome, forget_on_card, remember_on_card


def listing(
    key: str, status: CardStatus, *, as_of: str | None, limit: int | None, after: str | None, now: str | None
) -> Answer:
    """A page of the card, the newest first. Raises UnknownFamily, InvalidInstant, UnknownReference for a cursor."""
    pipeline = open_pipeline(now)
    family = known_family(pipeline, key)
    moment = None if as_of is None else parse_instant(as_of)
    page = list_card(pipeline.view(key), status=status, limit=limit, after=after, as_of=moment)
    return Answer(
        document={"items": [item_document(key, item) for item in page.items], "next": page.next},
        draw=lambda: _drawn_page(
            family, page.items, page.next, local_date(moment or pipeline.now(family), family.timezone)
        ),
    )


def remember(key: str, text: str, member: str | None, *, now: str | None) -> Answer:
    """Remember a statement as explicitly said. Raises UnknownFamily, FamilyClosed, EmptySession, InvalidArgument."""
    pipeline = open_pipeline(now)
    speaker = speaking_member(known_family(pipeline, key), member)
    outcome = remember_on_card(pipeline, key, text, member=speaker)
    decisions = _told(outcome)
    rows = [(decision.kind, decision.summary, decision.reason) for decision in decisions]
    return Answer(
        document={**changed(outcome), "decisions": [decision_document(key, decision) for decision in decisions]},
        draw=lambda: [
            table(f"Remembered for {key}", "", "+claim", "why", rows=rows, empty="it is known already"),
            written(outcome),
        ],
    )


def forget(reference: str, member: str | None, *, now: str | None) -> Answer:
    """Forget one claim for good. Raises MalformedReference, UnknownFamily, UnknownReference, InvalidArgument."""
    pipeline = open_pipeline(now)
    ref = memory_ref(reference)
    speaker = speaking_member(known_family(pipeline, ref.family), member)
    outcome = forget_on_card(pipeline, ref.family, ref.id, by=speaker or "")
    rules = [rule for rule in pipeline.view(ref.family).suppressions() if rule.in_force and ref.id in rule.memories]
    names = [str(SuppressionRef(ref.family, rule.id)) for rule in rules]
    return Answer(
        document={"ref": str(ref), **changed(outcome), "rules": names},
        draw=lambda: [plain(f"Forgotten: {ref}"), written(outcome), *(plain(f"Kept forgotten by {n}") for n in names)],
    )


def evidence(reference: str, *, now: str | None) -> Answer:
    """What a memory rests on, and what was said against it. Raises UnknownReference, MalformedLedger."""
    pipeline = open_pipeline(now)
    ref = memory_ref(reference)
    family, view = known_family(pipeline, ref.family), pipeline.view(ref.family)
    memory, ledger = view.memory(ref.id), view.ledger(ref.id)
    rows = [
        (local_date(line.recorded_at, family.timezone), line.quote, line.ref, "" if line.supports else "contradicts")
        for line in ledger
    ]
    return Answer(
        document={
            "ref": str(ref),
            "summary": memory.summary,
            "status": memory.status,
            "evidence": [evidence_document(line) for line in ledger],
        },
        draw=lambda: [table(memory.summary, "said on", "+quote", "where", "", rows=rows)],
    )


def history(reference: str, *, now: str | None) -> Answer:
    """A claim's versions, the oldest first, and what happened to each. Raises UnknownReference."""
    pipeline = open_pipeline(now)
    ref = memory_ref(reference)
    family, view = known_family(pipeline, ref.family), pipeline.view(ref.family)
    lineage = chain(view.memories(), view.memory(ref.id).id) or (ref.id,)
    ledgers = view.ledgers(lineage)
    items = [CardItem(memory=view.memory(key), evidence=supporting(ledgers[key])) for key in lineage]
    events = _events(view, lineage)
    versions = [
        (item.memory.status, local_date(item.memory.formed_at, family.timezone), item.memory.summary, item.memory.id)
        for item in items
    ]
    happened = [(event["at"], event["kind"], event["cause"], event["ref"]) for event in events]
    return Answer(
        document={
            "ref": str(ref),
            "versions": [item_document(ref.family, item) for item in items],
            "events": events,
        },
        draw=lambda: [
            table("Versions", "", "since", "+claim", "#id", rows=versions),
            table("What happened", "at", "", "cause", "memory", rows=happened),
        ],
    )


def item_document(family: str, item: CardItem) -> dict[str, Any]:
    """One card item; a front-matter key of a foreign writer that is called like ours gives way to ours."""
    ours = {
        "ref": str(MemoryRef(family, item.memory.id)),
        "body": item.memory.body,
        "evidence": list(item.evidence),
    }
    return {**ours, **{key: value for key, value in front_matter(item.memory).items() if key not in ours}}


def evidence_document(line: Evidence) -> dict[str, Any]:
    """One line of a ledger as its file has it."""
    ours = {"ref": str(line.ref), "quote": line.quote, "recordedAt": format_instant(line.recorded_at)}
    return {**ours, **line.extra}


def supporting(ledger: Iterable[Evidence]) -> tuple[str, ...]:
    """The references of what supports a claim, each once."""
    return tuple(dict.fromkeys(str(line.ref) for line in ledger if line.supports))


def _events(view: FamilyView, lineage: Iterable[str]) -> list[dict[str, Any]]:
    ids = frozenset(lineage)
    return [
        {
            "seq": record.seq,
            "at": format_instant(record.at),
            "change": record.kind,
            "cause": record.cause,
            "kind": entry.kind,
            "ref": str(MemoryRef(view.key, entry.id)),
        }
        for record in view.records()
        for entry in record.entries
        if entry.id in ids
    ]


def speaking_member(family: Family, name: str | None) -> str | None:
    """The member of that name. Raises InvalidArgument for nobody."""
    if name is None:
        return None
    if (member := family.member(name)) is None:
        known = ", ".join(member.name for member in family.members) or "nobody"
        raise InvalidArgument(f"--member {name[:60]!r} is nobody in family {family.key}; it has {known}")
    return member.name


def _told(outcome: CardOutcome) -> tuple[Decision, ...]:
    """The decisions that stand: where nothing was written, only those that say why a claim was left out."""
    decisions = outcome.decisions.decisions if outcome.decisions else ()
    return tuple(decision for decision in decisions if outcome.record is not None or decision.kind == "ignore")


def changed(outcome: CardOutcome) -> dict[str, Any]:
    """What every action answers: whether a change was written, and which."""
    return {
        "family": outcome.family,
        "changed": outcome.record is not None,
        "seq": outcome.record.seq if outcome.record else None,
    }


def decision_document(family: str, decision: Decision) -> dict[str, Any]:
    """One decision with its references."""
    return {
        "kind": decision.kind,
        "summary": decision.summary,
        "reason": decision.reason,
        "memory": None if decision.memory is None else str(MemoryRef(family, decision.memory)),
        "target": None if decision.target is None else str(MemoryRef(family, decision.target)),
    }


def written(outcome: CardOutcome) -> RenderableType:
    """One line on what was written."""
    return plain(f"Written as change {outcome.record.seq}." if outcome.record else "Nothing had to change.")


def _drawn_page(family: Family, items: Iterable[CardItem], cursor: str | None, today: date) -> list[RenderableType]:
    # Three columns of two lines each: they fit on a terminal of 80, with every id whole.
    rows = (
        (
            plain(item.memory.summary).append(f"\n{item.memory.id}", "dim"),
            plain(item.memory.about).append(f"\n{_kind(item)}", "dim"),
            plain(_since(local_date(item.memory.formed_at, family.timezone), today)).append(f"\n{_end(item)}", "dim"),
        )
        for item in items
    )
    title = f"What is remembered for {family.key} (memory://{family.key}/ID)"
    page = table(title, "+claim, ID", "about, type", "known, until", rows=rows)
    return [page, *([plain(f"More: --after {cursor}")] if cursor else [])]


def _kind(item: CardItem) -> str:
    return f"{item.memory.type}, {item.memory.strength}" if item.memory.strength == "hard" else item.memory.type


def _end(item: CardItem) -> str:
    if item.memory.status != "active":
        return item.memory.status
    return "" if item.memory.valid_until is None else item.memory.valid_until.isoformat()


def _since(formed: date, today: date) -> str:
    days = (today - formed).days
    return "today" if days <= 0 else f"{days} day{'s' if days > 1 else ''}"
