"""What may go when space is needed, in the seed's order, and what never goes (seed `004`, *Pruning Mode*)."""

from __future__ import annotations

import re
from datetime import date
from typing import Literal, get_args

from memory_pipeline.memory_log.categories import dates_in
from memory_pipeline.memory_log.items import Item

Kept = Literal["identity", "contact", "hard preference", "future commitment", "lasting"]
Dropped = Literal["superseded", "stale event", "near duplicate", "weak signal"]
DROP_ORDER: tuple[Dropped, ...] = get_args(Dropped)

_IDENTITY = re.compile(
    r"^(?-i:[^\W\d_a-z])[\w.’' -]*? (?:is|was|has been) (?:an?|the|called|named|married|born|originally|\w+ years old"
    r"|[\w’' -]+['’]s?"
    r" \w+)\b|\b(?:works? (?:as|at|for|in)|lives? in|was born|is from|comes from|is married|name is|graduated"
    r"|studie[sd]|teaches"
    r"|runs an?|owns an?|speaks? \w+|wife|husband|partner|son|daughter|brother|sister|mother|father|birthday)\b",
    re.IGNORECASE,
)
_HARD = re.compile(
    r"\b(?:allerg\w+|intoleran\w+|coeliac|celiac|diabet\w+|asthma\w*|epilep\w+|vegan|vegetarian|halal|kosher|never"
    r"|always|must"
    r"|cannot|can['’]?t|refuses?|hates?|detests?|strict\w*|requires?|insists?|forbids?|under no|only (?:eats?"
    r"|drinks?|wants?|uses?)"
    r"|wants the agent|does not (?:eat|drink|want)|doesn['’]?t (?:eat|drink|want)|dislikes?|afraid of|phobia)\b",
    re.IGNORECASE,
)
_CONSEQUENCE = re.compile(
    r"\b(?:married|wedding|born|birth|died|death|graduat\w+|divorc\w+|surgery|diagnos\w+|hired|fired|retired|bought"
    r"|sold|moved"
    r"|adopted|founded|promoted|signed)\b",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"\b(?:might|maybe|perhaps|seems?|seemed|sometimes|occasionally|once|kind of|sort of|a (?:bit|little)"
    r"|wants? to try|would like"
    r" to try|tried|tasted|watched|visited|enjoyed|liked|mentioned|noticed|asked|thought|considered|considering"
    r"|curious|was (?:\w+ )"
    r"?(?:tired|happy|annoyed|bored|impressed|interested)|is (?:thinking about|curious|interested|fine with|ok with"
    r"|okay with)"
    r"|found .+ (?:good|nice|fine|interesting|funny))\b",
    re.IGNORECASE,
)


def never_drop(item: Item, today: date) -> Kept | None:
    """Why an item that stands is never dropped, or None. A superseded one stands no longer."""
    if item.superseded:
        return None
    if item.category == "contact":
        return "contact"
    if any(date.fromisoformat(day) >= today for day in valid_dates(item)):
        return "future commitment"
    if item.category in ("preference", "fact", "decision") and _HARD.search(item.text):
        return "hard preference"
    if item.category in ("fact", "contact") and _IDENTITY.search(item.text) and not _WEAK.search(item.text):
        return "identity"
    return None


def is_stale(item: Item, today: date) -> bool:
    """Whether an event's last day has passed and nothing lasting came of it."""
    days = valid_dates(item)
    last = max((date.fromisoformat(day) for day in days), default=None)
    return item.category == "event" and last is not None and last < today and not _CONSEQUENCE.search(item.text)


def is_weak(item: Item) -> bool:
    """Whether it is a passing taste or a single observation that fails the Future Utility Test."""
    return (
        item.category in ("preference", "fact", "learning", "event", "project") and _WEAK.search(item.text) is not None
    )


def valid_dates(item: Item) -> list[str]:
    """The ISO days of an item that are in the calendar."""
    return [day for day in dates_in(item.text) if _is_day(day)]


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
