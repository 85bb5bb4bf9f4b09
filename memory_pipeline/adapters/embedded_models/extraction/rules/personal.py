"""Statements of no known form: kept as soft facts in the speaker's words when they tell of someone's own life."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement, without_address
from memory_pipeline.adapters.embedded_models.extraction.subjects import Subject, is_first_party, subject_of
from memory_pipeline.adapters.embedded_models.extraction.telling import tell
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.verbs import is_past
from memory_pipeline.model.family import Family

_LASTING = re.compile(
    r"\b(?:have|has|['’]ve\s+got|own|owns|live|lives|work|works|attend|attends|play|plays|teach|teaches|drive"
    r"|drives|speak|speaks|volunteer\w*|belong\w*|collect\w*|celebrate\w*|observe\w*|share|shares|keep|keeps|use"
    r"|uses|go|goes|take|takes|run|runs|"
    r"coach|coaches|homeschool\w*|foster\w*|raise|raises|follow|follows|sing|sings|dance|dances|swim|swims|cook"
    r"|cooks|bake|bakes|garden\w*|run|train|trains|learn\w*|study\w*|practice\w*|wear|wears|makes?|earns?|pays?"
    r"|costs?|weighs?|barks?|closes?|opens?|buys?|eats?|drinks?|reads?|watch(?:es)?|does|do|walks?|bikes?|hosts?"
    r"|gets?|sleep|sleeps|wake|wakes"
    r"|commute\w*|is|are|am|['’]m|['’]re|['’]s)\b",
    re.IGNORECASE,
)
_CHAT_SKIP = re.compile(
    r"\b(?:need|want|looking|trying|wondering|hoping|would|could|should|might|think|thought|guess|feel|feeling"
    r"|forgot|remember|just|about\s+to|going\s+to|gonna|today|tonight|tomorrow|now|currently|asked?|said|told|says"
    r"|mean|meant|sure|sorry|glad|happy|excited|here|there|ready|done|question|problem|issue|idea|ideas)\b",
    re.IGNORECASE,
)
_FEELING = re.compile(
    r"\b(?:great|amazing|awesome|wonderful|beautiful|lovely|so\s+\w+|nice|cool|sweet|glad|thanks|inspiring|proud"
    r"|true|right|agree)\b",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"^(?:life|love|art|music|people|everyone|everybody|nature|family|it|that|this|there|the\s+(?:world|key"
    r"|best\s+part|important)|time|being|having|nothing|sometimes|such|what)\b",
    re.IGNORECASE,
)
_TO_LISTENER = re.compile(r"\b(?:you|your|yours|you['’]re|you['’]ve|you['’]ll)\b", re.IGNORECASE)
_ACTION = re.compile(
    r"\b(?:went|made|took|got|started|finished|joined|visited|painted|bought|found|met|saw|read|ran|won|lost|moved"
    r"|adopted|tried|learned|learnt|created|wrote|played|volunteered|gave|passed|applied|"
    r"signed|opened|launched|planned|planning|researching|working|training|taking|studying|reading|writing|building"
    r"|designing|decided|hiked|camped|swam|baked|cooked|celebrated|graduated|performed|attended|helped|"
    r"organized|hosted|received|earned|discovered|grew|rescued|built|looking\s+into|been|became|inspired|love|loves"
    r"|enjoy|favorite|dream|goal|hope|hoping|want|wants|excited|married|kids|work|job|studio|store|business|class"
    r"|group|gift|from)\b",
    re.IGNORECASE,
)


_SECOND_CLAUSE = re.compile(
    r"\b(?:i|we|he|she|they|it|you|that|this|there|who)(?:['’]\w+|\s+\w+)|\b(?:is|are|was|were|has|have|can|will)\b",
    re.IGNORECASE,
)
_PEP_TALK = re.compile(
    r"\b(?:(?:won['’]t|not|never|don['’]t)\s+(?:\w+\s+)?(?:give\s+up|quit|stop|let\s+\w+)|(?:gonna|going\s+to"
    r"|will)\s+(?:make|try)\s+(?:it|this)|can\s+do\s+(?:it|this)|here\s+for\s+you|got\s+(?:this|your\s+back))\b",
    re.IGNORECASE,
)
SENTENCE_CAP = 180
_OWN = re.compile(r"\b(?:i|my|me|we|our|us)\b", re.IGNORECASE)


def read_personal(statement: Statement, family: Family) -> list[Draft]:
    """One soft fact, or nothing."""
    subject = subject_of(statement, family)
    if subject.kind in {"none", "listener"} or not subject.about:
        return []
    return _between_people(statement, subject) if statement.peers else _to_assistant(statement, subject, family)


def _to_assistant(statement: Statement, subject: Subject, family: Family) -> list[Draft]:
    core = statement.core
    words = len(core.split())
    if words < 3 or words > 30 or _CHAT_SKIP.search(core) or not _LASTING.search(core) or _TO_LISTENER.search(core):
        return []
    if (
        not is_first_party(subject, statement, family)
        and not re.match(r"(?i)(?:my|our)\b", core)
        and not proper_names(core)
    ):
        return []
    if (
        subject.kind == "thing"
        and not re.match(r"(?i)(?:my|our)\b", core)
        and statement.sentence.rstrip().endswith("?")
    ):
        return []
    summary = tell(statement)
    if summary is None:
        return []
    return [Draft(type="fact", kind="fact", about=subject.about, summary=summary, confidence=0.7)]


def _between_people(statement: Statement, subject: Subject) -> list[Draft]:
    core = statement.core
    if (
        len(core.split()) < 4
        or _PEP_TALK.search(core)
        or _GENERAL.match(core)
        or re.match(r"(?i)(?:bet|must|hope|wish|can['’]t\s+wait|let['’]?s)\b", core)
    ):
        return []
    score = worth(statement) - (3 if subject.kind == "thing" and not _OWN.search(core) else 0)
    if score <= 0:
        return []
    whole = _whole_sentence(statement)
    summary = tell(whole) or tell(statement)
    if summary is None:
        return []
    entire = summary == tell(whole) and whole is not statement
    return [
        Draft(
            type="fact",
            kind="event",
            about=subject.about,
            summary=summary,
            confidence=round(min(0.58 + 0.01 * score, 0.74), 2),
            core=whole.core if entire else None,
            quote=whole.words if entire else None,
        )
    ]


def _whole_sentence(statement: Statement) -> Statement:
    """The statement grown to its sentence, where that is short and begins with it: context makes it readable later."""
    sentence = statement.sentence.strip()
    begins = sentence.startswith(statement.words) and len(sentence) <= SENTENCE_CAP and not sentence.endswith("?")
    if not begins or _SECOND_CLAUSE.search(sentence, len(statement.words)) or len(sentence) <= len(statement.words) + 2:
        return statement
    lead = statement.words.find(statement.core)
    return replace(
        statement, words=sentence, core=without_address(sentence[max(lead, 0) :].rstrip(" .!"), statement.cast.listener)
    )


def worth(statement: Statement) -> int:
    """How much a remark tells of the speaker's life: names, numbers and doings count, compliments count against it."""
    core = statement.core
    score = 2 * len(proper_names(core)) + 2 * len(re.findall(r"\b\d+\b", core)) + 2 * len(_ACTION.findall(core))
    score += min(len(core.split()), 24) // 6
    score += bool(_OWN.search(core)) + sum(is_past(word) for word in re.findall(r"[A-Za-z]+", core))
    score -= 2 * len(_TO_LISTENER.findall(core))
    score -= 2 * len(_FEELING.findall(core))
    return score
