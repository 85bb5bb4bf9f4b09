"""A session as the statements its members made: clauses with who said them, when, and whom their pronouns mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from zoneinfo import ZoneInfo

from memory_pipeline.adapters.embedded_models.extraction.retelling import Cast
from memory_pipeline.adapters.embedded_models.extraction.wording import (
    names_known,
    opened,
    spelled,
    without_consequence,
)
from memory_pipeline.adapters.embedded_models.heads.judge import Verdict
from memory_pipeline.language.clauses import clauses, sentences
from memory_pipeline.language.pasted import pasted_spans
from memory_pipeline.language.spans import Span
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session, Turn

_EXPLICIT = re.compile(
    r"(?:(?:can|could|would)\s+you\s+|please\s+|i\s+(?:want|need|would\s+like)\s+you\s+to\s+|and\s+|also,?\s+|oh,?\s+)*"
    r"(?:remember|note|keep\s+in\s+mind|don['’]?t\s+forget|make\s+a\s+note|save|bear\s+in\s+mind|for\s+the\s+record"
    r"|for\s+future\s+reference|for\s+next\s+time|write\s+down)"
    r"(?:\s+(?:this|please))?\s*(?:,|:|-|–|—)?\s*(?:that\s+|this:?\s+)?(?=\S)",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:(?:(?:oh|well|so|yeah|yep|yes|yup|no|nope|now|ok|okay|hey|hi|hello|hmm|wow|aww*|haha+|lol|btw|fyi|psa|ps|and"
    r"|but|also|plus|anyway|anyways|actually|honestly|sorry|thanks|thank\s+you|sure|"
    r"right|great|good|cool|nice|perfect|true|exactly|totally|definitely|absolutely|of\s+course|by\s+the\s+way"
    r"|just\s+so\s+you\s+know|so\s+you\s+know|as\s+you\s+know|heads\s+up|"
    r"quick\s+(?:update|note|one)|update|correction|reminder|good\s+(?:morning|evening|afternoon|news|question)"
    r"|small\s+correction|one\s+more\s+thing|another\s+thing|to\s+be\s+honest|tbh|"
    r"in\s+fact|unfortunately|luckily|thankfully|sadly|seriously|for\s+sure|no\s+worries|glad\s+to\s+hear\s+(?:it"
    r"|that))"
    r"(?:\s+(?:so\s+much|a\s+lot|then|again|too))?(?:,?\s+(?-i:[A-Z])\w+(?=[,!.:]))?)\s*(?:[,!.:;…–—-]+\s*|\s+(?=(?:i|we"
    r"|my|our|it|he|she|they|the|you|that|this|please|don['’]?t|never|always)\b)))+",
    re.IGNORECASE,
)
_JOINT = re.compile(r"(?:[Aa]lso|[Aa]nd|[Bb]ut|[Pp]lus|[Ss]o|[Aa]ctually|[Aa]nyway|[Nn]ow)\s+(?=[A-Z][a-z])")
EARLIER_TURNS = 3
_YOU_ARE = re.compile(r"you(?:['’]re|\s+are)\s+(?!right|welcome|so\b|the\b|an?\b)", re.IGNORECASE)
_ME = re.compile(
    r"\b(?:my\s+name\s+is|my\s+name['’]s|i\s+am\s+called|this\s+is)\s+(?P<name>[A-Z][\w'’-]+)(?=[\s.,!?]|$)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One clause of a member's own words.

    `span` is its place in the turn's text and `words` exactly what stands there; `core` is the same without opening
    phrases ("btw,", "remember that"); `sentence` the sentence around it. `explicit`: the member asked to remember it.
    `peers`: people talk to each other and no assistant takes part. `before`: the turn's text up to the clause.
    `names`: single names known in the talk. `earlier`: the three turns before it, oldest first. `verdict`: what the
    heads say of the clause.
    """

    turn: Turn
    span: Span
    words: str
    core: str
    sentence: str
    said_on: date
    cast: Cast
    family: Family
    explicit: bool
    peers: bool
    before: str
    previous: str
    names: frozenset[str] = frozenset()
    earlier: tuple[str, ...] = ()
    verdict: Verdict | None = None


