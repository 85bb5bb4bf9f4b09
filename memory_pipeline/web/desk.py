"""The review desk: what waits for a verdict as values, and the verdicts that a reviewer gives (contract section 10)."""

from __future__ import annotations

from typing import Any

from memory_pipeline.control.card_link import Pass
from memory_pipeline.control.edit import newest
from memory_pipeline.control.review import ReviewItem, ReviewProgress, review_queue
from memory_pipeline.model.errors import UnknownReference
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.review import VERDICT_KINDS, Review, Verdict, VerdictKind
from memory_pipeline.store import keys
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.web.documents import Document, in_words, item_document, quote_document
from memory_pipeline.web.fields import Fields, memory_id, number, revision, words
from memory_pipeline.web.site import Site
from memory_pipeline.workflows.card_action import CardOutcome, undo_on_card
from memory_pipeline.workflows.review import review_memory

QUEUE = 20
"""Memories of one JSON page; the page of a browser shows one."""


def queue_document(site: Site, view: FamilyView, after: str | None, limit: int = QUEUE) -> Document:
    """What waits after `after`, hard ones first, with the progress. Raises UnknownReference for no memory of here."""
    page = review_queue(view, limit=limit, after=after)
    return {
        "progress": progress_document(page.progress),
        "items": [_item(site, view, item) for item in page.items],
        "next": page.next,
    }


def waiting_document(site: Site, view: FamilyView, id: str) -> Document:
    """The newest version of a memory, whether it waits or not.

    Raises UnknownReference, and ForgottenReference for what was rejected or forgotten: its words are shown to nobody.
    """
    memory = newest(view, id)
    review = view.reviews().get(memory.id)
    earlier = review.verdicts if review else ()
    return _item(site, view, ReviewItem(memory=memory, ledger=view.ledger(memory.id), earlier=earlier))


def progress_document(progress: ReviewProgress) -> Document:
    """The counts, and the same as a sentence."""
    return {
        "accepted": progress.accepted,
        "rejected": progress.rejected,
        "rewritten": progress.rewritten,
        "waiting": progress.waiting,
        "total": progress.total,
        "words": str(progress),
    }


def judge(site: Site, session: Pass, verdict: str, fields: Fields) -> CardOutcome:
    """Give a verdict for the session's own family: accepted, rejected or rewritten.

    Raises UnknownReference for a verdict that is none, InvalidArgument for missing fields, and as `review_memory` does.
    """
    kind = _kind(verdict)
    return review_memory(
        site.pipeline,
        session.family,
        memory_id(fields),
        kind,
        session.member or "",
        summary=words(fields) if kind == "rewritten" else "",
        revision=revision(fields),
        again=str(fields.get("again", "")) in ("1", "True"),
    )


def take_back(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    """Undo a verdict that this reviewer gave. Raises UnknownReference for any other change, and as undo does."""
    seq = number(fields, "seq")
    view = site.view(session.family)
    record = next((record for record in view.records(seq - 1) if record.seq == seq), None)
    judged = [keys.review_id(session.family, write.key) for write in (record.writes if record else ())]
    reviews = view.reviews()
    if not any(id is not None and id in reviews and _is_of(reviews[id], session) for id in judged):
        raise UnknownReference("that is no verdict of yours, so the desk cannot take it back")
    return undo_on_card(site.pipeline, session.family, seq)


def _kind(verdict: str) -> VerdictKind:
    found: VerdictKind | None = next((kind for kind in VERDICT_KINDS if kind == verdict), None)
    if found is None:
        raise UnknownReference("there is no such verdict; accept, reject or rewrite")
    return found


def _is_of(review: Review, session: Pass) -> bool:
    return review.last.reviewer == session.member


def _item(site: Site, view: FamilyView, item: ReviewItem) -> Document:
    evidence = [quote_document(view, line) for line in item.ledger]
    return {
        **item_document(view, item.memory, site.today(view)),
        "when_to_use": item.memory.when_to_use,
        "evidence": [
            {**quote, "against": not line.supports} for quote, line in zip(evidence, item.ledger, strict=True)
        ],
        "earlier": [_verdict(view, verdict) for verdict in item.earlier],
    }


def _verdict(view: FamilyView, verdict: Verdict) -> dict[str, Any]:
    day = local_date(verdict.at, view.family().timezone)
    return {
        "kind": verdict.kind,
        "reviewer": verdict.reviewer,
        "on": in_words(day),
        "summary": verdict.summary,
        "rewritten": verdict.rewritten,
    }
