"""A turn's statements to drafts: which rules are asked, in which order, and what stays silent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from memory_pipeline.adapters.embedded_models.extraction.context import in_context
from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.noise import (
    exaggerates,
    in_question,
    is_hypothetical,
    is_joke,
    is_of_the_day,
    is_of_the_hour,
    is_question,
    is_request,
    is_small_talk,
)
from memory_pipeline.adapters.embedded_models.extraction.rules.answers import read_answer
from memory_pipeline.adapters.embedded_models.extraction.rules.corrections import read_correction
from memory_pipeline.adapters.embedded_models.extraction.rules.directives import read_directives
from memory_pipeline.adapters.embedded_models.extraction.rules.facts import read_facts
from memory_pipeline.adapters.embedded_models.extraction.rules.kept import SURE_TO_KEEP, VETO, read_kept
from memory_pipeline.adapters.embedded_models.extraction.rules.limits import read_limits
from memory_pipeline.adapters.embedded_models.extraction.rules.passing import read_passing
from memory_pipeline.adapters.embedded_models.extraction.rules.people import read_people
from memory_pipeline.adapters.embedded_models.extraction.rules.personal import read_personal
from memory_pipeline.adapters.embedded_models.extraction.rules.tastes import read_tastes
from memory_pipeline.adapters.embedded_models.extraction.rules.times import read_times
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import is_first_party, subject_of
from memory_pipeline.language.clauses import sentences
from memory_pipeline.language.dates import mentions
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.wishes import limit_is_over, states_limit
from memory_pipeline.model.family import Family

_REASON = re.compile(
    r"\b(?:since|because|as|given\s+that|and|but|[-–—(])\s*(?P<core>(?:i|we|he|she|they|my|our|[A-Z][\w-]+)"
    r"(?:['’]\w+)?\s+(?:\w+\s+){0,2}?"
    r"(?:is|are|am|has|have|can['’]?t|cannot|don['’]t|doesn['’]t|hates?|loves?|likes?|lives?|works?|goes|turns?"
    r"|needs?\s+to|allergic|only|never|always)\b.*)$",
    re.IGNORECASE,
)
_CONTRACTED_REASON = re.compile(
    r"\b(?:since|because|as|given\s+that|and|but)\s+(?P<core>(?:i['’]m|i['’]ve|we['’]re|we['’]ve|he['’]s|she['’]s"
    r"|they['’]re|it['’]s|[A-Z][\w-]+['’]s)\s+.+)$",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\bat\s+(?:\d{1,2}(?::\d\d)?(?:\s*[ap]m)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)$",
    re.IGNORECASE,
)
BELIEVED = 0.95
_THIRD_PARTY = re.compile(r"(?:he|she|they|it|my\s+\w+\s+(?:is|was|lives|works))\b", re.IGNORECASE)
_MINE = re.compile(r"(?:i['’]?m|i\s+am|i\s+have|i\s+can['’]?t)\b", re.IGNORECASE)
_GROANS = re.compile(r"[\s,]*\bu+g+h+\b.*$|[\s,]*\b(?:kill|shoot)\s+me(?:\s+now)?\W*$", re.IGNORECASE)
_ONLY_LAUGHS = re.compile(r"\b(?:lol|ha(?:ha)+)\W*$", re.IGNORECASE)
_IDLE_THREAT = re.compile(
    r"\bmaybe\s+i(?:['’]ll|\s+will)?\s+(?:just\s+)?(?:put|trade|sell|swap|give|throw|leave|send)\b|\bi\s+am\s+an?\s+old\s+\w+",
    re.IGNORECASE,
)
_AFTER_SHORT_ANSWER = re.compile(r"(?:^|[.!?]\s+)(?:no|nah|nope|yes|yeah|yep)[\s,]*$", re.IGNORECASE)
_SHORT_ANSWER = re.compile(r"(?:no|nah|nope|yes|yeah|yep)\b", re.IGNORECASE)
_IF = re.compile(r"(?:and\s+|but\s+|so\s+)?if\b", re.IGNORECASE)
_REPORTED = re.compile(
    r"^(?:(?:the|this|that|an?|my|our)\s+)?(?:(?-i:[A-Z])[\w'’-]+\s+|\w+\s+)?(?:article|email|e-mail|website|page|book|recipe|message|letter|flyer"
    r"|post|review|doctor|news|app|google|internet|podcast|sign|label|note)\s+(?:says?|said|claims?|states?|reads?"
    r"|suggests?|told)\b"
    r"|^(?:someone|somebody|anyone|people|they)\s+(?:asked?|asks|said|says?|told|wants?\s+to\s+know|(?:is|are)\s+asking)\b"
    r"|\b(?:reckons?|swears?|claims?|insists?)\s+(?!by\b|i\b|on\b)\w+|\b(?:apparently|supposedly|rumou?r\s+has\s+it)\b",
    re.IGNORECASE,
)


def drafts_of(turn: Sequence[Statement], family: Family) -> Iterator[tuple[Statement, Draft]]:
    """Every claim of one turn's statements; the first without any may be an answer to the question before it."""
    found = [(statement, list(_drafts(statement, family))) for statement in turn]
    silent = [statement for statement, drafts in found if not drafts]
    if len(silent) == len(found) or (silent and not silent[0].peers and silent[0] is turn[0]):
        answers = ((statement, draft) for statement in silent for draft in read_answer(statement))
        yield from islice(answers, 1)
    yield from ((statement, draft) for statement, drafts in found for draft in drafts)