def statements(session: Session, family: Family) -> tuple[Statement, ...]:
    """The clauses of every turn that a member wrote, in order; quoted and pasted text is left out."""
    peers = _is_peer_talk(session)
    found: list[Statement] = []
    previous = ""
    earlier: list[str] = []
    names = frozenset() if peers else names_known(session, family)
    for turn in session.turns:
        if turn.role == "user" and turn.text.strip() and _is_heard(session, family, turn):
            cast = _cast(session, family, turn, peers=peers)
            spoken = _of_turn(turn, cast, family, peers=peers, previous=previous, names=names)
            found += [replace(statement, earlier=tuple(earlier[-EARLIER_TURNS:])) for statement in spoken]
        if turn.text.strip():
            previous = turn.text
            earlier += [] if turn.role == "tool" else [spelled(_own_words(turn), names)]
    return tuple(found)


def _own_words(turn: Turn) -> str:
    """The turn without what was pasted into it."""
    text = turn.text
    for span in reversed(pasted_spans(text) if turn.role == "user" else ()):
        text = f"{text[: span.start]}\n{text[span.end :]}"
    return text


def local_day(turn: Turn, family: Family) -> date:
    """The family's calendar day at the time of the turn."""
    return turn.at.astimezone(ZoneInfo(family.timezone)).date()


def _is_peer_talk(session: Session) -> bool:
    speakers = {turn.speaker for turn in session.turns if turn.role == "user" and turn.text.strip()}
    return len(speakers) > 1 and not any(turn.role == "assistant" and turn.text.strip() for turn in session.turns)


def _is_heard(session: Session, family: Family, turn: Turn) -> bool:
    """In a shared thread guests form no memories (contract section 15, *Household chat*)."""
    return session.surface != "household_chat" or family.member(turn.speaker) is not None


def _cast(session: Session, family: Family, turn: Turn, *, peers: bool) -> Cast:
    speaker = _speaker_name(session, family, turn)
    listener = _listener(session, turn) if peers else None
    if speaker is None:
        return Cast("the family", "the family", listener)
    group = f"{speaker} and others" if peers and session.surface == "import" else "the family"
    return Cast(speaker, group, listener)


def _speaker_name(session: Session, family: Family, turn: Turn) -> str | None:
    """The member's name; else the speaker's own; else the only adult's; else how they introduced themself."""
    member = family.member(turn.speaker)
    if member is not None:
        return member.name
    if turn.speaker and turn.speaker.casefold() not in {"user", "human", "me", "you", "unknown"}:
        return turn.speaker
    adults = [member for member in family.members if member.kind == "adult"]
    if len(adults) == 1:
        return adults[0].name
    return next(
        (match["name"] for said in session.turns if said.role == "user" if (match := _ME.search(said.text))), None
    )


def _listener(session: Session, turn: Turn) -> str | None:
    """Whom "you" means between two people; None where more take part."""
    others = {said.speaker for said in session.turns if said.role == "user" and said.speaker} - {turn.speaker}
    return next(iter(others)) if len(others) == 1 else None


def _of_turn(
    turn: Turn, cast: Cast, family: Family, *, peers: bool, previous: str, names: frozenset[str]
) -> Iterator[Statement]:
    said_on = local_day(turn, family)
    pasted = pasted_spans(turn.text)
    explicit_sentence = (0, 0)
    for sentence in sentences(turn.text):
        for clause in clauses_in(turn.text, sentence):
            if any(clause.overlaps(span) for span in pasted) or (not peers and _hands_over(turn.text, clause, pasted)):
                continue
            statement = Statement(
                turn=turn,
                span=clause,
                words=clause.of(turn.text),
                core=clause.of(turn.text),
                sentence=sentence.of(turn.text),
                said_on=said_on,
                cast=cast,
                family=family,
                names=names,
                explicit=explicit_sentence == (sentence.start, sentence.end),
                peers=peers,
                before=turn.text[: clause.start],
                previous=previous,
            )
            statement = _opened(statement)
            if not peers:
                statement = _as_written_well(statement, family, names)
            if statement.explicit:
                explicit_sentence = (sentence.start, sentence.end)
            if statement.core and not _leads_in(statement):
                yield statement


