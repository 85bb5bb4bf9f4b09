"""The review desk: a person works through what a migration made, beside the words it came from (contract section 10).

Accept keeps a memory as it is, reject retracts it with a claim rule, rewrite changes its summary and nothing else. A
verdict is part of the change it makes, so that it is never there without its effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.edit import with_line
from memory_pipeline.control.edit import refuse_forgotten, sensitivity_of
from memory_pipeline.control.forget import plan_forget
from memory_pipeline.control.shown import require_shown
from memory_pipeline.language.dates import absolute
from memory_pipeline.model.brief import Brief
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.errors import AlreadyReviewed, ForgottenReference, InvalidArgument, UnknownReference
from memory_pipeline.model.evidence import Evidence, reinforcement_count
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import ConversationRef, MemoryRef
from memory_pipeline.model.review import VERDICT_KINDS, Review, Verdict, VerdictKind
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.store.brief_lines import stored_brief
from memory_pipeline.store.family_view import FamilyView

LONGEST_SUMMARY = 200
LONGEST_REVIEWER = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewItem:
    """A memory that waits for a verdict, with the ledger it rests on. `earlier`: verdicts that hold no longer."""

    memory: Memory
    ledger: tuple[Evidence, ...]
    earlier: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewProgress:
    """How far the desk is: verdicts that hold, by kind, and memories that wait for one."""

    accepted: int
    rejected: int
    rewritten: int
    waiting: int

    @property
    def total(self) -> int:
        """Everything that was judged or is to be."""
        return self.accepted + self.rejected + self.rewritten + self.waiting

    def __str__(self) -> str:
        """ "717 of 849 accepted, 118 rejected, 14 rewritten"."""
        return f"{self.accepted} of {self.total} accepted, {self.rejected} rejected, {self.rewritten} rewritten"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPage:
    """The next memories of the queue; `next` continues it, None at its end."""

    items: tuple[ReviewItem, ...]
    next: str | None
    progress: ReviewProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A verdict to be given. `revision` is the one that was shown; `again` overrides a verdict that holds.

    `session` holds the new summary of a rewrite as its one turn, and is None for any other verdict.
    """

    memory: str
    kind: VerdictKind
    reviewer: str
    at: datetime
    session: Session | None = None
    revision: int | None = None
    again: bool = False


def review_queue(view: FamilyView, *, limit: int | None = None, after: str | None = None) -> ReviewPage:
    """Memories that are remembered now and were not judged as they stand: hard ones first, then the oldest.

    `after` is the `next` of a page, or any memory id to skip it and what stands before it. Raises UnknownReference.
    """
    memories, reviews = view.memories(), view.reviews()
    waiting = sorted(filter(lambda memory: _waits(memory, reviews), memories.values()), key=_order)
    progress = _progress(memories, reviews, len(waiting))
    if after is not None:
        if after not in memories:
            raise UnknownReference(f"--after {after[:40]!r} is no memory of this family; give the `next` of an answer")
        waiting = [memory for memory in waiting if _order(memory) > _order(memories[after])]
    shown = waiting if limit is None else waiting[:limit]
    ledgers = view.ledgers([memory.id for memory in shown])
    items = tuple(
        ReviewItem(
            memory=memory,
            ledger=ledgers[memory.id],
            earlier=reviews[memory.id].verdicts if memory.id in reviews else (),
        )
        for memory in shown
    )
    return ReviewPage(
        items=items, next=shown[-1].id if shown and len(shown) < len(waiting) else None, progress=progress
    )


def plan_verdict(view: FamilyView, judged: Judged, budget: BriefBudget, count_tokens: TokenCounter) -> Change | None:
    """The change that a verdict makes; None where the same reviewer said just that already.

    Raises UnknownReference; ForgottenReference for a memory that was forgotten otherwise; AlreadyReviewed where
    somebody else's verdict holds or newer words took its place; ChangedMeanwhile where its words are not those that
    were shown; InvalidArgument for a reviewer or a summary that cannot be stored, or that a rule keeps forgotten.
    """
    memory, review = view.memory(judged.memory), view.reviews().get(judged.memory)
    check_reviewer(judged.reviewer)
    if review is not None and review.holds(memory) and not judged.again:
        if _says_the_same(review.last, judged):
            return None
        raise AlreadyReviewed(_who(review))
    _check_as_shown(view, memory, judged)
    verdict = Verdict(kind=judged.kind, reviewer=judged.reviewer, at=judged.at, summary=memory.summary)
    if judged.kind == "rejected":
        return _rejection(view, memory, review, verdict)
    if judged.kind == "rewritten":
        rewriting = replace(verdict, rewritten=_new_summary(view, judged))
        return _rewriting(view, memory, review, rewriting, judged, (budget, count_tokens))
    return Change(
        kind="card",
        cause=f"review of {memory.id}",
        at=judged.at,
        entries=(ChangeEntry("reviewed", memory.id),),
        reviews=(_with(review, memory, verdict),),
        dreamt=True,
        next_due=view.head().next_due,
    )


