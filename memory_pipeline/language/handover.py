"""Phrases that hand over to somebody else's words: "she emailed:", "summarise this article" (contract section 4).

What the writer announces as their own ("I told her:", "remember this:", "two things:") hands over to nobody.
"""

from __future__ import annotations

import re

_FLAGS = re.IGNORECASE | re.VERBOSE

SOURCE = (
    r"(?:articles?|e-?mails?|mails?|messages?|texts?|pages?|web\s?(?:page|site)s?|sites?|newsletters?|letters?|notes?"
    r"|notices?|memos?|posts?|flyers?|documents?|docs?|transcripts?|recipes?|reviews?|announcements?|threads?|chats?"
    r"|paragraphs?|passages?|stor(?:y|ies)|reports?|instructions|invitations?|quotes?|excerpts?|snippets?|code|logs?"
    r"|blurbs?|tables?|listings?)"
)
"""What a text that somebody else wrote is called."""

REPORTED = (
    r"(?:says?|said|wrote|writes|e-?mailed|emails|mailed|texted|texts|messaged|sent|sends|posted|posts|replied|replies"
    r"|answered|answers|forwarded|announced|shared|told\s+\w+|asked|pinged|whatsapped|reads|states|put\s+up|added"
    r"|goes\s+like\s+this)"
)
"""Verbs of saying and sending."""

_TASK = (
    r"(?:summari[sz]e|summary\s+of|sum\s+up|translate|translation\s+of|proofread|paraphrase|rephrase|rewrite|reword"
    r"|shorten|simplify|tl;?dr)"
)
_LOOK = (
    r"(?:read|check|look\s+at|look\s+over|see|explain|reply\s+to|respond\s+to|answer|correct|fix|edit|pull|extract"
    r"|analy[sz]e|review|understand)"
)
_POINTER = r"(?:this|these|that|it|the\s+following|what\s+follows|below|here)"
_SENDER = (
    r"(?:teacher|coach|boss|manager|landlord|landlady|doctor|sister|brother|mother|father|mom|mum|dad|aunt|uncle|cousin"
    r"|friend|neighbou?r|colleague|tutor|school|office|agent|babysitter|sitter|nanny|therapist|trainer|principal"
    r"|secretary)"
)

FIRST_PERSON_REPORT = re.compile(
    rf"\b (?:i|we|i['’]ve|we['’]ve|i\s+have|let\s+me|i['’]ll) \s+ (?:\w+\s+)? {REPORTED} \b", _FLAGS
)
"""The writer's own saying: what follows it is theirs."""

_THIRD_PERSON_REPORT = re.compile(rf"\b {REPORTED} \b (?:[ \t]+[\w'’,]+){{0,6}} [ \t]* $", _FLAGS)
_ASKS_TO_READ = re.compile(
    rf"""\b (?:{_TASK}|{_LOOK}) \b [^.!?:\n]{{0,60}}?
    \b (?:{_POINTER} | (?:the|an?|my|our|his|her|their)\s+(?:\w+\s+){{0,2}}{SOURCE}) \b""",
    _FLAGS,
)
_TASK_ON_SOURCE = re.compile(
    rf"\b {_TASK} \b [^.!?:\n]{{0,40}}? \b (?:{_POINTER}|{SOURCE}) \b [^.!?:\n]{{0,40}} [.!?:\n]", _FLAGS
)
_TASK_ALONE = re.compile(
    rf"(?: ^ | [.!?,] \s+ | \b (?:please|pls|you|u|and|to) \s+ ) {_TASK}"
    r" (?: \s+ (?: please | pls | for \s+ me | (?:in)?to \s+ \w+ | from \s+ \w+ ) )* \s* $",
    _FLAGS,
)
_FROM_SOMEBODY = re.compile(
    rf"""\b (?:got|received|have|this|that|it|whatsapp|voicemail|sms|dm|{SOURCE}) \s+
        (?:(?:is|was|came|arrived|today|in)\s+)? (?:straight\s+)? from \s+ [^:\n]{{2,40}} $
    | \b (?:my|our|his|her|their|the|\w+['’]s) \s+ (?:\w+\s+)? {_SENDER} \s* $""",
    _FLAGS,
)
_PRESENTS = re.compile(
    rf"""\b (?: here(?:['’]s|\s+is|\s+are|\s+comes|\s+it\s+is|\s+you\s+go|\s+goes)
    | this\s+(?:is|was|{SOURCE}) | these\s+{SOURCE} | the\s+(?:following|{SOURCE}) | below | attached
    | past(?:ed|ing|e) | forward(?:ed|ing) | copied | copy\s+of | got\s+(?:this|an?) | received
    | from\s+(?:the|my|our|a|an)\b[^:]{{0,30}} )""",
    _FLAGS,
)
_IS_SOURCE = re.compile(
    rf"\b (?:{SOURCE}|below|following|what\s+\w+\s+{REPORTED}|it\s+(?:is|goes)|you\s+go) \b", _FLAGS
)
_WHEN_WRITING = re.compile(
    rf"\b (?:every|each|any|all|when|whenever|before|if|for|in) \s+ (?:\w+\s+){{0,4}} {SOURCE} \b", _FLAGS
)
_SENT_THIS = re.compile(
    rf"""\b (?: {REPORTED}(?:\s+(?:me|us))?\s+{_POINTER}
    | what\s+(?:\w+\s+){{1,4}}{REPORTED}(?:\s+(?:me|us))?
    | {SOURCE}\s+(?:below|attached) | (?:see|look)\s+below
    | (?:she|he|they|{_SENDER})\s+sent(?:\s+(?:me|us))?(?:\s+(?:this|it))? )
    \b [^.!?\n]{{0,40}} [.!?\s👇⬇️]* $""",
    _FLAGS,
)
_POINTS_DOWN = re.compile(rf"\b{SOURCE}\s+from\s+[^:.!?\n]{{2,40}}?\s+[-–—]{{1,2}}\s+|[👇⬇]\ufe0f?", re.IGNORECASE)
_TASK_REST_WORDS = 20


def hands_over(lead: str) -> bool:
    """Whether the words before a colon announce somebody else's text."""
    if FIRST_PERSON_REPORT.search(lead):
        return False
    if any(pattern.search(lead) for pattern in (_THIRD_PERSON_REPORT, _ASKS_TO_READ, _TASK_ALONE, _FROM_SOMEBODY)):
        return True
    return bool(_PRESENTS.search(lead) and _IS_SOURCE.search(lead) and not _WHEN_WRITING.search(lead))


def line_hands_over(line: str) -> bool:
    """Whether a whole line, with more lines after it, announces somebody else's text without a colon."""
    return bool(_ASKS_TO_READ.search(line) or _SENT_THIS.search(line))


def end_of_handover(text: str) -> int | None:
    """Where the first hand-over inside a running line ends: a pointing hand, "note from school — ", "translate this. ".

    After a request to work on a text, only a rest of twenty words or more is taken for that text.
    """
    ends = [match.end() for match in (_POINTS_DOWN.search(text),) if match]
    task = _TASK_ON_SOURCE.search(text)
    if task and len(text[task.end() :].split()) >= _TASK_REST_WORDS:
        ends.append(task.end())
    return min(ends, default=None)