def _hands_over(text: str, clause: Span, pasted: Sequence[Span]) -> bool:
    """Whether only blanks and a colon stand between the clause and text that was pasted below it."""
    return _LEADS_TO_PASTE.search(clause.of(text)) is not None and any(
        span.start - clause.end >= 0 and not text[clause.end : span.start].strip(" :\n\r.!,👇-") for span in pasted
    )


_LEADS_TO_PASTE = re.compile(
    r"\b(?:pasting|pasted|forward\w*|seen|saw|got|here|heres|this|below|following|wrote|says|texted|emailed|sent|come|came|message|note)\b"
    r"|:\W*$",
    re.IGNORECASE,
)


def _as_written_well(statement: Statement, family: Family, names: frozenset[str]) -> Statement:
    core = opened(spelled(statement.core, names), statement.cast.speaker, family)
    core, before = without_consequence(core).strip(" ,"), spelled(_without_paste(statement), names)
    called = re.search(r"\b(?P<name>\w+),\s*$", before)
    if called and _YOU_ARE.match(core) and family.member(called["name"]) is not None:
        core = _YOU_ARE.sub(f"{called['name']} is ", core, count=1)
    return replace(statement, core=core, before=before)


def _without_paste(statement: Statement) -> str:
    """What the speaker said before the clause, in their own words."""
    return _own_words(replace(statement.turn, text=statement.before))


def _leads_in(statement: Statement) -> bool:
    """Whether the clause only opens its sentence: "by the way, ..."; a whole answer such as "Yes." does not."""
    more = len(statement.sentence) > len(statement.words) + 2
    return more and _OPENING.fullmatch(f"{statement.core}, ") is not None


@lru_cache(maxsize=256)
def _clauses(text: str) -> tuple[Span, ...]:
    return clauses(text)


def clauses_in(text: str, sentence: Span) -> tuple[Span, ...]:
    """The clauses of `text` that lie in `sentence`."""
    return tuple(clause for clause in _clauses(text) if sentence.start <= clause.start < sentence.end)


def _opened(statement: Statement) -> Statement:
    """The statement without opening phrases, and whether one of them asked to remember it."""
    core, explicit = without_address(statement.core, statement.cast.listener), statement.explicit
    for _ in range(3):
        length = len(core)
        opening = _OPENING.match(core)
        core = core[opening.end() :] if opening else core
        joint = _JOINT.match(core)
        core = core[joint.end() :] if joint else core
        asked = _EXPLICIT.match(core)
        if asked and _is_statement_after(core, asked):
            core, explicit = core[asked.end() :], True
        core = without_address(core, statement.cast.listener)
        if len(core) == length:
            break
    return replace(statement, core=core.strip(), explicit=explicit)


def without_address(core: str, listener: str | None) -> str:
    """ "Caroline, I ..." said to Caroline begins at "I"."""
    if listener is None:
        return core
    return re.sub(
        rf"^(?:(?:hey|hi|oh|wow|thanks|yeah|yep)\s+)?{re.escape(listener[:3])}\w*[,!]\s+"
        rf"|,\s+{re.escape(listener[:3])}\w*$",
        "",
        core,
        flags=re.IGNORECASE,
    )


def _is_statement_after(core: str, asked: re.Match[str]) -> bool:
    """ "Remember that I ..." and "note: ..." ask to remember; "remember to ..." and "save it" do not."""
    rest = core[asked.end() :].casefold()
    return len(rest.split()) >= 2 and not rest.startswith(
        ("to ", "when ", "the time", "how ", "if ", "me ", "it ", "as ", "for ", "about ")
    )
