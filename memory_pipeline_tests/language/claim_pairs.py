"""Pairs of statements with the relation that the contract asks for: the newer one first, then the one on file.

Written from contract section 5 and the faults of section 4, by kind, before any judge was run on them.
"""

from __future__ import annotations

from typing import NamedTuple

from memory_pipeline.model.decision import Relation
from memory_pipeline_tests.language.later_claim_pairs import (
    LATER_CONTRADICTS,
    LATER_REFINES,
    LATER_SAME,
    LATER_UNRELATED,
    LATER_UPDATES,
    WEAK,
)


class ClaimPair(NamedTuple):
    """A new statement beside one on file, each with its subject."""

    about: str
    new: str
    known_about: str
    known: str
    relation: Relation


SAME = [
    ("Theo", "Theo has a peanut allergy.", "Theo", "Theo is allergic to peanuts."),
    ("Theo", "Peanuts are off limits for Theo, he is allergic.", "Theo", "Theo is allergic to peanuts."),
    ("Mila", "Mila is allergic to hazelnut.", "Mila", "Mila is allergic to hazelnuts."),
    ("Gate code", "Gate code: 2604", "Gate", "The gate code is 2604."),
    (
        "Soccer team group chat",
        "Nothing goes into the soccer chat without my ok.",
        "Soccer team group chat",
        "Ask before sending anything to the soccer team group chat.",
    ),
    (
        "Soccer team group chat",
        "Please check with me before anything goes to the team chat.",
        "Soccer team group chat",
        "Always show the draft and wait for a yes before anything goes to the soccer team group chat.",
    ),
    (
        "Juniper",
        "Swim for Juniper is Mondays and Wednesdays at 4:30.",
        "Swim practice",
        "Juniper's swim practice is on Mondays and Wednesdays at 4:30.",
    ),
    ("Matthias", "Matthias eats no meat.", "Matthias", "Matthias is a vegetarian."),
    ("Matthias", "Matthias eats vegetarian.", "Matthias", "Matthias is vegetarian."),
    ("Dana", "Dana wants to be called Dani.", "Dana", "Call Dana Dani."),
    ("Nora", "Nora can't stand coconut.", "Nora", "Nora hates coconut."),
    ("Nora", "Nora likes horses.", "Nora", "Nora loves horses."),
    ("Marcus", "Marcus takes lisinopril every morning at 7.", "Marcus", "Marcus takes lisinopril at 7 every day."),
    ("Theo", "Ms. Okafor is Theo's teacher.", "Theo", "Theo's teacher is Ms. Okafor."),
    ("Netball", "Netball is Tuesdays at 4pm.", "Netball", "Netball is on Tuesdays at 4."),
    (
        "Lukas",
        "Lukas has handball on Wednesdays and Fridays at 5:30 pm.",
        "Handball",
        "Handball is Wednesday and Friday at 17:30.",
    ),
    ("Household", "We never eat pork.", "Household", "We don't eat pork."),
    (
        "Swim practice",
        "Swim is Mondays and Wednesdays.",
        "Swim practice",
        "Swim practice is Mondays and Wednesdays at 4:30.",
    ),
    ("Marcus", "I take lisinopril at 7 every day.", "Marcus", "Marcus takes lisinopril at 7 every day."),
    ("DGIA", "DGIA is the kids' school district.", "DGIA", "DGIA is the kids' school district."),
    ("Theo", "Theo won’t eat mushrooms", "Theo", "Theo won't eat mushrooms."),
    ("Theo", "Theo doesn't eat mushrooms.", "Theo", "Theo won't eat mushrooms."),
    ("Noor", "Our sitter is Noor.", "Noor", "Noor is our sitter."),
    ("Tuesday dinner", "Tuesdays we get Thai.", "Tuesday dinner", "On Tuesdays we get Thai."),
    ("Theo", "Theo can't have peanuts.", "Theo", "Theo is allergic to peanuts."),
    ("Booking", "Don't book anything before I have looked at it.", "Booking", "Always ask me before booking anything."),
]  # fmt: skip

