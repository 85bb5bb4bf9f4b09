"""Whether a claim is about the one its quote is about (contract section 4, gate 7; faults 6 and 7)."""

from __future__ import annotations

import re

from memory_pipeline.formation.gates.verdict import GateContext
from memory_pipeline.language.folding import find_quote
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.speaker import HOUSEHOLD, OUTSIDE, Subject, speaks_of_self, subject_of
from memory_pipeline.language.words import stem
from memory_pipeline.model.candidate import Candidate

# "Dana said: ..." leaves the words with whoever said them.
_RETELLS = re.compile(r"\bsaid\b")
_SOMEBODY = re.compile(r"\b(?:he|him|his|she|her|hers|they|them|their)\b", re.IGNORECASE)
_SPEAKER_DOES = re.compile(
    r"\b(?:i|we)\s+(?:(?:always|usually|often|also|never|still|just)\s+)?([a-z]+)\b", re.IGNORECASE
)
_RELATION = re.compile(rf"\b(?:{HOUSEHOLD}|{OUTSIDE})\b", re.IGNORECASE)


def misattributed(candidate: Candidate, clause: str, context: GateContext) -> str | None:
    """What is wrong with whom the claim is about; None where clause and claim agree or the clause names nobody."""
    if _RETELLS.search(candidate.summary):
        return None
    called = _names_of_speaker(candidate, context)
    said, claimed = subject_of(clause, called), subject_of(candidate.summary, called)
    about_speaker = candidate.about.casefold() in called
    if said.who == "other":
        if (claimed.who == "speaker" or about_speaker) and not speaks_of_self(clause):
            return f"{said.words!r} is whom the quote is about, the claim is about its speaker"
        if not _mentions(candidate, said, context):
            return f"{said.words!r} is whom the quote is about, and the claim does not say so"
    if said.who == "speaker" and claimed.who == "other" and _takes_over(claimed, candidate.summary, clause, context):
        return f"the quote is about its speaker, the claim is about {claimed.words!r}"
    return None


def _names_of_speaker(candidate: Candidate, context: GateContext) -> frozenset[str]:
    names: set[str] = set()
    for quote in candidate.evidence:
        speaker = context.answering(quote).turn.speaker
        member = context.family.member(speaker)
        names |= {speaker or ""} if member is None else {member.name, *member.aliases, speaker or ""}
    return frozenset(name.casefold() for name in names if name)


def _mentions(candidate: Candidate, said: Subject, context: GateContext) -> bool:
    """Whether the claim names the subject, by name, alias or relation. A pronoun as subject binds it to nobody."""
    names = [name.text for name in proper_names(f"so {said.words}")]
    relations = [match.group() for match in _RELATION.finditer(said.words)]
    if not names and not relations:
        return True
    claim = f"{candidate.about}\n{candidate.summary}"
    if any(_stands(way, claim) for name in names for way in _ways(name, context)):
        return True
    if said.outside or not relations:
        return any(_stands(relation, claim) for relation in relations)
    return any(_stands(relation, claim) for relation in relations) or bool(proper_names(f"so {claim}"))


def _takes_over(claimed: Subject, summary: str, clause: str, context: GateContext) -> bool:
    """Whether the claim gives what the speaker says of themself to somebody not in the clause, or no doer there."""
    if not _in_clause(claimed, clause, context):
        return True
    doing = _SPEAKER_DOES.search(clause)
    done = summary[summary.find(claimed.words) + len(claimed.words) :].split()
    names = [name.text for name in proper_names(f"so {claimed.words}")]
    named = any(_stands(way, clause) for name in names for way in _ways(name, context))
    return bool(doing and done and names and not named and stem(done[0].casefold()) == stem(doing[1].casefold()))


def _in_clause(claimed: Subject, clause: str, context: GateContext) -> bool:
    """Whether the one a claim is about occurs in the clause: by name, alias, relation or pronoun."""
    if _SOMEBODY.search(clause) or _RELATION.search(clause):
        return True
    names = [name.text for name in proper_names(f"so {claimed.words}")]
    return not names or any(_stands(way, clause) for name in names for way in _ways(name, context))


def _ways(name: str, context: GateContext) -> tuple[str, ...]:
    member = context.family.member(name)
    return (name,) if member is None else (member.name, *member.aliases, name)


def _stands(word: str, text: str) -> bool:
    return find_quote(word.casefold(), text.casefold()) is not None
