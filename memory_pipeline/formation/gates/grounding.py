"""Gate 6: every number, date and proper name of a claim stands in its cited turns or follows from the session's clock.

Beyond that the claim must be about what was said: enough of its words stand in the cited words, each of its
predicates rests on at least one of them, and a limit of health is never inferred.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.formation.gates.answers import question_of
from memory_pipeline.formation.gates.cited_words import CitedWords, cited_words
from memory_pipeline.formation.gates.named import unfounded_name
from memory_pipeline.formation.gates.numbered import unfounded_day, unfounded_end, unfounded_number, unfounded_rate
from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.language.words import content_words, stem
from memory_pipeline.model.candidate import Candidate, Quote

_PREDICATES = re.compile(
    r"[;.]\s+|,?\s+\band\s+(?=(?:also\s+)?(?:is|are|was|has|have|had|can|will|must|does|did|likes?|loves?|hates?|works?|lives?|drives?"
    r"|plays?|owns?|wants?|needs?|prefers?|takes?|attends?|studies|teaches|collects?|speaks?)\b)",
    re.IGNORECASE,
)
_HEALTH = re.compile(
    r"\b(allerg|intoleran|co?eliac|diabet|epilep|asthma|vegan|vegetarian|kosher|halal|pregnan|insulin|anaphyla|depress|cancer|autis)",
    re.IGNORECASE,
)


_CALENDAR = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays january february march april may june july august september october november december week
    """.split()
)
_WRITTEN_SHORT = {
    "hr": "hour", "hrs": "hours", "yr": "year", "yrs": "years", "mo": "month", "mos": "months", "wk": "week",
    "wks": "weeks", "min": "minutes", "mins": "minutes", "appt": "appointment", "appts": "appointments",
    "bday": "birthday", "dept": "department", "apt": "apartment", "ppl": "people", "temp": "temperature",
    "meds": "medication", "fave": "favourite", "fav": "favourite",
}  # fmt: skip
_FRAME = {stem(word) for word in ("family", "household", "assistant", "asked", "said")}


def grounded(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse what is not in the cited turns; drop a turn of context that the claim does not need."""
    bare = replace(candidate, evidence=tuple(_without_context(quote, context) for quote in candidate.evidence))
    if _fault(bare, context) is None:
        return bare
    fault = _fault(candidate, context)
    return candidate if fault is None else Refusal("grounded", fault)


def _without_context(quote: Quote, context: GateContext) -> Quote:
    return quote if question_of(quote, context) else replace(quote, first=quote.last)


def _fault(candidate: Candidate, context: GateContext) -> str | None:
    words = cited_words(candidate, context)
    if (name := unfounded_name(candidate, words, context)) is not None:
        return f"{name!r} is named in the claim and not in the cited turns"
    if (number := unfounded_number(candidate, words)) is not None:
        return f"{number!r} is in the claim and not in the quoted words"
    if (rate := unfounded_rate(candidate, words)) is not None:
        return f"{rate!r} counts by another unit than the cited words"
    if (day := unfounded_day(candidate, words, context)) is not None:
        return f"{day!r} is no day that the cited turns give"
    if (end := unfounded_end(candidate, words, context)) is not None:
        return f"valid_until {end} does not follow from the cited words"
    return _unsupported(candidate, words, context.policy.support)


def _unsupported(candidate: Candidate, words: CitedWords, share: float) -> str | None:
    said = _stems(words.own) | _stems(words.quoted)
    frame = _FRAME | _stems(" ".join(words.speakers))
    for text in (candidate.summary, candidate.body):
        wanted = _stems(text) - frame
        if wanted and len(wanted & said) < max(1.0, share * len(wanted)):
            return f"{text[:60]!r} says other things than the cited words"
        for predicate in _PREDICATES.split(text):
            claimed = _stems(predicate) - frame
            if claimed and claimed.isdisjoint(said):
                return f"{predicate[:60]!r} is not in the cited words"
    for found in _HEALTH.finditer(f"{candidate.summary}\n{candidate.body}"):
        if found[1].casefold() not in words.whole.casefold():
            return f"{found[1]!r}: a limit of health is said, never inferred"
    return None


def _stems(text: str) -> set[str]:
    """The content words, written out in full; dates and numbers are judged by themselves."""
    words = (_WRITTEN_SHORT.get(word, word) for word in content_words(text))
    return {stem(word) for word in words if word.isalpha() and word not in _CALENDAR}
