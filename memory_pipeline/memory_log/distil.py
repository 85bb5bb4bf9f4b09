"""What was formed of a batch's messages, as items (seed `004`, *DISTILL, Don't Copy*)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memory_pipeline.language.names import proper_names
from memory_pipeline.memory_log.categories import category_of, dates_in
from memory_pipeline.memory_log.events import Event
from memory_pipeline.memory_log.items import Category, Item
from memory_pipeline.memory_log.length import within_limit
from memory_pipeline.memory_log.names import Names
from memory_pipeline.memory_log.utility import is_lasting
from memory_pipeline.memory_log.values import completed_contact
from memory_pipeline.memory_log.wording import item_text
from memory_pipeline.model.candidate import Candidate

PRONOUN, TOO_LONG, PASSING, BESIDE = (
    "pronoun without a name",
    "over the word limit",
    "of the moment",
    "said in another item",
)

_ME_AND = re.compile(r"\b(?:me and|with|and) (?P<name>[^\W\d_][\w’'-]+)(?=[,. ]|$)", re.IGNORECASE)
_RELATIVE = re.compile(
    r"\bmy (?P<role>wife|husband|partner|son|daughter|brother|sister|mother|father|mum|mom|dad|friend|colleague|cousin)"
    r" (?P<name>[^\W\d_][\w’'-]+) (?:is|are) (?:also )?(?:coming|joining|going|in)\b",
    re.IGNORECASE,
)
_IMPERSONAL = re.compile(r"^(?:the|this|a|an)\s+(?=\w)", re.IGNORECASE)
_NOT = re.compile(r"^(?:do not|don['’]t|never)\s+", re.IGNORECASE)
_DAILY = frozenset("the a an my our his her their it and you him them we us all this that no to at in".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Distilled:
    """A new item beside what it was formed of: `said`, the words of the user's message `event` (from 1)."""

    item: Item
    event: int
    said: str


@dataclass(frozen=True, slots=True)
class Distillate:
    """A batch's items in order, and how many claims were given up, by reason."""

    items: tuple[Distilled, ...]
    dropped: Counter[str]


def distil(survivors: Iterable[Candidate], events: Sequence[Event], names: Names, words: int) -> Distillate:
    """Items of the claims that passed the gates. `events` are the user messages, in the order of their turns."""
    dropped: Counter[str] = Counter()
    found: list[tuple[int, Distilled]] = []
    for candidate in survivors:
        turn = candidate.evidence[0].last
        event = events[turn - 1]
        text = item_text(_statement(candidate, names), event.at.date(), names, _company(event.text, names))
        if text is None:
            dropped[PRONOUN] += 1
        elif not is_lasting(text):
            dropped[PASSING] += 1
        else:
            item = Item(at=event.at, category=category_of(candidate, text, event.at.date()), text=text)
            found.append((turn, Distilled(item=item, event=turn, said=event.text)))
    kept: list[Distilled] = []
    for turn in sorted({turn for turn, _ in found}):
        kept += _once_told([each for other, each in found if other == turn], names, dropped)
    return Distillate(tuple(part for each in kept for part in _short(each, names, words, dropped)), dropped)


def _statement(candidate: Candidate, names: Names) -> str:
    """An instruction as what the user wants; every other claim as it is."""
    summary = candidate.summary.strip()
    if candidate.type != "directive" or names.user is None or summary.startswith(str(names.speaker)):
        return summary
    told = summary[:1].lower() + summary[1:]
    if told.startswith("no "):
        return f"{names.user} wants {told}"
    found = _NOT.match(told)
    if found:
        word = "never" if found.group().strip().casefold() == "never" else "not"
        return f"{names.user} wants the agent {word} to {told[found.end() :]}"
    return f"{names.user} wants the agent to {told}"


def _company(message: str, names: Names) -> str | None:
    """Who "we" are, where the message names them: "John and wife Emma", "Teresa Falcão and Berto"."""
    if names.user is None:
        return None
    if found := _RELATIVE.search(message):
        return f"{names.user} and {found['role'].casefold()} {_called(found['name'], names)}"
    for found in _ME_AND.finditer(message):
        name = found["name"]
        if name.casefold() in names.full or (name[:1].isupper() and name.casefold() not in _DAILY):
            return f"{names.user} and {_called(name, names)}"
    return None


def _called(name: str, names: Names) -> str:
    return names.full.get(name.casefold(), name[:1].upper() + name[1:])


def _once_told(told: Sequence[Distilled], names: Names, dropped: Counter[str]) -> list[Distilled]:
    """One message's items: what is said of a thing joins the item it belongs to; a relation named beside goes."""
    items: list[Distilled] = []
    for each in sorted(told, key=lambda each: _is_relation(each.item)):
        opening = _IMPERSONAL.match(each.item.text)
        if opening and items:
            home = next((place for place, other in enumerate(items) if other.item.category == "event"), len(items) - 1)
            items[home] = _joined(items[home], each)
            dropped[BESIDE] += 1
        elif (completed := _completed(items, each)) is not None:
            items[completed] = replace(each, item=replace(each.item, text=str(_contact(items[completed], each))))
            dropped[BESIDE] += 1
        elif _is_relation(each.item) and any(_names_both(other.item, each.item) for other in items):
            dropped[BESIDE] += 1
        else:
            items.append(replace(each, item=replace(each.item, text=_owned(each, names))))
    return items


def _contact(detail: Distilled, relation: Distilled) -> str | None:
    return completed_contact(detail.item, relation.item)


def _completed(items: Sequence[Distilled], relation: Distilled) -> int | None:
    """The item that gives the number or address of somebody whose relation is told beside it."""
    return next((place for place, other in enumerate(items) if _contact(other, relation) is not None), None)


def _owned(each: Distilled, names: Names) -> str:
    """An item of a thing begins with whose it is: "Sabina's parent meeting is on …"."""
    text, first = each.item.text, each.item.text.split()[0]
    without = _IMPERSONAL.sub("", text)
    is_name = any(name.start == 0 for name in proper_names(text)) and first.lower() not in each.said.split()
    if names.user is None or names.user in text or ((is_name or first.casefold() in names.full) and without == text):
        return text
    return f"{names.user}'s {without[:1].lower()}{without[1:]}"


def _joined(whole: Distilled, part: Distilled) -> Distilled:
    text = f"{whole.item.text}, {part.item.text[:1].lower()}{part.item.text[1:]}"
    category: Category = whole.item.category
    if category == "fact" and dates_in(part.item.text):
        category = "event"
    return replace(whole, item=replace(whole.item, text=text, category=category))


_RELATION = re.compile(r"^(?P<who>.+?) is (?P<whose>.+?)['’]s? (?P<role>[\w-]+(?: [\w-]+)?)$")


def _is_relation(item: Item) -> bool:
    return item.category == "contact" and _RELATION.match(item.text) is not None


def _names_both(whole: Item, relation: Item) -> bool:
    """Whether an item of the same message names the person, so that the relation was only said in passing."""
    found = _RELATION.match(relation.text)
    return found is not None and found["who"].casefold() in whole.text.casefold()


def _short(each: Distilled, names: Names, words: int, dropped: Counter[str]) -> list[Distilled]:
    parts = within_limit(each.item.text, words, names.user)
    dropped[TOO_LONG] += not parts
    return [replace(each, item=replace(each.item, text=part)) for part in parts]
