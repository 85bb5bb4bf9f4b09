"""Long sessions, cut at turn boundaries with overlap (contract section 4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memory_pipeline.adapters.openai_models.transcript_text import Piece
from memory_pipeline.language.clauses import sentences
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.token_counter import TokenCounter

_HEADER_TOKENS = 30
_LINE_END = re.compile(r"\n\s*")
_BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Cut:
    """A session in pieces for one request each. `notes`: what a reader of the record must know of the cutting."""

    chunks: tuple[tuple[Piece, ...], ...]
    notes: tuple[str, ...]


def cut(session: Session, limit: int, overlap: int, count: TokenCounter) -> Cut:
    """Chunks of at most `limit` tokens of new turns, each after `overlap` turns of context (a quarter of it).

    A user's turn above the limit is read whole, in parts; another role's, which is never evidence, is shown in part.
    Turns without text are left out. Both are said in the notes, the latter is not: nothing is lost by it.
    """
    notes: list[str] = []
    pieces = [piece for turn in session.turns if turn.text.strip() for piece in _pieces(turn, limit, count, notes)]
    chunks: list[tuple[Piece, ...]] = []
    start = 0
    for end in _ends(pieces, limit, count):
        chunks.append((*_context(pieces[:start], limit // 4, overlap, count), *pieces[start:end]))
        start = end
    return Cut(tuple(chunks), tuple(notes))


def _ends(pieces: Sequence[Piece], limit: int, count: TokenCounter) -> Iterator[int]:
    """Where each chunk ends, as an index into the pieces."""
    used = 0
    for at, piece in enumerate(pieces):
        size = _size(piece, count)
        if used and used + size > limit:
            yield at
            used = 0
        used += size
    if pieces:
        yield len(pieces)


def _context(before: Sequence[Piece], limit: int, overlap: int, count: TokenCounter) -> list[Piece]:
    shown: list[Piece] = []
    room = limit
    for piece in reversed(before[-overlap:] if overlap else ()):
        room -= _size(piece, count)
        if room < 0:
            break
        shown.insert(0, replace(piece, known=True))
    return shown


def _pieces(turn: Turn, limit: int, count: TokenCounter, notes: list[str]) -> list[Piece]:
    tokens = count(turn.text)
    if tokens + _HEADER_TOKENS <= limit:
        return [Piece(turn=turn, text=turn.text)]
    room = max(1, limit - _HEADER_TOKENS)
    if turn.role != "user":
        notes.append(f"turn {turn.number} ({turn.role}, {tokens} tokens) was shown to the model in part")
        return [Piece(turn=turn, text=_ends_of(turn.text, room, tokens))]
    texts = _split(turn.text, room, count)
    notes.append(f"turn {turn.number} ({tokens} tokens) was read in {len(texts)} parts")
    return [Piece(turn=turn, text=text, part=at, parts=len(texts)) for at, text in enumerate(texts, start=1)]


def _ends_of(text: str, room: int, tokens: int) -> str:
    """The beginning and the end of a text, with what is left out between them said."""
    keep = max(1, len(text) * room // tokens // 3)
    return f"{text[:keep]}\n[{len(text) - 2 * keep} characters of this turn are left out here]\n{text[-keep:]}"


def _split(text: str, room: int, count: TokenCounter) -> list[str]:
    if count(text) <= room or len(text) < 2:
        return [text]
    at = _middle(text)
    return [*_split(text[:at], room, count), *_split(text[at:], room, count)]


def _middle(text: str) -> int:
    """Where to halve a text: at the line end, else sentence end, else blank nearest its middle, else in the middle."""
    half = len(text) // 2
    for ends in (
        [match.end() for match in _LINE_END.finditer(text)],
        [span.end for span in sentences(text)],
        [match.end() for match in _BLANK.finditer(text)],
    ):
        inside = [end for end in ends if len(text) // 4 < end < len(text) - len(text) // 4]
        if inside:
            return min(inside, key=lambda end: (abs(end - half), end))
    return half


def _size(piece: Piece, count: TokenCounter) -> int:
    return count(piece.text) + _HEADER_TOKENS
