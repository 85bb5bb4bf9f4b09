"""Holidays of common calendars -> the day of a year."""

from __future__ import annotations

from datetime import date, timedelta

_FIXED: dict[str, tuple[int, int]] = {
    "new year's day": (1, 1), "new years day": (1, 1), "new year's": (1, 1), "new years": (1, 1), "new year": (1, 1),
    "new year's eve": (12, 31), "new years eve": (12, 31), "valentine's day": (2, 14), "valentines day": (2, 14),
    "valentine's": (2, 14),
    "st patrick's day": (3, 17), "st. patrick's day": (3, 17), "saint patrick's day": (3, 17), "april fools": (4, 1),
    "april fools' day": (4, 1), "april fool's day": (4, 1),
    "earth day": (4, 22), "cinco de mayo": (5, 5), "international workers' day": (5, 1), "may day": (5, 1),
    "canada day": (7, 1),
    "juneteenth": (6, 19), "independence day": (7, 4), "bastille day": (7, 14), "halloween": (10, 31),
    "all saints' day": (11, 1), "guy fawkes": (11, 5), "bonfire night": (11, 5),
    "veterans day": (11, 11), "remembrance day": (11, 11), "christmas eve": (12, 24), "christmas day": (12, 25),
    "christmas": (12, 25), "xmas": (12, 25),
    "boxing day": (12, 26), "groundhog day": (2, 2), "epiphany": (1, 6), "australia day": (1, 26),
    "anzac day": (4, 25), "burns night": (1, 25),
}  # fmt: skip

# month, weekday (0 Monday), which one (-1 the last)
_NTH: dict[str, tuple[int, int, int]] = {
    "martin luther king day": (1, 0, 3), "mlk day": (1, 0, 3), "presidents' day": (2, 0, 3),
    "presidents day": (2, 0, 3), "president's day": (2, 0, 3),
    "mother's day": (5, 6, 2), "mothers day": (5, 6, 2), "memorial day": (5, 0, -1), "father's day": (6, 6, 3),
    "fathers day": (6, 6, 3),
    "labor day": (9, 0, 1), "labour day": (9, 0, 1), "columbus day": (10, 0, 2),
    "indigenous peoples' day": (10, 0, 2), "thanksgiving day": (11, 3, 4), "thanksgiving": (11, 3, 4),
}  # fmt: skip

_EASTER: dict[str, int] = {
    "mardi gras": -47, "shrove tuesday": -47, "pancake day": -47, "ash wednesday": -46, "palm sunday": -7,
    "maundy thursday": -3, "good friday": -2,
    "easter sunday": 0, "easter monday": 1, "easter": 0, "ascension day": 39,
    "pentecost": 49, "whit monday": 50, "corpus christi": 60,
}  # fmt: skip

_EQUINOX_FREE: dict[str, dict[int, tuple[int, int]]] = {
    "lunar new year": {2024: (2, 10), 2025: (1, 29), 2026: (2, 17), 2027: (2, 6), 2028: (1, 26), 2029: (2, 13),
    2030: (2, 3)},
    "diwali": {2022: (10, 24), 2023: (11, 12), 2024: (10, 31), 2025: (10, 20), 2026: (11, 8), 2027: (10, 29),
    2028: (10, 17), 2029: (11, 5), 2030: (10, 26)},
    "hanukkah": {2022: (12, 18), 2023: (12, 7), 2024: (12, 25), 2025: (12, 14), 2026: (12, 4), 2027: (12, 24),
    2028: (12, 12), 2029: (12, 1), 2030: (12, 20)},
    "passover": {2022: (4, 15), 2023: (4, 5), 2024: (4, 22), 2025: (4, 12), 2026: (4, 1), 2027: (4, 21),
    2028: (4, 10), 2029: (3, 30), 2030: (4, 17)},
    "rosh hashanah": {2022: (9, 25), 2023: (9, 15), 2024: (10, 2), 2025: (9, 22), 2026: (9, 11), 2027: (10, 1),
    2028: (9, 20), 2029: (9, 9), 2030: (9, 27)},
    "yom kippur": {2022: (10, 4), 2023: (9, 24), 2024: (10, 11), 2025: (10, 1), 2026: (9, 20), 2027: (10, 10),
    2028: (9, 29), 2029: (9, 18), 2030: (10, 6)},
    "ramadan": {2022: (4, 2), 2023: (3, 23), 2024: (3, 11), 2025: (3, 1), 2026: (2, 18), 2027: (2, 8), 2028: (1, 28),
    2029: (1, 16), 2030: (1, 5)},
    "eid al-fitr": {2022: (5, 2), 2023: (4, 21), 2024: (4, 10), 2025: (3, 30), 2026: (3, 20), 2027: (3, 9),
    2028: (2, 26), 2029: (2, 14), 2030: (2, 4)},
    "eid al-adha": {2022: (7, 9), 2023: (6, 28), 2024: (6, 16), 2025: (6, 6), 2026: (5, 27), 2027: (5, 16),
    2028: (5, 5), 2029: (4, 24), 2030: (4, 13)},
    "holi": {2022: (3, 18), 2023: (3, 8), 2024: (3, 25), 2025: (3, 14), 2026: (3, 4), 2027: (3, 22), 2028: (3, 11),
    2029: (3, 1), 2030: (3, 20)},
}  # fmt: skip
_SAME = {
    "chinese new year": "lunar new year",
    "eid al fitr": "eid al-fitr",
    "eid al adha": "eid al-adha",
    "chanukah": "hanukkah",
    "pesach": "passover",
}

_NAMES = sorted(
    [*_FIXED, *_NTH, *_EASTER, *_EQUINOX_FREE, *_SAME, "black friday", "cyber monday", "fourth of july", "4th of july"],
    key=len,
    reverse=True,
)
HOLIDAY = (
    "(?:" + "|".join(name.replace("'", "['’]?").replace(". ", r"\.?\s").replace(" ", r"\s+") for name in _NAMES) + ")"
)


def holiday_in(words: str, year: int) -> date | None:
    """The day of the holiday that HOLIDAY matched in a year; None where we have no table for that year."""
    name = " ".join(words.casefold().replace("’", "'").split())
    name = _SAME.get(name, name)
    if name in {"fourth of july", "4th of july"}:
        return date(year, 7, 4)
    if name in _FIXED:
        return date(year, *_FIXED[name])
    if name in _NTH:
        return _nth_weekday(year, *_NTH[name])
    if name in _EASTER:
        return easter(year) + timedelta(days=_EASTER[name])
    if name in {"black friday", "cyber monday"}:
        return _nth_weekday(year, 11, 3, 4) + timedelta(days=1 if name == "black friday" else 4)
    if name in _EQUINOX_FREE:
        month_day = _EQUINOX_FREE[name].get(year)
        return date(year, *month_day) if month_day else None
    return None


def easter(year: int) -> date:
    """Western Easter Sunday by the anonymous Gregorian computus."""
    golden = year % 19
    century, rest = divmod(year, 100)
    leap, skipped = divmod(century, 4)
    moon = (19 * golden + century - leap - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    quarter, remainder = divmod(rest, 4)
    sunday = (32 + 2 * skipped + 2 * quarter - moon - remainder) % 7
    correction = (golden + 11 * moon + 22 * sunday) // 451
    month, day = divmod(moon + sunday - 7 * correction + 114, 31)
    return date(year, month, day + 1)


def _nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    if nth > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
    last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return last - timedelta(days=(last.weekday() - weekday) % 7)
