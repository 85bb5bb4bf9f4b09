"""Answers that only make sense beside their question, which is cited with them (contract section 4, gate 2)."""

from __future__ import annotations

import re

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.noise import is_hypothetical, is_request, is_small_talk
from memory_pipeline.adapters.embedded_models.extraction.retelling import Cast, retell, retell_question
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import capital
from memory_pipeline.adapters.embedded_models.extraction.telling import LONGEST
from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.dates import absolute
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.speaker import mentions_outsider

QUESTION_CAP = 110
_LASTING_QUESTION = re.compile(
    r"\b(?:allerg\w+|diet\w*|restrict\w+|prefer\w*|favou?rites?|birthdays?|sizes?|address|phone|number|e-?mail"
    r"|how\s+old|live|school|teachers?|names?|called|call\s+(?:you|them|him|her)|doctor|dentist|"
    r"pets?|avoid|like\s+to\s+be|budget|spicy|vegetarian|vegan|usually|time\s+zone|language)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"^(?:do|be|make|take|go|stay|keep|just|don['’]t|try|focus|believe|remember|trust|follow)\b", re.IGNORECASE
)
_YOUR = re.compile(
    r"(?:and\s+)?(?:what(?:['’]s|\s+is)\s+)?your\s+(?P<what>[\w'’ -]{2,30}?(?:number|phone|e-?mail|address|name))\?$",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:yes|yeah|yep|yup|no|nope|nah|sure|ok(?:ay)?|maybe|both|either|neither|correct|right|exactly|i\s+do"
    r"(?:n['’]t)?|not\s+(?:yet|really|sure))\W*$",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"(?:^|\b(?:and|but|so)\s+|^\w+,\s+)(?:what|which|who|whose|when|where|how)(?!\s+(?:\w+\s+){1,2}(?:feel|think)\b)(?<!how)\b|\bhow\s+(?:much|many|old|long|often|far|tall|big)\b",
    re.IGNORECASE,
)
_OF_THEM = re.compile(
    r"\b(?:you|your|yours|he|she|they|his|her|their|kids?|who|where|when|old|many|often|day|days|time|code|number|until|long)\b|(?<=\s)(?-i:[A-Z])\w+",
    re.IGNORECASE,
)
_LONGEST_OPEN = 14
_POLAR = re.compile(
    r"^(?P<verb>are|is|do|does|can|has|have)\s+(?P<subject>you(?:\s+(?:all|both))?|your\s+\w+(?:\s+(?-i:[A-Z]\w+))?"
    r"|[A-Z][\w-]+|the\s+kids)\s+(?P<rest>[^?,;]+)\?*$",
    re.IGNORECASE,
)
_BEFORE_ANSWER = re.compile(r"^\W*(?:yes|yeah|yep|yup|ok|okay|no|nope|nah)\b", re.IGNORECASE)
_YES = re.compile(
    r"^that['’]?s\s+(?:it|right|correct)(?:,?\s+exactly)?\W*$|^(?:yes|yeah|yep|yup|correct|exactly|that['’]s\s+right|right)\b[\s,.!]*(?:that['’]?s\s+(?:it|correct|the\s+one)[\s,]*)?(?:exactly|correct|spot\s+on)?(?:(?:he|she|they|i|we)\s+(?:is|are|am"
    r"|do|does|has|have|can)|that['’]s\s+right)?\W*$",
    re.IGNORECASE,
)


def read_answer(statement: Statement) -> list[Draft]:
    """An answer to the turn just before, told with the question it answers; nothing where none was asked."""
    question = _question(statement.previous)
    if question is None or (not statement.peers and _BEFORE_ANSWER.sub("", statement.before).strip(" !.,")):
        return []
    if _YES.match(statement.words):
        return [] if statement.peers else _affirmed(statement, question)
    if (
        not statement.peers
        and len(statement.words) < len(statement.turn.text.strip()) - 2
        and not _OPEN.search(question)
    ):
        return []
    if not _says_something(statement) or not (
        statement.peers
        or _LASTING_QUESTION.search(question)
        or ((_OF_THEM.search(question) or re.search(r"\d", statement.core)) and _gives_value(statement, question))
    ):
        return []
    speaker = capital(statement.cast.speaker)
    asker = statement.cast.listener or "the assistant"
    asked = retell_question(absolute(question, statement.said_on), Cast(asker, "they", statement.cast.speaker))
    answer = retell(absolute(statement.core, statement.said_on), statement.cast)
    about = _about(question, statement)
    owned = None if statement.peers else _YOUR.match(question)
    if owned:
        return [_owned(statement, owned["what"], answer)]
    summary = f'Asked "{asked}", {speaker} said: {answer.rstrip(".!")}.'
    if len(summary) > LONGEST:
        return []
    return [
        Draft(
            type="fact",
            kind="fact",
            about=about,
            summary=summary,
            confidence=0.6 if statement.peers else 0.75,
            first_turn=statement.turn.number - 1,
        )
    ]


def _gives_value(statement: Statement, question: str) -> bool:
    """Whether the question is open and the answer is a value of few words: a name, a number, a thing."""
    few = len(statement.core.split()) <= 6 and not re.match(
        r"(?i)(?:i|we|no|nothing|none|nope|whatever|anything)\b", statement.core
    )
    lasts = re.search(r"(?i)\b(?:shall|should|would\s+you\s+like|want\s+me)\b", question) is None
    short = len(question.split()) <= _LONGEST_OPEN
    return few and lasts and short and _OPEN.search(question) is not None and not statement.peers


def _owned(statement: Statement, what: str, answer: str) -> Draft:
    """ "And your vet's number?" - "555-0117": "The family's vet's number: 555-0117." """
    about = f"the family's {what}"
    return Draft(
        type="fact",
        kind="contact",
        about=capital(about),
        summary=f"{capital(about)}: {answer.rstrip('.!')}.",
        confidence=0.8,
        first_turn=statement.turn.number - 1,
    )


def _question(previous: str) -> str | None:
    """The last question of a turn, short enough to quote."""
    asked = [span.of(previous) for span in sentences(previous) if span.of(previous).endswith("?")]
    return asked[-1] if asked and len(asked[-1]) <= QUESTION_CAP else None


def _says_something(statement: Statement) -> bool:
    core = statement.core
    if (
        is_request(core)
        or _ADVICE.match(core)
        or is_hypothetical(core)
        or _BARE.match(core)
        or core.endswith("?")
        or len(core) > 160
    ):
        return False
    if re.match(r"(?i)(?:this|it)(?:['’]s|\s+is)\s+[A-Z]\w+$|nervous|fine|ok|leave\s|never\s?mind|forget\s", core):
        return False
    return not is_small_talk(core) and (len(core.split()) > 1 or not statement.peers or bool(proper_names(f"x {core}")))


def _affirmed(statement: Statement, question: str) -> list[Draft]:
    """ "Is Leo allergic to nuts?" - "Yes": the question turned into a statement."""
    polar = _POLAR.match(question.strip())
    if not polar:
        return _confirmed(statement, question)
    if (
        not polar
        or re.match(r"(?i)want|need|like\s+(?:me|to)|mind|wish", polar["rest"])
        or not _LASTING_QUESTION.search(question)
    ):
        return []
    subject = re.sub(r"(?i)^your\b", "my", re.sub(r"(?i)^you\b.*", "I", polar["subject"]))
    verb = "" if polar["verb"].casefold() in {"do", "does"} else f"{polar['verb'].casefold()} "
    if subject == "I":
        verb = "am " if verb == "are " else verb
    rest = polar["rest"].strip()
    told = retell(absolute(f"{subject} {verb}{rest}", statement.said_on), statement.cast)
    limit = re.search(r"(?i)allerg|vegetarian|vegan|diet", rest) is not None
    about = capital(statement.cast.speaker) if subject == "I" else subject
    return [
        Draft(
            type="constraint" if limit else "fact",
            kind="limit" if limit else "fact",
            about=about,
            summary=f"{told}.",
            strength="hard" if limit and not mentions_outsider(question) else "soft",
            confidence=0.85,
            first_turn=statement.turn.number - 1,
        )
    ]


def _confirmed(statement: Statement, question: str) -> list[Draft]:
    """ "And lunch is at 12?" - "yes, exactly": a statement that was asked back, told as it was asked."""
    words = _JOINED.sub("", question.strip().rstrip("?").strip())
    if not _DECLARES.match(words) or is_hypothetical(words) or is_request(words):
        return []
    words = re.sub(r"(?i)\byour\b", "our", words)
    told = retell(absolute(words, statement.said_on), statement.cast)
    about = re.split(r"(?i)\s+(?:is|are|has|goes|takes|starts|comes)\b", told)[0]
    return [
        Draft(
            type="fact",
            kind="fact",
            about=capital(about),
            summary=f"{capital(told)}.",
            confidence=0.8,
            first_turn=statement.turn.number - 1,
        )
    ]


_JOINED = re.compile(r"^(?:and|so|but|ok|okay)\s+|,?\s*(?:right|correct|is\s+that\s+right)$", re.IGNORECASE)
_DECLARES = re.compile(
    r"(?!(?:shall|should|would|do|does|is|are|can|could|will|what|when|where|who|how|which|any)\b)(?:[\w'’-]+\s+){1,4}?"
    r"(?:is|are|has|have|goes|takes|starts|comes)\s+\S",
    re.IGNORECASE,
)


def _about(question: str, statement: Statement) -> str:
    names = [name.text for name in proper_names(question) if name.start and name.text != statement.cast.listener]
    return names[0] if names else capital(statement.cast.speaker)
