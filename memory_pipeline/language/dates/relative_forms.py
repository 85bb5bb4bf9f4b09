"""The forms of relative dates and the reader of each (contract section 15, *Values*)."""

from __future__ import annotations

from memory_pipeline.language.dates.calendar_words import MONTH, PART_OF_DAY, WEEKDAY, compiled
from memory_pipeline.language.dates.mention import Rule
from memory_pipeline.language.dates.numerals import COUNT, ORDINAL, YEAR
from memory_pipeline.language.dates.relative_rules import (
    ahead_or_ago,
    day_of_month,
    day_of_named_month,
    edge_of_period,
    month_of_year,
    named_day,
    period,
    season,
    stretch,
    this_or_next_weekday,
    vague_past,
    weekday_alone,
    weekday_and_number,
    weekday_of_week,
    weeks_from_day,
)

_WHICH = r"(?:the\s+)?(?:this\s+coming|this\s+past|this\s+upcoming|this|next|last|upcoming|coming|following|previous)"
_WEEK_WHICH = r"(?:this|next|last|the\s+following|following|previous|the\s+next)"
_UNITS = r"(?:days?|weeks?|wks?|fortnights?|months?|years?|yrs?)"
_GONE_FOR = "|".join(
    rf"(?<=\b{state} for )" for state in ("out", "off", "away", "gone", "busy", "blocked", "closed", "shut", "booked")
)
"""Who is out "for the day" is out today; what is packed "for the day" is not dated by that."""
_NOT_NUMBERED = (
    r"(?!\s+(?:grade|grader|graders|floor|street|st|avenue|ave|birthday|anniversary|time|place|century|row|period"
    r"|edition|"
    r"season|year|hole|base|cousin|day|week|month|child|kid|baby|trimester|attempt|try|wedding|one|of|and\s+final"
    r"|names?|light|thing|aid|class|choice|hand|half|glance|sight)\b)"
)

