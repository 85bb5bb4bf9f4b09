"""Numbers that name a thing: "Box 3", "Bus 12". Another number is another thing, and no other value of the first."""

from __future__ import annotations

import re

from memory_pipeline.language.claim import Claim

_THINGS = """
account bay bed bench berth bin block bottle box bucket bus cabin cage camera card court crate
cupboard cabinet desk door drawer engine fridge garage gate hive house key lane line locker lot
pitch plot printer rack room row shelf slot socket stall switch table tank tent terminal track train
tram tray unit valve van
""".split()
_LABEL = re.compile(
    r"^(?:(?!(?:is|are|was|were|has|have|in|at|to|on|of|from|moved?|and)\b)[\w'’-]+\s+){0,3}?"
    rf"(?P<thing>{'|'.join(_THINGS)})\s+(?:number\s+|no\.?\s*|nr\.?\s*|#\s*)?(?P<number>\d+[a-z]?)\b"
    r"(?!\s*(?:am|pm|o['’]clock|%|:\d|[.,]\d))",
    re.IGNORECASE,
)


def another_label(new: Claim, known: Claim) -> bool:
    """Whether both begin with a numbered thing of one kind, and with different numbers."""
    one, other = _LABEL.match(new.text), _LABEL.match(known.text)
    if one is None or other is None or one["thing"].casefold() != other["thing"].casefold():
        return False
    return one["number"].casefold() != other["number"].casefold()
