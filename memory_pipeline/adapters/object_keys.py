"""What every object store accepts as a key, and how it names bytes."""

from __future__ import annotations

import hashlib

from memory_pipeline.model.errors import InvalidKey, PreconditionFailed
from memory_pipeline.ports.object_store import ABSENT, Absent

_LONGEST_KEY = 1024
_LONGEST_SEGMENT = 255


def checked_key(key: str) -> str:
    """`key`, when it stays below its root on every store; else InvalidKey (`..`, `.`, empty segments, NUL, `\\`)."""
    _check_characters(key)
    for segment in key.split("/"):
        if segment in ("", ".", "..") or len(segment.encode()) > _LONGEST_SEGMENT:
            raise InvalidKey(f"{key[:120]!r} is no key; write plain segments of at most 255 bytes, joined by /")
    return key


def checked_prefix(prefix: str) -> str:
    """`prefix` if it can begin a key: whole segments, then the beginning of one. Raises InvalidKey."""
    folder, slash, beginning = prefix.rpartition("/")
    if slash:
        checked_key(folder)
    _check_characters(beginning)
    if beginning in (".", ".."):
        raise InvalidKey(f"{prefix[:120]!r} begins no key")
    return prefix


def etag_of(data: bytes) -> str:
    """MD5 in hex: what S3 answers for an object written in one part, so that stores agree."""
    return hashlib.md5(data, usedforsecurity=False).hexdigest()


def check_expectation(key: str, present: str | None, expect: str | Absent | None) -> None:
    """Raise PreconditionFailed unless the etag that is `present` (None: no object) is the expected one."""
    if expect is None or (expect is ABSENT and present is None) or expect == present:
        return
    found = "nothing is there" if present is None else f"found {present}"
    wanted = "no object" if expect is ABSENT else str(expect)
    raise PreconditionFailed(f"expected {wanted}, {found}; read it again", file=key)


def _check_characters(text: str) -> None:
    if "\\" in text or any(ord(character) < 32 for character in text):
        raise InvalidKey(f"{text[:120]!r} holds a backslash or a control character")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise InvalidKey(f"{text[:120]!r} cannot be written as UTF-8") from error
    if size > _LONGEST_KEY:
        raise InvalidKey(f"{text[:120]!r}... is longer than {_LONGEST_KEY} bytes")
