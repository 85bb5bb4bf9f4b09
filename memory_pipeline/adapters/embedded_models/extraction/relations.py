"""What people are to each other, as patterns: who belongs to the household, who is kin, who else is around."""

from __future__ import annotations

HOUSEHOLD = (
    r"(?:wife|husband|partner|spouse|fianc[eé]e?|sons?|daughters?|kids?|child(?:ren)?|baby|toddler|twins?|oldest"
    r"|youngest|eldest|boys?|girls?|"
    r"mom|mum|mam|mama|mumma|mother|dad|da|papa|father|gran|granny|nan|nana|oma|opa|abuela|abuelo|nonna|avó|avô|dadi|nani|saas|sasur|grandma|grandpa|grandmother|grandfather|step(?:son|daughter|mom|dad|mother|father)|"
    r"(?:grand)(?:son|daughter|kids?|children)|"
    r"dogs?|cats?|puppy|kitten|pets?|rabbit|hamster|family|household)"
)
KIN = (
    r"(?:sisters?|brothers?|aunt|uncle|cousins?|niece|nephew|(?:mother|father|sister|brother|son|daughter)-in-law"
    r"|in-laws|siblings?|parents?|godmother|godfather|folks)"
)
OTHERS = (
    r"(?:best\s+friend|friends?|boss|manager|neighbou?rs?|roommate|co-?workers?|colleagues?|clients?|landlord"
    r"|babysitter|sitter|nanny|au\s+pair|teacher|tutor|coach|doctor|dentist|"
    r"pa?ediatrician|therapist|vet|plumber|electrician|mechanic|hairdresser|barber|cleaner|gardener|handyman"
    r"|accountant|lawyer|principal|counselor|mentor|instructor|"
    r"girlfriend|boyfriend|ex(?:-(?:wife|husband))?|orthodontist|trainer|piano\s+teacher|guest|contractor"
    r"|pharmacist|nurse|dietiti?an|dietician|band\s?leader|supervisor|pastor|priest|pandit(?:ji)?|imam|rabbi|governess|maid|bai|housekeeper"
    r"|carer|physio(?:therapist)?|midwife|gp|groomer|farrier|flat-?mate|housemate|lodger|tenant|school-?mate|classmate|bandmate"
    r"|god(?:son|daughter|child)|stylist|agent|bookkeeper|dog\s?walker|swim\s+(?:coach|teacher)|bus\s+driver|other\s+half|mate|chacha|mausi|bua|uncle)"
)
RELATION = rf"(?:{HOUSEHOLD}|{KIN}|{OTHERS})"