REFINES = [
    (
        "Soccer practice",
        "Theo's soccer practice is Tuesdays at 5 at Alder Field.",
        "Soccer practice",
        "Theo's soccer practice is Tuesdays at 5.",
    ),
    ("Theo", "Theo is allergic to peanuts and carries an EpiPen.", "Theo", "Theo is allergic to peanuts."),
    ("Theo", "Theo is severely allergic to peanuts.", "Theo", "Theo is allergic to peanuts."),
    ("Theo", "Theo is allergic to peanuts and cashews.", "Theo", "Theo is allergic to peanuts."),
    ("Theo", "Theo is allergic to peanuts.", "Theo", "Theo can't have peanuts."),
    ("Nora", "Nora plays piano with Mr. Lee on Thursdays.", "Nora", "Nora plays piano."),
    ("Matthias", "Matthias has been vegetarian for two years.", "Matthias", "Matthias is vegetarian."),
    ("Noor", "Noor is our sitter, 555-0142.", "Noor", "Noor is our sitter."),
    ("Lukas", "Lukas goes to the Birkenhof school, class 7b.", "Lukas", "Lukas goes to the Birkenhof school."),
    (
        "Soccer chat",
        "Ask before sending anything to the soccer chat, replies as well as new posts.",
        "Soccer chat",
        "Ask before sending anything to the soccer chat.",
    ),
    ("Marcus", "Marcus takes lisinopril at 7 every day.", "Marcus", "Marcus takes lisinopril."),
    ("Pool", "The pool gate code is 4471 and the gate sticks.", "Pool", "The pool gate code is 4471."),
]  # fmt: skip

UPDATES = [
    ("Gate", "The gate code is 4804.", "Gate", "The gate code is 2604."),
    ("Gate code", "gate code 4804", "Gate code", "gate code 2604"),
    ("Pool", "The pool gate code changed, it's 8820 now.", "Pool gate code", "The pool gate code is 4471."),
    (
        "Soccer practice",
        "Soccer practice is Thursdays now, 5:30.",
        "Soccer practice",
        "Soccer practice is Tuesdays at 5 at Alder Field.",
    ),
    (
        "Juniper",
        "Swim for Juniper moved, it's Mondays and Fridays at 4 from now on.",
        "Swim practice",
        "Juniper's swim practice is Mondays and Wednesdays at 4:30.",
    ),
    ("Dinner", "Tuesday is taco night now.", "Dinner", "Tuesday is Thai night."),
    ("Juniper", "Juniper's bedtime is 7:45 on school nights.", "Juniper", "Juniper's bedtime is 8 on school nights."),
    (
        "School van",
        "The school van driver is now Iqbal, 555-0188.",
        "School van",
        "The school van driver is Shankar, 555-0106.",
    ),
    ("Theo", "Theo's teacher is Ms. Okafor.", "Theo", "Theo's teacher is Mr. Lindqvist."),
    ("Nora", "Nora's favourite food is sushi.", "Nora", "Nora's favourite food is ramen."),
    ("John", "John works at the CraftOS Tokyo office.", "John", "John works at the CraftOS SF office."),
    ("Theo", "Theo is 10.", "Theo", "Theo is 9 years old."),
    ("Household", "We moved to Leeds.", "Household", "We live in York."),
    ("Dentist", "The dentist's number is 555-0199.", "Dentist", "The dentist's number is 555-0117."),
    ("Lukas", "Lukas now goes to the Birkenhof school.", "Lukas", "Lukas goes to the Linden school."),
    ("Nora", "Nora doesn't play piano any more.", "Nora", "Nora plays piano."),
    ("Arjun", "Arjun stopped the Monday fast.", "Arjun", "Arjun fasts on Mondays."),
    ("Finn", "Finn doesn't nap any more.", "Finn", "Finn's nap is at 1."),
    ("Netball", "Netball is finished till March.", "Netball", "Netball is Thursdays at 4."),
    ("Theo", "Theo outgrew his peanut allergy.", "Theo", "Theo is allergic to peanuts."),
    ("Ordering", "You no longer need to ask before ordering.", "Ordering", "Always ask before you order anything."),
    (
        "Canyon Road",
        "Canyon Road is closed until September 24.",
        "Canyon Road",
        "Canyon Road is closed until September 17.",
    ),
    ("Dana's mom", "Dana's mom is staying until July 5.", "Dana's mom", "Dana's mom is staying until June 28."),
    (
        "Handball",
        "Handball is not any more on Tuesday and Thursday, now it is on Wednesday and Friday at 17:30.",
        "Lukas",
        "Lukas has handball on Tuesday and Thursday at 17:00.",
    ),
    (
        "Chess",
        "Chess is Saturdays at 11 now.",
        "Chess",
        "Rohan's chess is Saturdays at 10 with Vivek sir in the clubhouse.",
    ),
    ("Juniper", "Call Juniper Junie.", "Juniper", "Call Juniper June."),
    ("Wifi", "The wifi password is sunflower9.", "Wifi", "The wifi password is tulip7."),
    ("Noor", "Noor is no longer our sitter.", "Noor", "Noor is our sitter."),
    ("Storage", "The storage unit is #480.", "Storage", "The storage unit is #260."),
    ("Theo", "Theo's jersey number is 7.", "Theo", "Theo's jersey number is 9."),
    (
        "Tucson trip",
        "The flight to Tucson is on December 19.",
        "Tucson trip",
        "The flight to Tucson is on December 18.",
    ),
    ("Marcus", "Marcus takes lisinopril at 8.", "Marcus", "Marcus takes lisinopril at 7."),
    ("Rent", "Rent is $1950 a month.", "Rent", "Rent is $1800 a month."),
    ("Household", "We're not doing Thai on Tuesdays any more.", "Tuesday dinner", "Tuesdays we get Thai."),
    (
        "Juniper",
        "Juniper's bedtime is 7:30 on school nights, not 8.",
        "Juniper",
        "Juniper's bedtime is 8 on school nights.",
    ),
]  # fmt: skip

