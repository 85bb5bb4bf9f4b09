"""Who is who in a log: full names from MEMORY.md, else from family.yaml, else from what the user says of themself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memory_pipeline.language.names import proper_names
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


def _people(text: str) -> Iterator[str]:
    """Names that are surely a person's: what an item begins with, whose something is, who has a title or a role."""
    for name in proper_names(text):
        before, after = text[: name.start], text[name.end :]
        if (
            not before
            or name.text != _POSSESSIVE.sub("", name.text)
            or after.startswith(("'s", "’s"))
            or _TITLE.match(name.text.split()[0])
            or _BEFORE_PERSON.search(before)
        ):
            yield _POSSESSIVE.sub("", name.text)


def _opening(text: str) -> Iterator[str]:
    """The name that an item begins with; a possessive one is whose something is."""
    for name in proper_names(text):
        if name.start == 0:
            yield _POSSESSIVE.sub("", name.text)
        return


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
    """Words that are spelled with capitals inside ("CraftOS", "AI") or in the middle of a text ("Stavanger")."""
    found: dict[str, Counter[str]] = {}
    for text in texts:
        for place, word in enumerate(re.findall(r"[^\W\d_][\w’'-]*", text)):
            word = _POSSESSIVE.sub("", word)
            if word[1:] != word[1:].lower() or (place and word[:1].isupper()):
                found.setdefault(word.casefold(), Counter())[word] += 1
            elif place:
                found.setdefault(word, Counter())[word] += 1
    return {
        folded: counted.most_common(1)[0][0]
        for folded, counted in found.items()
        if len(counted) == 1 and folded not in counted and _may_be_name(folded)
    } | {folded: next(iter(counted)) for folded, counted in found.items() if len(counted) == 1 and _is_acronym(counted)}


def _is_acronym(counted: Counter[str]) -> bool:
    word = next(iter(counted))
    return 2 <= len(word) <= 5 and word.isupper()


def _introduced(said: Iterable[str]) -> str | None:
    """How the user introduces themself: "my name is John Miller", "I'm John.", never "i'm hungry"."""
    for text in said:
        for pattern in (_CALLS_SELF, _IS_SELF):
            found = pattern.search(text)
            if found and found["name"].split()[0].casefold() not in NEVER_NAMES | OPENERS:
                return found["name"].strip()
    return None
