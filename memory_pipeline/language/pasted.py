"""Text inside a turn that is not its writer's own: quoted, forwarded, pasted, handed over (contract section 4, gate 3).

Marks that close (block quotes, fences, tags, a quoted remark) end where they end. A forwarded header, a hand-over
("she emailed:") and a label ("SYSTEM:") have no closing mark, so everything after them counts as pasted: a claim
lost after a paste can be said again, a stranger's rule that was learnt cannot be unsaid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from memory_pipeline.language.handover import (
    FIRST_PERSON_REPORT,
    REPORTED,
    SOURCE,
    end_of_handover,
    hands_over,
    line_hands_over,
)
from memory_pipeline.language.spans import Span

_LINES = re.IGNORECASE | re.MULTILINE | re.VERBOSE
_REMARK_WORDS = 3
_LONG_REMARK_WORDS = 9
_LEAD_LENGTH = 120

_QUOTED_LINE = re.compile(r"^[ \t]*(?:>|&gt;|｜).*(?:\n|\Z)", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[^\n]*(?:\n|\Z)|\Z)", re.MULTILINE | re.DOTALL)
_TAGGED = re.compile(
    r"<(blockquote|article|e-?mail|document|quote|web_?page|page|html|context|source|system|instructions?)\b[^>]*>"
    r".*?(?:</\1\s*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_FORWARD = re.compile(
    r"""^[ \t]* (?:
      -{2,}[ \t]*(?:forwarded|original|weitergeleitete|ursprüngliche)\b[^\n]*
    | begin[ ]forwarded[ ]message\b[^\n]*
    | \[?forwarded(?:[ ]message)?\]?:?[ \t]*$
    | (?:fwd?|fw):[ \t]
    | on[ ][^\n]{4,120}\bwrote:[ \t]*$
    | (?:e-?mail_?)?(?:from|subject|sent|reply-to|return-path)[ \t]*:[ \t]*\S
    | \[?\(?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ ]\d{1,2}:\d\d(?::\d\d)?(?:[ ]?[ap]m)?[\])]?[ \t]*[-–]?[ \t]*[^\n:]{1,40}:
    | \[\d{1,2}:\d\d(?::\d\d)?(?:[ ]?[ap]m)?\][ \t]*[^\n:]{1,40}: )""",
    _LINES,
)
_LABEL = re.compile(
    r"""(?:^|(?<=[.!?\n])) [ \t]* (?:\[|\*\*|\#+[ \t]*)? (?:
      (?:system(?:[ ](?:prompt|message|note))?|assistant|user|human|developer|ai) [ \t]*\]?:
    | (?:note|notice|message|instructions?|attention)s? [ ](?:for|to)[ ] (?:all[ ]|any[ ])?
      (?:ai|llm|automatic|automated|chat|virtual)\b [^\n:]{0,40}:
    | (?:ai|automatic|automated|virtual)[ ](?:agents?|assistants?|bots?|models?)[ \t]*: )""",
    _LINES,
)
_OVERRIDE = re.compile(
    r"""\b (?:ignore|disregard|forget|override)[ \t]+ (?:(?:all|any|the|your|every)[ \t]+)* (?:of[ ](?:the|your)[ ])?
    (?:previous|prior|above|earlier|preceding|existing|other|system)[ \t]+
    (?:instructions?|prompts?|rules?|directions?|messages?|guidelines?) \b""",
    _LINES,
)
_SOURCE_LABEL = re.compile(
    rf"""^[ \t]* (?:[^\w\s]{{1,3}}[ \t]*)? (?!note:[ \t]*(?:that[ \t]+)?(?:i|we|my|our)\b)
    (?:(?:the|original|full)[ \t]+)* {SOURCE}
    (?:[ \t]+(?:text|content|body|starts?|begins?|below))* [ \t]*: (?=[ \t]*\n|(?:[ \t]+\S+){{4}})""",
    _LINES,
)
_SALUTATION = re.compile(
    r"""(?<=\n)[ \t]*(?:dear|hello|hi|hey)\b[^.!?\n]{0,40},[ \t]*\n
    | \A[ \t]*dear[ \t]+(?:all|families|family|parents?|customers?|valued|sir|madam|members?|residents?|neighbou?rs?
      |guests?|friends|mr|mrs|ms)\b""",
    _LINES,
)
_COLON = re.compile(r":(?=\s|[\"“«'‘]|\Z)")
_SENTENCE_EDGE = re.compile(r"[.!?]\s|\n")
_REMARK = re.compile(r"[\"“«„]([^\"”»“]+)[\"”»“]")
_REMARK_AFTER = re.compile(rf"\b{REPORTED}\b(?:[ \t]+\w+){{0,4}}[ \t]*[,:]?[ \t]*$", re.IGNORECASE)
_REMARK_BEFORE = re.compile(rf"[ \t]*,?[ \t]*(?:\w+[ \t]+){{0,3}}{REPORTED}\b", re.IGNORECASE)


def pasted_spans(text: str) -> tuple[Span, ...]:
    """The stretches of `text` that are not its writer's words, ascending and disjoint; () for a turn all their own."""
    return joined(span for rule in _RULES for span in rule(text))