CONTRADICTS = [
    ("Nora", "Nora can't stand ramen.", "Nora", "Nora loves ramen."),
    ("Theo", "Theo is not allergic to peanuts.", "Theo", "Theo is allergic to peanuts."),
    ("Juniper", "Juniper's birthday is October 12.", "Juniper", "Juniper's birthday is October 10."),
    ("Theo", "Theo eats mushrooms.", "Theo", "Theo won't eat mushrooms."),
    ("Booking", "Book without asking me.", "Booking", "Always ask me before booking anything."),
    ("Nora", "Nora does not play piano.", "Nora", "Nora plays piano."),
    ("Household", "We eat pork.", "Household", "We don't eat pork."),
    ("Theo", "Theo likes coconut.", "Theo", "Theo hates coconut."),
    ("Matthias", "Matthias eats meat.", "Matthias", "Matthias is vegetarian."),
    ("Noor", "Noor can't drive.", "Noor", "Noor can drive."),
    ("Theo", "Theo has no inhaler.", "Theo", "Theo has an inhaler."),
]  # fmt: skip

UNRELATED = [
    ("Nora", "Nora's teacher moved to Leeds.", "Nora", "Nora plays piano."),
    ("Theo", "Theo is allergic to peanuts.", "Theo", "Theo likes peanut butter."),
    ("Theo", "Theo likes peanut butter.", "Theo", "Theo is allergic to peanuts."),
    ("Theo", "Theo is allergic to peanuts.", "Juniper", "Juniper is allergic to peanuts."),
    ("Theo", "Theo is allergic to eggs.", "Theo", "Theo is allergic to peanuts."),
    ("Nora", "Nora likes sushi.", "Nora", "Nora likes ramen."),
    ("Garage", "The garage code is 1122.", "Gate", "The gate code is 2604."),
    ("House door", "The house door code is 7715.", "Pool", "The pool gate code is 8820."),
    ("Swim practice", "Swim practice is Mondays at 4.", "Soccer practice", "Soccer practice is Tuesdays at 5."),
    ("Nora", "Nora plays soccer.", "Nora", "Nora plays piano."),
    ("Ordering", "Ask before ordering anything.", "Soccer chat", "Ask before posting to the soccer chat."),
    (
        "House account",
        "Always ask me before you pay anything from the house account.",
        "Booking",
        "Always ask me before booking anything.",
    ),
    ("Juniper", "Juniper's teacher is Mr. Lindqvist.", "Theo", "Theo's teacher is Ms. Okafor."),
    ("Juniper", "Juniper's best friend is Oskar.", "Juniper", "Juniper's best friend is Pilar."),
    ("Juniper", "Juniper wants a fox cake for her birthday.", "Juniper", "Juniper hates coconut."),
    ("Amma", "Amma takes metformin after breakfast.", "Amma", "Amma takes a blood pressure tablet at night."),
    ("Izzy", "Izzy has surf camp next to the beach.", "Izzy", "Izzy went to robotics camp at the rec center."),
    ("Handball", "Handball is cancelled on December 2.", "Handball", "Handball is Wednesday and Friday at 17:30."),
    ("Nora", "Nora's piano recital is December 3.", "Nora", "Nora plays piano."),
    ("Dr. Amari", "Dr. Amari's office is 555-0117.", "Noor", "The sitter is Noor, 555-0142."),
    ("Theo's cousin", "Theo's cousin has an inhaler.", "Theo", "Theo does not have an inhaler."),
    ("Lise's kid", "Lise's kid is allergic to eggs.", "Finn", "Finn is allergic to eggs."),
    ("Marcus", "Marcus's brother lives in Tucson.", "Marcus", "Marcus lives in Tucson."),
    ("Trash", "Trash day is Tuesday.", "Dinner", "Taco night is Tuesday."),
    ("Nora", "Nora loves her piano teacher.", "Nora", "Nora loves piano."),
    ("Jelena", "Jelena's sister Tijana lives in Novi Sad.", "Jelena", "Jelena lives in Berlin."),
    ("Amma", "Amma takes metformin.", "Amma", "Amma is diabetic."),
    ("Izzy", "Izzy's teacher is Mr Patel.", "Izzy", "Izzy's netball coach is Moana."),
    ("Dana", "I'm allergic to shellfish.", "Marcus", "I'm allergic to shellfish."),
    ("Soccer", "The soccer game is Saturday at 10.", "Soccer", "Soccer practice is Tuesdays at 5."),
    ("Theo", "Theo's soccer team dinner is Fridays at 6.", "Theo", "Theo has soccer on Tuesdays at 5."),
    ("Marcus", "Marcus fetches Theo on Thursdays.", "Dana", "Dana fetches Juniper on Mondays."),
    ("Theo", "Theo might try the piano.", "Nora", "Nora plays piano."),
    ("Household", "The dishwasher makes a noise.", "Household", "The dishwasher is from 2019."),
    ("Emine", "Emine is allergic to cinnamon.", "Mila", "Mila loves cinnamon."),
]  # fmt: skip


def _pairs(rows: list[tuple[str, str, str, str]], relation: Relation) -> list[ClaimPair]:
    return [ClaimPair(*row, relation) for row in rows]


PAIRS = [
    *_pairs(SAME + LATER_SAME, "same"),
    *_pairs(REFINES + LATER_REFINES, "refines"),
    *_pairs(UPDATES + LATER_UPDATES, "updates"),
    *_pairs(CONTRADICTS + LATER_CONTRADICTS, "contradicts"),
    *_pairs(UNRELATED + LATER_UNRELATED, "unrelated"),
]
WEAK_PAIRS = _pairs(WEAK, "same")
