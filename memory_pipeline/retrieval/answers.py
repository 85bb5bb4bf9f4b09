"""What the reader hands out, as values; `as_json` gives the documents of contract section 13."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memory_pipeline.brief.present import PresentedBrief
from memory_pipeline.model.brief import BriefSection
from memory_pipeline.model.memory import Memory
from memory_pipeline.store.okf import front_matter

if TYPE_CHECKING:
    from memory_pipeline.retrieval.search import Found
    from memory_pipeline.retrieval.turn import TurnItem


@dataclass(frozen=True, slots=True)
class ServedBrief:
    """A brief as a surface's model gets it."""

    presented: PresentedBrief

    @property
    def tokens(self) -> int:
        """Tokens of the whole block."""
        return self.presented.tokens

    @property
    def etag(self) -> str | None:
        """The stored brief's etag; None where the legacy files were served, or nothing."""
        return self.presented.etag

    @property
    def text(self) -> str:
        """The block."""
        return self.presented.text

    @property
    def sections(self) -> tuple[BriefSection, ...]:
        """The lines in the block."""
        return self.presented.sections

    @property
    def query(self) -> str | None:
        """The shaped query of the web_search surface."""
        return self.presented.query

    def as_json(self) -> dict[str, Any]:
        """`brief --json`; `query` is there for the web_search surface only."""
        document: dict[str, Any] = {
            "tokens": self.tokens,
            "etag": self.etag,
            "text": self.text,
            "sections": [_section(section) for section in self.sections],
        }
        return document if self.query is None else {**document, "query": self.query}


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """One line of the lookup with the conv:// references of what supports it."""

    item: TurnItem
    evidence: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """An item of `turn --json`."""
        return {
            "ref": self.item.ref,
            "summary": self.item.memory.summary,
            "age": self.item.age,
            "evidence": list(self.evidence),
            "sensitivity": self.item.memory.sensitivity,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAnswer:
    """The lookup of one message: `text` is the block for the model, empty where nothing was found."""

    items: tuple[TurnEntry, ...]
    tokens: int
    text: str
    engine: str

    def as_json(self) -> dict[str, Any]:
        """`turn --json`."""
        items = [item.as_json() for item in self.items]
        return {"items": items, "tokens": self.tokens, "text": self.text, "engine": self.engine}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """One found memory with the conv:// references of what supports it."""

    ref: str
    found: Found
    evidence: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """A result of `search --json`; `score` is the cosine of query and memory, which is not what orders the list."""
        memory = self.found.memory
        return {
            "ref": self.ref,
            "summary": memory.summary,
            "type": memory.type,
            "score": round(self.found.similarity, 4),
            "valid_until": None if memory.valid_until is None else memory.valid_until.isoformat(),
            "evidence": list(self.evidence),
            "status": memory.status,
            "sensitivity": memory.sensitivity,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    """What a search found, best first, and which engine answered."""

    query: str
    results: tuple[SearchResult, ...]
    engine: str

    def as_json(self) -> dict[str, Any]:
        """`search --json`."""
        return {
            "query": self.query,
            "results": [result.as_json() for result in self.results],
            "engine": self.engine,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAnswer:
    """A whole memory with the conv:// references of what supports it."""

    ref: str
    memory: Memory
    evidence: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """`read --json`: the form of an item of `card list`."""
        return {
            "ref": self.ref,
            "body": self.memory.body,
            "evidence": list(self.evidence),
            **front_matter(self.memory),
        }


def _section(section: BriefSection) -> dict[str, Any]:
    lines = [
        {
            "text": line.text,
            "ref": line.ref,
            "valid_until": None if line.valid_until is None else line.valid_until.isoformat(),
        }
        for line in section.lines
    ]
    return {"name": section.name, "lines": lines}
