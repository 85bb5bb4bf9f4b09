"""One batch of events to what is written for it: discard, form through the gates, word as items, consolidate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from memory_pipeline.formation.extract import form
from memory_pipeline.memory_log.comparing import Nearness
from memory_pipeline.memory_log.consolidate import Consolidation, consolidate
from memory_pipeline.memory_log.conversation import as_session
from memory_pipeline.memory_log.discards import NOTHING, discarded
from memory_pipeline.memory_log.distil import Distillate, distil
from memory_pipeline.memory_log.events import Event
from memory_pipeline.memory_log.frames import WithFrames
from memory_pipeline.memory_log.memory_file import MemoryFile
from memory_pipeline.memory_log.names import Names, read_names
from memory_pipeline.model.candidate import Candidate, Formation, Usage
from memory_pipeline.model.errors import ExtractionFailed, InvalidArgument
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import zone
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline.workflows.pipeline import Pipeline

SUPPRESSED = "forgotten by the family"


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchPlan:
    """What a batch comes to. `discarded`: events of which nothing is saved, by reason; `dropped`: claims, by reason."""

    events: tuple[Event, ...]
    consolidation: Consolidation
    discarded: Counter[str]
    dropped: Counter[str]
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Household:
    """Whose log it is, and what the family asked to forget."""

    family: Family
    rules: SuppressionRules


def household_of(pipeline: Pipeline, family: str) -> Household:
    """The family with its rules in force. Raises UnknownFamily."""
    view = pipeline.view(family)
    return Household(family=view.family(), rules=SuppressionRules(view.suppressions(), view.entities()))


def plan_batch(
    pipeline: Pipeline, household: Household, events: Sequence[Event], memory: MemoryFile, nearness: Nearness
) -> BatchPlan:
    """Plan one batch; nothing is written. Raises ExtractionFailed where nothing readable came back, and InvalidArgument
    where there is something to save and nobody's name is known.
    """
    policy = pipeline.policies.memory_log
    reasons = [(event, discarded(event)) for event in events]
    told = [event for event, reason in reasons if reason is None]
    counted = Counter(reason for _, reason in reasons if reason is not None)
    dropped: Counter[str] = Counter()
    distillate, usage = Distillate((), dropped), Usage()
    if told:
        names = _names(memory, household.family, told)
        formation = _form(pipeline, household.family, told, names)
        survivors = _allowed(formation, household.rules, dropped)
        usage = formation.usage
        distillate = distil(survivors, told, names, policy.words)
        _check_named(distillate, names)
        dropped.update(distillate.dropped)
        counted[NOTHING] += len(told) - len({each.event for each in distillate.items})
    consolidation = consolidate(distillate.items, memory, pipeline.judge, nearness, policy)
    return BatchPlan(
        events=tuple(events), consolidation=consolidation, discarded=+counted, dropped=+dropped, usage=usage
    )


def _names(memory: MemoryFile, family: Family, told: Sequence[Event]) -> Names:
    texts = tuple(item.text for _, item in memory.items() if not item.superseded)
    return read_names(texts, family, [event.text for event in told])


def _form(pipeline: Pipeline, family: Family, told: Sequence[Event], names: Names) -> Formation:
    session = as_session(told, names.speaker, zone(family.timezone))
    extractor = WithFrames(pipeline.extractor, names.speaker)
    policy = replace(pipeline.policies.formation, cap=max(pipeline.policies.formation.cap, len(told)))
    formation = form(session, names.family(family), extractor, policy)
    if formation.status == "failed":
        raise ExtractionFailed(f"a batch was not distilled: {formation.reason}", usage=formation.usage)
    return formation


def _allowed(formation: Formation, rules: SuppressionRules, dropped: Counter[str]) -> list[Candidate]:
    """The survivors that no rule of the family forbids; the gates' rejections are counted with the rest."""
    dropped.update(rejection.gate for rejection in formation.rejections)
    allowed = [candidate for candidate in formation.survivors if rules.match(candidate) is None]
    dropped[SUPPRESSED] += len(formation.survivors) - len(allowed)
    return allowed


def _check_named(distillate: Distillate, names: Names) -> None:
    if distillate.items and names.user is None:
        raise InvalidArgument(
            "nobody's name is known, so nothing can be said of the user; name a member in family.yaml, or put one item"
            " with the name into MEMORY.md"
        )
