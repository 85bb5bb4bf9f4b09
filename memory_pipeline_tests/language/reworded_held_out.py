"""Rows as in `reworded_claim_pairs`, that no rule of the judge was made for: they say how well it does on new words."""

from __future__ import annotations

SAME = [
    ("Dele", "Dele is terrified of thunder.", "Dele", "Dele is scared of thunder."),
    ("Kaito", "Kaito is a trainer of police dogs.", "Kaito", "Kaito trains police dogs."),
    ("Lawn", "On Sundays it's Femi who cuts the grass.", "Femi", "Femi mows the grass on Sundays."),
    ("Oma", "Oma drinks a cup of sage tea at four every afternoon.", "Oma's tea",
     "Every afternoon at 4 Oma has sage tea."),
    ("Rubbish", "Zoe brings the trash down on Thursdays.", "Zoe", "Every Thursday Zoe takes the rubbish down."),
    ("Mats", "Mats plays the trumpet in the town band.", "Mats", "Mats is a trumpet player in the town band."),
    ("Vera", "Vera uses a hearing aid.", "Vera", "Vera wears a hearing aid."),
    ("Ilse", "Ilse, Kurt's wife, drives a taxi.", "Ilse", "Ilse drives a taxi."),
    ("Post", "Mail for the family goes to the back door.", "Mail", "The family's mail goes to the back door."),
    ("Sofa", "Uncle Raj sleeps on the couch when he visits.",
     "Uncle Raj", "When he visits, Uncle Raj sleeps on the sofa."),
    ("Noa", "Noa's dress size is 36.", "Noa", "Noa wears dress size 36."),
    ("Henry", "Henry has a job at the bakery.", "Henry", "Henry works at the bakery."),
    ("Rex", "Our dog Rex sleeps in the garage.", "Rex", "Rex sleeps in the garage."),
    ("Mum", "Mum phones the aunts every Sunday evening.", "Mum", "On Sunday evenings Mum calls the aunts."),
    ("Ola", "Ola volunteers at the animal shelter.", "Ola", "Ola is a volunteer at the animal shelter."),
    ("Water", "Nobody in the family drinks tap water.", "Water", "The family never drinks tap water."),
    ("Jin", "Jin repairs bicycles for the neighbours.", "Jin", "Jin mends bikes for the neighbours."),
    ("Car", "Ade washes the car each Saturday.", "Ade", "Ade cleans the car on Saturdays."),
    ("Iva", "Iva is left-handed.", "Iva", "Iva writes with her left hand."),
    ("Store", "The family does its shopping at Greenway.", "Shopping", "The family shops at Greenway."),
]  # fmt: skip

REFINES = [
    ("Lars", "Lars rows for the city club on the canal.", "Lars", "Lars rows for the city club."),
    ("Mina", "Mina bakes rye bread with caraway every Friday.", "Mina", "Mina bakes rye bread."),
]

UPDATES = [
    ("Tove", "Tove works at the harbour office.", "Tove", "Tove works at the tax office."),
    ("Electricity", "The family's electricity comes from Sunpool.",
     "Power", "The family's electricity comes from Elmira."),
    ("Passports", "The passports are in the blue folder.", "Passports", "The passports are in the desk drawer."),
    ("Bedtime story", "Grandpa reads Lou the bedtime story.", "Bedtime story", "Mama reads Lou the bedtime story."),
    ("Piano tuner", "The piano tuner is coming on 9 May 2026.", "Piano tuner", "The piano tuner comes on 2 May 2026."),
    ("Yoga", "Evening yoga is on Mondays now.", "Yoga", "Yoga is on Wednesdays."),
    ("Ola", "Ola wears coat size 128.", "Ola", "Ola's coat size is 116."),
    ("Emre", "Emre goes to work by tram.", "Emre", "Emre goes to work by car."),
    ("Vegetables", "We buy our vegetables from the farm stand.", "Vegetables", "We buy our vegetables from Mr. Lim."),
    ("Ladder", "The ladder is at Jonas's place.", "Ladder", "The ladder is in the shed."),
    ("Lukas", "Lukas sits next to Amira in class.", "Lukas", "Lukas sits next to Paul in class."),
    ("Holiday", "The family goes to Crete for the holidays.",
     "Holiday", "The family goes to Corsica for the holidays."),
    ("Paper bin", "The paper bin is collected on the Friday.", "Paper bin", "The paper bin gets emptied on Tuesdays."),
    ("Rosa", "Rosa trains with the juniors now.", "Rosa", "Rosa trains with the minis."),
    ("Dog", "The dog sleeps in the kitchen.", "Dog", "The dog sleeps in the hallway."),
    ("Kid seat", "The child seat is in Leah's car.", "Kid seat", "The child seat is in Omar's car."),
    ("Name", "Address Johanna as Jo.", "Johanna", "Call Johanna Hanni."),
    ("Milk", "The family gets oat milk from the market.", "Milk", "The family gets oat milk from the corner shop."),
]  # fmt: skip

UNRELATED = [
    ("Mats", "Mats plays the trumpet.", "Mats", "Mats plays chess."),
    ("Vera", "Vera visits her cousin on Sundays.", "Vera", "Vera visits the cemetery on Fridays."),
    ("Jin", "Jin repairs radios.", "Jin", "Jin repairs bicycles."),
    ("Lou", "Lou is allergic to penicillin.", "Lou", "Lou is allergic to wasps."),
    ("Kaito", "Kaito knows the code of the safe.", "Kaito", "Kaito knows the code of the gate."),
    ("Ilse", "Ilse drives a taxi.", "Kurt", "Kurt drives a taxi."),
    ("Dele", "Dele is tall.", "Dele", "Dele is a nurse."),
    ("Tove", "Tove's brother works at the harbour office.", "Tove", "Tove works at the tax office."),
    ("Iva", "Iva wants a guitar.", "Iva", "Iva has a guitar."),
    ("Rex", "Rex eats dry food in the evening.", "Rex", "Rex sleeps in the garage."),
    ("Omar", "Omar reads crime novels in bed.", "Omar", "Omar reads the newspaper in bed."),
    ("Noa", "Noa has a scar on her knee.", "Noa", "Noa has a tattoo on her arm."),
    ("Kitchen", "The kitchen window sticks.", "Kitchen", "The kitchen tap drips."),
    ("Mina", "Mina gets a lift from Lars on Mondays.", "Mina", "Mina gets flowers from Lars on her birthday."),
    ("Ade", "Ade irons the shirts.", "Ade", "Ade washes the shirts."),
    ("Henry", "Henry went to Rome in May 2024.", "Henry", "Henry went to Oslo in March 2022."),
    ("Ola", "Ola is learning to weld.", "Ola", "Ola failed the driving test."),
    ("Zoe", "Zoe has a meeting with Kim on Tuesday.", "Zoe", "Zoe has a meeting with Paul on Monday."),
]  # fmt: skip
