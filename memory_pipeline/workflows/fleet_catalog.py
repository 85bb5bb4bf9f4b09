"""Every family in numbers, for analysts and for whoever watches the fleet; what did not change is not read again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from memory_pipeline.brief.gather import compile_family
from memory_pipeline.model.errors import MemoryPipelineError, StoreUnavailable
from memory_pipeline.model.ids import digest
from memory_pipeline.model.instants import local_date
from memory_pipeline.store.keys import family_prefix, head_key
from memory_pipeline.workflows.fleet_rows import FamilyRow, MemoryRow, family_row, memory_rows
from memory_pipeline.workflows.pipeline import Pipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFamily:
    """What an earlier pass found: the row, the last days of the active memories, and of which files (`signature`)."""

    signature: str
    row: FamilyRow
    ends: tuple[date, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyCatalog:
    """One family of this pass. `memories` None: nothing was read, as nothing changed or `error` says what is wrong."""

    family: str
    known: KnownFamily | None
    memories: tuple[MemoryRow, ...] | None = None
    error: str | None = None


def catalog_families(
    pipeline: Pipeline, families: Sequence[str], known: Mapping[str, KnownFamily]
) -> Iterator[FamilyCatalog]:
    """Each family in turn; one that cannot be read is named and holds up no other. A quiet one costs one listing.

    Raises StoreUnavailable.
    """
    for family in families:
        try:
            yield _catalogued(pipeline, family, known.get(family))
        except StoreUnavailable:
            raise
        except MemoryPipelineError as fault:
            yield FamilyCatalog(family=family, known=known.get(family), error=str(fault))


def due(known: KnownFamily, now: datetime) -> int:
    """Active memories whose last day has come in the family's zone, which the next dream retires."""
    today = local_date(now, known.row.timezone)
    return sum(end <= today for end in known.ends)


def signature_of(pipeline: Pipeline, family: str) -> str:
    """What names the family's files as they are: keys and etags of all but the lease, which comes and goes."""
    lease = head_key(family)
    entries = pipeline.objects.list(family_prefix(family))
    return digest(*(f"{entry.key} {entry.etag}" for entry in entries if entry.key != lease))


def _catalogued(pipeline: Pipeline, family: str, before: KnownFamily | None) -> FamilyCatalog:
    signature = signature_of(pipeline, family)
    if before is not None and before.signature == signature:
        return FamilyCatalog(family=family, known=before)
    view = pipeline.view(family)
    compiled = compile_family(view, pipeline.policies.brief, pipeline.count_tokens)
    memories, row = memory_rows(view, compiled), family_row(pipeline, view, compiled)
    ends = tuple(sorted(each.valid_until for each in memories if each.status == "active" and each.valid_until))
    return FamilyCatalog(family=family, known=KnownFamily(signature=signature, row=row, ends=ends), memories=memories)
