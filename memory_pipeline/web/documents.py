"""The card's answers as values: JSON gives them as they are, the pages draw them. Words are a family's, never keys."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from memory_pipeline.control.digest import make_digest
from memory_pipeline.control.forget_group import Group, find_group
from memory_pipeline.control.listing import list_card
from memory_pipeline.control.rules import list_rules
from memory_pipeline.control.settle import open_disputes
from memory_pipeline.control.why_not import why_not
from memory_pipeline.language.topics import TOPICS
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.instants import format_instant, local_date
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.retrieval.turn import age_in_words
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.lineage import chain
from memory_pipeline.web.site import Site

Document = dict[str, Any]
PAGE = 50
_AUTHORITY = {
    "user_explicit": "you asked for it",
    "user_stated": "you said so",
    "inferred": "a guess from what you said",
    "system": "set by the system",
}
_SENSITIVE = {"health": "Health", "finances": "Money", "minors": "About a child"}
_STATUS = {
    "active": "Remembered",
    "dormant": "Resting, for it was not heard of for long",
    "expired": "Past its date",
    "superseded": "Corrected",
    "retracted": "Forgotten",
}


def card_document(site: Site, view: FamilyView, after: str | None, limit: int = PAGE) -> Document:
    """A page of the card. Raises UnknownReference for a cursor of no memory here."""
    page, today = list_card(view, limit=limit, after=after), site.today(view)
    items = [item_document(view, item.memory, today) for item in page.items]
    ledgers = view.ledgers([item.memory.id for item in page.items])
    for item in items:
        item["disputes"] = len(open_disputes(ledgers[item["id"]]))
    return {"items": items, "next": page.next}


def item_document(view: FamilyView, memory: Memory, today: date) -> Document:
    """One memory in words, on the family's `today`."""
    formed = local_date(memory.formed_at, view.family().timezone)
    return {
        "id": memory.id,
        "revision": memory.revision,
        "summary": memory.summary,
        "words": memory.claim,
        "about": memory.about,
        "concerns": concerns(view, memory),
        "type": memory.type,
        "hard": memory.strength == "hard",
        "pinned": memory.pin,
        "status": memory.status,
        "status_words": _STATUS[memory.status],
        "source": _AUTHORITY[memory.authority],
        "remembered": age_in_words((today - formed).days),
        "since": formed.isoformat(),
        "since_words": in_words(formed),
        "valid_until": None if memory.valid_until is None else memory.valid_until.isoformat(),
        "until_words": None if memory.valid_until is None else _last_day(memory.valid_until),
        "sensitivity": memory.sensitivity,
        "sensitive": _SENSITIVE.get(memory.sensitivity),
    }


def memory_document(site: Site, view: FamilyView, id: str) -> Document:
    """Why it is believed, what it was before, and what was said against it. Raises UnknownReference."""
    memory, today = view.memory(id), site.today(view)
    ledger = view.ledger(id)
    lineage = chain(view.memories(), id) or (id,)
    versions = [item_document(view, view.memory(version), today) for version in lineage]
    against = open_disputes(ledger)
    return {
        **item_document(view, memory, today),
        "evidence": [quote_document(view, line) for line in ledger if line.supports],
        "disputes": [
            {"summary": dispute.summary, "quotes": [quote_document(view, line) for line in dispute.lines]}
            for dispute in against
        ],
        "history": [_version(version) for version in versions],
        "newest": lineage[-1],
    }


def rules_document(view: FamilyView) -> Document:
    """The rules in force, the newest first."""
    return {"rules": [_rule(view, rule) for rule in list_rules(view)]}


def digest_document(site: Site, view: FamilyView) -> Document:
    """The week; of what was forgotten only the number is told."""
    made, today = make_digest(view, site.now(view), site.pipeline.policies.digest), site.today(view)
    since = local_date(made.since, view.family().timezone)
    told = [memory for memory in made.retired if memory.status != "retracted"]
    return {
        "since": since.isoformat(),
        "since_words": in_words(since),
        "learned": [item_document(view, memory, today) for memory in made.learned],
        "retired": [item_document(view, memory, today) for memory in told],
        "forgotten": len(made.retired) - len(told),
        "ending": [item_document(view, memory, today) for memory in made.ending],
        "disputed": [item_document(view, memory, today) for memory, _ in made.disputed],
        "came_up_again": len(made.came_up_again),
    }


def why_not_document(view: FamilyView, text: str) -> Document:
    """What became of something that should be known."""
    found = why_not(view, text) if text.strip() else ()
    return {
        "query": text,
        "reasons": [{"why": reason.why, "summary": reason.summary, "reason": reason.reason} for reason in found],
    }


def group_document(site: Site, view: FamilyView, by: str, value: str) -> Document:
    """What forgetting a group would forget, and the token that stands for just that. Raises as `find_group` does."""
    found, today = find_group(view, Group(by=by, value=value)), site.today(view)
    return {
        "by": by,
        "value": value,
        "count": len(found.memories),
        "token": found.token,
        "items": [item_document(view, memory, today) for memory in found.memories],
    }


def choices_document(view: FamilyView) -> Document:
    """The people, places and groups, and the topics, that a group can be of."""
    entities = sorted(view.entities().values(), key=lambda entity: (entity.names[0].casefold(), entity.id))
    return {
        "entities": [{"id": entity.id, "name": entity.names[0], "kind": entity.kind} for entity in entities],
        "topics": list(TOPICS),
    }


def concerns(view: FamilyView, memory: Memory) -> list[str]:
    """Whom it concerns, by name; its subject where it applies to nobody that is known."""
    entities = view.entities()
    names = [entities[id].names[0] for id in memory.applies_to if id in entities]
    return names or [memory.about]


def _last_day(valid_until: date) -> str:
    """The last day on which it holds: `valid_until` is the first on which it no longer does (seed section 5)."""
    return f"Through {in_words(valid_until - timedelta(days=1))}"


def in_words(day: date) -> str:
    """A date as a person writes it, whatever the host's locale: `5 March 2026`."""
    month = _MONTHS[day.month - 1]
    return f"{day.day} {month} {day.year}"


_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def quote_document(view: FamilyView, line: Evidence) -> Document:
    day = local_date(line.recorded_at, view.family().timezone)
    return {
        "quote": line.quote,
        "said_at": format_instant(line.recorded_at),
        "said_on": in_words(day),
        "session": line.ref.session,
    }


def _version(item: Document) -> Document:
    kept = ("id", "summary", "words", "status", "status_words", "since", "since_words", "source")
    return {key: item[key] for key in kept}


def _rule(view: FamilyView, rule: Suppression) -> Document:
    entities = view.entities()
    name = entities[rule.value].names[0] if rule.scope == "entity" and rule.value in entities else rule.value
    told = rule.texts[-1] if rule.texts else name
    since = local_date(rule.made_at, view.family().timezone)
    return {
        "id": rule.id,
        "scope": rule.scope,
        "what": told if rule.scope == "claim" else f"Everything about {told}",
        "since": since.isoformat(),
        "since_words": in_words(since),
        "by": rule.made_by,
    }
