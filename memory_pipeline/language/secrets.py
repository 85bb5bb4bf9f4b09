"""What opens an account or a bank card, as opposed to the codes that a household shares."""

from __future__ import annotations

import re

_FLAGS = re.IGNORECASE | re.VERBOSE
_SECRET = re.compile(
    r"""\b(?: pass(?:word|code|phrase) | pwd | pin(?:\s+number|\s+code(?!\W+(?:is\s+)?\d{6}\b))?(?!\s+code)
      | log-?in(?:\s+(?:details|data))? | cvv2? | cvc
      | security\s+code | recovery\s+(?:code|key|phrase) | seed\s+phrase )
    (?:\s+(?:for|of|to|on)\s+[\w'’\s-]{1,40}?)?
    \s*(?: (?:is|was|are|:|=|['’]s|(?:has\s+)?changed\s+to) \s* (?:now\s+|still\s+)?(?::\s*)?
      | (?=["“']|\d{3,}\b) | \s+ (?=\S*\d) )
    (?! (?:in|on|at|under|behind|with|by|inside|near|the|a|an|too|so|very|not|no|never|always|same|really|hard|long
      |short|weak|strong|safe|secret|expired|wrong|old|new|saved|stored|kept|written|changed|required|needed)\b )
    ["“'#]?\S*\w""",
    _FLAGS,
)
_LOGS_IN = re.compile(r"\blog(?:s|ged)?\s+in(?:to)?\b[^.!?]{0,40}\b(?:with|using)\s[^.!?]{0,40}\d", re.IGNORECASE)
_HOUSE = re.compile(
    r"""\b(?:wi-?fi|wlan|internet|network|router|hotspot|ssid|gate|door|garage|alarm|lock(?:box|er)?|key\s?box|entry|entrance
    |building|house|shed|safe|intercom|elevator|lift|pool|gym|cabin|bike|suitcase|mailbox)\b""",
    _FLAGS,
)
_SENTENCE_EDGE = re.compile(r"[.!?;\n]\s*")
_BANK = re.compile(r"\b(?:bank\w*|credit|debit|card|atm|account|paypal|visa|mastercard|cvv2?|cvc)\b", re.IGNORECASE)


def tells_secret(text: str) -> bool:
    """Whether `text` gives the value of an account's password or login, or of a card's PIN."""
    for found in (*_SECRET.finditer(text), *_LOGS_IN.finditer(text)):
        around = _SENTENCE_EDGE.split(text[max(0, found.start() - 40) : found.start()])[-1] + found.group()
        if _BANK.search(around) or not _HOUSE.search(around):
            return True
    return False
