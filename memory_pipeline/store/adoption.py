"""Hand edits enter the journal (contract section 2: a hand edit is legal, `verify` finds it, `adopt` journals it).

What a person wrote stands: words are kept, only the revision and the counters of the ledger are put right. Nothing is
ever deleted, so a removed claim comes back as retracted, and a removed ledger, entity or rule comes back as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.model.brief import Brief
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.errors import InvariantViolated, MalformedMemory, MemoryPipelineError
from memory_pipeline.model.evidence import Evidence, reinforcement_count
from memory_pipeline.model.memory import Memory
from memory_pipeline.store import keys
from memory_pipeline.store.adopted_documents import with_document
from memory_pipeline.store.brief_lines import brief_without
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.hand_edits import HandEdit, hand_edits
from memory_pipeline.store.invariants import check
from memory_pipeline.store.ledger import parse_ledger
from memory_pipeline.store.lineage import chain
from memory_pipeline.store.okf import parse_memory
from memory_pipeline.store.proposal import Proposal, claim_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftEdit:
    """A hand edit that is not taken over: the file's key, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adoption:
    """What takes the hand edits over (None: nothing to take over), and those that stay as they are.

    `unsummarised` are the claims whose words were edited while their summary, which brief and search tell, was not.
    """

    change: Change | None
    left: tuple[LeftEdit, ...]
    unsummarised: tuple[str, ...] = ()


def plan_adopt(view: FamilyView, at: datetime) -> Change | None:
    """The change that journals every hand edit that can be; None where there is none."""
    return adoption(view, at).change


def adoption(view: FamilyView, at: datetime) -> Adoption:
    """Look at the files themselves and take over what a person did to them since the journal last wrote them.

    A file that cannot be read, or an edit that would break a promise, stays as it is and holds up nothing else.
    """
    view.reread_files()
    taken = Change(kind="adopt", cause="hand edits", at=at)
    left: list[LeftEdit] = []
    edits = hand_edits(view)
    for edit in (edit for edit in edits if _memory_of(view.key, edit) is None):
        try:
            taken = with_document(taken, view.key, edit)
        except MemoryPipelineError as error:
            left.append(_left(edit.key, error))
    claims, unreadable = _edited_claims(view, edits)
    for group in _lineages(view, claims):
        try:
            taken = _together(taken, _adopted_claims(view, group, taken))
        except InvariantViolated as error:
            left += [_left(edit.key, error) for claim in group for edit in claim.edits]
    left = sorted([*left, *unreadable], key=lambda edit: edit.file)
    if not taken.entries:
        return Adoption(change=None, left=tuple(left))
    change = replace(taken, brief=_brief(view, taken.memories))
    return Adoption(change=change, left=tuple(left), unsummarised=_unsummarised(claims, change))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    """A memory whose file or ledger was edited: `before` as the journal knows it, `after` as it will be."""

    edits: tuple[HandEdit, ...]
    before: Memory | None
    after: Memory
    ledger: tuple[Evidence, ...]


def _left(file: str, error: MemoryPipelineError) -> LeftEdit:
    """The reason names the file and line that are to be mended, which may be another file than this one."""
    return LeftEdit(file=file, reason=str(error) if error.file not in (None, file) or error.line else error.message)


def _memory_of(family: str, edit: HandEdit) -> str | None:
    return keys.memory_id(family, edit.key) or keys.ledger_id(family, edit.key)


def _edited_claims(view: FamilyView, edits: Iterable[HandEdit]) -> tuple[list[_Claim], list[LeftEdit]]:
    """The claims behind the edits, and the edits that cannot be read."""
    by_memory: dict[str, dict[str, HandEdit]] = {}
    for edit in edits:
        if memory := _memory_of(view.key, edit):
            by_memory.setdefault(memory, {})[edit.key] = edit
    claims, left = [], []
    for memory, files in sorted(by_memory.items()):
        try:
            claims.append(_claim(view, memory, files))
        except MemoryPipelineError as error:
            left += [_left(key, error) for key in files]
    return claims, left


