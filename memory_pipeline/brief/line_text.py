"""Stored text as one safe line: cleaned, length-capped, escaped (seed section 10, "Memory text is data").

Whatever a memory says, it cannot start a new line, close the block it stands in, open a tag, imitate a reference or
hide text from a person who reads the block. Ordinary sentences pass through unchanged.
"""

from __future__ import annotations

import re
import unicodedata

SHORTENED = " […]"
"""Marks a line that goes on; its reference leads to the whole."""

_JOINERS = "\u200c\u200d"
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
_SELECTOR = re.compile(r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_PLAIN = re.compile(r"[ -~]*")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_SCHEME = re.compile(r"\b(memory|conv|suppression)(\s*:\s*)//", re.IGNORECASE)
_BLOCK_MARKER = re.compile(r"#{1,6}(?:\s|$)|~~~|```|\||[+*-](?:\s|$)|[-*_=]{3,}|\d+[.)]\s")
_ANGLES = {ord(sign): "&lt;" for sign in "<﹤＜"} | {ord(sign): "&gt;" for sign in ">﹥＞"}


def one_line(text: str) -> str:
    """The text on one line: white space runs are one space, controls, bidi marks and hidden characters are gone.

    Joiners stay between non-ASCII letters and emoji, where spelling needs them; a lone surrogate becomes U+FFFD.
    """
    if not _PLAIN.fullmatch(text):
        shown = "".join(_visible(text, index) for index in range(len(text)))
        text = _SELECTOR.sub(lambda run: run[0][0], shown)
    return " ".join(text.split())


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters: the text itself, or its beginning up to a word's edge and the mark `SHORTENED`.

    Where a script has no spaces the cut falls between characters, never before a mark that belongs to the last one.
    """
    if len(text) <= limit:
        return text
    room = limit - len(SHORTENED)
    edge = text.rfind(" ", room // 2, room + 1)
    if edge < 0:
        edge = room
        while edge > 0 and _continues(text, edge):
            edge -= 1
    return text[:edge].rstrip() + SHORTENED


def escape(text: str) -> str:
    """One line in which nothing reads as a tag, an entity, a reference of ours or the start of a Markdown block."""
    line = _SCHEME.sub(lambda scheme: f"{scheme[1]}{scheme[2]}&#47;&#47;", _ENTITY.sub("&amp;", one_line(text)))
    line = line.translate(_ANGLES)
    return f"\\{line}" if _BLOCK_MARKER.match(line) else line


def _visible(text: str, index: int) -> str:
    sign = text[index]
    if sign <= "~":
        return sign if sign >= " " else " "
    category = unicodedata.category(sign)
    if sign in _JOINERS:
        return sign if text[index - 1 : index] > "\x7f" and text[index + 1 : index + 2] > "\x7f" else ""
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if category == "Cs":
        return "\ufffd"
    return "" if category == "Cf" or sign in _FILLERS else sign


def _continues(text: str, index: int) -> bool:
    """Whether the character at `index` belongs to the one before it."""
    sign = text[index]
    return (
        unicodedata.combining(sign) > 0
        or unicodedata.category(sign) in ("Mn", "Me", "Sk")
        or "\U0001f3fb" <= sign <= "\U0001f3ff"
        or sign in _JOINERS
        or text[index - 1] in _JOINERS
    )
