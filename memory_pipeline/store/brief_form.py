"""brief.json (contract section 7)."""

from __future__ import annotations

from memory_pipeline.model.brief import SECTION_NAMES, Brief, BriefLine, BriefSection
from memory_pipeline.store import json_text, spelling
from memory_pipeline.store.fields import Fields
from memory_pipeline.store.json_fields import read_fields

BRIEF_VERSION = 1


def dump_brief(brief: Brief) -> bytes:
    """`brief.json`: no timestamp and no counter, so that the same brief is the same bytes."""
    return json_text.document(
        {
            "version": brief.version,
            "family": brief.family,
            "sections": [
                {
                    "name": section.name,
                    "lines": [
                        {
                            "text": line.text,
                            "ref": line.ref,
                            "valid_until": spelling.optional_day(line.valid_until),
                        }
                        for line in section.lines
                    ],
                }
                for section in brief.sections
            ],
        }
    )


def load_brief(data: bytes, file: str) -> Brief:
    """Read brief.json. Raises MalformedDocument, also for a version that this code does not know."""
    fields = read_fields(data, file)
    version = fields.count("version", least=1)
    if version != BRIEF_VERSION:
        raise fields.fault("version", f"is {version}; this version reads {BRIEF_VERSION}")
    sections = tuple(_section(item) for item in fields.each("sections"))
    if tuple(section.name for section in sections) != SECTION_NAMES:
        raise fields.fault("sections", f"must be {', '.join(SECTION_NAMES)}, in this order")
    return Brief(family=fields.text("family"), sections=sections, version=version)


def _section(fields: Fields) -> BriefSection:
    lines = tuple(_line(item) for item in fields.each("lines"))
    return BriefSection(name=fields.choice("name", SECTION_NAMES), lines=lines)


def _line(fields: Fields) -> BriefLine:
    return BriefLine(
        text=fields.text("text"), ref=fields.optional_text("ref"), valid_until=fields.optional_day("valid_until")
    )