def joined(spans: Iterator[Span]) -> tuple[Span, ...]:
    """The same stretches, ascending, those that touch made one, empty ones left out."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        elif span.start < span.end:
            merged.append(span)
    return tuple(merged)


def _marked(text: str) -> Iterator[Span]:
    for pattern in (_QUOTED_LINE, _FENCE, _TAGGED):
        yield from (Span(*match.span()) for match in pattern.finditer(text))


def _headed(text: str) -> Iterator[Span]:
    """From the first forwarded header, role label, source label, salutation or override to the end."""
    for pattern in (_FORWARD, _LABEL, _SOURCE_LABEL, _SALUTATION, _OVERRIDE):
        match = pattern.search(text)
        if match:
            yield Span(match.start(), len(text))


def _handed_over(text: str) -> Iterator[Span]:
    """From the first colon that hands over to somebody else's words to the end."""
    for colon in _COLON.finditer(text):
        before = text[max(0, colon.start() - _LEAD_LENGTH) : colon.start()]
        if hands_over(_SENTENCE_EDGE.split(before)[-1]):
            yield Span(colon.end(), len(text))
            return


def _handed_over_without_colon(text: str) -> Iterator[Span]:
    end = end_of_handover(text)
    if end is not None:
        yield Span(end, len(text))
    at = 0
    for line in text.split("\n")[:-1]:
        at += len(line) + 1
        if line_hands_over(line[-2 * _LEAD_LENGTH :]) and text[at:].strip():
            yield Span(at - 1, len(text))
            return


def _remarks(text: str) -> Iterator[Span]:
    """Somebody's words in quotation marks: beside a verb of saying, or so long that they are no mere name."""
    for remark in _REMARK.finditer(text):
        words = len(remark.group(1).split())
        before = text[max(0, remark.start() - _LEAD_LENGTH) : remark.start()]
        reported = _REMARK_AFTER.search(before) or _REMARK_BEFORE.match(text, remark.end())
        own = FIRST_PERSON_REPORT.search(before[-40:])
        if words >= _LONG_REMARK_WORDS or (words >= _REMARK_WORDS and reported and not own):
            yield Span(*remark.span())


_CHAT_LINE = re.compile(
    r"^[ \t]*(?P<who>[^\W\d_][\w.'’-]{1,20}(?:[ ][^\W\d_][\w.'’-]{1,20})?):[ \t]+\S[^\n]*(?:\n|\Z)", re.MULTILINE
)


def _chat_lines(text: str) -> Iterator[Span]:
    """A talk copied into the turn: lines of two or more speakers, each with the name before it."""
    lines = list(_CHAT_LINE.finditer(text))
    if (
        len(lines) > 1
        and len({line["who"].casefold() for line in lines}) > 1
        and all(line["who"][0].isupper() for line in lines)
    ):
        yield Span(lines[0].start(), lines[-1].end())


_RULES: tuple[Callable[[str], Iterator[Span]], ...] = (
    _marked,
    _headed,
    _handed_over,
    _handed_over_without_colon,
    _remarks,
    _chat_lines,
)
