"""Where each word of a plain statement stands: who does it, what is done, and in which phrase ("at", "with", "by").

Two statements that differ in one phrase alone say two values of one slot, or two things side by side: it depends on the
phrase. Somebody is in one place and travels by one means, but collects stamps and coins.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from memory_pipeline.language.claim_words import LIGHT, NEGATORS, VERBS, word_key
from memory_pipeline.language.words import tokens

PLACES = frozenset({"at", "in", "on", "under", "behind", "near", "beside", "inside", "above", "next", "between"})
PLACES |= {"outside", "opposite", "below", "with"}
"""Phrases that say where a thing is; a thing is in one of them at a time."""

ONE_AT_A_TIME = PLACES | frozenset({"from", "by", "to", "into", "through", "via", "towards", "as"})
"""Phrases with one value at a time, where all else that is said is equal."""

_PHRASES = ONE_AT_A_TIME | frozenset("of for about against after before during until since without like than".split())
_COPULAS = frozenset("is are was were am lies lie sits sit stands stand hangs hang stays stay".split())
_AUXILIARIES = frozenset("can could will would should must may might do does did".split())
_HAVING = frozenset("has have had owns own knows know holds needs wants".split())
_ONCE = frozenset(
    "went flew visited saw met drove won ran travelled traveled watched attended ate bought gave had got lost found"
    " broke played took".split()
)
_DETERMINERS = frozenset("the a an my our his her their its to".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """`of` is the phrase of each word key: "agent", "object", "complement" or a preposition.

    `act` is the key of what is done, "" where something only is. `copular`: something is somewhere or with somebody.
    `having`: it is had or known. `once`: it happened once.
    """

    of: Mapping[str, str]
    act: str
    copular: bool
    having: bool
    once: bool

    def among(self, words: Collection[str]) -> frozenset[str]:
        """The phrases in which these words stand."""
        return frozenset(self.of.get(word, "object") for word in words)


def read_roles(text: str) -> Roles:
    """Roles in a plain text whose values were replaced; the first phrase that a word stands in counts."""
    words = tokens(text)
    found: dict[str, str] = {}
    role, verb = "agent", ""
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        if word in _PHRASES:
            role = _phrase(word, role)
        elif not verb and at and before not in _DETERMINERS and (word in VERBS or word in _COPULAS):
            verb, role = word, "complement" if word in _COPULAS else "object"
        elif word not in LIGHT and word not in NEGATORS:
            # "In the mornings Ben walks": a phrase that opens the sentence ends before the verb's own word.
            acts = not verb and words[at + 1 : at + 2] and words[at + 1] in VERBS
            found.setdefault(word_key(word), "agent" if acts else role)
        if verb == word and word not in LIGHT:
            found.setdefault(word_key(word), "verb")
    return Roles(
        of=found,
        act="" if verb in _COPULAS | _AUXILIARIES else word_key(verb),
        copular=not _COPULAS.isdisjoint(words),
        having=verb in _HAVING,
        once=not _ONCE.isdisjoint(words),
    )


def _phrase(word: str, role: str) -> str:
    """ "at the corner of the street" is one phrase; "scared of dogs" is not."""
    return role if word == "of" and role in ONE_AT_A_TIME else word
