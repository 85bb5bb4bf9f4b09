"""Subjects that chat leaves out: "Gonna continue my studies", "Took a trip to Rome", "Here's my horse painting"."""

from __future__ import annotations

import re

_FINITE = re.compile(
    r"\b(?:is|are|was|were|isn['’]t|aren['’]t|wasn['’]t|has|makes?|helps?|means?|takes?|feels?|gives?|brings?)\b",
    re.IGNORECASE,
)
_GERUND = re.compile(
    r"^(?:(?:currently|still|just|now|also)\s+)*(?:gonna|going\s+to|trying|planning|looking\s+(?:forward|for|into"
    r"|at)|working|taking|learning|hoping|thinking|training|researching|saving|"
    r"studying|volunteering|preparing|excited|allergic|moving|living|running|starting|getting|making|building"
    r"|writing|reading|teaching|visiting|(?:driving|flying|heading|staying|leaving)(?=\s+(?:to|back|home|down|up|out|over|in|from|for|at|with)\b))\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"^(?:(?:just|finally|recently|already|also|even|only)\s+)*(?:went|got|had|did|made|took|saw|bought|found|met"
    r"|started|finished|joined|signed|moved|visited|tried|painted|ran|won|lost|gave|decided|spent|"
    r"celebrated|ended|learned|learnt|read|watched|built|wrote|adopted|gotta|wanna|can['’]t\s+(?:eat|stand|have|do)"
    r"|don['’]t\s+(?:eat|drink|like|have)|hate|love|need\s+to)\s+(?!it\b|that\b|this\b|your?\b|and\b|is\b|can\b"
    r"|should\b)",
    re.IGNORECASE,
)
_BEEN = re.compile(
    r"^(?:just\s+|also\s+)?(?:been|got\s+to\s+be)\s+(?!an?\b|so\b|such\b|the\b|hectic|tough|hard|great|nice|long"
    r"|crazy|busy\s+here|fun|too)",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"^(?:here(?:['’]s|\s+is|\s+are)|check(?:\s+out)?|take\s+a\s+look\s+at)\s+(?=(?:a|an|one|some|my|our|the|another)\b)",
    re.IGNORECASE,
)


def with_implied_subject(core: str) -> str:
    """The clause with the "I" that it leaves out; the clause itself where it leaves out none."""
    shown = _SHOWN.match(core)
    if shown:
        return f"I showed {core[shown.end() :]}"
    subject = _implied(core)
    return f"{subject}{core[0].lower()}{core[1:]}" if subject else core


def _implied(core: str) -> str:
    if _BEEN.match(core):
        return "I've "
    gerund = _GERUND.match(core)
    if gerund and (
        _FINITE.search(core, gerund.end()) is None or core.casefold().startswith(("gonna", "still", "currently"))
    ):
        return "I'm "
    return "I " if _PAST.match(core) else ""
