"""Every error the package raises on purpose.

MemoryPipelineError
├── InputError                    the caller can mend it; exit code 2
│   ├── UnknownFamily
│   ├── FamilyExists
│   ├── FamilyClosed
│   ├── InvalidFamilyKey
│   ├── InvalidTimeZone
│   ├── InvalidInstant
│   ├── InvalidSetting
│   ├── InvalidArgument           an argument of a command that it cannot take
│   ├── UnknownFormat
│   ├── MalformedTranscript       names the file and, where known, the line
│   ├── EmptySession
│   ├── SessionConflict           the same session id with other bytes
│   ├── MalformedReference
│   ├── ForeignReference          a reference of another family
│   ├── UnknownReference
│   ├── AlreadyReviewed           somebody else judged the memory first, or newer words took its place
│   ├── ChangedMeanwhile          somebody changed the memory after it was shown
│   └── ForgottenReference        the memory was forgotten; nothing of it is said
├── StoredDataError               a stored file is not what the contract says
│   ├── MalformedMemory
│   ├── MalformedLedger
│   └── MalformedDocument
├── StoreError                    the object store did not do its part
│   ├── PreconditionFailed        an etag precondition lost a race
│   ├── InvalidKey                a key outside its root
│   ├── StoreUnavailable          retriable
│   └── Conflict                  a commit that lost its race more often than the retry budget allows
├── InvariantViolated             a change that would break a promise; it was not committed
├── ExtractionFailed              retriable; the session is recorded as failed
└── IndexError_
    ├── IndexUnavailable          locked, lost or down; exact search answers instead
    └── IndexMismatch             another model, dimension or weights; rebuild
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory_pipeline.model.candidate import Usage


class MemoryPipelineError(Exception):
    """The root of the tree. The message says what happened, where, and how to mend it."""

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line

    def __str__(self) -> str:
        if self.file is None:
            return self.message
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.message}"


class InputError(MemoryPipelineError):
    """What the caller gave cannot be used as it is."""


class UnknownFamily(InputError):
    """No family of that key is in the store."""


class FamilyExists(InputError):
    """A family of that key is in the store already."""


class FamilyClosed(InputError):
    """The family is closed: its memories stay readable, nothing new is formed."""


class InvalidFamilyKey(InputError):
    """A family key is `[a-z0-9_-]{1,64}`."""


class InvalidTimeZone(InputError):
    """Not an IANA time zone of this host's database."""


class InvalidInstant(InputError):
    """Not an ISO 8601 instant with an offset."""


class InvalidSetting(InputError):
    """A setting of the environment has a value outside its range."""


class InvalidArgument(InputError):
    """An argument that a command cannot take: a usage error, a cursor of another list, an empty text."""


class UnknownFormat(InputError):
    """No importer of that name."""


class MalformedTranscript(InputError):
    """A transcript that cannot be read as its format."""


class EmptySession(InputError):
    """A session without a single turn."""


class SessionConflict(InputError):
    """A session is immutable once ended; the same id came with other bytes."""


class MalformedReference(InputError):
    """Neither memory://, conv:// nor suppression://."""


class ForeignReference(InputError):
    """A reference of one family never acts on another."""


class UnknownReference(InputError):
    """A well-formed reference to nothing."""


class AlreadyReviewed(InputError):
    """Somebody else judged the memory first, or newer words took its place."""


class ChangedMeanwhile(InputError):
    """Somebody changed the memory after it was shown; the caller chooses between the two."""


class ForgottenReference(InputError):
    """The family forgot it; agent paths say so and nothing more."""


class StoredDataError(MemoryPipelineError):
    """A stored file breaks the written contract. It is left untouched."""


class MalformedMemory(StoredDataError):
    """A memory or entity file that cannot be read."""


class MalformedLedger(StoredDataError):
    """An evidence ledger with a line that is no evidence record."""


class MalformedDocument(StoredDataError):
    """Another stored document (family.yaml, head.json, a change record, ...) that cannot be read."""


class StoreError(MemoryPipelineError):
    """The object store failed or refused."""


class PreconditionFailed(StoreError):
    """The object changed, appeared or vanished since it was read."""


class InvalidKey(StoreError):
    """A key that would leave the store's root or the family's folder."""


class StoreUnavailable(StoreError):
    """The store timed out or answered 5xx after all retries."""


class Conflict(StoreError):
    """Other writers won more often than the retry budget allows; nothing was written."""


class InvariantViolated(MemoryPipelineError):
    """A change broke a promise of the contract before it was committed."""


class ExtractionFailed(MemoryPipelineError):
    """The extractor gave nothing readable; the session stays retriable. `usage`: what the attempt cost, where known."""

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, usage: Usage | None = None
    ) -> None:
        super().__init__(message, file=file, line=line)
        self.usage = usage


class IndexError_(MemoryPipelineError):
    """The search index, which is a projection, cannot answer."""


class IndexUnavailable(IndexError_):
    """Locked by another process, lost, or its server is down."""


class IndexMismatch(IndexError_):
    """The index was built with another model, dimension or weights."""