def _drafts(statement: Statement, family: Family) -> Iterator[Draft]:
    """The statement's own claims and, beside them, relations named in passing."""
    if (_is_joke(statement) and not statement.explicit) or _is_taken_back(statement):
        return
    if not is_hypothetical(statement.core):
        yield from read_passing(statement, family)
    yield from _claims(statement, family)


def _is_taken_back(statement: Statement) -> bool:
    """Whether the speaker corrects the clause right behind it: "Thursdays at 4. no wait, they moved it"."""
    if statement.peers:
        return False
    return _TAKES_BACK.match(statement.turn.text, statement.span.end) is not None


_TAKES_BACK = re.compile(
    r"\W*(?:(?:no|oh|ah|ugh|um)\W+)*(?:no,?\s+(?:wait|hang\s+on|hold\s+on|sorry)|wait,?\s+no|hang\s+on,?\s+(?:no|that['’]?s)"
    r"|scratch\s+that|actually,?\s+no|strike\s+that|my\s+mistake)\b",
    re.IGNORECASE,
)


def _is_joke(statement: Statement) -> bool:
    """Whether the turn jokes; said to the assistant, whether the sentence does or the short one behind it laughs."""
    if statement.peers:
        return is_joke(statement.turn.text)
    if statement.verdict is not None and statement.verdict.keep >= BELIEVED and _ONLY_LAUGHS.search(statement.sentence):
        return False
    own = _MINE.match(statement.core) is not None and not exaggerates(statement.sentence)
    if own and states_limit(statement.core) and not is_joke(statement.words):
        return False
    after = statement.turn.text[statement.span.start :]
    behind = after[after.find(statement.sentence[-12:]) + len(statement.sentence[-12:]) :] if statement.sentence else ""
    following = next((span.of(behind) for span in sentences(behind)), "")
    return (
        is_joke(_GROANS.sub("", statement.sentence))
        or _IDLE_THREAT.search(statement.sentence) is not None
        or (len(following.split()) <= 4 and is_joke(following))
    )


def _claims(statement: Statement, family: Family) -> list[Draft]:
    core = statement.core
    directives = read_directives(statement, family)
    if directives:
        return directives
    if is_question(statement.sentence, core) or is_request(core):
        return _reasons(statement, family)
    if is_hypothetical(core) or _REPORTED.search(core) or _only_supposes(statement):
        return []
    strong = read_limits(statement, family)
    if strong:
        return strong
    if statement.peers and (is_small_talk(core) or in_question(statement.sentence)):
        return []
    if not statement.peers and (_is_light(statement) or _needs_its_question(statement) or _worthless(statement)):
        return []
    dated = _dated(statement)
    found = [in_context(_as_limit(draft, dated, family), dated) for draft in _asserted(dated, family)]
    return found if dated is statement else [replace(draft, core=dated.core) for draft in found]


def _only_supposes(statement: Statement) -> bool:
    """An "if" clause, unless it bounds what somebody can do and the heads are sure: "if they ring, I can only ..."."""
    if statement.peers or _IF.match(statement.core) is None:
        return False
    sure = statement.verdict is not None and statement.verdict.keep >= BELIEVED
    return not (sure and re.search(r"(?i)\b(?:only|never|always|can['’]t)\b", statement.core))


