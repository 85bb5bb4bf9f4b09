"""A claim's category out of the closed set (seed `004`, *Format*): by what the claim is, then by its words."""

from __future__ import annotations

import re
from datetime import date

from memory_pipeline.memory_log.items import Category
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.memory import MemoryType

CONTACT_DETAIL = re.compile(
    r"(?:\+|\b)\d[\d ().-]{5,}\d|[\w.+-]+@[\w-]+\.\w+|\b(?:phone|mobile|cell|e-?mail|telegram|whatsapp|fax)\b"
    r"|\b(?:office|work|home|contact|direct) number\b",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"['’]s (?:\w+ ){0,2}?(?:dentist|doctor|gp|vet|lawyer|accountant|agronomist|landlord|landlady|boss|manager"
    r"|assistant|plumber"
    r"|electrician|neighbou?r|teacher|coach|tutor|agent|broker|editor|publisher|supervisor|colleague|friend|wife"
    r"|husband"
    r"|partner|spouse|fianc[eé]e?|sister|brother|mother|father|mum|mom|dad|son|daughter|cousin|aunt|uncle|nephew|niece"
    r"|grand\w+|\w+-in-law)(?:$| (?:[^\W\d_][\w’'-]*\.? ){0,3}is\b)",
    re.IGNORECASE,
)
_CALENDAR_DATE = re.compile(r"(?<!-)\b\d{4}-\d{2}-\d{2}\b")
_DECISION = re.compile(
    r"\b(?:decided|chosen|chose|opted|settled on|going with|sticking with|turned down|will no longer|quit"
    r"|committed to)\b",
    re.IGNORECASE,
)
_LEARNING = re.compile(
    r"\b(?:learn(?:ed|t) that|found out|figured out|reali[sz]ed|discovered|turns out)\b", re.IGNORECASE
)
_PROJECT = re.compile(
    r"\b(?:is|are|has been) (?:writing|building|developing|renovating|launching|designing|restoring|organi[sz]ing"
    r"|planning"
    r"|preparing|researching|working on|making|composing|recording|translating) (?:an?|the|[\w’' -]+['’]s|\w+ (?:app"
    r"|book|site))\b"
    r"|\b(?:project|manuscript|thesis|dissertation|startup|prototype)\b",
    re.IGNORECASE,
)
_TRAVEL = re.compile(r"\b(?:flight|fly|travel|trip|go) ")
_WISH = re.compile(r"\b(?:wants?|hopes?|would like|would love|likes?|loves?|hates?|dislikes?|prefers?) ", re.IGNORECASE)
_EATING = re.compile(r"\b(?:allerg\w+|intoleran\w+|coeliac|celiac|diabet\w+|asthma\w*|epilep\w+|vegan|vegetarian"
                     r"|lactose|gluten"
                     r"|halal|kosher|anaphyla\w+)\b", re.IGNORECASE)  # fmt: skip

STORE_TYPES: dict[Category, MemoryType] = {
    "fact": "fact",
    "preference": "preference",
    "event": "fact",
    "decision": "fact",
    "learning": "fact",
    "project": "fact",
    "contact": "relationship",
}
"""What an item is in the family's store (contract section 15, *Memory log*)."""


def category_of(candidate: Candidate, text: str, said_on: date | None = None) -> Category:
    """The category of an item with these words, formed from this claim.

    A day makes an event of it unless it was over when it was said.
    """
    dated = any(said_on is None or day >= said_on.isoformat() for day in dates_in(text))
    if CONTACT_DETAIL.search(without_dates(text)):
        return "contact"
    if candidate.type == "relationship":
        return "event" if dated else "contact"
    if candidate.type in ("preference", "directive"):
        return "preference"
    if candidate.type == "constraint":
        return "fact" if _EATING.search(text) else "preference"
    return "fact" if candidate.type == "identity" else _of_fact(text, dated)


def _of_fact(text: str, dated: bool) -> Category:
    if _LEARNING.search(text):
        return "learning"
    if _DECISION.search(text):
        return "decision"
    if _PROJECT.search(text) and not _TRAVEL.search(text):
        return "project"
    if dated:
        return "event"
    if _ROLE.search(text):
        return "contact"
    return "preference" if _WISH.search(text) else "fact"


def dates_in(text: str) -> tuple[str, ...]:
    """The ISO days that a text names, in order."""
    return tuple(found.group() for found in _CALENDAR_DATE.finditer(text))


def without_dates(text: str) -> str:
    """The text without its ISO days, whose digits are no phone number."""
    return _CALENDAR_DATE.sub(" ", text)