def _claim(view: FamilyView, memory: str, files: Mapping[str, HandEdit]) -> _Claim:
    file, ledger_file = keys.memory_key(view.key, memory), keys.ledger_key(view.key, memory)
    ledger = parse_ledger(files[ledger_file].content, ledger_file) if ledger_file in files else view.ledger(memory)
    if file not in files:
        before: Memory | None = view.memory(memory)
        edited = view.memory(memory)
    else:
        journaled = files[file].journaled
        before = None if journaled is None else parse_memory(journaled.encode(), file)
        edited = _edited(files[file], memory)
    return _Claim(edits=tuple(files.values()), before=before, after=_put_right(edited, before, ledger), ledger=ledger)


def _edited(edit: HandEdit, memory: str) -> Memory:
    """The claim as the person left it; one whose file they removed is taken back."""
    found = parse_memory(edit.content, edit.key)
    if found.id != memory:
        raise MalformedMemory(f"the file says it is memory {found.id}; rename it or mend its id", file=edit.key)
    return found if edit.found is not None else replace(found, status="retracted")


def _put_right(edited: Memory, before: Memory | None, ledger: tuple[Evidence, ...]) -> Memory:
    """The edited claim with the counters of its ledger, and a revision that tells of the edit."""
    newest = max([edited.last_reinforced_at, *(line.recorded_at for line in ledger if line.supports)])
    counted = replace(edited, reinforcement_count=reinforcement_count(ledger), last_reinforced_at=newest)
    if before is None:
        return counted
    due = before.revision + (claim_of(counted) != claim_of(before))
    return replace(counted, revision=max(counted.revision, due))


def _lineages(view: FamilyView, claims: Iterable[_Claim]) -> list[list[_Claim]]:
    """The claims by the lineage that they are edited into: versions of one claim move together."""
    after = {**view.memories(), **{claim.after.id: claim.after for claim in claims}}
    groups: dict[str, list[_Claim]] = {}
    for claim in claims:
        lineage = chain(after, claim.after.id) or (claim.after.id,)
        groups.setdefault(lineage[0], []).append(claim)
    return list(groups.values())


def _adopted_claims(view: FamilyView, group: Iterable[_Claim], taken: Change) -> Change:
    """The change that adopts these claims alone. Raises InvariantViolated."""
    claims = list(group)
    present = view.memories()
    ledgers = {claim.after.id: claim.ledger for claim in claims if _ledger_edit(view, claim) is not None}
    change = Change(
        kind="adopt",
        cause=taken.cause,
        at=taken.at,
        entries=tuple(_entry(claim) for claim in claims),
        memories=tuple(claim.after for claim in claims if _file_changes(view, claim, present)),
        as_found=tuple(edit for claim in claims if (edit := _ledger_edit(view, claim)) is not None),
    )
    checked = replace(change, entities=taken.entities, brief=_brief(view, change.memories))
    before = {**present, **{claim.before.id: claim.before for claim in claims if claim.before is not None}}
    check(Proposal(view, checked, ledgers, before))
    return change


def _file_changes(view: FamilyView, claim: _Claim, present: Mapping[str, Memory]) -> bool:
    file = keys.memory_key(view.key, claim.after.id)
    return any(edit.key == file for edit in claim.edits) or present.get(claim.after.id) != claim.after


def _ledger_edit(view: FamilyView, claim: _Claim) -> tuple[str, str] | None:
    key = keys.ledger_key(view.key, claim.after.id)
    return next(((key, edit.content.decode()) for edit in claim.edits if edit.key == key), None)


def _entry(claim: _Claim) -> ChangeEntry:
    taken_back = claim.after.status == "retracted" and (claim.before is None or claim.before.status != "retracted")
    return ChangeEntry("retracted" if taken_back else "adopted", claim.after.id)


def _unsummarised(claims: Iterable[_Claim], change: Change) -> tuple[str, ...]:
    """The active claims that were taken over with other words and the same summary."""
    taken = {memory.id for memory in change.memories if memory.status == "active"}
    pairs = ((claim.before, claim.after) for claim in claims if claim.before is not None and claim.after.id in taken)
    return tuple(after.id for before, after in pairs if before.claim != after.claim and before.summary == after.summary)


def _together(one: Change, other: Change) -> Change:
    return replace(
        one,
        entries=one.entries + other.entries,
        memories=one.memories + other.memories,
        as_found=one.as_found + other.as_found,
    )


def _brief(view: FamilyView, memories: Iterable[Memory]) -> Brief | None:
    """The brief without the lines of what was edited; the dream that follows compiles it anew."""
    return brief_without(view, [memory.id for memory in memories])
