"""What families say about days -> absolute local days (contract sections 2 and 15).

The week begins on Monday. "Next Friday" is the Friday of the following week, whatever day it is said on.
"""

from memory_pipeline.language.dates.expiry import expiry
from memory_pipeline.language.dates.mention import DateKind, DateMention
from memory_pipeline.language.dates.rewrite import absolute, relative_expressions, spoken_day
from memory_pipeline.language.dates.scan import mentions
from memory_pipeline.language.dates.tense import looks_back

__all__ = [
    "DateKind",
    "DateMention",
    "absolute",
    "expiry",
    "looks_back",
    "mentions",
    "relative_expressions",
    "spoken_day",
]
