"""What comes again: "every Friday", "on Mondays", "the night before" name no single day (contract section 15)."""

from __future__ import annotations

from re import Match

from memory_pipeline.language.dates.calendar_words import MONTH, PART_OF_DAY, WEEKDAY, WEEKDAY_FULL, compiled
from memory_pipeline.language.dates.mention import Anchor, Reading, Rule
from memory_pipeline.language.dates.numerals import COUNT, ORDINAL

_EVERY = r"(?:every|each|any)"
_PLURAL = r"(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)"
_REGULAR_NOUN = (
    r"(?:school|roast|brunch|service|mass|league|practices?|lessons?|class(?:es)?|club|training|rehearsals?"
    r"|dinners?|lunch(?:es)?|"
    r"pick-?ups?|drop-?offs?|routine|ritual|tradition|slot|swim|yoga|ballet|piano|chess|soccer|football|mornings"
    r"|afternoons|evenings|nights)"
)
_WEEKLY_DAY = (
    r"(?:bin|trash|garbage|recycling|laundry|pizza|taco|movie|game|date|family|library|gym|swim|show-and-tell"
    r"|grocery|shopping|cleaning|coding|wash|market|pancake|bath)\s+"
    r"(?:day|night|pick-?up|collection)"
)
_LIST = rf"{WEEKDAY}(?:\s*(?:,|/|and|n|&|-|–|to|through|thru)\s*(?:and\s+)?{WEEKDAY})+(?!,?\s+or\s)"


def recurring(_match: Match[str], anchor: Anchor) -> Reading:
    """No day of its own; the day it was said stands in."""
    return Reading(anchor.said_on, anchor.said_on, "recurrence", recurring=True)


_KEPT_HABIT = (
    r"(?:stopped|quit|gave\s+up|dropped|started|joined|resumed|stopping|quitting|dropping|starting|joining)\s+(?:doing\s+)?"
    r"(?:the|my|our|his|her|their)"
)

RECURRENCE_RULES = (
    Rule(compiled(rf"{_KEPT_HABIT}\s+{WEEKDAY_FULL}(?:\s+{PART_OF_DAY})?(?=\s+[a-z])"), recurring),
    Rule(
        compiled(
            rf"{_EVERY}\s+(?:single\s+|other\s+|second\s+|third\s+|{ORDINAL}\s+|{COUNT}\s+|few\s+)?"
            rf"(?:{WEEKDAY}|{MONTH}|days?|nights?|mornings?|evenings?|afternoons?|weeks?|weekends?|weekdays?"
            rf"|months?|years?|summers?|winters?|springs?|falls?|christmas|hours?|quarters?|school\s+day|time)"
            rf"(?:\s+{PART_OF_DAY})?(?:\s*(?:,|and|&|or)\s*(?:{WEEKDAY}|weekend)(?:\s+{PART_OF_DAY})?)*"
        ),
        recurring,
    ),
    Rule(
        compiled(
            rf"{_EVERY}\s+(?:the\s+)?(?:{ORDINAL}|\d{{1,2}}(?:st|nd|rd|th))(?:\s*(?:,|and|&)\s*(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th))*"
        ),
        recurring,
    ),
    Rule(compiled(rf"{_PLURAL}(?:\s*(?:,|/|and|&|or)\s*(?:{_PLURAL}|{WEEKDAY}))*"), recurring),
    Rule(
        compiled(rf"{WEEKDAY}(?:\s*(?:,|/|and|&|or)\s*{WEEKDAY})*\s+(?:nights|mornings|afternoons|evenings)"), recurring
    ),
    Rule(compiled(rf"{WEEKDAY}(?:\s+{WEEKDAY}){{2,}}(?:\s+{PART_OF_DAY}s?)?"), recurring),
    Rule(compiled(rf"{_LIST}(?!\s+(?:this|next|the\s+\d))"), recurring),
    Rule(
        compiled(
            rf"(?:a|an|our|my|your|his|her|their|the\s+usual|the\s+regular|taco|meatless"
            rf"|sunday\s+funday)\s+{WEEKDAY_FULL}(?!\s+(?:the|\d))"
        ),
        recurring,
    ),
    Rule(
        compiled(
            rf"{WEEKDAY_FULL}(?:\s+(?:morning|afternoon|evening|night))?\s+(?:is|are|means|=)\s+(?:our\s+|always\s+"
            rf"|usually\s+|my\s+|the\s+)?(?:\w+\s+){{0,2}}(?:night|day|nights|days)"
        ),
        recurring,
    ),
    Rule(compiled(rf"{WEEKDAY_FULL}\s+{_REGULAR_NOUN}"), recurring),
    Rule(compiled(rf"{_WEEKLY_DAY}\s+(?:is|are)\s+(?:on\s+|always\s+|every\s+|now\s+)*{WEEKDAY_FULL}"), recurring),
    Rule(
        compiled(
            rf"(?:the\s+)?(?:first|second|third|fourth|last|1st|2nd|3rd|4th)\s+{WEEKDAY}\s+(?:of|in)\s+(?:the|each"
            rf"|every)\s+month"
        ),
        recurring,
    ),
    Rule(compiled(rf"(?:the\s+)?(?:{ORDINAL}|\d{{1,2}}(?:st|nd|rd|th))\s+(?:of\s+)?(?:each|every)\s+month"), recurring),
    Rule(
        compiled(
            r"the\s+(?:night|day|evening|morning|week|weekend)\s+(?:before|after)(?!\s+(?:tomorrow|yesterday|next"
            r"|last|christmas|easter|thanksgiving|halloween))"
        ),
        recurring,
    ),
    Rule(
        compiled(
            r"(?:bi-?)?(?:weekly|monthly)|daily|nightly|yearly|annually|annual|quarterly|fortnightly|semi-?annually"
            r"|everyday"
            r"|(?:on\s+)?(?:weekends|weekdays|weeknights|weekday\s+(?:mornings|evenings)|school\s+nights|school\s+days)"
            rf"|(?:{COUNT}|once|twice|\d+x|\d+\s+times|{COUNT}\s+times)\s+(?:a|per)\s+(?:day|week|month|year|night)(?!\s+(?:from|on|today|tomorrow)\b)"
            r"|on\s+(?:the\s+)?(?:morning|evening|night)s|in\s+the\s+(?:mornings|evenings|afternoons)|at\s+night"
        ),
        recurring,
    ),
)
