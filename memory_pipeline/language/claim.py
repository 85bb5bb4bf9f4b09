"""One claim as words and values: who is spoken of, which slot, which value, and whether it is denied or over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from memory_pipeline.language.called import CalledNames
from memory_pipeline.language.claim_frames import Reading, keys, read_frame, read_plain
from memory_pipeline.language.claim_rewording import reworded, without_apposition
from memory_pipeline.language.claim_roles import Roles, read_roles
from memory_pipeline.language.claim_text import announces_change, claim_text, plain
from memory_pipeline.language.claim_values import Values, read_values
from memory_pipeline.language.claim_words import ENDING, FIRST_PERSON, TENTATIVE, WISHING, word_key
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.words import tokens

_OF_A_PERSON = re.compile(
    r"['’]s\b| (?:has|takes|goes|plays|likes|loves|hates|needs|wants|does|can|eats|walks|drives|reads|cooks|fetches"
    r"|picks|brings|carries|mows|washes|irons|feeds|wears|sings|collects|teaches|swims|cleans|watches|tutors) "
)
_OVER = re.compile(r"\b(?:is|are) over\b")
_POINTING = frozenset({"he", "she", "it", "they"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a statement says, in word keys.

    `reading` is its frame, `plain` the same read without one. `values`: what it states, by kind. `people`: names that
    it mentions; `owners`: those that are somebody's whatever the about line says. `context`: what its about line and
    its people add to the text. `words`: all it says; `core`: before its first comma. `about`: the words of its about
    line; `roles`: where each word stands. `changed`: it tells of a change, or what was said with it does;
    `says_changed`: it does itself; `ended`: it tells of an end; `replaced`: the old value that it names. `mood`: a
    guess, a wish.
    """

    text: str
    reading: Reading
    plain: Reading
    values: Values
    people: frozenset[str]
    owners: frozenset[str]
    context: frozenset[str]
    words: frozenset[str]
    core: frozenset[str]
    about: frozenset[str]
    roles: Roles
    changed: bool
    says_changed: bool
    ended: bool
    replaced: frozenset[str]
    mood: frozenset[str]

    @property
    def subject(self) -> frozenset[str]:
        """Of whom or what it speaks."""
        return self.reading.subject

    @property
    def slot(self) -> tuple[str, ...]:
        """What is said about that: the frame, and the words that tell its slots apart."""
        return self.reading.frame, *sorted(self.reading.topic | self.reading.items)

    @property
    def negative(self) -> bool:
        """The polarity: whether it denies."""
        return self.reading.negative

    @property
    def bag(self) -> frozenset[str]:
        """Everything that names the slot."""
        items = frozenset(word for item in self.reading.items for word in item.split())
        return self.reading.subject | self.reading.topic | items


def read_claim(about: str, summary: str, body: str = "", people: Sequence[str] = (), said: str = "") -> Claim:
    """Read a claim from its subject line, its one-line summary, its body and the names of whom it applies to.

    Frame, slot and polarity come from the summary; values that only the body states count as well. `said` are the words
    that it was taken from: only a sign of change is looked for there.
    """
    return _read(about, summary, body, tuple(people), announces_change(plain(said)))


def with_one_name(text: str, called: CalledNames) -> str:
    """`text` with each way to call somebody made one name, unless it tells how somebody is called."""
    uniform = called.of(text)
    return text if uniform != text and read_claim("", text).reading.frame == "called" else uniform


@lru_cache(maxsize=16384)
def _read(about: str, summary: str, body: str, people: tuple[str, ...], told_changed: bool) -> Claim:
    text = claim_text(without_apposition(summary or body))
    values, gapped = read_values(text.main)
    reading = read_frame(gapped, values)
    in_full = reworded(plain(without_apposition(body)))
    body_values, body_gapped = read_values(in_full)
    return Claim(
        text=text.whole,
        reading=_resolved(reading, text.main, about, people),
        plain=_resolved(read_plain(gapped), text.main, about, people),
        values={**body_values, **values},
        people=_names(summary, (about, *people)),
        owners=_names(summary, people),
        context=keys(plain(about)) | frozenset(key for name in people for key in keys(plain(name))),
        words=keys(read_values(text.whole)[1]) | keys(body_gapped),
        core=keys(text.main.split(",")[0]),
        about=keys(plain(about)),
        roles=read_roles(gapped),
        changed=text.changed or told_changed,
        says_changed=text.changed,
        ended=_ended(text.main, text.changed and reading.negative),
        replaced=keys(text.replaced),
        mood=_mood(text.main),
    )


def _resolved(reading: Reading, text: str, about: str, people: tuple[str, ...]) -> Reading:
    """The reading with a subject that is only pointed at ("he", "I", "it") named by the about line or the people.

    Where only people are named beside a time ("Lukas is at sailing camp in July"), what they do there is the topic.
    """
    if reading.detail and reading.topic <= {key for name in people for key in keys(plain(name))}:
        reading = replace(reading, topic=reading.topic | reading.detail)
    if not reading.pronoun or reading.subject:
        return reading
    words = set(tokens(text))
    first = not FIRST_PERSON.isdisjoint(words)
    named = keys(plain(people[0])) if first and len(people) == 1 else keys(plain(about))
    if reading.frame in ("schedule", "event"):
        return replace(reading, topic=reading.topic or named)
    if reading.frame == "plain" and not first and _POINTING.isdisjoint(words):
        return reading
    return replace(reading, subject=named)


def _ended(text: str, denied: bool) -> bool:
    return denied or not ENDING.isdisjoint(tokens(text)) or bool(_OVER.search(text))


def _mood(text: str) -> frozenset[str]:
    words = set(tokens(text))
    moods = {"tentative": TENTATIVE, "wish": WISHING}
    return frozenset(mood for mood, marks in moods.items() if words & marks and "called" not in words)


def _names(text: str, known_names: tuple[str, ...]) -> frozenset[str]:
    """Word keys of the people and places that are surely names: not a capital that only opens the sentence."""
    known = {token for name in known_names if name[:1].isupper() for token in tokens(name)}
    found: set[str] = set()
    for name in proper_names(text):
        words = set(tokens(name.text))
        if name.start > 0 or words & known or _OF_A_PERSON.match(text, name.end):
            found |= words
    return frozenset(map(word_key, found))
