"""What kind of task a message is, and what kind of task a limit bears on: closed word lists, English only.

A limit that names no known matter is found by likeness alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from memory_pipeline.language.words import stem, tokens
from memory_pipeline.model.memory import Memory

_TASKS: dict[str, str] = {
    "food": """
        food meal dinner lunch lunchbox breakfast brunch supper snack dessert appetizer recipe cook cooking bake baking
        barbecue bbq grill fry roast eat eating ate hungry feed feeding menu restaurant cafe takeout takeaway pizza
        pasta sushi taco soup salad sandwich cake cupcake cookie brownie pancake candy chocolate granola smoothie ramen
        curry noodle burger treat groceries grocery supermarket potluck picnic buffet catering cater kitchen dish
        ingredient leftover nut butter bread cheese fruit vegetable chicken beef pork fish rice egg milk drink
        thanksgiving tiffin starving
        tasting omakase wine cocktail bar buffet seafood tapas iftar seder banquet
    """,
    "medicine": """
        medicine medication medicate pill tablet dose antibiotic painkiller ibuprofen paracetamol acetaminophen aspirin
        penicillin amoxicillin prescription pharmacy pharmacist doctor pediatrician paediatrician nurse hospital clinic
        vaccine fever cough flu headache infection sick ill rash sting allergy allergic emergency epipen inhaler
        surgery dentist anaesthetic supplement vitamin
        drugstore chemist cold throat treatment operate operation surgeon anaesthetist anesthetist
        anesthesia physio paramedic checkup injection antihistamine
    """,
    "care": """
        babysitter sitter babysit babysitting nanny daycare childcare aupair chaperone caregiver
    """,
    "animals": """
        pet dog puppy cat kitten rabbit hamster guinea horse pony farm zoo petting adopt kennel animal
    """,
    "outdoors": """
        outdoors outdoor hike hiking camping garden gardening picnic park beach bee wasp sting pollen sunscreen sun
        swim swimming pool lake river boat kayak trampoline
        coast coastal seaside sea ocean sail sailing fishing canal waterfall waterpark paddle surf snorkel
        creek stream pond bath
    """,
    "travel": """
        travel trip flight fly flying airline airport hotel airbnb cruise ferry drive driving car road itinerary
        vacation holiday train bus seat wheelchair stairs elevator
        weekend getaway hostel inn resort ryokan guesthouse cottage tour sightseeing abroad
    """,
    "media": """
        movie film show series tv television netflix youtube video game videogame gaming screen tablet ipad phone app
        disney streaming
        cinema gaming console playstation nintendo xbox
    """,
    "sleep": """
        bedtime bed sleep nap sleepover wake night curfew
    """,
    "sport": """
        sport soccer football basketball gymnastics dance yoga gym run running cycling climbing ski skiing skating
        trampoline workout exercise lift lifting practice pe
    """,
    "household": """
        detergent laundry soap shampoo lotion cream perfume fragrance candle cleaner cleaning spray sunscreen latex
        glove balloon carpet pillow feather blanket wool fabric
    """,
    "messages": """
        message text email mail post send reply chat share forward photo picture
    """,
    "events": """
        concert festival firework disco club nightclub fair funfair circus parade carnival rave show lights laser
        midnight cinema theatre theater stadium match game party
    """,
    "places": """
        restaurant cafe hotel flat apartment venue museum theatre theater cinema gallery church hall castle
        visit invite invitation stay floor tour sightseeing weekend trip outing rental bathroom
    """,
    "appliances": """
        hob stove induction microwave headphone earphone magnet massage scanner mri airport welding
    """,
    "outings": """
        appointment rehearsal showing performance concert theatre theater cinema supper dinner invite invitation
        leave clock evening tonight meeting reservation schedule matinee
    """,
    "handover": """
        pickup collect dropoff fetch release permission coach club camp sleepover playdate aftercare babysitter sitter
        nanny daycare childcare
    """,
    "lifting": """
        carry carrying haul shovel furniture move moving garden gardening groceries suitcase luggage box boxes diy
    """,
    "money": """
        buy order purchase pay spend budget cost price subscription gift present book booking
    """,
}
"""Task domains and the words that a message about them uses."""

# What is eaten at these, and who is looked after, is a matter for whoever prepares them.
_OCCASIONS = """
    birthday party sleepover playdate camp festival wedding christmas easter halloween eid diwali hanukkah reunion guest
    visitor trip
"""
_DOING = """
    plan planning organize organise host throw prepare make bring order pack packing idea suggest suggestion invite
    arrange help need buy get setup
