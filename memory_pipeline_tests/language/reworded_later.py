"""Rows as in `reworded_claim_pairs`, written after the judge had been built on those."""

from __future__ import annotations

SAME = [
    ("Rafa", "Rafa works as a paramedic.", "Rafa", "Rafa is a paramedic."),
    ("Bread", "On Saturdays Mila bakes the bread.", "Mila", "Mila bakes bread on Saturdays."),
    ("Uma", "Uma practises the flute before breakfast.", "Uma's flute", "Before breakfast Uma plays the flute."),
    ("Car", "The family drives a grey Skoda.", "Car", "The family's car is a grey Skoda."),
    ("Teo", "Teo has got a stammer.", "Teo", "Teo stammers."),
    ("Yara", "Yara suffers from migraines.", "Yara", "Yara gets migraines."),
    ("Kenji", "Kenji is studying law in Sendai.", "Kenji", "Kenji studies law in Sendai."),
    ("Wash", "Laundry day at home is Monday.", "Laundry", "The laundry is done on Mondays."),
    ("Sami", "Sami's favourite colour is green.", "Sami", "Green is Sami's favourite colour."),
    ("Ana", "Ana can't stand the smell of fish.", "Ana", "Ana hates the smell of fish."),
    ("Piet", "Piet is saving up for a moped.", "Piet", "Piet saves money for a moped."),
    ("Nan", "Nan is hard of hearing.", "Nan", "Nan doesn't hear well."),
    ("Olu", "Olu gets up at five thirty on workdays.", "Olu", "On workdays Olu gets up at 5:30."),
    ("Rosa", "Rosa teaches maths at the Linden school.", "Rosa", "Rosa is a maths teacher at the Linden school."),
    ("Lunch", "Mondays the kids get lunch at Grandma's.", "Lunch", "The kids eat lunch at Grandma's on Mondays."),
    ("Ines", "Ines is learning to play the harp.", "Ines", "Ines learns the harp."),
    (
        "Tap",
        "The outside tap gets turned off in November.",
        "Outside tap",
        "In November the outside tap is turned off.",
    ),
    ("Mo", "Mo has bad eczema.", "Mo", "Mo has eczema badly."),
]

REFINES = [
    ("Lars", "Lars plays the cello in the town orchestra.", "Lars", "Lars plays the cello."),
]

UPDATES = [
    ("Rafa", "Rafa drives the night bus.", "Rafa", "Rafa drives the day bus."),
    ("Yara", "Yara takes the pill at 9 in the evening.", "Yara", "Yara takes the pill at 7 in the evening."),
    ("Kenji", "Kenji is studying medicine in Sendai now.", "Kenji", "Kenji studies law in Sendai."),
    ("Ana", "Ana lives with her aunt in Porto.", "Ana", "Ana lives with her mother in Lisbon."),
    ("Dinner", "We eat dinner at half past six.", "Dinner", "We eat dinner at seven."),
    ("Meds", "The asthma spray is in Uma's school bag.", "Asthma spray", "The asthma spray is in the kitchen drawer."),
    ("Teo", "Teo's room is the one under the roof now.", "Teo", "Teo's room is on the ground floor."),
    ("Newspaper", "The newspaper comes from the Herald.", "Newspaper", "The newspaper comes from the Courier."),
    ("Rosa", "Rosa teaches at the Birken school since August.", "Rosa", "Rosa teaches at the Linden school."),
    ("Piet", "Piet rides the tram to work.", "Piet", "Piet rides his bike to work."),
    ("Lawn", "Sami mows the lawn.", "Lawn", "Piet mows the lawn."),
    ("Summer", "We spend July at the lake.", "Summer", "We spend July in the mountains."),
    ("Password", "The tablet's password is kiwi22.", "Tablet", "The tablet's password is plum11."),
    ("Nan", "Nan's walking group meets on Fridays.", "Nan", "Nan's walking group meets on Tuesdays."),
    ("Dog walk", "Olu walks the dog in the evening.", "Dog walk", "Mo walks the dog in the evening."),
    ("Mo", "Mo weighs 31 kilos.", "Mo", "Mo weighs 28 kilos."),
    ("Doctor", "Our doctor is Dr. Silva.", "Doctor", "Our doctor is Dr. Brandt."),
    ("Uma", "Uma sits in the second row.", "Uma", "Uma sits in the front row."),
]

UNRELATED = [
    ("Rafa", "Rafa has a brother in Lima.", "Rafa", "Rafa has a sister in Quito."),
    ("Yara", "Yara plays handball.", "Yara", "Yara plays the flute."),
    ("Kenji", "Kenji loves ginger.", "Kenji", "Kenji loves garlic."),
    ("Ana", "Ana's sister lives in Porto.", "Ana", "Ana lives in Lisbon."),
    ("Mila", "Mila bakes cakes for the school fair.", "Mila", "Mila bakes the bread on Saturdays."),
    ("Uma", "Uma forgot her jacket at school.", "Uma", "Uma forgot her flute on the tram."),
    ("Teo", "Teo is in the chess club.", "Teo", "Teo is in the choir."),
    ("Nan", "Nan knits socks for the babies.", "Nan", "Nan reads to the children."),
    ("Sami", "Sami needs new boots.", "Sami", "Sami needs new gloves."),
    ("Olu", "Olu fixes the neighbours' bikes.", "Olu", "Olu fixes the neighbours' radios."),
    ("Rosa", "Rosa went to the dentist in May.", "Rosa", "Rosa went to the theatre in March."),
    ("Mo", "Mo has a scar on his chin.", "Mo", "Mo has a birthmark on his arm."),
    ("Key", "The key of the cellar hangs by the door.", "Key", "The key of the attic hangs by the stairs."),
    ("Ines", "Ines is friends with Carla.", "Ines", "Ines is friends with Lucy."),
    ("Piet", "Piet gave Ana a watch for her birthday.", "Piet", "Piet gave Nan a scarf for Christmas."),
    ("Class", "Uma's class trip goes to Kobe.", "Class", "Teo's class trip goes to Nara."),
    ("Yara", "Yara is allergic to latex.", "Yara", "Yara is allergic to nickel."),
    ("Kenji", "Kenji prefers aisle seats.", "Kenji", "Kenji prefers window tables."),
]
