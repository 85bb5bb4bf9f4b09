"""What the family asked to forget, as one question: is this claim suppressed? (contract sections 5 and 15).

Formation, migration, card and every reading path ask here. A claim rule matches what the claims comparison calls the
same or a refinement of one of its texts: subject, slot and polarity. Another value, or the negation, is a new claim.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from memory_pipeline.language.called import CalledNames
from memory_pipeline.language.claim import with_one_name
from memory_pipeline.language.claim_frames import keys
from memory_pipeline.language.claim_text import plain
from memory_pipeline.language.claim_words import word_key
from memory_pipeline.language.claims import Claim, compare, read_claim
from memory_pipeline.language.topics import topic
from memory_pipeline.language.words import tokens
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.memory import Memory, MemoryType
from memory_pipeline.model.suppression import Suppression

_WORDS_A_SHARED_ONE = 4
_JOINTS = re.compile(r"[;\n]+|[.!?]\s+|,?\s+(?:and|but)\s+(?=(?:(?:he|she|they|we|i|it)\s)?[a-z]+s\s)", re.IGNORECASE)


class Stated(Protocol):
    """A memory or a candidate: what a rule looks at. `applies_to` holds entity ids or names."""

    @property
    def type(self) -> MemoryType: ...
    @property
    def about(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def body(self) -> str: ...
    @property
    def applies_to(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class _Forgotten:
    """One text of a claim rule; a claim that shares fewer than `needed` of its words cannot say it again."""

    rule: Suppression
    about: str
    text: str
    needed: int


class _Told(NamedTuple):
    """A claim as its summary tells it and as the family's own words do, people by one name each."""

    about: str
    texts: tuple[str, ...]
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _EntityRule:
    rule: Suppression
    mention: re.Pattern[str] | None


