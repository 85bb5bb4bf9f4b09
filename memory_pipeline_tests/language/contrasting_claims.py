"""Sentences with one place open, and what may stand there: no two of a row say the same thing.

Words joined by "=" are one value told twice and are not set against one another. `PEOPLE` stand for one another in
every sentence of `OF_SOMEBODY`, and each row of `TAKEN_BACK` takes its first sentence back in other words.
"""

from __future__ import annotations

CONTRASTS: tuple[tuple[str, str], ...] = (
    (
        "The dog gets a tablet {}.",
        "once a day=every day=daily | twice a day=two times a day | twice a week | three times a day | every other day"
        "=every second day | once a week=every week | every month=once a month | every 8 hours | every 6 hours",
    ),
    ("The dog gets a tablet {}.", "before meals | after meals | with food"),
    ("The dog gets a tablet {}.", "every morning=in the morning | every evening=in the evening | at night"),
    (
        "Grandma visits {}.",
        "every Sunday=on Sundays | every other Sunday=every second Sunday | every third Sunday"
        " | on the first Sunday of the month | on the last Sunday of the month",
    ),
    ("Grandma visits {}.", "once a month=monthly | twice a month | once a year | weekly | every two weeks=fortnightly"),
    (
        "Otis may watch {} of TV a day.",
        "at least one hour | at most one hour | more than one hour | less than one hour",
    ),
    ("Otis may watch {} of TV a day.", "half an hour | an hour | two hours"),
    ("The heating is {} at night.", "on | off"),
    ("Wren sits in the {} row.", "first | second | third | last | back"),
    ("Wren broke her {} arm.", "left | right"),
    ("Ines works {} shifts.", "early | late | night | day"),
    ("Otis goes to school {}.", "by bus | by bike=by bicycle | on foot | with Kofi | without Kofi"),
    ("We rent the flat {}.", "furnished | unfurnished"),
    ("The rent is {}.", "900 euros=€900 | 950 euros | 900 dollars=$900 | 900 pounds=£900 | 9000 euros"),
    ("Otis weighs {}.", "22 kg | 23 kg | 22.5 kg"),
    ("Our flat is on the {} floor.", "first | second | top"),
    ("Wren's phone number is {}.", "555-0117 | 555-0171 | 555-0118"),
    ("Take bus {} to school.", "12 | 21 | 12A | 12B"),
    ("The alarm is set for {}.", "6:15=quarter past six | 6:50 | quarter to six=5:45 | half past six=6:30"),
    ("The alarm is set for {}.", "6:15 am | 6:15 pm"),
    ("Otis {} swim.", "can | must | will | can't"),
    ("Ines {} her sister.", "trusts | distrusts | visits | avoids | calls | misses"),
    ("The kids get sweets {}.", "after lunch | before lunch | never"),
    ("Otis eats {} vegetables.", "all | some | few | no | raw | cooked"),
    (
        "Tomas {} the newspaper.",
        "often reads=usually reads | never reads | rarely reads=seldom reads | sometimes reads",
    ),
    ("Ines drinks coffee {} milk.", "with | without"),
    ("Ines drinks her coffee {}.", "black | with milk | with sugar | iced"),
    ("Ines likes her eggs {}.", "scrambled | boiled | fried"),
    ("Otis eats his carrots {}.", "raw | cooked | with butter"),
    ("{}.", "Wren is older than Otis | Otis is older than Wren"),
    ("{}.", "Tomas takes Otis to school | Otis takes Tomas to school"),
    ("{}.", "Ines owes Bea 20 euros | Bea owes Ines 20 euros"),
    ("{}.", "Wren walks Otis's dog | Otis walks Wren's dog"),
    ("{}.", "Bea has Mila's key | Mila has Bea's key"),
    ("{}.", "Wren has a cello | Wren plays a cello"),
)

PEOPLE = ("Mila", "Mr. Falk", "Aunt Ruza", "Lotte Jansen", "Grandma")
OF_SOMEBODY = (
    "{} is the emergency contact.", "Our emergency contact is {}.", "The vet is {}.", "{} babysits on Fridays.",
    "We are invited to {}'s wedding.", "Otis's best friend is {}.", "Otis stays with {} after school.",
    "{} has our spare key.", "The spare key is with {}.", "{} picks Otis up on Mondays.", "Wren is named after {}.",
    "{}'s birthday is on March 9.", "{} is allergic to eggs.", "{} likes olives.", "Send the photos to {}.",
    "Always ask {} before booking anything.", "Never call {} before nine.", "{} taught Wren to swim.",
    "{} lives in Oslo.", "{}'s phone number is 555-0117.", "Call {} Bibi.", "{} is 7 years old.",
    "{} takes iron tablets.", "{} doesn't eat pork.", "{} is vegetarian.", "{} goes to Hill Road school.",
)  # fmt: skip

TAKEN_BACK = (
    "eats fish | doesn't eat fish | no longer eats fish | refuses to eat fish | won't touch fish | avoids fish"
    " | quit eating fish | used to eat fish | is off fish | has gone off fish",
    "is allowed to watch TV | isn't allowed to watch TV | is forbidden to watch TV | may not watch TV",
    "plays chess | doesn't play chess | never plays chess | stopped playing chess | gave up chess"
    " | used to play chess | no longer plays chess",
    "wears a brace | doesn't wear a brace | no longer needs a brace | had the brace removed | lost the brace"
    " | got the brace off | forgot to wear a brace | is done with the brace",
    "is in the choir | isn't in the choir | left the choir | quit the choir | dropped out of the choir"
    " | has left the choir | was in the choir | is no longer in the choir | was thrown out of the choir",
    "is allergic to eggs | isn't allergic to eggs | is no longer allergic to eggs | outgrew the egg allergy"
    " | was allergic to eggs | is not allergic to eggs after all",
    "likes olives | dislikes olives | can't stand olives | hates olives | never liked olives | has gone off olives",
    "trusts the doctor | doesn't trust the doctor | distrusts the doctor",
    "has a cat | has no cat | doesn't have a cat | gave away the cat | lost the cat | wants a cat | used to have a cat",
)
"""Each predicate of a row beside the first of it; the subject is put before them."""

PLAINLY = (
    ("lives", "live", "in Ostrava"), ("works", "work", "at the hospital"), ("goes", "go", "to Hill Road school"),
    ("takes", "take", "the bus to school"), ("cycles", "cycle", "to work"), ("eats", "eat", "pork"),
    ("drinks", "drink", "coffee"), ("plays", "play", "the cello"), ("likes", "like", "olives"),
    ("takes", "take", "iron tablets"), ("wears", "wear", "glasses"), ("has", "have", "a cello lesson on Thursdays"),
    ("speaks", "speak", "Czech"), ("reads", "read", "fantasy novels"), ("sleeps", "sleep", "with the light on"),
    ("feeds", "feed", "the hamster"), ("prefers", "prefer", "tea to coffee"), ("smokes", "smoke", "in the garden"),
)  # fmt: skip
DENIALS = ("doesn't {1} {2}", "does not {1} {2}", "no longer {0} {2}", "never {0} {2}", "doesn't {1} {2} any more")
BEING = ("a vegetarian", "in the choir", "allergic to eggs", "7 years old", "a nurse", "scared of thunder", "at camp")
NOT_BEING = ("is not {}", "isn't {}", "is no longer {}", "is never {}", "is not {} any more")
