"""Two plain statements about one subject: the same in other words, more of it, or another value of one phrase."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.language.claim import Claim
from memory_pipeline.language.claim_roles import ONE_AT_A_TIME, PLACES
from memory_pipeline.language.claim_words import FILLERS, KIN, MANY_AT_A_TIME, SOFT_VERBS, word_key

_SPARE = (SOFT_VERBS | FILLERS) - frozenset(map(word_key, ("avoid", "avoids", "call", "calls")))


@dataclass(frozen=True, slots=True)
class Apart:
    """The words in which two plain statements differ: `extra` only the new one has, `missing` only the known one."""

    extra: frozenset[str]
    missing: frozenset[str]
    shared: frozenset[str]


def apart(new: Claim, known: Claim) -> Apart:
    """Without what the about lines supply, without verbs that any object brings with it."""
    ours, theirs = _told(new), _told(known)
    return Apart(
        extra=ours - theirs - known.context - _SPARE,
        missing=theirs - ours - new.context - _SPARE,
        shared=ours & theirs,
    )


def another_phrase(new: Claim, known: Claim) -> bool:
    """Whether the two differ in the value of one phrase that has one value at a time, and in nothing else."""
    difference = apart(new, known)
    if not (difference.extra and difference.missing) or new.negative != known.negative:
        return False
    if new.roles.once or known.roles.once:
        return False
    if new.replaced & difference.missing:
        return True
    if difference.shared & MANY_AT_A_TIME:
        return False
    return (
        _another_agent(new, known, difference)
        or _elsewhere(new, known, difference)
        or _another_complement(new, known, difference)
        or _swapped(new, difference)
    )


def another_agent(new: Claim, known: Claim) -> bool:
    """Whether somebody else now does what the known claim says somebody does."""
    difference = apart(new, known)
    return bool(difference.extra and difference.missing) and _another_agent(new, known, difference)


def _another_agent(new: Claim, known: Claim, difference: Apart) -> bool:
    """One task, named by the about lines or given to somebody else with a sign of change."""
    agents = difference.extra <= new.people | KIN and difference.missing <= known.people | KIN
    doing = new.roles.among(difference.extra) | known.roles.among(difference.missing)
    if not agents or new.roles.copular or known.roles.copular or not doing <= {"agent", *PLACES}:
        return False
    people = new.people | known.people
    task = (new.about - people) & (known.about - people)
    rest = difference.shared - people
    return bool(rest) and (bool(task & (difference.shared | task)) or (new.changed and len(rest) > 1))


def _elsewhere(new: Claim, known: Claim, difference: Apart) -> bool:
    ours, theirs = new.roles.among(difference.extra), known.roles.among(difference.missing)
    people = new.people | known.people
    thing = bool(new.plain.subject - people) and new.plain.subject & known.plain.subject
    if new.roles.copular and known.roles.copular and thing:
        return ours <= ONE_AT_A_TIME and theirs <= ONE_AT_A_TIME
    if new.roles.having or known.roles.having:
        return ours == theirs == {"with"}
    ours, theirs = frozenset(map(_phrase, ours)), frozenset(map(_phrase, theirs))
    allowed = ONE_AT_A_TIME | {"for"} if new.changed else ONE_AT_A_TIME
    same_phrase = bool(ours & theirs) and (ours | theirs) <= allowed
    return same_phrase and bool(difference.shared - people)


def _phrase(role: str) -> str:
    """At the lake and in the mountains are two places: one phrase, whatever its preposition."""
    return "at" if role in PLACES and role != "with" else role


def _another_complement(new: Claim, known: Claim, difference: Apart) -> bool:
    """ "The internet provider is X": what a thing is called, not what a person is."""
    subject = new.plain.subject & known.plain.subject
    ours, theirs = new.roles.among(difference.extra), known.roles.among(difference.missing)
    named = subject - new.people - known.people
    return ours == theirs == {"complement"} and bool(named)


def _swapped(new: Claim, difference: Apart) -> bool:
    """A sign of change, and two words in common beside the people: what changed is the one thing that differs."""
    agents = {word for word, role in new.roles.of.items() if role == "agent"} & new.people
    return new.says_changed and len(difference.shared - agents) > 1


def _told(claim: Claim) -> frozenset[str]:
    return claim.plain.subject | claim.plain.topic | frozenset(claim.roles.of)
