"""Forms of address: "call me Dee", "say Lena to me", "call Isla Izzy" (a directive of the contract's section 4)."""

from __future__ import annotations

import re

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import capital
from memory_pipeline.model.family import Family

_ADDRESS = re.compile(
    r"^(?:(?:[Yy]ou\s+(?:can|may)|[Pp]lease|[Jj]ust|everyone\s+calls?|people\s+call|i(?:['’]d)?\s+(?:prefer|like|want)\s+"
    r"(?:you\s+to"
    r"|to\s+be)|i\s+go\s+by|i['’]d\s+rather\s+be)\s+)*"
    r"(?:(?:[Cc]all(?:ed)?|[Aa]ddress(?:ed)?)(?:\s+(?:me|us|as))*|(?<=go by)|i\s+go\s+by)\s+(?P<name>(?:as\s+)?"
    r"(?:by\s+)?"
    r"(?:(?:Mr|Mrs|Ms|Dr)\.?\s+)?[A-Z][\w'’.-]*(?:\s[A-Z][\w'’-]+)?)(?:\s*,?\s*(?:please|not\s+"
    r"(?P<not>[A-Z][\w'’-]+)|(?:everybody|everyone|people|they\s+all)\s+(?:does|do|calls?)\b.*))*$"
)
_SAY = re.compile(
    r"^(?:(?:you\s+can|please|just|simply)\s+)*say\s+(?P<name>(?-i:[A-Z])[\w'’-]+)\s+(?:to|for)\s+me\b", re.IGNORECASE
)
_ADDRESS_STYLE = re.compile(
    r"\b(?:call|address)\s+(?:me|us)\s+by\s+(?P<how>(?:my\s+|our\s+)?(?:first|last|full|middle)\s+names?|"
    r"(?:my\s+)?nickname|title)",
    re.IGNORECASE,
)


def read_naming(core: str, statement: Statement, family: Family) -> list[Draft]:
    """How to address the speaker, or the member whom they name: a hard directive."""
    core = re.sub(r"(?i)^(?:and|but|so|also|oh|plus)\s+(?=call\b)", "", core)
    named, style = _ADDRESS.match(core) or _SAY.match(core), _ADDRESS_STYLE.search(core)
    speaker = capital(statement.cast.speaker)
    if style:
        how = re.sub(r"(?i)^(?:my|our)\s+", "", style["how"])
        return [_naming(speaker, f"Address {speaker} by {how}.")]
    if named is None:
        return []
    name = re.sub(r"^(?:as|by)\s+", "", named["name"])
    other = None if re.search(r"(?i)\b(?:me|us)\b|\bgo\s+by\b", core[: named.start("name")]) else _member(name, family)
    if other is not None:
        return [_naming(other, f"Call {name}.")]
    instead = named.groupdict().get("not")
    return [_naming(speaker, f"Call {speaker} {name}" + (f", not {instead}." if instead else "."))]


def _member(name: str, family: Family) -> str | None:
    """The member whom "Isla Izzy" begins with, where a second name follows."""
    first, _, second = name.partition(" ")
    return first if second and any(member.is_called(first) for member in family.members) else None


def _naming(who: str, summary: str) -> Draft:
    return Draft(
        type="directive",
        kind="address",
        about=f"{who}'s form of address",
        summary=summary,
        strength="hard",
        authority="user_explicit",
        confidence=0.95,
    )
