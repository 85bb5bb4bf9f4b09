"""What a person wrote in an entry of a WhatsApp export, and what the app put there.

The app marks its own words with a left-to-right mark, puts placeholders in angle brackets and names of files before a
remark in round ones, in the phone's language. None of these are anybody's words. A placeholder leaves no turn, so that
an export with media and one without make the same sessions.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

_LEFT_TO_RIGHT = "\u200e"
_IN_FRONT = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff \u00a0\u202f"
_SENDER = re.compile(r"([^\n]{1,120}?):(?:[ \u00a0]|\n|\Z)")
_QUOTED = re.compile(r"[\"“”„«»]")
_PLACEHOLDER = re.compile(r"<[^<>\n]{2,60}>(?:\n|\Z)")
_FILE = re.compile(r"[^\n]*\S\.\w{0,5} \([^()\n]{3,40}\)(?:\n|\Z)")
_ATTACHED = re.compile(r"\u200e?<[^<>\n:]{2,40}: ?[^<>\n]+\.\w{2,5}>")
_OMITTED = re.compile(r"[^\n]{0,80}\b(?:omitted|weggelassen|omitid[oa]s?|omise?s?|omess[oi]|ocult[oa]s?|weggelaten)\b")
_EDITED = re.compile(r"\s*(?:\u200e<[^<>\n]+>|<This message was edited>)\s*\Z")
_DELETED = re.compile(r"(?:this message was deleted|you deleted this message|null)\.?", re.IGNORECASE)
_INVISIBLE = re.compile("[\u200e\u202a-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Message:
    """Who wrote, by the name in the exporting phone, and what."""

    sender: str
    text: str


def message_of(body: str, left_out: Counter[str]) -> Message | None:
    """What a person wrote, or None for an entry in which nobody did; what is left out is counted."""
    bare = body.lstrip(_IN_FRONT)
    named = _SENDER.match(bare)
    if named is None or _QUOTED.search(named[1]):
        left_out["lines that the app wrote"] += 1
        return None
    text = _own_words(bare[named.end() :], left_out)
    return None if text is None else Message(_name(named[1]), text)


def _own_words(text: str, left_out: Counter[str]) -> str | None:
    without = _ATTACHED.sub("", text, count=1)
    if without != text:
        return _caption(without, left_out)
    if text.lstrip(" ").startswith(_LEFT_TO_RIGHT):
        kind = "media placeholders" if _OMITTED.match(_shown(text)) else "lines that the app wrote"
        left_out[kind] += 1
        return None
    for pattern in (_PLACEHOLDER, _FILE):
        if found := pattern.match(text):
            return _caption(text[found.end() :], left_out)
    words = _shown(_EDITED.sub("", text))
    if _DELETED.fullmatch(words) or not words:
        left_out["deleted or empty messages"] += 1
        return None
    return words


def _caption(text: str, left_out: Counter[str]) -> str | None:
    left_out["media placeholders"] += 1
    return _shown(text) or None


def _shown(text: str) -> str:
    return _INVISIBLE.sub("", text).strip()


def _name(sender: str) -> str:
    """The sender without the tilde of people who are in no address book."""
    return re.sub(r"^~[\s\u202f]*", "", _shown(sender)).strip()
