"""Sentences whose form alone makes them lasting: decisions, lessons, wishes to try, dated commitments.

They stand beside the extractor, whatever its backend: a sentence of which it proposes nothing is read by these forms,
and what they give passes the same gates (seed `004`, *SAVE CONDITION*).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from memory_pipeline.language.dates import expiry, mentions
from memory_pipeline.language.pasted import pasted_spans
from memory_pipeline.language.verbs import BASE_VERBS, third_person
from memory_pipeline.memory_log.categories import CONTACT_DETAIL
from memory_pipeline.memory_log.retold import retold
from memory_pipeline.model.candidate import Candidate, Extraction, Quote
from memory_pipeline.model.family import Family
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import MemoryType
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.ports.extractor import Extractor

_ME = r"(?:i|we)"
_LEARNED = re.compile(
    rf"^(?:(?:something|one thing|a thing|what) )?{_ME}(?:['’]ve)? (?:have )?(?:just )?(?:learned|learnt|found out"
    rf"|figured out"
    r"|realized|realised|noticed)(?: the hard way)?(?: is)?(?: that\b|[:,])\s*(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    rf"^{_ME}(?:['’]ve|['’]m|['’]re| have| am| are)? ?(?P<verb>(?:finally |just )?(?:decided|chosen|chose|opted"
    r"|going with|settled on|sticking with|made up my mind))\b(?P<rest>\s+\S.*)$",
    re.IGNORECASE,
)
_TRIES = re.compile(
    rf"^{_ME}(?:['’]d| would)?(?: also| really| both)* (?P<verb>want|wants|like|love|hope|plan) to (?P<what>try"
    rf"|visit|learn"
    r"|run|climb|read|finish|save|quit|become|start|buy a|move)\b(?P<rest>\s+\S.*)$",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"^(?P<what>(?:(?:the|my|our|an?|this)\s+)?(?:[\w'’-]+\s+){0,5}?(?:meeting|appointment|exam|test|interview"
    r"|deadline|wedding"
    r"|birthday|party|concert|flight|visit|check-?up|surgery|operation|game|match|recital|conference|call|review|dinner"
    r"|lunch|class|course|trip|graduation|presentation|inspection|delivery|anniversary|reunion|funeral|hearing|viewing)"
    r"(?:\s+(?:for|with|of|at)\s+[\w'’. -]+?)?)\s+(?P<verb>is|are|['’]s|will be|takes place|starts"
    r"|falls)\s+(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_DETAIL = re.compile(
    r"^my (?P<what>(?:\w+ )?(?:e-?mail|phone|mobile|cell|telegram|whatsapp|number|address|birthday|name)(?: address"
    r"| number)?)"
    r"(?: is|['’]s|:) (?P<rest>\S.*)$",
    re.IGNORECASE,
)
_CONTACT = re.compile(
    r"^(?P<who>(?-i:[A-Z])[\w’'-]+(?: (?:from|at|in) [\w ]{2,30}?| (?-i:[A-Z])[\w’'-]+)?) is (?:my"
    r"|our) (?P<rest>\S.*)$",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"^(?:now |from now on |these days )?(?:i|we) (?P<verb>[a-z]{3,})(?P<rest> (?:[\w'’.-]+ ?){1,12}?)"
    r"(?: now| nowadays| these days| from now on| instead)$",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"^(?:i|we)(?:['’]ve| have)? (?:just |recently )?(?P<verb>moved|switched|changed)(?P<rest> (?:from|to) \S.*)$",
    re.IGNORECASE,
)
_AIMLESS = re.compile(r"\b(?:you|your|that|this|it|these|those|them)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a form makes of a sentence: a type, and what is said of whom."""

    type: MemoryType
    summary: str


class WithFrames:
    """An extractor, and these forms for the sentences of which it proposes nothing. Implements Extractor."""

    def __init__(self, inner: Extractor, speaker: str | None) -> None:
        self._inner, self._speaker = inner, speaker

    @property
    def version(self) -> str:
        """The inner extractor's, and the version of the forms."""
        return f"{self._inner.version} log-forms-1"

    def extract(self, session: Session, family: Family) -> Extraction:
        """The inner extractor's candidates and those of the forms, in the order of the turns."""
        found = self._inner.extract(session, family)
        if self._speaker is None:
            return found
        quoted = [(quote.turns, quote.text.casefold()) for each in found.candidates for quote in each.evidence]
        more = []
        for turn in session.turns:
            for line in _own_lines(turn):
                if not any(turn.number in turns and _covers(text, line) for turns, text in quoted):
                    more += _read(line, turn, self._speaker, family)
        return replace(found, candidates=(*found.candidates, *more))