def _waits(memory: Memory, reviews: Mapping[str, Review]) -> bool:
    return memory.status == "active" and not (memory.id in reviews and reviews[memory.id].holds(memory))


def _order(memory: Memory) -> tuple[bool, datetime, str]:
    return memory.strength != "hard", memory.formed_at, memory.id


def _progress(memories: Mapping[str, Memory], reviews: Mapping[str, Review], waiting: int) -> ReviewProgress:
    known = (review for id, review in reviews.items() if id in memories)
    found = Counter(review.last.kind for review in known if review.holds(memories[review.memory]))
    return ReviewProgress(**{kind: found[kind] for kind in VERDICT_KINDS}, waiting=waiting)


def check_reviewer(reviewer: str) -> None:
    """Raise InvalidArgument for a name that cannot stand beside a verdict."""
    if not reviewer.strip() or len(reviewer) > LONGEST_REVIEWER or not reviewer.isprintable():
        raise InvalidArgument(f"a review needs a reviewer, in one line of at most {LONGEST_REVIEWER} characters")


def _check_as_shown(view: FamilyView, memory: Memory, judged: Judged) -> None:
    if memory.status == "retracted":
        raise ForgottenReference("that memory was forgotten; there is nothing left to review")
    if memory.status == "superseded":
        raise AlreadyReviewed(f"newer words took its place: {memory.superseded_by}; review those")
    require_shown(view, memory.id, judged.revision)


def _says_the_same(last: Verdict, judged: Judged) -> bool:
    words = None if judged.session is None else _one_line(judged.session.turns[0].text)
    return (last.kind, last.reviewer) == (judged.kind, judged.reviewer) and words in (None, last.rewritten)


def _who(review: Review) -> str:
    last = review.last
    return f"{last.reviewer} {last.kind} it on {last.at:%Y-%m-%d}; say --again to judge it anew"


def _with(review: Review | None, memory: Memory, verdict: Verdict) -> Review:
    return Review(memory=memory.id, verdicts=(*(review.verdicts if review else ()), verdict))


def _rejection(view: FamilyView, memory: Memory, review: Review | None, verdict: Verdict) -> Change:
    forgotten = plan_forget(view, memory.id, verdict.at, verdict.reviewer)
    if forgotten is None:
        raise ForgottenReference("that memory was forgotten; there is nothing left to review")
    return replace(forgotten, cause=f"review of {memory.id}", reviews=(_with(review, memory, verdict),))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _new_summary(view: FamilyView, judged: Judged) -> str:
    """The words of a rewrite with each day absolute. Raises InvalidArgument for too many of them."""
    if judged.session is None:
        raise InvalidArgument("a rewrite needs the new summary")
    said_on = local_date(judged.at, view.family().timezone)
    summary = absolute(_one_line(judged.session.turns[0].text), said_on)
    if len(summary) > LONGEST_SUMMARY:
        raise InvalidArgument(f"a summary has at most {LONGEST_SUMMARY} characters, not {len(summary)}; say less")
    return summary


def _rewriting(
    view: FamilyView,
    memory: Memory,
    review: Review | None,
    verdict: Verdict,
    judged: Judged,
    brief: tuple[BriefBudget, TokenCounter],
) -> Change:
    session, summary = judged.session, verdict.rewritten
    if session is None or summary is None:
        raise InvalidArgument("a rewrite needs the new summary")
    line = Evidence(
        ref=ConversationRef(view.key, session.id, 1, 1), quote=session.turns[0].text.strip(), recorded_at=judged.at
    )
    new = replace(
        memory,
        summary=summary,
        sensitivity=sensitivity_of(view, memory, summary, memory.about),
        revision=memory.revision + (summary != memory.summary),
        reinforcement_count=reinforcement_count((*view.ledger(memory.id), line)),
        last_reinforced_at=max(memory.last_reinforced_at, judged.at),
    )
    refuse_forgotten(view, new)
    return Change(
        kind="card",
        cause=session.id,
        at=judged.at,
        entries=(ChangeEntry("reviewed", memory.id),),
        memories=(new,),
        evidence=((memory.id, line),),
        sessions=(session,),
        reviews=(_with(review, memory, verdict),),
        brief=_brief(view, new, *brief),
    )


def _brief(view: FamilyView, new: Memory, budget: BriefBudget, count_tokens: TokenCounter) -> Brief | None:
    stored = stored_brief(view)
    if stored is None:
        return None
    changed = with_line(stored, str(MemoryRef(view.key, new.id)), new, budget, count_tokens)
    return None if changed == stored else changed
