"""`brief | turn | search | read | excerpt`: the agent's read-only door, for people and programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType

from memory_pipeline.bootstrap import build_reader
from memory_pipeline.brief.compile import CompiledBrief
from memory_pipeline.brief.gather import compile_family
from memory_pipeline.brief.render import BriefSurface
from memory_pipeline.brief.usage import SectionUse, section_uses
from memory_pipeline.cli.answers.batch import answered_lines
from memory_pipeline.cli.answers.card import item_document
from memory_pipeline.cli.answers.drawing import block, plain, table
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer, say
from memory_pipeline.control.listing import CardItem
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.model.instants import format_instant
from memory_pipeline.model.refs import MemoryRef, parse_ref
from memory_pipeline.retrieval.answers import SearchAnswer, TurnAnswer
from memory_pipeline.retrieval.reader import MemoryReader
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.okf import render_memory
from memory_pipeline.workflows.pipeline import Pipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a search is narrowed to."""

    types: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    include_history: bool = False
    limit: int | None = None


def brief(family: str, surface: BriefSurface, query: str | None, *, explain: bool, now: str | None) -> Answer:
    """The block that a surface's model gets. Raises UnknownFamily, InvalidArgument for a query without its surface."""
    if (surface == "web_search") != (query is not None):
        raise InvalidArgument("--query belongs to --surface web_search, and web_search needs it")
    pipeline, reader = _opened(family, now)
    document = reader.brief(surface, query).as_json()
    if explain:
        compiled = compile_family(pipeline.view(family), pipeline.policies.brief, pipeline.count_tokens)
        document["explained"] = _explained(pipeline.view(family), compiled)
        document["budget"] = _budget(pipeline, compiled)
    return Answer(document=document, draw=lambda: _drawn_brief(document, f"Brief of {family} ({surface})"))


def turn(family: str, message: str | None, *, now: str | None) -> Answer:
    """The block that a model is given beside one message. Raises UnknownFamily, InvalidArgument without a message."""
    text = _given(message, None)
    pipeline, reader = _opened(family, now)
    found = _engine_told(pipeline, reader.turn(text))
    return Answer(document=found.as_json(), draw=lambda: _drawn_turn(found))


def turns(family: str, message: str | None, batch: str, *, now: str | None) -> Iterator[dict[str, Any]]:
    """The answer to every line of `batch`. Raises InvalidArgument where a message is given beside it."""
    _given(message, batch)
    _, reader = _opened(family, now)
    return answered_lines(batch, lambda line: reader.turn(line).as_json())


def search(family: str, query: str | None, filters: Filters, *, now: str | None) -> Answer:
    """What one query finds. Raises UnknownFamily, InvalidArgument without a query or for an unknown type."""
    text = _given(query, None)
    pipeline, reader = _opened(family, now)
    found = _engine_told(pipeline, _found(reader, text, filters))
    return Answer(document=found.as_json(), draw=lambda: [_search_table(found)])


def searches(
    family: str, query: str | None, batch: str, filters: Filters, *, now: str | None
) -> Iterator[dict[str, Any]]:
    """The answer to every line of `batch`. Raises InvalidArgument where a query is given beside it."""
    _given(query, batch)
    _, reader = _opened(family, now)
    return answered_lines(batch, lambda line: _found(reader, line, filters).as_json())


def read(reference: str, *, now: str | None) -> Answer:
    """A whole memory. Raises the InputErrors of references; of a forgotten memory nothing is told."""
    family = parse_ref(reference).family
    _, reader = _opened(family, now)
    found = reader.read(reference)
    text = render_memory(found.memory).decode("utf-8")
    return Answer(
        document=item_document(family, CardItem(memory=found.memory, evidence=found.evidence)),
        draw=lambda: [plain(text), *(plain(f"evidence: {ref}") for ref in found.evidence)],
    )


def excerpt(reference: str, *, now: str | None) -> Answer:
    """The turns that a reference cites. Raises the InputErrors of references."""
    _, reader = _opened(parse_ref(reference).family, now)
    found = reader.excerpt(reference)
    rows = [(turn.number, turn.speaker or turn.role, format_instant(turn.at), turn.text) for turn in found.turns]
    title = f"{found.session} ({found.surface})"
    return Answer(document=found.as_json(), draw=lambda: [table(title, "#turn", "speaker", "#at", "+text", rows=rows)])


def _opened(family: str, now: str | None) -> tuple[Pipeline, MemoryReader]:
    pipeline = open_pipeline(now)
    known_family(pipeline, family)
    return pipeline, build_reader(pipeline, family)


def _given(text: str | None, batch: str | None) -> str:
    if (text is None) == (batch is None):
        raise InvalidArgument("give one text, or --batch FILE")
    return text or ""


def _found(reader: MemoryReader, query: str, filters: Filters) -> SearchAnswer:
    return reader.search(
        query,
        types=filters.types,
        entities=filters.entities,
        include_history=filters.include_history,
        limit=filters.limit,
    )


def _engine_told(pipeline: Pipeline, answer: Any) -> Any:
    """The answer; where the index could not give it, stderr says what did (contract section 8)."""
    if answer.engine != pipeline.index.name:
        say(f"The index {pipeline.index.name} is locked, lost or behind the files; {answer.engine} search answered.")
    return answer


def _explained(view: FamilyView, compiled: CompiledBrief) -> list[dict[str, Any]]:
    return [
        {
            "ref": str(MemoryRef(view.key, why.memory)),
            "summary": view.memory(why.memory).summary,
            "included": why.included,
            "section": why.section,
            "reason": str(why),
        }
        for why in compiled.explanations
    ]


def _budget(pipeline: Pipeline, compiled: CompiledBrief) -> list[dict[str, Any]]:
    return [
        {
            "section": use.section,
            "used": use.used,
            "allocated": use.allocated,
            "lines": use.lines,
            "left_out": use.left_out,
        }
        for use in section_uses(compiled, pipeline.policies.brief, pipeline.count_tokens)
    ]


def _drawn_brief(document: dict[str, Any], title: str) -> Iterable[RenderableType]:
    yield block(f"{title}, {document['tokens']} tokens", document["text"])
    if "query" in document:
        yield plain(f"query: {document['query']}")
    if "explained" in document:
        rows = [("in" if why["included"] else "out", why["summary"], why["reason"]) for why in document["explained"]]
        yield table("Why", "", "+memory", "+because", rows=rows)
    if "budget" in document:
        uses = [SectionUse(**use) for use in document["budget"]]
        spent = [(use.section, use.bar, use.used, use.allocated, use.lines, use.left_out) for use in uses]
        yield table("Budget in tokens", "section", "", "#used", "#allocated", "#lines", "#left out", rows=spent)


def _drawn_turn(found: TurnAnswer) -> Iterable[RenderableType]:
    if found.text:
        yield block(f"Beside this message, {found.tokens} tokens", found.text)
    else:
        yield plain("Nothing bears on this message.")


def _search_table(found: SearchAnswer) -> RenderableType:
    rows = (
        (
            result.found.memory.summary,
            result.found.memory.type,
            result.found.memory.valid_until,
            f"{result.found.similarity:.2f}",
            result.ref,
        )
        for result in found.results
    )
    return table(f"Found by {found.engine} search", "+memory", "type", "until", "#score", "#reference", rows=rows)
