"""The when-to-use line: for which requests a claim matters (seed section 3)."""

from __future__ import annotations

import re

_TOPICS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b(?:{words})", re.IGNORECASE), line)
    for words, line in (
        (
            "allerg|intoleran|celiac|coeliac|vegan|vegetarian|gluten|dairy|lactose|nut|kosher|halal|shellfish|pork|diet",
            "Food, recipes, restaurants, groceries or snacks for {who}",
        ),
        (
            "eat|food|cook|recipe|dinner|lunch|breakfast|pizza|restaurant|snack|coffee|tea\\b|drink|cuisine|vegetable|meal|bake|baking",
            "Meals, recipes, restaurants or groceries for {who}",
        ),
        (
            "doctor|dentist|medic|asthma|inhaler|hospital|therap|clinic|vaccin|surgery|prescri|pharmac|health",
            "Health, appointments or medicine for {who}",
        ),
        (
            "school|teacher|class|homework|grade|college|university|kindergarten|daycare|study|degree",
            "School, study or child care for {who}",
        ),
        (
            "soccer|football|practice|club|chess|swim|piano|lesson|game|team|coach|dance|ballet|karate|guitar|violin|gym|run|yoga|hik|camp",
            "Activities, practice and schedules of {who}",
        ),
        (
            "birthday|anniversary|gift|present|party|wedding|christmas|holiday",
            "Celebrations, gifts or planning around {who}",
        ),
        ("trip|travel|flight|fly|hotel|vacation|visit|airport|passport|beach", "Travel, visits or plans with {who}"),
        ("dogs?\\b|cats?\\b|puppy|kitten|pets?\\b|vet\\b|hamster|rabbit", "Pets, their care and the vet"),
        ("work|job|office|boss|company|career|meeting|shift", "Work, availability or career of {who}"),
        ("live|moved|address|house|apartment|home|street", "Home, address, deliveries or directions for {who}"),
        ("book|movie|music|show|song|read|paint|art|game|hobby|film|band", "Gifts, entertainment or hobbies for {who}"),
        ("car|drive|bus|train|park", "Getting around, driving and pick-ups for {who}"),
    )
)
_BY_KIND = {
    "limit": "Food, activities or plans that involve {who}",
    "address": "Every reply to {who}: how to address them",
    "relationship": "When {who} is mentioned, or someone asks who that is",
    "identity": "Questions about {who}, or anything that depends on who they are",
    "taste": "Suggestions, gifts or choices for {who}",
    "contact": "When someone needs to reach {who} or asks for the number, address or name",
    "code": "When someone needs {what}",
    "place": "When someone asks where {what} is",
    "routine": "Planning around {what}, or questions about the usual week",
    "plan": "Questions about {what}, or plans around that date",
    "change": "Anything that relies on {what}: this is the newer state",
    "event": "Questions about what {who} did or what happened",
    "fact": "Questions about {who}",
}


def when_to_use(kind: str, about: str, summary: str) -> str:
    """One line, at most 160 characters, without names or dates that are not in the claim."""
    if kind.startswith("directive:"):
        return kind.removeprefix("directive:")[:160]
    about = about.removesuffix("'s form of address")
    who, what = "the family" if about in {"", "Family"} else about, _lowered(about) or "it"
    if kind in {"address", "relationship", "contact", "code", "place"}:
        return _BY_KIND[kind].format(who=who, what=what)[:160]
    for pattern, line in _TOPICS:
        if pattern.search(summary):
            return line.format(who=who)[:160]
    return _BY_KIND.get(kind, _BY_KIND["fact"]).format(who=who, what=what)[:160]


def _lowered(about: str) -> str:
    """The noun phrase as it reads inside a sentence: a capital stays only on a name."""
    first = about.split(" ")[0] if about else ""
    if "'" in first or "’" in first or first[1:].lower() != first[1:]:
        return about
    return about[:1].lower() + about[1:] if " " in about else about