def _covers(quote: str, line: str) -> bool:
    line = line.casefold()
    return quote in line and len(quote) * 2 > len(line)


def _own_lines(turn: Turn) -> Iterator[str]:
    pasted = pasted_spans(turn.text)
    position = 0
    for line in turn.text.split("\n"):
        end = position + len(line)
        if (
            line.strip()
            and not line.rstrip().endswith("?")
            and not any(s.start < end and position < s.end for s in pasted)
        ):
            yield line.strip().rstrip(".! ")
        position = end + 1


def _read(line: str, turn: Turn, speaker: str, family: Family) -> list[Candidate]:
    said_on = local_date(turn.at, family.timezone)
    for read in _READERS:
        reading = read(line, speaker)
        if reading is None:
            continue
        if (
            reading.type == "fact"
            and read is _dated
            and not any(
                each.kind in ("day", "span") and not each.recurring and each.last >= said_on
                for each in mentions(line, said_on)
            )
        ):
            continue
        summary = f"{reading.summary}."
        return [
            Candidate(
                type=reading.type,
                about=speaker,
                summary=summary,
                body=summary,
                when_to_use=f"When {speaker} asks about this",
                evidence=(Quote(first=turn.number, last=turn.number, text=line),),
                applies_to=(speaker,),
                confidence=0.75,
                valid_until=expiry(line, said_on),
            )
        ]
    return []


def _learned(line: str, speaker: str) -> Reading | None:
    found = _LEARNED.match(line)
    if found is None or len(found["rest"].split()) < 3:
        return None
    return Reading("fact", f"{speaker} learned that {_inner(found['rest'], speaker)}")


def _decided(line: str, speaker: str) -> Reading | None:
    found = _DECIDED.match(line)
    if found is None or _AIMLESS.search(found["rest"]):
        return None
    verb = found["verb"].casefold()
    verb = f"is {verb}" if verb.endswith("with") and not verb.startswith("settled") else verb
    verb = verb.replace("made up my mind", "decided").replace("chosen", "chose")
    return Reading("fact", f"{speaker} {verb} {_inner(found['rest'], speaker)}")


def _tries(line: str, speaker: str) -> Reading | None:
    found = _TRIES.match(line)
    if found is None or _AIMLESS.search(found["rest"].split(" that ")[0]):
        return None
    verb = third_person(found["verb"].casefold())
    return Reading("preference", f"{speaker} {verb} to {found['what'].casefold()} {_inner(found['rest'], speaker)}")


def _detail(line: str, speaker: str) -> Reading | None:
    found = _DETAIL.match(line)
    return None if found is None else Reading("fact", f"{speaker}'s {found['what'].casefold()} is {found['rest']}")


def _contact(line: str, speaker: str) -> Reading | None:
    found = _CONTACT.match(line)
    if found is None or not CONTACT_DETAIL.search(found["rest"]):
        return None
    return Reading("relationship", f"{found['who']} is {speaker}'s {_inner(found['rest'], speaker)}")


def _now(line: str, speaker: str) -> Reading | None:
    found = _NOW.match(line)
    verb = found["verb"].casefold() if found else ""
    if found is None or verb not in BASE_VERBS or _AIMLESS.search(found["rest"]):
        return None
    return Reading("fact", f"{speaker} {third_person(verb)} {_inner(found['rest'], speaker)} now")


def _moved(line: str, speaker: str) -> Reading | None:
    found = _MOVED.match(line)
    if found is None or _AIMLESS.search(found["rest"]):
        return None
    return Reading("fact", f"{speaker} {found['verb'].casefold()} {_inner(found['rest'], speaker)}")


def _dated(line: str, speaker: str) -> Reading | None:
    found = _DATED.match(line)
    if found is None:
        return None
    what = re.sub(r"^(?:the|my|our|an?|this)\s+", "", found["what"], flags=re.IGNORECASE)
    article = "an" if what[:1].casefold() in "aeiou" else "a"
    return Reading("fact", f"{speaker} has {article} {_inner(what, speaker)} {_inner(found['rest'], speaker)}")


def _inner(text: str, speaker: str) -> str:
    return retold(text, speaker)


_READERS: tuple[Callable[[str, str], Reading | None], ...] = (
    _learned,
    _decided,
    _detail,
    _contact,
    _moved,
    _tries,
    _dated,
    _now,
)