"""
_FED_AND_CARED_FOR = frozenset({"food", "care"})

_LIMITS: dict[str, str] = {
    "food": """
        peanut nut cashew almond walnut hazelnut pistachio pecan gluten wheat dairy milk lactose egg soy soya shellfish
        shrimp prawn crab lobster fish seafood sesame pork beef meat alcohol mushroom kiwi strawberry strawberries
        coconut corn celery mustard lupin banana mango tomato sugar chocolate caffeine coffee salt spice spicy honey
        vegetarian vegan pescatarian kosher halal coeliac celiac diabetic diabetes keto gelatin fast fasting food eat
        eats eating diet dietary onion garlic potato jain fruit cheese yogurt wine beer cook
        pregnant pregnancy breastfeeding warfarin
    """,
    "medicine": """
        penicillin amoxicillin antibiotic ibuprofen aspirin paracetamol codeine sulfa medicine medication pill dose drug
        blood thinner anaesthetic anesthesia vaccine asthma inhaler epipen pregnant pregnancy breastfeeding warfarin
        epilepsy epileptic pacemaker
    """,
    "events": """
        epilepsy epileptic seizure flashing strobe flicker loud noise migraine crowd
    """,
    "places": "wheelchair stairs step walker crutches ramp accessible mobility",
    "outings": "drive driving dark night shabbat sabbath",
    "handover": "collect pickup custody judge court restraining unsupervised",
    "appliances": "pacemaker magnet implant defibrillator",
    "lifting": "lift lifting carry carrying hernia",
    "animals": "cat dog horse hamster rabbit fur dander pet animal bird feather",
    "outdoors": "bee wasp sting pollen hay sun grass swim water pool trampoline tick mosquito",
    "travel": """
        wheelchair stairs step walker carsick motion seat-belt seat flying fly stroller drive driving car swim pregnant
        pregnancy
    """,
    "media": """
        screen movie film tv video game youtube phone tablet ipad rated epilepsy epileptic seizure flashing strobe
    """,
    "sleep": "bedtime sleep nap bed curfew",
    "sport": "knee back ankle heart asthma run jump lift lifting exercise sport trampoline pregnant pregnancy",
    "household": "latex fragrance perfume detergent dust wool nickel lanolin sunscreen lavender feather",
    "messages": "message post photo picture send share group chat email",
    "money": "budget spend pay buy purchase payment money",
}
"""Task domains and the words that a limit on them uses."""

_ALLERGY = re.compile(r"\b(?:allerg|intoleran|anaphyla|epi-?pen)", re.IGNORECASE)
_OCCASION_STEMS = frozenset(map(stem, _OCCASIONS.split()))
_DOING_STEMS = frozenset(map(stem, _DOING.split()))


def _by_stem(lists: dict[str, str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for domain, words in lists.items():
        for word in words.split():
            found.setdefault(stem(word), set()).add(domain)
    return {word: frozenset(domains) for word, domains in found.items()}


_TASK_OF = _by_stem(_TASKS)
_LIMIT_OF = _by_stem(_LIMITS)


@lru_cache(maxsize=1024)
def domains_of_task(message: str) -> frozenset[str]:
    """The domains that a message is about; empty for small talk.

    Who prepares an occasion feeds people and looks after them; who asks when it is does not.
    """
    words = [stem(word) for word in _with_compounds(tokens(message))]
    found = _domains(words, _TASK_OF)
    prepared = not _OCCASION_STEMS.isdisjoint(words) and not _DOING_STEMS.isdisjoint(words)
    return found | _FED_AND_CARED_FOR if prepared else found


def domains_of_limit(memory: Memory) -> frozenset[str]:
    """The domains that a limit bears on; whoever looks after a child needs to know its health limits."""
    return _domains_of_limit(f"{memory.about}\n{memory.summary}\n{memory.claim}")


@lru_cache(maxsize=16384)
def _domains_of_limit(text: str) -> frozenset[str]:
    domains = _domains(map(stem, tokens(text)), _LIMIT_OF)
    if _ALLERGY.search(text):
        domains |= {"medicine", "care"} if domains else {"food", "medicine", "care"}
    return domains


def _with_compounds(words: tuple[str, ...]) -> Iterator[str]:
    """The words, and each two neighbours as one: "play date" is a playdate."""
    yield from words
    yield from (first + second for first, second in pairwise(words))


def _domains(stems: Iterable[str], known: dict[str, frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*(known.get(word, frozenset()) for word in stems))
