"""Whether the words around a date look back or ahead: "we went on Friday" is not "we go on Friday"."""

from __future__ import annotations

import re

_PAST = (
    r"was|were|quit|wasn['’]t|weren['’]t|went|had|did|didn['’]t|got|came|saw|met|made|took|said|told|bought|ate|won(?!['’]t)|lost"
    r"|left|gave|felt|ran|"
    r"fell|broke|wrote|heard|spent|held|found|became|began|brought|caught|chose|drove|flew|forgot|grew|knew|led"
    r"|paid|sang|sent|"
    r"slept|spoke|stood|swam|taught|thought|threw|woke|wore|learnt|hung|rode|sold|shot|stuck|kept|lit|built|tore"
    r"|hit|been|done|gone|ago|"
    r"(?-i:[a-z]{2,})(?<!ne)(?<!e)(?<!gre)ed"
)
_FUTURE = (
    r"will|won['’]t|going\s+to|gonna|(?:i|we|you|he|she|it|they)['’]ll|is|are|am|['’](?:re|m)|have\s+to|has\s+to"
    r"|need(?:s)?(?:\s+to)?|want(?:s)?\s+to|can|"
    r"should|would|could|must|may|might|let['’]s|plan(?:s|ning)?\s+to|due|by|until|till|please|remind|starts?"
    r"|begins?|leaves?|arrives?|flies|opens?|closes?|ends?|goes"
)
_SETTLED_AHEAD = (
    r"(?:is|are|['’]s|['’]re|been|be|got|it|get|gets)\s+(?:\w+\s+)?(?:scheduled|booked|planned|moved|pushed"
    r"|postponed|cancelled|canceled|rescheduled|set|confirmed|invited|expected|supposed|switched)"
    r"|(?:moved(?!\s+(?:in|into|to)\s+(?:(?:the|a|an|our)\s+)?(?:new\s+)?(?:flat|house|apartment|place|home|office)\b)|changed|pushed|postponed|rescheduled|switched|shifted|bumped|delayed|scheduled|booked|planned"
    r"|signed\s+up|set|invited)\s+(?:[\w'’]+\s+){0,4}?(?:to|for|until|till|on)"
    r"|(?:is|are|am|['’](?:s|re|m))\s+(?:now\s+|also\s+|still\s+|all\s+)?(?:gone|away|done|closed|called|shared|needed|fixed|used|owed|reserved|allowed)"
    r"|got\s+(?:an?\s+|the\s+|my\s+)?(?:detention|exams?|tests?|football|practice|training|school|work|shifts?|matches|match|games?|lessons?)"
    r"|need(?:ed)?|excited|worried|allergic"
)
_CUE = re.compile(rf"\b(?:(?P<ahead>{_SETTLED_AHEAD})|(?P<past>{_PAST})|(?P<future>{_FUTURE}))\b", re.IGNORECASE)
_SENTENCE_EDGE = re.compile(r"[.!?;\n]")


def looks_back(text: str, start: int, end: int) -> bool:
    """Whether the verb nearest before `text[start:end]` in its sentence, else after it, is in the past tense."""
    opening = max((match.end() for match in _SENTENCE_EDGE.finditer(text, 0, start)), default=0)
    before = list(_CUE.finditer(text, opening, start))
    if before:
        return before[-1].group("past") is not None
    closing = _SENTENCE_EDGE.search(text, end)
    after = _CUE.search(text, end, closing.start() if closing else len(text))
    return after is not None and after.group("past") is not None
