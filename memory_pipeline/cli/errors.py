"""Errors as a caller sees them: an exit code, and one line or one JSON document (contract section 15, *Doors*)."""

from __future__ import annotations

from typing import Any

import typer

from memory_pipeline.model.errors import InputError, InvalidArgument, InvalidKey, MemoryPipelineError

CHECK_FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


def as_ours(error: MemoryPipelineError | typer.TyperException) -> MemoryPipelineError:
    """The error itself, or a mistake in the arguments as InvalidArgument."""
    if isinstance(error, MemoryPipelineError):
        return error
    return InvalidArgument(" ".join(error.format_message().split()))


def exit_code(error: MemoryPipelineError) -> int:
    """2 where the caller can mend what was given, else 1."""
    return BAD_INPUT if isinstance(error, InputError | InvalidKey) else CHECK_FAILED


def error_document(error: MemoryPipelineError) -> dict[str, Any]:
    """`{"error": {"type", "message", "file", "line"}}`; file and line are null where there are none."""
    return {
        "error": {
            "type": type(error).__name__,
            "message": error.message,
            "file": error.file,
            "line": error.line,
        }
    }
