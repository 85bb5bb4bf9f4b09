"""Members who are called like a month or a day: "June has camp until Friday" speaks of no June (contract section 2)."""

from __future__ import annotations

import re

from memory_pipeline.model.family import Family

_CALENDAR_NAMES = frozenset({"june", "april", "may", "august", "summer", "autumn", "wednesday", "sunday", "friday"})


def without_month_names(text: str, family: Family) -> str:
    """The text for reading dates, with such a name blanked out by as many letters, so that every place stays.

    After "in", "until", "since", "of" or "by", and before a number, the word is the month.
    """
    for member in family.members:
        for name in (member.name, *member.aliases):
            if name.casefold() in _CALENDAR_NAMES:
                text = re.sub(
                    rf"(?<!in )(?<!until )(?<!till )(?<!since )(?<!of )(?<!by )\b{name}\b(?!\s+\d)",
                    "X" * len(name),
                    text,
                )
    return text