class SuppressionRules:
    """The rules in force of one family, made ready for thousands of questions; lifted rules match nothing."""

    def __init__(self, rules: Iterable[Suppression], entities: Mapping[str, Entity]) -> None:
        in_force = sorted((rule for rule in rules if rule.in_force), key=lambda rule: rule.id)
        self._entities = entities
        self._called = CalledNames((*entity.names, *entity.aliases) for entity in entities.values())
        self._ids = {
            name: entity.id
            for entity in entities.values()
            for name in map(str.casefold, (*entity.names, *entity.aliases))
        }
        self._about = {_about_key(rule.value): rule for rule in reversed(in_force) if rule.scope == "about"}
        self._topics = {rule.value: rule for rule in reversed(in_force) if rule.scope == "topic"}
        self._entity_rules = {
            rule.value: self._entity_rule(rule) for rule in reversed(in_force) if rule.scope == "entity"
        }
        claim_rules = [rule for rule in in_force if rule.scope == "claim"]
        self._memories = {memory: rule for rule in reversed(in_force) for memory in rule.memories}
        self._forgotten = {memory: rule for rule in reversed(claim_rules) for memory in rule.memories}
        self._texts: list[_Forgotten] = []
        self._by_word: dict[str, list[_Forgotten]] = {}
        for rule in claim_rules:
            self._index(rule)

    def match(self, stated: Stated) -> Suppression | None:
        """The first rule, by id, that forbids a memory or candidate; None where the family forgot nothing of it."""
        if not (self._about or self._topics or self._entity_rules or self._by_word or self._memories):
            return None
        found = [
            self._memories.get(stated.id) if isinstance(stated, Memory) else None,
            self._about.get(_about_key(stated.about)) if self._about else None,
            self._of_topic(stated),
            self._of_entity(stated),
            self._of_claim(stated),
        ]
        return min((rule for rule in found if rule is not None), key=lambda rule: rule.id, default=None)

    def forgotten(self) -> Mapping[str, Suppression]:
        """The rule of each memory whose claim was forgotten, so that a judge can compare what is said with it."""
        return self._forgotten

    def match_memory(self, memory: Memory) -> Suppression | None:
        """`match` for a memory, said by its name."""
        return self.match(memory)

    def _of_topic(self, stated: Stated) -> Suppression | None:
        if not self._topics:
            return None
        return self._topics.get(topic(stated.type, stated.about, self._names(stated)))

    def _of_entity(self, stated: Stated) -> Suppression | None:
        """An entity rule holds whatever applies to the entity, and whatever names it."""
        if not self._entity_rules:
            return None
        meant = {self._ids.get(name.casefold(), name) for name in (*stated.applies_to, stated.about)}
        text = f"{stated.about}\n{stated.summary}\n{stated.body}"
        for entity, found in self._entity_rules.items():
            if entity in meant or (found.mention is not None and found.mention.search(text)):
                return found.rule
        return None

    def _of_claim(self, stated: Stated) -> Suppression | None:
        if not self._by_word:
            return None
        words = _word_keys(stated.about) | _word_keys(stated.summary) | _word_keys(stated.body)
        shared = Counter(id(text) for word in words for text in self._by_word.get(word, ()))
        near = [text for text in self._texts if shared[id(text)] >= text.needed]
        if not near:
            return None
        told = self._told(stated)
        return next((text.rule for text in near if _says_again(told, text.about, text.text)), None)

    def _told(self, stated: Stated) -> _Told:
        texts = dict.fromkeys(
            with_one_name(part.strip(), self._called)
            for text in (stated.summary, stated.body)
            for part in (text, *_parts(text))
            if part.strip()
        )
        return _Told(self._called.of(stated.about), tuple(texts), tuple(self._names(stated)))

    def _names(self, stated: Stated) -> list[str]:
        return [
            self._entities[name].names[0] if name in self._entities else self._called.primary(name)
            for name in stated.applies_to
        ]

    def _index(self, rule: Suppression) -> None:
        about = self._called.of(rule.value)
        for text in dict.fromkeys(with_one_name(text.strip(), self._called) for text in rule.texts if text.strip()):
            words = _telling_words(read_claim(about, text))
            forgotten = _Forgotten(rule, about, text, 1 + len(words) // _WORDS_A_SHARED_ONE)
            self._texts.append(forgotten)
            for word in words:
                self._by_word.setdefault(word, []).append(forgotten)

    def _entity_rule(self, rule: Suppression) -> _EntityRule:
        entity = self._entities.get(rule.value)
        names = sorted({*entity.names, *entity.aliases}, key=lambda name: (-len(name), name)) if entity else []
        told = "|".join(re.escape(name) for name in names if name[:1].isupper())
        return _EntityRule(rule, re.compile(rf"(?<!\w)(?:{told})(?!\w)") if told else None)


def _parts(text: str) -> list[str]:
    """The statements that a compound one is made of, so that none of them comes back in the company of another."""
    parts = _JOINTS.split(text.strip())
    return parts if len(parts) > 1 else []


@lru_cache(maxsize=32768)
def _word_keys(text: str) -> frozenset[str]:
    return frozenset(word_key(word) for word in tokens(text))


def _telling_words(claim: Claim) -> frozenset[str]:
    """The words of a text by which it is found: whom it is about is in too many claims to tell."""
    telling = (claim.words | claim.reading.what) - claim.people
    if claim.reading.frame == "diet":
        telling |= {"meat"}
    return telling or claim.words | claim.context


@lru_cache(maxsize=65536)
def _says_again(told: _Told, about: str, text: str) -> bool:
    """Whether a forgotten text covers a claim. Kept: a change asks this of every memory, and few of them change."""
    forgotten = read_claim(about, text)
    return any(_covers(forgotten, read_claim(told.about, form, people=told.people)) for form in told.texts)


def _covers(forgotten: Claim, claim: Claim) -> bool:
    """Whether a forgotten claim is said by another. What is merely avoided never silences an allergy."""
    if claim.reading.frame == "allergy" and forgotten.reading.frame != "allergy":
        return False
    return compare(claim, forgotten) in ("same", "refines")


def _about_key(about: str) -> frozenset[str]:
    found = keys(plain(about))
    return found or frozenset({plain(about)})
