"""Folding of lookalike text, and the exact place of a quote in a turn (contract section 4, gate 2; faults line 76).

Two texts are alike when they differ only in the shape of quotes and dashes, in blanks, in invisible characters or in
Unicode composition. Nothing else: case, letters, digits and word order are kept, and nothing is fuzzy.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from memory_pipeline.language.spans import Span

_SINGLE_QUOTES = "‘’‚‛′`´ʹʻʼʽ＇"
_DOUBLE_QUOTES = "“”„‟«»″＂"
_DASHES = "‐‑‒–—―−﹘﹣－⸺⸻"
_INVISIBLE = "\u00ad\u034f\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufe0e\ufe0f\ufeff"
_DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_FOLDED = {
    **dict.fromkeys(_SINGLE_QUOTES, "'"),
    **dict.fromkeys(_DOUBLE_QUOTES, '"'),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_INVISIBLE + _DIRECTIONS, ""),
}
_DASH_RUN = re.compile("-{2,}")
# Scripts beyond this point (Thai, Chinese, Japanese, ...) write words without blanks, so a word edge is anywhere.
_UNSPACED_FROM = "\u0e00"


@dataclass(frozen=True, slots=True)
class _Folded:
    """A folded text; its character `i` stands for `original[starts[i]:ends[i]]`."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def fold(text: str) -> str:
    """`text` with plain quotes and dashes, single blanks, no invisible characters, in composed form, ends trimmed."""
    if text.isascii():
        return _DASH_RUN.sub("-", " ".join(text.replace("`", "'").split()))
    return _folded(text).text.strip()


def find_quote(quote: str, text: str) -> Span | None:
    """The first place of `quote` in `text`, as offsets of `text` itself; None where it does not stand."""
    return next(iter(find_quotes(quote, text)), None)


def find_quotes(quote: str, text: str) -> tuple[Span, ...]:
    """Every place of `quote` in `text`, in order. A place never begins or ends inside a word: "no" is not in "know"."""
    wanted = fold(quote)
    if not wanted:
        return ()
    folded = _folded(text)
    places = []
    at = folded.text.find(wanted)
    while at >= 0:
        span = _span(folded, at, at + len(wanted))
        if span is not None:
            places.append(span)
        at = folded.text.find(wanted, at + 1)
    return tuple(places)


def _span(folded: _Folded, start: int, end: int) -> Span | None:
    """The original stretch of `folded.text[start:end]`, None where it would cut a word or a composed character."""
    text = folded.text
    if _cuts_word(text, start) or _cuts_word(text, end):
        return None
    cuts_left = start > 0 and folded.starts[start] < folded.ends[start - 1]
    cuts_right = end < len(text) and folded.starts[end] < folded.ends[end - 1]
    return None if cuts_left or cuts_right else Span(folded.starts[start], folded.ends[end - 1])


def _cuts_word(text: str, at: int) -> bool:
    if at <= 0 or at >= len(text):
        return False
    left, right = text[at - 1], text[at]
    return left.isalnum() and right.isalnum() and left < _UNSPACED_FROM and right < _UNSPACED_FROM


@lru_cache(maxsize=512)
def _folded(text: str) -> _Folded:
    pieces = [(_fold_cluster(text[start:end]), start, end) for start, end in _clusters(text)]
    characters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece, run in groupby((piece for piece in pieces if piece[0]), key=_collapsible):
        cells = list(run)
        if piece:
            cells = [(piece, cells[0][1], cells[-1][2])]
        for folded, start, end in cells:
            characters.append(folded)
            starts += [start] * len(folded)
            ends += [end] * len(folded)
    return _Folded("".join(characters), tuple(starts), tuple(ends))


def _collapsible(cell: tuple[str, int, int]) -> str:
    """What a run of such cells collapses to: blanks to one blank, dashes to one dash ("--" is typed for "—")."""
    return cell[0] if cell[0] in (" ", "-") else ""


def _fold_cluster(cluster: str) -> str:
    if len(cluster) > 1:
        return unicodedata.normalize("NFC", cluster)
    if cluster.isspace():
        return " "
    return _FOLDED.get(cluster, unicodedata.normalize("NFC", cluster))


def _clusters(text: str) -> list[tuple[int, int]]:
    """Stretches that compose on their own: a base character with the marks that follow it."""
    starts: list[int] = []
    for at, character in enumerate(text):
        if not starts or not _joins(text[starts[-1] : at], character):
            starts.append(at)
    return list(pairwise([*starts, len(text)]))


def _joins(cluster: str, character: str) -> bool:
    """Whether a character composes with the cluster before it. No ASCII character does, which is nearly all of them."""
    if character.isascii() or character in _FOLDED:
        return False
    if unicodedata.combining(character):
        return True
    return len(unicodedata.normalize("NFC", cluster + character)) < len(unicodedata.normalize("NFC", cluster)) + 1
