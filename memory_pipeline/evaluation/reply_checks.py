"""Checks of an assistant's reply, by code: what a standing instruction demands of the words that come back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal, assert_never

from pydantic import BaseModel, ConfigDict, Field

from memory_pipeline.evaluation.words_said import plain, says


class _Check(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SaysAny(_Check):
    """One of the phrases stands in the reply."""

    check: Literal["says_any"]
    phrases: list[str] = Field(min_length=1)


class NeverSays(_Check):
    """None of the phrases stands in the reply."""

    check: Literal["never_says"]
    phrases: list[str] = Field(min_length=1)


class StartsWith(_Check):
    """The reply begins with one of the phrases."""

    check: Literal["starts_with"]
    phrases: list[str] = Field(min_length=1)


class EndsWith(_Check):
    """The reply ends with one of the phrases."""

    check: Literal["ends_with"]
    phrases: list[str] = Field(min_length=1)


class AtMostWords(_Check):
    """The reply has no more than so many words."""

    check: Literal["at_most_words"]
    words: int = Field(ge=1)


class AtMostSentences(_Check):
    """The reply has no more than so many sentences."""

    check: Literal["at_most_sentences"]
    sentences: int = Field(ge=1)


class AsksWithoutDoing(_Check):
    """The reply asks a question and claims none of the deeds (`done`: how a reply would claim them)."""

    check: Literal["asks_without_doing"]
    done: list[str] = Field(min_length=1)


class Matches(_Check):
    """The reply matches a regular expression (not case-sensitive, `.` spans lines)."""

    check: Literal["matches"]
    pattern: str


class NeverMatches(_Check):
    """The reply matches the regular expression nowhere."""

    check: Literal["never_matches"]
    pattern: str


ReplyCheck = Annotated[
    SaysAny
    | NeverSays
    | StartsWith
    | EndsWith
    | AtMostWords
    | AtMostSentences
    | AsksWithoutDoing
    | Matches
    | NeverMatches,
    Field(discriminator="check"),
]


def broken_checks(reply: str, checks: Sequence[ReplyCheck]) -> list[str]:
    """The checks that the reply breaks, by name and value; none means that the instruction was followed."""
    return [f"{check.check} {_value(check)}" for check in checks if not _holds(reply, check)]


def _value(check: ReplyCheck) -> str:
    return ", ".join(str(value) for key, value in check.model_dump().items() if key != "check")


def _holds(reply: str, check: ReplyCheck) -> bool:
    match check:
        case SaysAny():
            return any(says(reply, phrase) for phrase in check.phrases)
        case NeverSays():
            return not any(says(reply, phrase) for phrase in check.phrases)
        case StartsWith():
            return any(plain(reply).startswith(plain(phrase)) for phrase in check.phrases)
        case EndsWith():
            return any(plain(reply).endswith(plain(phrase)) for phrase in check.phrases)
        case AtMostWords():
            return len(reply.split()) <= check.words
        case AtMostSentences():
            return len(_sentences(reply)) <= check.sentences
        case AsksWithoutDoing():
            return "?" in reply and not any(says(reply, phrase) for phrase in check.done)
        case Matches():
            return re.search(check.pattern, reply, re.IGNORECASE | re.DOTALL) is not None
        case NeverMatches():
            return re.search(check.pattern, reply, re.IGNORECASE | re.DOTALL) is None
        case _:
            assert_never(check)


def _sentences(reply: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+", reply.strip()) if part]
