"""Every promise of the contract, checked again over the stored files. It reads only and names what fails.

`CHECKS` maps a promise to the function that yields, for one family, a text for each place that breaks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memory_pipeline.brief.gather import compile_family
from memory_pipeline.dreaming.plan import plan_dream
from memory_pipeline.model.errors import (
    EmptySession,
    IndexMismatch,
    IndexUnavailable,
    InputError,
    MalformedTranscript,
    StoredDataError,
    UnknownFamily,
    UnknownReference,
)
from memory_pipeline.model.evidence import Evidence, reinforcement_count
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.retrieval.points import difference
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.file_faults import journal_faults, unreadable_files
from memory_pipeline.store.lineage import active_in_lineage, chain
from memory_pipeline.store.preparation import digest_of
from memory_pipeline.store.projections import stale_projections
from memory_pipeline.store.revision_faults import revision_faults
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline.workflows.dream_family import is_due
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.verify_log import memory_log_in_form
from memory_pipeline.workflows.verify_migration import earlier_wishes_covered

Promise = Callable[[Pipeline, FamilyView], Iterator[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One promise over one family: `failing` names each memory, session or file that breaks it, and how."""

    name: str
    failing: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing breaks it."""
        return not self.failing


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """All checks of one family."""

    family: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)

    def as_json(self) -> dict[str, Any]:
        """`verify --json` (contract section 13)."""
        checks = [{"name": check.name, "ok": check.ok, "failing": list(check.failing)} for check in self.checks]
        return {"family": self.family, "checks": checks}


def verify_family(pipeline: Pipeline, family: str) -> Verification:
    """Run every check. Raises UnknownFamily."""
    if not (view := pipeline.view(family)).exists():
        view.family()
    return Verification(family=family, checks=tuple(run_check(pipeline, family, name) for name in CHECKS))


def run_check(pipeline: Pipeline, family: str, name: str) -> Check:
    """Run one check by name, from the files themselves and not from the catalog.

    What it needs and cannot read fails it, by name. Raises UnknownFamily, StoreUnavailable.
    """
    view = pipeline.view(family)
    failing: list[str] = []
    try:
        view.reread_files()
        failing.extend({**CHECKS, **REPORTS}[name](pipeline, view))
    except UnknownFamily:
        raise
    except (StoredDataError, InputError) as fault:
        failing.append(str(fault))
    return Check(name=name, failing=tuple(dict.fromkeys(failing)))


def files_readable(_: Pipeline, view: FamilyView) -> Iterator[str]:
    """Every stored file keeps the written contract and has the name of what it holds."""
    yield from unreadable_files(view)


def sessions_formed(_: Pipeline, view: FamilyView) -> Iterator[str]:
    """Every conversation that was tried could be read; a failed one is tried again by the next run."""
    for session in view.session_ids():
        formation = view.formation(session)
        if formation is not None and formation.status == "failed":
            yield f"{session}: {formation.reason}"


def quotes_stand(_: Pipeline, view: FamilyView) -> Iterator[str]:
    """Every piece of evidence resolves, and its quote stands in a turn that the user wrote."""
    for memory, ledger in view.ledgers(view.memories()).items():
        if not any(evidence.supports for evidence in ledger):
            yield f"{memory}: no evidence supports it"
        for evidence in ledger:
            fault = _evidence_fault(view, evidence)
            if fault:
                yield f"{memory}: {evidence.ref}: {fault}"


def reinforcements_counted(_: Pipeline, view: FamilyView) -> Iterator[str]:
    """Counters and times are those of the ledger."""
    for memory, ledger in view.ledgers(view.memories()).items():
        stored = view.memory(memory)
        times = [evidence.recorded_at for evidence in ledger if evidence.supports]
        if stored.reinforcement_count != reinforcement_count(ledger):
            yield f"{memory}: reinforcement_count {stored.reinforcement_count}, ledger {reinforcement_count(ledger)}"
        if times and stored.last_reinforced_at < max(times):
            yield f"{memory}: last_reinforced_at is before its newest evidence"


def lineage_closed(_: Pipeline, view: FamilyView) -> Iterator[str]:
    """supersedes and superseded_by answer each other; related memories, and entities that are applied to, exist."""
    memories, entities = view.memories(), view.entities()
    for memory in memories.values():
        older, newer = memory.supersedes, memory.superseded_by
        if older is not None and (older not in memories or memories[older].superseded_by != memory.id):
            yield f"{memory.id}: supersedes {older}, which does not say so"
        if newer is not None and (newer not in memories or memories[newer].supersedes != memory.id):
            yield f"{memory.id}: superseded by {newer}, which does not say so"
        if memory.status == "superseded" and newer is None:
            yield f"{memory.id}: superseded by nothing"
        yield from (f"{memory.id}: related {other} does not exist" for other in memory.related if other not in memories)
        unknown = (entity for entity in memory.applies_to if entity not in entities)
        yield from (f"{memory.id}: applies to {entity}, which does not exist" for entity in unknown)


def one_active_a_lineage(_: Pipeline, view: FamilyView) -> Iterator[str]:
    """A lineage is no circle and at most its one claim is active."""
    memories = view.memories()
    for memory in memories.values():
        lineage = chain(memories, memory.id)
        if lineage is None:
            yield f"{memory.id}: supersedes itself in the end"
        elif lineage[0] == memory.id and len(active := active_in_lineage(memories, lineage)) > 1:
            yield f"{', '.join(active)}: more than one active claim"


def revisions_counted(_: Pipeline, view: FamilyView) -> Iterator[str]:
    """A revision starts at 1 and moves by one with claim or status, and only then."""
    yield from revision_faults(view)


def journal_matches_files(_: Pipeline, view: FamilyView) -> Iterator[str]:
    """The journal is whole, and every file that it wrote is as its last change left it.

    A hand edit shows here until it is adopted.
    """
    yield from journal_faults(view)
    expected = {write.key: digest_of(write.content.encode()) for record in view.records() for write in record.writes}
    stored = view.stored(expected)
    for key, digest in sorted(expected.items()):
        if key not in stored:
            yield f"{key}: missing"
        elif digest_of(stored[key].data) != digest:
            yield f"{key}: edited outside the journal; `memory-pipeline adopt {view.key}` takes the edit over"


def projections_match_files(pipeline: Pipeline, view: FamilyView) -> Iterator[str]:
    """catalog.jsonl, index.md and log.md are what the rest gives."""
    yield from (f"{key}: stale" for key in stale_projections(pipeline.objects, view.key))


def brief_matches_files(pipeline: Pipeline, view: FamilyView) -> Iterator[str]:
    """Unless a dream is owed, brief.json is what the compiler gives, and head.json wakes the next dream in time."""
    if is_due(pipeline, view.key):
        return
    stored = view.brief()
    plan = plan_dream(
        view, pipeline.now(view.family()), pipeline.policies.dream, pipeline.policies.brief, pipeline.count_tokens
    )
    if stored is not None and plan.brief != stored:
        yield "brief.json: differs from what the compiler makes of the memories"
    wakes = view.head().next_due
    if plan.next_due is not None and (wakes is None or wakes > plan.next_due):
        yield f"head.json: next_due is {wakes}, but something is due on {plan.next_due}"


def index_matches_files(pipeline: Pipeline, view: FamilyView) -> Iterator[str]:
    """The index holds exactly the points that the files give."""
    try:
        drift = difference(view, pipeline.index, pipeline.vectors(view.key))
    except (IndexUnavailable, IndexMismatch) as error:
        yield str(error)
        return
    yield from (f"{point.id}: missing or stale in the index" for point in drift.upserts)
    yield from (f"{memory}: in the index but not in the files" for memory in drift.removals)


def safe_to_serve(pipeline: Pipeline, view: FamilyView) -> Iterator[str]:
    """Nothing forgotten, out of date, sensitive or foreign stands where readers are handed it."""
    today = local_date(pipeline.now(view.family()), view.family().timezone)
    memories = view.memories()
    rules = SuppressionRules(view.suppressions(), view.entities())
    known = {str(MemoryRef(view.key, memory.id)): memory for memory in memories.values()}
    brief = view.brief()
    for line in (line for section in brief.sections for line in section.lines) if brief else ():
        if line.ref is None or line.ref.startswith("conv://"):
            continue
        memory = known.get(line.ref)
        if memory is None:
            yield f"{line.ref}: in the brief, but no memory of this family"
        elif fault := _unfit(memory, rules):
            yield f"{memory.id}: in the brief, but {fault}"
    if not is_due(pipeline, view.key):
        late = (memory for memory in memories.values() if memory.status == "active" and memory.is_past(today))
        yield from (f"{memory.id}: active past {memory.valid_until}" for memory in late)


def essentials_in_brief(pipeline: Pipeline, view: FamilyView) -> Iterator[str]:
    """Every pinned or hard memory that may stand in the brief found room there (contract section 15, *Brief*)."""
    compiled = compile_family(view, pipeline.policies.brief, pipeline.count_tokens)
    yield from (f"{missing.memory}: left out of the brief, {missing.reason}" for missing in compiled.missing)


def _unfit(memory: Memory, rules: SuppressionRules) -> str:
    if memory.status != "active":
        return f"it is {memory.status}"
    if memory.sensitivity != "normal":
        return f"it is about {memory.sensitivity}"
    return "the family forgot it" if rules.match_memory(memory) is not None else ""


def _evidence_fault(view: FamilyView, evidence: Evidence) -> str:
    if evidence.ref.family != view.key:
        return "cites another family"
    try:
        session = view.session(evidence.ref.session)
    except UnknownReference:
        return "cites a session that is not stored"
    except (MalformedTranscript, EmptySession) as fault:
        return f"cites a session that cannot be read: {fault}"
    if evidence.ref.last > len(session.turns):
        return "cites a turn that does not exist"
    cited = session.turns[evidence.ref.first - 1 : evidence.ref.last]
    stands = any(turn.role == "user" and evidence.quote in turn.text for turn in cited)
    return "" if stands else "the quote does not stand in a turn that the user wrote"


CHECKS: Mapping[str, Promise] = {
    "files_readable": files_readable,
    "sessions_formed": sessions_formed,
    "quotes_stand": quotes_stand,
    "reinforcements_counted": reinforcements_counted,
    "lineage_closed": lineage_closed,
    "one_active_a_lineage": one_active_a_lineage,
    "revisions_counted": revisions_counted,
    "journal_matches_files": journal_matches_files,
    "projections_match_files": projections_match_files,
    "brief_matches_files": brief_matches_files,
    "index_matches_files": index_matches_files,
    "safe_to_serve": safe_to_serve,
}

# No broken promises: a family may have more hard wishes than a brief has room for, and an agent's file may hold
# what people wrote there. They are shown, not failed. A migration's gate is asked where there is a migration.
REPORTS: Mapping[str, Promise] = {
    "essentials_in_brief": essentials_in_brief,
    "memory_log_in_form": memory_log_in_form,
    "earlier_wishes_covered": earlier_wishes_covered,
}
