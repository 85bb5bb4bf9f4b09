"""The closed list of topics and the pure rule that puts a claim under one of them (contract section 15, *Values*).

Brief, forgetting, suppression and card all ask here, so that "everything about food" means the same set everywhere.
Only English words are known; a claim in another language falls back to its type, then to `other`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from memory_pipeline.model.memory import MemoryType

PEOPLE = "people"
OTHER = "other"

# Earlier topics win ties: "peanut allergy" is health before it is food, "dog food" is pets before it is food.
_WORDS: dict[str, str] = {
    "pets": """
        pet dog puppy cat kitten hamster rabbit bunny guinea goldfish parrot budgie turtle tortoise vet veterinarian
        kennel leash litter aquarium pony groomer
    """,
    "health": """
        health allergy allergic intolerance asthma inhaler epipen medicine medication pill prescription pharmacy doctor
        pediatrician paediatrician dentist orthodontist braces optician glasses therapist therapy physio surgery
        hospital clinic vaccine vaccination checkup illness sick fever injury diabetes insulin eczema migraine anxiety
        adhd autism pregnancy pregnant blood diagnosis nurse hearing medical safety
    """,
    "celebrations": """
        birthday anniversary wedding party holiday christmas easter thanksgiving halloween hanukkah chanukah passover
        ramadan eid diwali lunar gift present graduation baptism communion mitzvah shower celebration valentine
    """,
    "food": """
        food meal dinner lunch breakfast brunch snack recipe cook cooking bake baking diet dietary vegetarian vegan
        kosher halal gluten dairy lactose peanut nut cuisine restaurant takeout takeaway pizza pasta sushi taco soup
        salad dessert cake coffee tea drink wine beer grocery spice spicy ingredient menu eat eating sandwich fruit
        vegetable meat fish seafood cheese egg bread rice potluck barbecue ramen
    """,
    "school": """
        school preschool kindergarten daycare nursery class classroom teacher homework exam grade college university
        tutor tutoring semester student principal curriculum math maths science spelling essay pta course
        study studies degree
    """,
    "activities": """
        activity soccer football basketball baseball softball hockey tennis swim swimming gymnastics dance ballet karate
        judo martial yoga gym run running cycling hiking hike climbing ski skiing skating sport team coach practice
        training tournament league match piano violin guitar drum choir band orchestra music lesson recital art painting
        drawing pottery craft chess club scout camp hobby gardening knitting sewing photography volunteer rehearsal
        workout marathon surfing
    """,
    "travel": """
        travel trip vacation flight airline airport hotel airbnb itinerary passport visa cruise beach camping luggage
        packing suitcase tour resort destination getaway
    """,
    "money": """
        money budget bill rent mortgage bank account loan tax insurance salary allowance saving savings credit debt
        payment invoice subscription finance expense pension
    """,
    "work": """
        work job career office boss manager colleague coworker client meeting project business company employer shift
        interview startup promotion profession conference
    """,
    "transport": """
        car van truck bike bicycle scooter bus train subway tram parking garage carpool commute drive driving driver
        license licence mechanic pickup dropoff ride traffic
    """,
    "home": """
        home house apartment flat room bedroom kitchen bathroom garden yard lawn cleaning cleaner chore laundry
        dishwasher plumber electrician repair renovation furniture neighbor neighbour neighborhood neighbourhood
        landlord key lock door gate code alarm thermostat heating wifi trash recycling move moving address roof
    """,
    "shopping": """
        shopping shop store purchase order delivery brand size clothes clothing shoe jacket wishlist amazon return
        supermarket mall
    """,
    "entertainment": """
        movie film show series tv television netflix book reading novel author game gaming videogame podcast concert
        theater theatre museum zoo song album streaming library cinema festival
    """,
    "communication": """
        message messaging text email mail call phone chat reply post tone language nickname name greeting
        reminder notification update draft
    """,
    "routines": """
        routine schedule calendar bedtime morning evening weekday weekend appointment habit curfew nap screen sleep
        wake
    """,
    PEOPLE: """
        family mom mum mother dad father parent sister brother sibling son daughter grandma grandmother grandpa
        grandfather grandparent aunt uncle cousin niece nephew husband wife spouse partner friend babysitter sitter
        nanny household member relative twin
    """,
}

TOPICS: tuple[str, ...] = (*_WORDS, OTHER)
"""Every topic there is, in the order in which the brief lists them."""

_TOPIC_OF = {word: topic for topic, words in reversed(_WORDS.items()) for word in words.split()}
_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’]s?\b")
_RANK = {topic: rank for rank, topic in enumerate(TOPICS)}


def topic(type: MemoryType, about: str, applies_to: Sequence[str]) -> str:
    """The topic of a claim, one of TOPICS. `applies_to` holds the names of the entities, not their ids.

    The subject's own words decide, most hits first; then the names it applies to ("Riverside Soccer Team"); a claim
    about a person, or of type identity or relationship, is `people`; everything else is `other`.
    """
    found = _best(_hits(about)) or (_best(_hits("\n".join(sorted(applies_to)))) if applies_to else None)
    if found is not None:
        return found
    if type in ("identity", "relationship") or about.casefold().strip() in {name.casefold() for name in applies_to}:
        return PEOPLE
    return OTHER


@lru_cache(maxsize=4096)
def topics_in(text: str) -> frozenset[str]:
    """Every topic that a word of `text` belongs to; empty where no word is known."""
    return frozenset(_hits(text))


def _hits(text: str) -> list[str]:
    words = _TOKEN.findall(_POSSESSIVE.sub("", text.casefold()))
    return [found for word in words if (found := _topic_of(word))]


@lru_cache(maxsize=16_384)
def _topic_of(word: str) -> str | None:
    """The topic of a word as it stands, of its singular, or of its last part ("co-coach")."""
    parts = word.rsplit("-", 1)
    return next((_TOPIC_OF[form] for form in (*_singulars(word), *_singulars(parts[-1])) if form in _TOPIC_OF), None)


def _singulars(word: str) -> Iterable[str]:
    yield word
    if word.endswith("ies"):
        yield f"{word[:-3]}y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s"):
        yield word[:-1]


def _best(hits: list[str]) -> str | None:
    """The most frequent topic, the earlier of the list between equals."""
    if len(hits) < 2:
        return hits[0] if hits else None
    return min(hits, key=lambda name: (-hits.count(name), _RANK[name]))
