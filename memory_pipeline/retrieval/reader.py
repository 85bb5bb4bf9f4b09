"""The agent's read-only door to one family: brief, lookup of each turn and the three tools (seed sections 7 to 9).

Nothing here can write, and what the family forgot is refused on every path. A service that only serves briefs does not
pay for search: what embeds, compares and matches rules is loaded by the first lookup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.present import PresentedBrief, present
from memory_pipeline.brief.render import BriefSurface
from memory_pipeline.model.brief import Brief, BriefLine
from memory_pipeline.model.errors import InvalidArgument, MalformedReference
from memory_pipeline.model.instants import Clock, local_date
from memory_pipeline.model.refs import ConversationRef, MemoryRef, parse_ref_of
from memory_pipeline.ports.object_store import ObjectStore, Unchanged
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.retrieval.answers import ReadAnswer, SearchAnswer, ServedBrief, TurnAnswer
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.snapshot import HeadAt, read_head

if TYPE_CHECKING:
    from memory_pipeline.ports.embedder import Embedder
    from memory_pipeline.ports.memory_index import MemoryIndex
    from memory_pipeline.retrieval.excerpt import Excerpt
    from memory_pipeline.retrieval.lookup import Lookup, LookupPolicy


def until_migrated(_: str, legacy: bool) -> bool:
    """No release covers any migration yet, and none is required: earlier files where there are any, else the brief."""
    return not legacy


class MemoryReader:
    """Reads one family. Every call looks at the head, so that a change shows at once; what a head gives is kept.

    `uses_brief` says, of a family and whether it has earlier files, whether its readers are given the brief or those.
    Methods raise UnknownFamily, StoredDataError and StoreUnavailable; the lookup and the tools
    InvalidArgument in household chat, IndexMismatch where index or vectors are another embedder's, and what refs raise.
    """

    def __init__(
        self,
        objects: ObjectStore,
        family: str,
        *,
        index: MemoryIndex,
        embedder: Embedder,
        clock: Clock,
        count_tokens: TokenCounter,
        policy: LookupPolicy | None = None,
        budget: BriefBudget | None = None,
        uses_brief: Callable[[str, bool], bool] = until_migrated,
    ) -> None:
        self._objects = objects
        self._family = family
        self._index = index
        self._embedder = embedder
        self._clock = clock
        self._count_tokens = count_tokens
        self._policy = policy
        self._budget = budget or BriefBudget()
        self._uses_brief = uses_brief
        self._view = FamilyView(objects, family)
        self._head: HeadAt | None = None
        self._made: Lookup | None = None
        self._brief: tuple[Brief, str] | None = None
        self._shown_at: tuple[str, date] | None = None
        self._shown: dict[BriefSurface, PresentedBrief] = {}

    def brief(self, surface: BriefSurface = "chat", query: str | None = None) -> ServedBrief:
        """What every conversation on a surface begins with. `query` shapes the web_search surface only."""
        view, today = self._at_head()
        legacy = view.legacy()
        found = self._newest_brief() if self._uses_brief(self._family, bool(legacy)) else None
        if legacy and found is None:
            legacy = _remembered(view, legacy)
        if found is not None and not query:
            return ServedBrief(self._unchanged(found, today, surface))
        limits: tuple[BriefLine, ...] = ()
        if query and surface == "web_search":
            limits = self._lookup().limits(query, today)
        presented = present(
            None if found is None else found[0],
            today=today,
            surface=surface,
            budget=self._budget,
            count_tokens=self._count_tokens,
            legacy=legacy,
            etag=None if found is None else found[1],
            query=query or "",
            limits=limits,
        )
        return ServedBrief(presented)

    def _unchanged(self, found: tuple[Brief, str], today: date, surface: BriefSurface) -> PresentedBrief:
        """The block of one brief on one day, rendered and counted once for each surface."""
        if self._shown_at != (found[1], today):
            self._shown_at, self._shown = (found[1], today), {}
        if surface not in self._shown:
            self._shown[surface] = present(
                found[0],
                today=today,
                surface=surface,
                budget=self._budget,
                count_tokens=self._count_tokens,
                etag=found[1],
            )
        return self._shown[surface]

    def turn(self, message: str, *, surface: BriefSurface = "chat") -> TurnAnswer:
        """The candidates that a message brings with it: at most six lines and 400 tokens (seed section 8)."""
        _refuse_in_household(surface)
        _, today = self._at_head()
        return self._lookup().turn(message, today, self._count_tokens)

    def search(
        self,
        query: str,
        *,
        types: Sequence[str] = (),
        entities: Sequence[str] = (),
        include_history: bool = False,
        limit: int | None = None,
        surface: BriefSurface = "chat",
    ) -> SearchAnswer:
        """The tool `search_memory`. `entities` are names or ids; ten results unless `limit` says otherwise.

        `include_history` adds what is no longer current, never what was forgotten. Raises InvalidArgument for an
        unknown type.
        """
        _refuse_in_household(surface)
        _, today = self._at_head()
        return self._lookup().search(
            query, today, types=types, entities=entities, include_history=include_history, limit=limit
        )

    def read(self, ref: str, *, surface: BriefSurface = "chat") -> ReadAnswer:
        """The tool `read_memory`: the whole memory, whatever its status. ForgottenReference says nothing of it."""
        _refuse_in_household(surface)
        address = parse_ref_of(self._family, ref)
        if not isinstance(address, MemoryRef):
            raise MalformedReference("that is no address of a memory; expected memory://family/ID")
        self._at_head()
        return self._lookup().read(address)

    def excerpt(self, ref: str, *, surface: BriefSurface = "chat") -> Excerpt:
        """The tool `read_conversation_excerpt`: the cited turns, without the words of what was forgotten."""
        _refuse_in_household(surface)
        address = parse_ref_of(self._family, ref)
        if not isinstance(address, ConversationRef):
            raise MalformedReference("that is no address of turns; expected conv://family/session#turn=N[-M]")
        self._at_head()
        return self._lookup().excerpt(address)

    def _at_head(self) -> tuple[FamilyView, date]:
        """The view at the present head, and the family's today. What was made of another head is forgotten."""
        head = read_head(self._objects, self._family)
        if head != self._head:
            self._view.refresh(head)
            self._head, self._made = head, None
        return self._view, local_date(self._clock(), self._view.family().timezone)

    def _lookup(self) -> Lookup:
        if self._made is None:
            from memory_pipeline.retrieval.corpus import Corpus
            from memory_pipeline.retrieval.lookup import Lookup, LookupPolicy
            from memory_pipeline.store.vectors import FamilyVectors

            corpus = Corpus(self._view, FamilyVectors(self._objects, self._family, self._embedder))
            self._made = Lookup(corpus, self._index, self._embedder, self._policy or LookupPolicy())
        return self._made

    def _newest_brief(self) -> tuple[Brief, str] | None:
        found = self._view.brief_if_changed(None if self._brief is None else self._brief[1])
        if not isinstance(found, Unchanged):
            self._brief = found
        return self._brief


def _remembered(view: FamilyView, legacy: Mapping[str, str]) -> Mapping[str, str]:
    """The earlier files without what was forgotten since; who has forgotten nothing does not pay for the rules."""
    forgotten = view.suppressions()
    if not forgotten:
        return legacy
    from memory_pipeline.brief.legacy_forgotten import without_forgotten
    from memory_pipeline.store.suppression_rules import SuppressionRules

    return without_forgotten(legacy, SuppressionRules(forgotten, view.entities()))


def _refuse_in_household(surface: BriefSurface) -> None:
    """Several people read a shared thread, and memories belong to individuals (seed section 9)."""
    if surface == "household":
        raise InvalidArgument("household chat has no lookup and no tools; it is given its brief alone")
