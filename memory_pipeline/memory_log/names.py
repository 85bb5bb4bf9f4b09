"""Who is who in a log: full names from MEMORY.md, else from family.yaml, else from what the user says of themself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from memory_pipeline.language.names import Name, proper_names
from memory_pipeline.language.sentence_openers import NEVER_NAMES, OPENERS
from memory_pipeline.model.family import Family, Member

_NAME = r"[^\W\d_a-z][\w’'-]*(?:[ ][^\W\d_a-z][\w’'-]*){0,2}"
_CALLS_SELF = re.compile(
    rf"\b(?:[Mm]y (?:full )?name is|[Mm]y name['’]s|[Ii] am called|[Ii]['’]m called) (?P<name>{_NAME})"
)
_IS_SELF = re.compile(rf"\b(?:[Ii]['’]m|[Ii] am|[Tt]his is) (?P<name>{_NAME})(?=\s*(?:[.,!;]|$| from | here\b))")
_TITLE = re.compile(r"(?:Mrs?|Ms|Dr|Prof|Coach|Aunt|Uncle)\.?$")
_BEFORE_PERSON = re.compile(
    r"(?:['’]s (?:\w+ )?(?:wife|husband|partner|son|daughter|brother|sister|mother|father|mum|mom|dad|friend"
    r"|colleague|boss|dentist"
    r"|doctor|landlord|landlady|manager|cousin|aunt|uncle|agronomist|lawyer|neighbou?r|teacher|coach)(?: is"
    r"| called)?|\b(?:and|with)) $",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_POSSESSIVE = re.compile(r"['’]s?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """`user` is the full name of whoever writes the user messages, None where nobody told it.

    `full` maps a folded short name to the full one; `spelling` a folded word to how MEMORY.md spells it.
    """

    user: str | None
    full: Mapping[str, str] = field(default_factory=dict)
    spelling: Mapping[str, str] = field(default_factory=dict)

    def family(self, family: Family) -> Family:
        """The family with the user among its members, each by the short name that people use in talk.

        What is formed is told in short names, of which `full` makes full ones.
        """
        members = [_shortened(member, self.full) for member in family.members]
        if self.user is not None and not any(member.is_called(self.user) for member in members):
            members.insert(0, _shortened(Member(name=self.user), self.full))
        return replace(family, members=tuple(members))

    @property
    def speaker(self) -> str | None:
        """The user's short name."""
        return None if self.user is None else self.user.split()[0]


def read_names(texts: Sequence[str], family: Family, said: Iterable[str]) -> Names:
    """The names of a log. `texts`: the items of MEMORY.md; `said`: what the user writes, in order.

    The user is the adult member that MEMORY.md speaks of most, else the first; without members it is whoever opens
    most of its items, else whoever the user says they are.
    """
    found = Counter(name for text in texts for name in _people(text))
    full = _full_names(found, family)
    adults = [member for member in family.members if member.kind == "adult"] or list(family.members)
    opening = Counter(name for text in texts for name in _opening(text))
    if adults:
        names = [full.get(member.name.casefold(), member.name) for member in adults]
        user: str | None = max(names, key=lambda name: (opening[name], -names.index(name)))
    else:
        user = next((name for name, _ in opening.most_common(1)), None) or _introduced(said)
    if user is not None and " " in user:
        full.setdefault(user.split()[0].casefold(), user)
    return Names(user=user, full=full, spelling=_spellings(texts))


def _shortened(member: Member, full: Mapping[str, str]) -> Member:
    whole = full.get(member.name.casefold(), member.name)
    aliases = dict.fromkeys(name for name in (member.name, whole, *member.aliases) if name != whole.split()[0])
    return replace(member, name=whole.split()[0], aliases=tuple(aliases))


@lru_cache(maxsize=4096)
def _people(text: str) -> tuple[str, ...]:
    """Names that are surely a person's: what an item begins with, whose something is, who has a title or a role."""
    return tuple(_POSSESSIVE.sub("", name.text) for name in proper_names(text) if _is_person(name, text))


def _is_person(name: Name, text: str) -> bool:
    before, after = text[: name.start], text[name.end :]
    return (
        not before
        or name.text != _POSSESSIVE.sub("", name.text)
        or after.startswith(("'s", "’s"))
        or _TITLE.match(name.text.split()[0]) is not None
        or _BEFORE_PERSON.search(before) is not None
    )


@lru_cache(maxsize=4096)
def _opening(text: str) -> tuple[str, ...]:
    """The name that an item begins with; a possessive one is whose something is."""
    first = next(iter(proper_names(text)), None)
    return (_POSSESSIVE.sub("", first.text),) if first is not None and first.start == 0 else ()


def _full_names(found: Counter[str], family: Family) -> dict[str, str]:
    """Folded first name, or the name behind a title, to the one longer name that begins or ends with it."""
    longer: dict[str, set[str]] = {}
    for name in found:
        words = name.split()
        if len(words) < 2:
            continue
        short = words[-1] if _TITLE.match(words[0]) else words[0]
        longer.setdefault(short.casefold(), set()).add(name)
    full = {short: next(iter(names)) for short, names in longer.items() if len(names) == 1 and _may_be_name(short)}
    for member in family.members:
        own = longer.get(member.name.casefold(), set())
        if " " not in member.name and len(own) > 1:
            full[member.name.casefold()] = max(sorted(own), key=lambda name: found[name])
    for name in found:
        if " " not in name and _may_be_name(name.casefold()) and name.casefold() not in full:
            full[name.casefold()] = name
    return full


def _may_be_name(word: str) -> bool:
    return len(word) > 2 and word not in NEVER_NAMES and word not in OPENERS


def _spellings(texts: Iterable[str]) -> dict[str, str]:
    """Words that are spelled with capitals inside ("CraftOS", "AI") or in the middle of a text ("Stavanger").

    A word that is also spelled otherwise somewhere is left as people write it.
    """
    found: dict[str, set[str]] = {}
    for text in texts:
        for folded, word in _forms(text):
            found.setdefault(folded, set()).add(word)
    single = {folded: next(iter(forms)) for folded, forms in found.items() if len(forms) == 1}
    return {
        folded: word
        for folded, word in single.items()
        if word != folded and (_may_be_name(folded) or _is_acronym(word))
    }


@lru_cache(maxsize=4096)
def _forms(text: str) -> tuple[tuple[str, str], ...]:
    """Each word with its folded form; the first one, whose capital may be the sentence's, only with capitals inside."""
    words = [_POSSESSIVE.sub("", word) for word in _WORD.findall(text)]
    return tuple((word.casefold(), word) for place, word in enumerate(words) if place or word[1:] != word[1:].lower())


def _is_acronym(word: str) -> bool:
    return 2 <= len(word) <= 5 and word.isupper()


def _introduced(said: Iterable[str]) -> str | None:
    """How the user introduces themself: "my name is John Miller", "I'm John.", never "i'm hungry"."""
    for text in said:
        for pattern in (_CALLS_SELF, _IS_SELF):
            found = pattern.search(text)
            if found and found["name"].split()[0].casefold() not in NEVER_NAMES | OPENERS:
                return found["name"].strip()
    return None
