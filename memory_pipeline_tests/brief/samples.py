"""Small values that the brief's and the dream's tests are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from memory_pipeline.adapters.token_counter import token_counter
from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.compile import CompiledBrief, compile_brief
from memory_pipeline.model.brief import Brief, BriefLine, BriefSection, SectionName
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory, body_of

SAID = datetime(2026, 8, 14, 19, 2, tzinfo=UTC)
FAMILY = Family(
    key="fam_cedar",
    timezone="America/Los_Angeles",
    members=(Member(name="Dana", aliases=("Dee",)), Member(name="Theo", kind="child")),
)
BUDGET = BriefBudget()
count = token_counter()


def memory(name: str, **fields: Any) -> Memory:
    """A memory whose id follows from its name; an ordinary stated preference unless told otherwise."""
    plain = Memory(
        id=derived_ulid(SAID, name),
        type="preference",
        about=name,
        summary=f"The summary of {name}.",
        when_to_use=f"Whenever {name} comes up",
        formed_at=SAID,
        last_reinforced_at=SAID,
        body=body_of(f"The body of {name}."),
    )
    return replace(plain, **fields)


def entity(name: str, *aliases: str) -> Entity:
    """A person whose id follows from the name."""
    return Entity(id=derived_ulid(SAID, "entity", name), kind="person", names=(name,), aliases=aliases)


def by_id(memories: Iterable[Memory]) -> dict[str, Memory]:
    return {one.id: one for one in memories}


def compiled(
    *memories: Memory,
    entities: Iterable[Entity] = (),
    suppressed: Callable[[Memory], bool] = lambda _: False,
    last: BriefLine | None = None,
    budget: BriefBudget = BUDGET,
    family: Family = FAMILY,
) -> CompiledBrief:
    return compile_brief(
        by_id(memories),
        family=family,
        entities={one.id: one for one in entities},
        suppressed=suppressed,
        last=last,
        budget=budget,
        count_tokens=count,
    )


def ref(memory: Memory) -> str:
    return f"memory://{FAMILY.key}/{memory.id}"


def refs(brief: Brief, section: SectionName) -> list[str | None]:
    return [line.ref for line in brief.section(section).lines]


def texts(brief: Brief, section: SectionName) -> list[str]:
    return [line.text for line in brief.section(section).lines]


def reasons(compiled: CompiledBrief) -> Mapping[str, str]:
    return {explanation.memory: explanation.reason for explanation in compiled.explanations}


def brief_of(**sections: tuple[BriefLine, ...]) -> Brief:
    """A brief with these lines; sections not named are empty."""
    empty = Brief(family=FAMILY.key, sections=())
    names: tuple[SectionName, ...] = ("identity", "directives", "topics", "last_conversation")
    return replace(empty, sections=tuple(BriefSection(name=name, lines=sections.get(name, ())) for name in names))