RELATIVE_RULES = (
    Rule(
        compiled(
            r"(?:the\s+)?day\s+(?:after\s+tomorrow|before\s+yesterday)|overmorrow"
            rf"|(?:today|tomorrow|tmrw|yesterday)(?:\s+{PART_OF_DAY})?|tonight|tonite|last\s+night|this\s+"
            rf"(?:very\s+)?{PART_OF_DAY}"
        ),
        named_day,
    ),
    Rule(
        compiled(rf"(?:{_GONE_FOR})the\s+(?:rest\s+of\s+the\s+)?day(?=\s*(?:[.,;!?)]|$|and\b|but\b|so\b))"), named_day
    ),
    Rule(
        compiled(rf"(?P<which>{_WHICH})\s+(?P<weekday>{WEEKDAY})(?:\s+(?P<part>{PART_OF_DAY}))?"), this_or_next_weekday
    ),
    Rule(compiled(rf"(?P<weekday>{WEEKDAY})\s+(?:of\s+)?(?P<which>{_WEEK_WHICH})\s+week"), weekday_of_week),
    Rule(compiled(rf"(?P<which>{_WEEK_WHICH})\s+week,?\s+(?:on\s+)?(?P<weekday>{WEEKDAY})"), weekday_of_week),
    Rule(compiled(rf"(?P<weekday>{WEEKDAY})\s+week(?!\s*(?:of|end|days?|nights?|and|or)\b)"), weeks_from_day),
    Rule(
        compiled(
            rf"(?P<count>{COUNT})\s+(?P<unit>weeks?|fortnights?)\s+(?:on\s+|from\s+|this\s+)?"
            rf"(?P<weekday>{WEEKDAY}|today|tomorrow)"
        ),
        weeks_from_day,
    ),
    Rule(compiled(rf"(?P<weekday>{WEEKDAY})(?:\s+(?P<part>{PART_OF_DAY}))?"), weekday_alone),
    Rule(
        compiled(
            rf"(?P<weekday>{WEEKDAY}),?\s+(?:the\s+)?(?P<day>{ORDINAL}|\d{{1,2}}(?!\s?(?:am|pm|a\.m|p\.m|:|\.\d"
            rf"|o['’]?clock|kids|people|years|days|weeks|months|(?:to|till|until|-|–)\s?\d{{1,2}}\b(?!(?:st|nd|rd|th)|\s+(?:of\s+)?{MONTH})))(?![:.]\d))"
        ),
        weekday_and_number,
    ),
    Rule(compiled(rf"the\s+(?P<day>\d{{1,2}}(?:st|nd|rd|th)){_NOT_NUMBERED}"), day_of_month),
    Rule(
        compiled(
            rf"(?:(?<=\bon )|(?<=\buntil )|(?<=\bby )|(?<=\btill )|(?<=\bthrough ))(?:the\s+)?"
            rf"(?P<day>{ORDINAL}){_NOT_NUMBERED}"
        ),
        day_of_month,
    ),
    Rule(
        compiled(r"(?<!the )(?P<day>\d{1,2}(?:st|nd|rd|th))(?=\s*(?:[.,;!?)]|$|at\b|from\b|to\b|and\b|or\b|-))"),
        day_of_month,
    ),
    Rule(
        compiled(rf"(?:the\s+)?(?P<day>{ORDINAL})(?:\s+day)?\s+of\s+(?P<which>this|next|last|the)\s+month"),
        day_of_named_month,
    ),
    Rule(compiled(r"(?:the\s+)?(?P<unit>week|weekend|month|year)\s+(?P<tail>after\s+next|before\s+last)"), period),
    Rule(
        compiled(
            r"(?P<which>this\s+coming|this\s+past|this|(?:the\s+)?next|last|(?:the\s+)?coming|(?:the\s+)?following|"
            r"(?:the\s+)?upcoming|(?:the\s+)?previous)"
            r"\s+(?:school\s+|calendar\s+)?(?P<unit>weekend|week|fortnight|month|quarter|year)(?!\s*(?:end|day))"
        ),
        period,
    ),
    Rule(
        compiled(
            r"(?:(?<=\bover )|(?<=\bat )|(?<=\bfor )|(?<=\buntil )|(?<=\bthis ))(?:the\s+)(?P<unit>weekend)(?!\s+of\b)"
        ),
        period,
    ),
    Rule(
        compiled(rf"(?P<which>this\s+coming|this\s+past|this|next|last)\s+(?P<month>{MONTH})(?!\s*\d|\s+{YEAR})"),
        month_of_year,
    ),
    Rule(
        compiled(r"(?P<which>this\s+coming|this\s+past|this|next|last)\s+(?P<season>spring|summer|fall|autumn|winter)"),
        season,
    ),
    Rule(compiled(rf"(?:in|within)\s+(?P<count>{COUNT})\s+(?P<unit>{_UNITS})(?!['’]s?\s+time)"), ahead_or_ago),
    Rule(compiled(rf"in\s+(?P<count>{COUNT})\s+(?P<unit>{_UNITS})['’]?s?['’]?\s+time"), ahead_or_ago),
    Rule(
        compiled(rf"(?P<count>{COUNT})\s+(?P<unit>{_UNITS})\s+(?:from\s+(?P<base>now|today|tomorrow)|out)"),
        ahead_or_ago,
    ),
    Rule(
        compiled(
            rf"(?:about\s+|around\s+|almost\s+|over\s+)?(?P<count>{COUNT})\s+(?P<unit>{_UNITS}|weekends?)\s+"
            rf"(?P<ago>ago|back)"
        ),
        ahead_or_ago,
    ),
    Rule(
        compiled(
            rf"(?:the\s+)?(?P<which>next|coming|upcoming|following|past|last|previous)\s+(?P<count>{COUNT})\s+"
            rf"(?P<unit>{_UNITS})"
        ),
        stretch,
    ),
    Rule(
        compiled(
            r"(?:the\s+)?(?P<edge>end|beginning|start|middle)\s+of\s+(?:(?P<which>the|this|next|last)\s+)?"
            r"(?P<unit>week|month|year|quarter)"
        ),
        edge_of_period,
    ),
    Rule(
        compiled(r"(?P<edge>early|earlier|mid|late|later)[-\s]+(?P<which>this|next|last)\s+(?P<unit>week|month|year)"),
        edge_of_period,
    ),
    Rule(
        compiled(
            r"(?:a\s+few|a\s+couple|several|some|many)\s+(?:of\s+)?(?:days|weeks|months|years)\s+(?:ago|back)|"
            r"(?:just\s+)?the\s+other\s+(?:day|night|week|evening|morning)"
            r"|(?:a\s+)?(?:while|long\s+time)\s+(?:ago|back)"
        ),
        vague_past,
    ),
)
