"""How recorded limits shape a web search (seed section 11: dietary needs shape the query).

Only terms of a closed list ever enter a query, never a family's own words: a search engine must not learn who is
allergic to what. The lines themselves stay in the block, for the model to weigh the results against.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_pipeline.language.topics import topics_in

_DIETS = {
    "vegetarian": "vegetarian",
    "vegan": "vegan",
    "pescatarian": "pescatarian",
    "kosher": "kosher",
    "halal": "halal",
    "keto": "keto",
    "coeliac": "gluten-free",
    "celiac": "gluten-free",
    "lactose intolerant": "dairy-free",
    "lactose intolerance": "dairy-free",
    "diabetic": "low-sugar",
}
_FOODS = {
    "peanut": "peanut-free",
    "tree nut": "tree-nut-free",
    "nut": "nut-free",
    "cashew": "cashew-free",
    "almond": "almond-free",
    "walnut": "walnut-free",
    "hazelnut": "hazelnut-free",
    "pistachio": "pistachio-free",
    "gluten": "gluten-free",
    "wheat": "wheat-free",
    "dairy": "dairy-free",
    "milk": "dairy-free",
    "lactose": "dairy-free",
    "egg": "egg-free",
    "soy": "soy-free",
    "soya": "soy-free",
    "shellfish": "shellfish-free",
    "shrimp": "shellfish-free",
    "prawn": "shellfish-free",
    "fish": "fish-free",
    "seafood": "seafood-free",
    "sesame": "sesame-free",
    "pork": "without pork",
    "beef": "without beef",
    "meat": "without meat",
    "alcohol": "alcohol-free",
    "mushroom": "without mushrooms",
    "kiwi": "without kiwi",
}
_ACCESS = {"wheelchair": "wheelchair accessible", "stroller": "stroller friendly", "step-free": "step-free"}

_FOOD_WORDS = "|".join(sorted((re.escape(food) for food in _FOODS), key=lambda food: (-len(food), food)))
_FOOD = re.compile(rf"\b({_FOOD_WORDS})(?:s|es)?\b", re.IGNORECASE)
_FREE = re.compile(rf"\b({_FOOD_WORDS})s?[- ]free\b|\b({_FOOD_WORDS})s? (?:allergy|intolerance)\b", re.IGNORECASE)
_AVOID = re.compile(
    r"\b(?:allergic to|allergy to|allergies to|intolerant (?:to|of)|intolerance to|(?:can't|cannot|can not|doesn't|does"
    r" not|don't|do not|must not|mustn't|never|shouldn't|should not) (?:eat|have|drink|tolerate)s?|avoid(?:s|ing)?|"
    r"(?<![^,:;(] )no|never (?:buy|cook|serve|offer|give)\w*)\b([^.;:!?]*)",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"\b(?:but|except|unless|although|though|because|and (?:can|may|does|is|loves?|likes?|eats?))\b", re.IGNORECASE
)
_DIET = re.compile(rf"\b({'|'.join(_DIETS)})s?\b", re.IGNORECASE)
_PLACE = re.compile(rf"\b({'|'.join(_ACCESS)})\b", re.IGNORECASE)
_DENIED = re.compile(r"(?:\bnot|n't|\bno longer|\bnever|\bwithout)(?: \w+){0,2} $", re.IGNORECASE)
_WORD = re.compile(r"\w{4,}")


def relevant(text: str, query: str) -> bool:
    """Whether a line bears on what is searched for: it shares a topic or a word with it, or names a diet for food."""
    wanted = topics_in(query)
    if "food" in wanted and _diet_terms(text):
        return True
    if not wanted.isdisjoint(topics_in(text)):
        return True
    return not _words(text).isdisjoint(_words(query)) or bool(_PLACE.search(text) and wanted & {"travel", "activities"})


def shape_query(query: str, lines: Sequence[str]) -> str:
    """The query with the terms that the lines require and that it does not name yet, in the order of the lines."""
    wanted = topics_in(query)
    terms: list[str] = []
    for line in lines:
        terms += _diet_terms(line) if "food" in wanted else []
        terms += [_ACCESS[place[1].casefold()] for place in _PLACE.finditer(line)]
    known = query.casefold()
    return " ".join([query.strip(), *(term for term in dict.fromkeys(terms) if term not in known)]).strip()


def _diet_terms(text: str) -> list[str]:
    """What food must be, by a limit that the text states; a denial ("not allergic to nuts") states none."""
    plain = text.replace("’", "'")
    found = [(match.start(), match.start(), _DIETS[match[1].casefold()]) for match in _DIET.finditer(plain)]
    found += [(free.start(), free.start(), _FOODS[(free[1] or free[2]).casefold()]) for free in _FREE.finditer(plain)]
    found += [
        (limit.start(1) + food.start(), limit.start(), _FOODS[food[1].casefold()])
        for limit in _AVOID.finditer(plain)
        for food in _FOOD.finditer(_EXCEPTION.split(limit[1])[0])
    ]
    return [term for _, start, term in sorted(found) if not _DENIED.search(plain[:start])]


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
