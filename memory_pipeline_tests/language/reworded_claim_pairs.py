"""Pairs of plain sentences: the same in other words, another value, and what stands apart, by kind.

Rows are (about, newer, about, on file). They were written before the judge was changed for them; `reworded_held_out`
holds as many that were only measured.
"""

from __future__ import annotations

SAME = [
    ("Priya", "Priya is afraid of spiders.", "Priya", "Priya is scared of spiders."),
    ("Otto", "Otto is a supporter of Union.", "Otto", "Otto supports Union."),
    ("Otto", "Otto is a fan of Union.", "Otto", "Otto supports Union."),
    ("Selma", "Selma is a collector of old maps.", "Selma", "Selma collects old maps."),
    ("Chores", "Every Sunday Ben carries the paper to the bin.", "Ben", "Ben takes the paper to the bin on Sundays."),
    ("Ines", "Every evening at nine Ines gets a glass of warm milk.", "Ines", "Ines has warm milk at 9 every evening."),
    ("Grandpa", "Grandpa repairs clocks in the basement.", "Grandpa", "Grandpa fixes clocks in the cellar."),
    ("Leo", "Leo takes a tablet for his thyroid.", "Leo", "Leo takes thyroid tablets."),
    ("Bins", "Collection day for the green bin is Monday.", "Green bin", "The green bin is emptied on Mondays."),
    ("Boat", "The boat lies at the north pier.", "The boat", "The boat is moored at the north pier."),
    ("Parcels", "Parcels for the family go to the bakery.", "Parcels", "The family's parcels go to the bakery."),
    ("Mira", "Mira does her homework at the kitchen table.", "Mira's homework",
     "At the kitchen table Mira does her homework."),
    ("Jan", "It is Jan who mows the lawn on Saturdays.", "Jan", "On Saturdays Jan mows the lawn."),
    ("Yusuf", "Yusuf commutes by bike.", "Yusuf's commute", "Yusuf commutes by bicycle."),
    ("Lena", "Lena wears glasses.", "Lena", "Lena has glasses."),
    ("Emil", "Emil is the keeper of his team.", "Emil", "Emil plays keeper on his team."),
    ("Ada", "Ada purchased a cello.", "Ada", "Ada bought a cello."),
    ("Spare key", "Mrs. Okoro has the spare key.", "Spare key", "The spare key is with Mrs. Okoro."),
    ("Sofia", "Sofia's shoe size is 37.", "Sofia", "Sofia wears shoe size 37."),
    ("Rana", "Rana, Aziz's sister, teaches chemistry.", "Rana", "Rana teaches chemistry."),
    ("Cat", "The cat is frightened of the hoover.", "The cat", "The cat is scared of the hoover."),
    ("Alma", "Alma has begun the violin.", "Alma", "Alma has started the violin."),
]  # fmt: skip

REFINES = [
    ("Ivo", "Ivo sings in a jazz choir at the old mill on Thursdays at eight.", "Ivo", "Ivo sings in a choir."),
    ("Nadia", "Nadia collects old maps of Africa.", "Nadia", "Nadia collects old maps."),
]

UPDATES = [
    ("Greta", "Greta works nights on the surgical ward.", "Greta", "Greta works nights on the children's ward."),
    ("Greta", "Greta commutes by bus.", "Greta's commute", "Greta commutes by train."),
    ("Internet", "Our internet is from Telnova.", "Internet", "The family's internet is from Brightline."),
    ("The boat", "The boat is moored at the yacht club.", "Boat", "The boat lies moored at the fishing harbour."),
    ("Spare key", "The spare key is with Tom at the garage.",
     "Spare key", "The spare key is with Mrs. Okoro at number 9."),
    ("Parcels", "Our parcels go to the kiosk.", "Parcels", "Our parcels go to the bakery."),
    ("School run", "Pia walks Jo to school in the mornings.", "School run", "Max walks Jo to school in the mornings."),
    ("Chimney sweep", "The sweep is coming on Monday 28 September 2026 at 8.",
     "Chimney sweep", "The sweep comes on Thursday 24 September 2026 at 8."),
    ("Bins", "Collection day for the red bin is Thursday.", "Red bin", "The red bin is emptied on Tuesdays."),
    ("Soccer practice", "Soccer practice is Thursdays now.", "Practice", "Practice is Tuesdays."),
    ("Lívia", "Lívia wears shoe size 30.", "Lívia", "Lívia's shoe size is 28."),
    ("Michal", "Use the name Michal for Michal.", "Michal", "Call Michal by the name Miki."),
    ("Hana", "Hana sleeps in the attic now.", "Hana", "Hana sleeps in the room beside the kitchen."),
    ("Bread", "We get our bread from Kemal's.", "Bread", "We get our bread from the mill shop."),
    ("First aid kit", "The first aid kit is in the hall cupboard.", "First aid kit",
     "The first aid kit is under the sink."),
    ("Nils", "Nils plays for the Harriers now.", "Nils", "Nils plays for the Rovers."),
    ("Car", "The car is parked in Hill Street.", "Car", "The car is parked behind the church."),
    ("Summer", "The family spends the summer in Brittany.", "Summer", "The family spends the summer in Denmark."),
    ("Cleaner", "The cleaner comes on Fridays.", "Cleaner", "The cleaner comes on Wednesdays."),
    ("Ravi", "Ravi swims in lane 4.", "Ravi", "Ravi swims in lane 2."),
]  # fmt: skip

UNRELATED = [
    ("Nora", "Nora learns Spanish.", "Nora", "Nora learns French."),
    ("Grandpa", "Grandpa collects coins.", "Grandpa", "Grandpa collects stamps."),
    ("Ruth", "Ruth's aunt bakes the bread.", "Ruth", "Ruth's aunt bakes the love cake."),
    ("Otto", "Otto supports Union.", "Ella", "Ella supports Union."),
    ("Anna", "Anna has the key to the shed.", "Anna", "Anna has the key to the tool hut."),
    ("Maria", "Maria is a night owl.", "Maria", "Maria is a bookkeeper."),
    ("Lejla", "Lejla swims at the bath on Fridays.", "Lejla", "Lejla smokes on the balcony."),
    ("Tegan", "Tegan runs the drinks stall at the Bay marathon on 5 July 2026.", "Corey",
     "Corey runs the Bay marathon on 5 July 2026."),
    ("Corey", "Corey gets his shoes resoled at a shop called Marathon.", "Corey", "Corey runs the Bay marathon."),
    ("Henriette", "The piano teacher Henriette is moving to Aarhus.", "Storm",
     "Storm has a piano lesson with Henriette on Mondays at four."),
    ("Max", "Max has a fear of heights.", "Max", "Max has a fear of needles."),
    ("Max", "Max plays the drums on Sundays.", "Max", "Max plays the guitar on Mondays."),
    ("Garden", "The roses are watered in the evening.", "Garden", "The tomatoes are watered in the evening."),
    ("Zane", "Zane takes iron drops in the mornings.", "Zane", "Zane takes sleeping tablets."),
    ("Pia", "Pia has braces.", "Pia", "Pia has asthma."),
    ("Jo", "Jo is afraid of the dark.", "Jo", "Jo is afraid of dogs."),
    ("Emil", "Emil speaks Danish with his mother.", "Emil", "Emil speaks German with his father."),
    ("Gate", "The code for the shed is 7144.", "Gate", "The code for the gate is 4471."),
    ("Ben", "Ben takes the glass to the container on Saturdays.", "Ben", "Ben takes Lea to ballet on Saturdays."),
    ("Ben", "Ben cleans the bathroom.", "Ben", "Ben cleans the kitchen."),
]  # fmt: skip
