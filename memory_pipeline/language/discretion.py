"""What a speaker asks not to remember, and how far the wish reaches (contract section 3, gate `off_record`).

"Don't remember this, but X" covers X to the end of the turn. "X, but keep that between us" covers its sentence.
A wish that is a sentence of its own and looks back covers the whole turn; standing alone in a turn it covers the
speaker's previous turn, or the next one where it looks ahead ("what I tell you now"). "Forget what I said about
the dog" covers every earlier turn of the speaker that names the dog.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.spans import Span

Reach = Literal["here", "previous", "next", "topic"]

_FLAGS = re.IGNORECASE | re.VERBOSE
_THING = r"(?:this|that|it|these|those|any\s+of\s+(?:this|that|it)|what|the\s+(?:next|last|following))"
_KEEP = rf"""(?: (?:remember|memori[sz]e|retain) \s+ (?:{_THING}|anything)
    | (?:save|store|record|keep|log|note|learn) \s+ {_THING}
      (?!\s+(?:in|on|at|under|for|from|with)\s+(?!(?:your|the)\s+(?:memory|record)))
    | (?:write|note|jot) \s+ (?:{_THING}\s+)? down
    | (?:put|add) \s+ {_THING} \s+ (?:in|into|to|on) \s+ (?:your\s+|the\s+)?(?:memory|record|notes?) )"""
_WISH = re.compile(
    rf"""\b(?: (?:do\s+not|don['’]?t|dont|never|please\s+not|not\s+to
          |you\s+(?:shouldn['’]?t|needn['’]?t|must\s?n['’]?t|must\s+not))\s+
        (?:please\s+)?(?:ever\s+)?{_KEEP}\b
    | (?:can|could|would|will)\s+(?:you|we)\s+(?:please\s+)?not\s+{_KEEP}\b
    | forget\s+(?:that\s+)?(?:i|we)\s+(?:ever\s+|just\s+)?(?:said|told|mentioned|wrote|brought)\b
    | forget\s+(?:what\s+(?:i|we)|everything\s+(?:i|we)|this|that\s+(?:one|last)|the\s+last)\b
    | (?:keep|keeping|leave|stays?)\s+(?:this|that|it)?\s*(?:just\s+|strictly\s+)?
        (?:between\s+(?:us|you\s+and\s+me|ourselves)|to\s+yourself|out\s+of\s+(?:your\s+)?memory|private|secret
          |confidential|off\s+the\s+record)\b
    | (?:just\s+|strictly\s+)?between\s+(?:you\s+and\s+me|us\s+two|us\s+only|the\s+two\s+of\s+us)
    | between\s+us\s*(?=[,:.!]|$)
    | (?:this|that|it)\s+(?:is|stays|should\s+(?:be|stay)|['’]?s)\s*(?:strictly\s+)?
        (?:off\s+the\s+record|not\s+for\s+(?:your\s+)?memory|confidential)\b
    | off\s+the\s+record\b
    | no\s+need\s+to\s+(?:remember|save|store|keep|record)\s+(?:this|that|it)\b
    | (?:this|that)\s+(?:is|['’]s)?\s*not\s+(?:something\s+)?(?:to|for\s+you\s+to)\s+(?:be\s+)?
        (?:remember|remembered|save|saved|store|stored)\b )""",
    _FLAGS,
)
_NO_WISH = re.compile(
    r"""\b(?:don['’]?t|do\s+not|never)\s+(?:ever\s+)?forget\b
    | \bdo(?:es|n['’]t)?\s+(?:you|he|she|they)\s+(?:not\s+)?remember\b
    | \b(?:i|we|he|she|they|you)\s+(?:do\s+not|don['’]?t|dont|can['’]?t|never
      |didn['’]t)\s+(?:even\s+)?(?:remember|keep|save|write|note|put|store)\b
    | \b(?:is|are|was)\s+(?:this|that|it)\s+(?:the\s+)?off\s+the\s+record\b""",
    _FLAGS,
)
_AHEAD = re.compile(
    r"\b(?:next|now|following|(?:i['’]?m|i\s+am)\s+(?:about|going)\s+to|(?:i['’]ll|i\s+will|i['’]m\s+gonna"
    r"|gonna)\s+(?:tell|say)|coming)\b|:\s*$",
    re.IGNORECASE,
)
_BACK = re.compile(r"\b(?:forget|said|told|mentioned|that|last|just\s+now|above)\b", re.IGNORECASE)
_TOPIC = re.compile(
    r"\bforget\s+(?:what|everything|anything|all)\s+(?:that\s+)?(?:i"
    r"|we)(?:['’]ve)?\s+(?:\w+\s+){1,3}?about\s+([^.!?]+)",
    re.IGNORECASE,
)
_THIS = re.compile(r"\b(?:this|these)\b", re.IGNORECASE)
_FILLER = re.compile(
    r"""\b(?:please|pls|ok|okay|and|but|so|also|oh|well|hey|just|thanks|thank\s+you|by\s+the\s+way|btw|now|one
    |though|either|anywhere|for\s+later|at\s+all|alright
    |bit|thing|part|will\s+you|would\s+you|can\s+you|could\s+you|yes|no|right|ever|i|say|said|tell|told|you|me
      |what|that|this|it|next|last|wrote|mentioned|about|ask|lol|haha|down|in|your|memory)\b""",
    _FLAGS,
)


@dataclass(frozen=True, slots=True)
class Discretion:
    """One wish: the span it covers in its own turn and the turn it reaches to; `topic` as the speaker put it."""

    covered: Span
    reach: Reach = "here"
    topic: str = ""


def wishes_of_discretion(text: str) -> tuple[Discretion, ...]:
    """The wishes in `text` not to remember something, in order; () in nearly every turn."""
    if not _WISH.search(text):
        return ()
    found = []
    for sentence in sentences(text):
        words = sentence.of(text)
        wish = _WISH.search(words)
        if wish and not _NO_WISH.search(words):
            found.append(_reach(text, sentence, wish))
    return tuple(found)


def _reach(text: str, sentence: Span, wish: re.Match[str]) -> Discretion:
    words = sentence.of(text)
    topic = _TOPIC.search(words)
    if topic:
        return Discretion(sentence, "topic", topic[1])
    before, after = words[: wish.start()], words[wish.end() :]
    rest_of_turn = Span(sentence.start + wish.start(), len(text))
    if _says_something(after):
        return Discretion(rest_of_turn)
    if _says_something(before):
        return Discretion(sentence)
    earlier, later = text[: sentence.start], text[sentence.end :]
    if not _says_something(earlier) and not _says_something(later):
        return Discretion(Span(0, len(text)), "next" if _AHEAD.search(words) else "previous")
    looks_ahead = _AHEAD.search(words) or (_THIS.search(words) and not _BACK.search(words))
    if _says_something(later) and ((looks_ahead and not _says_something(earlier)) or _AHEAD.search(words)):
        return Discretion(rest_of_turn)
    return Discretion(Span(0, len(text)))


def _says_something(words: str) -> bool:
    """Whether anything is left besides the words that come with such a wish."""
    return any(character.isalnum() for character in _FILLER.sub("", words))
