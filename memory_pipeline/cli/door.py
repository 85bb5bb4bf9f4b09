"""The outermost command group: whatever a command raises on purpose becomes an exit code and one clear answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from memory_pipeline.cli import output
from memory_pipeline.cli.errors import CHECK_FAILED, INTERRUPTED, as_ours, error_document, exit_code
from memory_pipeline.model.errors import InvalidArgument, MemoryPipelineError

PROGRAM = "memory-pipeline"
JSON_OPTIONS = ("--json", "--batch")


class Door(TyperGroup):
    """Exits 0, 1 (a check or session failed) or 2 (bad input). Errors that nobody foresaw stay tracebacks."""

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *positional: Any, **named: Any
    ) -> Any:
        """Run the command that `args` name and exit the process."""
        given = list(sys.argv[1:] if args is None else args)

        def command() -> Any:
            typed = [_decoded(argument) for argument in given]
            program = prog_name or PROGRAM
            return super(Door, self).main(typed, program, *positional, **{**named, "standalone_mode": False})

        sys.exit(_code(command, wants_json(given)))


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether errors are to be JSON, known from the bare arguments: a usage error comes before they are parsed."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return any(option.partition("=")[0] in JSON_OPTIONS for option in options)


def _code(command: Callable[[], Any], as_json: bool) -> int:
    try:
        result = command()
        sys.stdout.flush()
    except (MemoryPipelineError, typer.TyperException) as error:
        return _report(as_ours(error), as_json)
    except typer.Abort:
        return INTERRUPTED
    except BrokenPipeError:
        output.discard_stdout()
        return CHECK_FAILED
    return result if isinstance(result, int) else 0


def _decoded(argument: str) -> str:
    """The argument as the UTF-8 that was typed: a host without a UTF-8 locale hands its bytes on as lone surrogates."""
    if not any("\ud800" <= character <= "\udfff" for character in argument):
        return argument
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError as error:
        raise InvalidArgument(f"the argument {ascii(argument)[:60]} is not UTF-8") from error


def _report(error: MemoryPipelineError, as_json: bool) -> int:
    """A command group without a command has printed its help and has no message."""
    if as_json:
        output.print_document(error_document(error))
    elif error.message:
        output.say(f"Error ({type(error).__name__}): {error}")
    return exit_code(error)
