"""A user's message as plain sentences: what is left when address, fillers and run-ons are gone.

No word of content is changed; only what joins the clauses is, so that each can be judged by itself.
"""

from __future__ import annotations

import re
from datetime import date

_LINE = re.compile(r"[ \t]*\n+[ \t]*")
_TRAILING_DOTS = re.compile(r"\s*(?:\.{2,}|…)\s*$")
_INNER_DOTS = re.compile(r"\s*(?:\.{2,}|…)\s+")
_ADDRESS = re.compile(r"^(?:hey |hi |hello |ok(?:ay)? |please )?(?:agent|assistant)\s*[,:!-]\s*", re.IGNORECASE)
_FILLER = re.compile(
    r"^(?:(?:so|oh and|oh|and|also|anyway|btw|by the way|just so you know|for the record|fyi)\b\s*[,.!:;-]*\s+"
    r"|(?:well|ok(?:ay)?(?: decided)?|ah|hm+|um|perfect|great|cool|nice|right|wait|yes|yeah|yep|no|nah|nope|sure"
    r"|decided"
    r"|actually)\b\s*[,.!:;-]+\s+)+(?=\S)",
    re.IGNORECASE,
)
_LOG_LINE = re.compile(r"\[\d{4}[/-]\d{1,2}[/-]\d{1,2}[^\]]*\]\s*\[[^\]]*\].*")
"""A line of a log or of MEMORY.md inside a message is quoted, and nobody's words."""
_RUN_ON = re.compile(
    r",?\s+(?:oh[,!]? and|oh[,!]? also|and also|and another thing|(?:and )?the other thing is(?: that)?"
    r"|and the other one is"
    r"|plus|also|oh|and besides)[, ]+(?=(?:i|i['’]m|we|we['’]re|my|our|the|there)\b)"
    r"|,\s+(?:and\s+|but\s+)?(?=(?:i|i['’]m|i['’]ve|we|we['’]re)\s+\w|(?:my|our)\s+\w+\s+(?:\w+\s+)?(?:is|are|has"
    r"|was|will|can)\b"
    r"|(?:don['’]?t|do not)\s+(?:let|forget)\b"
    r"|(?:please\s+)?(?:find|book|send|remind|tell|show|give|write|call|make|get|help|add|put|order"
    r"|schedule)\s+(?:me|us|it|an?"
    r"|the|my)\b)",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:(?:hi|hello|hey|hei|hej|good (?:morning|afternoon|evening)|morning|hola|olá|ola|salut|bonjour|ciao|szia"
    r"|hallo)"
    r"(?: there| again| all)?\s*[,.!]+\s*)+(?=\S)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r",\s+(?:(?:something|anything|somewhere|any ideas?|ideas?|suggestions?)\b[^,]*|(?:no idea|not sure|dunno|idk"
    r"|(?:i )?don['’]?t know)"
    r"(?: (?:where|when|who|how|what|why))?(?: yet)?)$",
    re.IGNORECASE,
)
_NUMERIC_DATE = re.compile(r"\b(?P<a>\d{1,2})(?P<mark>[/.-])(?P<b>\d{1,2})(?P=mark)(?P<year>\d{4})\b")
_REASON = re.compile(r"^(?:because|cause|'cause|since)\s+(?=(?:my|our|i|we|the)\b)", re.IGNORECASE)


_CONDITION = re.compile(
    r"(?:if|when|whenever|unless|although|though|while|once|after|before|until|as|in case|even if)\b", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?]\s+")


def sentences_of(message: str) -> str:
    """The message, one sentence a line. A message that trails off is told to its last word."""
    text = _TRAILING_DOTS.sub("", _INNER_DOTS.sub(". ", _LINE.sub("\n", message.strip())))
    text = _LOG_LINE.sub("", text)
    text = _NUMERIC_DATE.sub(_iso, text)
    lines = [part for line in text.split("\n") for part in _apart(_ADDRESS.sub("", line))]
    return "\n".join(filter(None, (_plain(line) for line in lines)))


def _apart(line: str) -> list[str]:
    """The line cut where a new subject begins; a condition keeps what it governs."""
    parts, start = [], 0
    for joint in _RUN_ON.finditer(line):
        sentence = _SENTENCE_END.split(line[start : joint.start()])[-1].strip()
        if _CONDITION.match(_FILLER.sub("", sentence)):
            continue
        parts.append(line[start : joint.start()])
        start = joint.end()
    return [*parts, line[start:]]


def _plain(line: str) -> str:
    line = line.strip(" ,")
    without = _ASIDE.sub("", _REASON.sub("", _FILLER.sub("", _GREETING.sub("", line))))
    return without or line


def _iso(found: re.Match[str]) -> str:
    """A numeric date whose day and month cannot be mistaken for each other; any other stays as it was said."""
    a, b, year = int(found["a"]), int(found["b"]), int(found["year"])
    day, month = (a, b) if a > 12 or a == b else (b, a)
    try:
        return date(year, month, day).isoformat() if day > 12 or a == b else found.group()
    except ValueError:
        return found.group()
