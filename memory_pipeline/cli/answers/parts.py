"""From a command's words to the parts that it works with."""

from __future__ import annotations

from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.model.errors import InvalidArgument, MalformedReference
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import parse_instant
from memory_pipeline.model.refs import MemoryRef, SuppressionRef, parse_ref
from memory_pipeline.workflows.families import list_families
from memory_pipeline.workflows.pipeline import Pipeline


def open_pipeline(now: str | None = None) -> Pipeline:
    """The pipeline of the environment's settings; `now` as `--now` gives it. Raises InvalidInstant, InvalidSetting."""
    return build_pipeline(now=None if now is None else parse_instant(now))


def known_family(pipeline: Pipeline, family: str) -> Family:
    """The family of that key. Raises InvalidFamilyKey, UnknownFamily."""
    return pipeline.view(family).family()


def memory_ref(text: str) -> MemoryRef:
    """A reference to a memory. Raises MalformedReference, also for a reference to anything else."""
    ref = parse_ref(text)
    if not isinstance(ref, MemoryRef):
        raise MalformedReference(f"{text[:120]!r} is no memory; expected memory://family/ID")
    return ref


def rule_ref(text: str) -> SuppressionRef:
    """A reference to a rule. Raises MalformedReference, also for a reference to anything else."""
    ref = parse_ref(text)
    if not isinstance(ref, SuppressionRef):
        raise MalformedReference(f"{text[:120]!r} is no rule; expected suppression://family/ID, see `card rules`")
    return ref


def one_or_all(pipeline: Pipeline, family: str | None, every: bool) -> tuple[str, ...]:
    """The family that was named, or all with `--all`. Raises InvalidArgument for both or neither, UnknownFamily."""
    if (family is not None) == every:
        raise InvalidArgument("name one family, or say --all")
    if family is None:
        return list_families(pipeline)
    return (known_family(pipeline, family).key,)