def _as_limit(draft: Draft, statement: Statement, family: Family) -> Draft:
    """A plan or routine that the heads are sure is a limit: "no flying for me until the 1st of November"."""
    sure = statement.verdict is not None and statement.verdict.labels["constraint"] >= SURE_TO_KEEP
    if not sure or draft.type != "fact" or draft.kind == "limit":
        return draft
    binding = states_limit(statement.core) and not limit_is_over(statement.core)
    own = is_first_party(subject_of(statement, family), statement, family) or _FOR_US.search(statement.core) is not None
    return replace(draft, type="constraint", kind="limit", strength="hard" if binding and own else "soft")


_WILL = re.compile(r"['’]ll\b|\bwill\b", re.IGNORECASE)
_FOR_US = re.compile(r"\b(?:for|on)\s+(?:me|us)\b", re.IGNORECASE)


def _is_light(statement: Statement) -> bool:
    """Small talk, or what is over by tomorrow, unless the heads are sure that it matters."""
    believed = statement.verdict is not None and statement.verdict.keep >= BELIEVED
    if is_of_the_day(statement.core):
        return not (believed and _WILL.search(statement.core))
    return is_small_talk(statement.core) and not (believed and not is_of_the_hour(statement.core))


def _worthless(statement: Statement) -> bool:
    """Whether the heads see nothing to keep, whatever form the words have."""
    if statement.verdict is None or statement.verdict.keep >= VETO or _CHANGES.search(statement.core):
        return False
    return not any(mention.last >= statement.said_on for mention in mentions(statement.core, statement.said_on))


_CHANGES = re.compile(
    r"\b(?:quit|no\s+longer|any\s?more|again|from\s+now\s+on|these\s+days|instead\s+of|won['’]t\s+be\s+home|sold|moved|retired"
    r"|allergic|vegan|vegetarian|\d{3,})\b",
    re.IGNORECASE,
)


def _dated(statement: Statement) -> Statement:
    """A clock time takes the one day its sentence gave before: "she is off on May 3, she has dentist at 9:00"."""
    core = statement.core
    if statement.peers or _CLOCK.search(core) is None or mentions(core, statement.said_on):
        return statement
    opening = sentences(statement.before)
    earlier = opening[-1].of(statement.before) if opening else ""
    days = [mention for mention in mentions(earlier, statement.said_on) if mention.kind == "day"]
    if len(days) != 1 or days[0].recurring or earlier.rstrip().endswith((".", "!", "?")):
        return statement
    return replace(statement, core=f"{core} on {re.sub(r'(?i)^on ', '', days[0].text)}")


def _needs_its_question(statement: Statement) -> bool:
    """ "No, my brother has one" says nothing later without the question it answers."""
    answers = _SHORT_ANSWER.match(statement.words) or _AFTER_SHORT_ANSWER.search(statement.before)
    if not answers or not statement.previous.rstrip().endswith("?"):
        return False
    core = statement.core
    if statement.verdict is not None and statement.verdict.keep >= SURE_TO_KEEP and _THIRD_PARTY.match(core):
        return False
    return len(core.split()) < 7 and not proper_names(f"x {core}") and re.search(r"\d|day", core) is None


def _asserted(statement: Statement, family: Family) -> list[Draft]:
    return (
        read_people(statement, family)
        or read_tastes(statement, family)
        or read_facts(statement, family)
        or read_times(statement, family)
        or read_correction(statement)
        or (read_personal(statement, family) if statement.verdict is None else read_kept(statement, family))
    )


def _reasons(statement: Statement, family: Family) -> list[Draft]:
    """The fact a request gives as its reason: "find a nut-free bakery since Mia is allergic to nuts"."""
    match = _CONTRACTED_REASON.search(statement.core) or _REASON.search(statement.core)
    if match is None or len(match["core"].split()) < 3 or match["core"].rstrip().endswith("?"):
        return []
    head = statement.core[: match.start("core")]
    inner = replace(statement, core=match["core"].strip(), before=f"{statement.before}{head}")
    if (
        is_question(inner.core, inner.core)
        or is_request(inner.core)
        or is_hypothetical(inner.core)
        or is_small_talk(inner.core)
    ):
        return []
    found = read_limits(inner, family) or _asserted(inner, family)
    return [replace(draft, core=inner.core) for draft in found if draft.kind not in {"fact", "event"}]
