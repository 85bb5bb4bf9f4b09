"""What makes words binding: an imperative, a standing wish, a limit of health or safety (contract section 4)."""

from __future__ import annotations

import re

from memory_pipeline.language.speaker import relays

_FLAGS = re.IGNORECASE | re.VERBOSE
_VERBS = (
    r"(?:address|add|answer|ask|avoid|ban|block|book|bring|buy|call|cancel|cap|cc|change|check|confirm|contact"
    r"|cook|copy|cut|deliver|double-check|email|e-mail|exclude|find|fix|follow|forget|get|give|go|have|hide"
    r"|hold|include|inform|keep|leave|let|limit|list|make|message|mute|note|notify|omit|order|pack|pay|pick"
    r"|plan|play|post|prefer|put|refer|remember|remind|remove|reply|respond|ring|save|say|schedule|send|set"
    r"|share|show|skip|speak|spell|start|stay|stick|stop|switch|take|talk|tell|text|translate|treat|try|turn"
    r"|use|wait|wake|write)"
)
_OPENER = (
    r"(?:^|[.!?;:,\n(—–-]\s*"
    r"|\b(?:and|but|so|or|then|also|ok|okay|no|yes|yeah|well|hey|hi|btw|again|now|instead|rather)\b[\s,]*)"
    r"(?:(?:so|also|just|simply|only|kindly|then|oh|ok|okay|and|but|from\s+now\s+on|going\s+forward"
    r"|in\s+(?:the\s+)?future"
    r"|for\s+(?:\w+\s+){1,5}?|next\s+time|as\s+(?:a\s+rule|always)|one\s+rule|new\s+rule|rule)\b[\s,:]*)*"
)
_IMPERATIVE = re.compile(
    rf"""{_OPENER} (?:
      (?:please|pls|plz)\b
    | (?:always|never)\s+\w+
    | (?:do\s+not|don['’]?t|dont)\s+(?:you\s+)?(?:ever\s+|please\s+)?\w+
    | (?:make\s+sure|be\s+(?:sure|careful|brief|short|kind|polite)|no\s+more|not\s+without)\b
    | {_VERBS}\s+(?!(?:is|are|was|were|has|with)\b)(?:\w|["“'‘])
    | you\s+(?:can|could|may|must|should|have\s+to|need\s+to|never|always|shall|are\s+(?:never\s+)?to)\b
    | no(?:thing)?\s+(?!thanks|thank|problem|worries|one|idea|doubt|longer|way|need)\w+ )
    | \b(?:please|pls|plz)\s*[.!?]*\s*$
    | \b(?:please|pls)\s+(?:\w+\s+)?{_VERBS}\b""",
    _FLAGS | re.MULTILINE,
)
_STANDING = re.compile(
    r"""\b(?: from\s+now\s+on | going\s+forward | in\s+(?:the\s+)?future | every\s+(?:single\s+)?time | each\s+time
    | any\s?time\s+(?:you|we|i)
    | whenever | (?:always|never)\s+(?:ask|call|check|show|tell|send|write|use|book|order|post|pay|do|say|put
      |contact|text|remind|let|include|add|share)
    | like\s+always | as\s+always | same\s+as\s+always | keep\s+(?:doing|asking|showing|checking|it)
    | (?:i|we)(?:['’]d)?\s+(?:would\s+)?(?:always\s+|really\s+|much\s+)?(?:want|need|prefer|expect|insist|rather
      |like)\s+(?:you|it|to|that|everything|all|the|my|our|for|not|no|only|every|short|long)
    | (?:i|we)\s+(?:don['’]?t|do\s+not|never)\s+want\s+(?:you|to|any|it)
    | (?:i|we)\s+must\s+(?:always|first|never|not|see|approve) | (?:has|have|needs?)\s+to\s+(?:be|go|come)\b
    | (?:nothing|nobody|no\s+\w+)\b[^.!?]{0,160}\b(?:without|before|until|unless|except)
    | (?:must|may|should|shall)\s+(?:not\s+|never\s+|always\s+|only\s+)\w+
    | (?:can|could|would|will)\s+you\s+(?:please\s+)?(?:always|never|only|stop|not)
    | (?:can|could|would|will)\s+you\b[^.!?]{0,80}\b
      (?:every|each|daily|weekly|in\s+the\s+(?:mornings?|evenings?)|on\s+\w+days)
    | for\s+(?:the\s+record|future\s+reference|next\s+time) | keep\s+in\s+mind
    | (?:i|we)\s+(?:go\s+by|answer\s+to)
    | my\s+rule | our\s+rule | house\s+rule | one\s+rule | (?:is|are)\s+off[\s-]limits | not\s+allowed )\b""",
    _FLAGS,
)
_ASKS_ONCE = re.compile(
    r"^\W*(?:(?:ok|okay|so|and|hi|hey|hello|also|well|then)\b\W*)*(?:can|could|would|will)\s+(?:you|u|we)\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"""\b(?: allerg\w+ | anaphyla\w+ | epi-?pens? | intoleran\w+ | co?eliac | celiac | diabet\w+ | epilep\w+
    | asthma\w*
    | inhaler
    | vegan | vegetarian | pescatarian | halal | kosher | (?:gluten|dairy|lactose|nut|sugar|egg|peanut
      |alcohol)[\s-]free | low[\s-](?:sodium|salt|carb|sugar|fat|fodmap)
    | fasts? | fasting | diet\w* | pregnan\w+ | medica\w+ | medicines? | prescri\w+ | pills? | tablets?
      | insulin | dos(?:e|age|es)
    | (?:has|have|got|is|with|['’]s)\s+type\s+(?:1|2|one|two)
    | metformin | lisinopril | \w+(?:thyroxine|statin|cillin|prazole|olol|sartan)
    | (?:can['’]?t|cannot|can\s+not|must\s+not|mustn['’]?t|not\s+allowed\s+to|shouldn['’]?t|does\s?n['’]?t
      |do\s?n['’]?t|wo\s?n['’]?t|no\s+longer|never)\s+(?:have|eat|eats|drink|drinks|tolerate|touch|swim|swims)
    | (?:not|never|\w+n['’]?t)\s+(?:allowed|supposed\s+to\s+(?:have|eat|drink|touch))
    | \d+\s*(?:mg|mcg|milligrams?|micrograms?)
    | (?:no\s?one|nobody|none)\s+(?:of\s+us|here|at\s+home|in\s+(?:our|this|the|my)\s+(?:house(?:hold)?|home|family))
      \s+(?:\w+\s+)?(?:eats?|drinks?|touch(?:es)?)
    | (?:must|has\s+to|have\s+to|needs?\s+to)\s+(?:always\s+)?(?:wear|carry|avoid|sit\s+in)
    | eats?\s+no | drinks?\s+no | gets?\s+sick\s+from | (?:is|are|stays?)\s+off[\s-]limits | cho(?:ke|king)
      | seizures? | faints? | blood\s+(?:pressure|thinners?|sugar)
    | pacemaker | wheelchair | (?:doctor|doc|pediatrician|paediatrician)(?:['’]s)?\s+(?:said|says|put|told|wants
      |ordered|last) | (?:not|un)safe | danger\w* )\b""",
    _FLAGS,
)

# The state itself is told as gone; "I was diagnosed", "I became" and "I have been" tell of one that lasts.
_ENDED = re.compile(
    r"\b(?:was|were|wasn['’]?t|weren['’]?t|had|used\s+to|couldn['’]?t|could\s+not|didn['’]?t|did\s+not|took|ate|drank)\b",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"""\b(?:is|are|am|i['’]?m|has|have|can['’]?t|cannot|can\s+not|still|since|now|diagnosed|told|said|found|learned|tested|born|prescribed|must
    |doesn['’]?t|don['’]?t|(?:was|were)\s+put|be)\b|['’](?:re|ve|s)\b""",
    _FLAGS,
)


def has_imperative(text: str) -> bool:
    """Whether its writer tells the reader to do or not to do something: "call me Dani", "please check with me"."""
    return bool(_IMPERATIVE.search(text)) and not _only_asks(text)


def has_standing_wish(text: str) -> bool:
    """Whether its writer says how things are to be done from here on: "I want to see the draft first"."""
    return bool(_STANDING.search(text))


def is_binding(text: str) -> bool:
    """An imperative or a standing wish of the writer's own; what somebody else "said to always do" binds nobody."""
    return (has_imperative(text) or has_standing_wish(text)) and not relays(text)


def states_limit(text: str) -> bool:
    """Whether `text` states an allergy, a diet, a medical or a safety limit."""
    return bool(_LIMIT.search(text))


def limit_is_over(text: str) -> bool:
    """Whether a limit is told of the past only: "I was allergic to milk as a kid"; it binds nobody today."""
    return bool(_ENDED.search(text)) and not _LASTS.search(text)


def _only_asks(text: str) -> bool:
    """A request for one service ("can you find a bakery?") with nothing standing in it."""
    return bool(_ASKS_ONCE.match(text)) and not _STANDING.search(text)
