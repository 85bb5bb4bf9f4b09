"""How a text means its claim: plainly, as a question, a condition, a supposition, a guess, a past, a joke (gate 7)."""

from __future__ import annotations

import re
from typing import Literal, get_args

from memory_pipeline.language.words import stem

Modality = Literal["question", "conditional", "hypothetical", "possible", "past", "wished", "reported_joke", "joke"]
MODALITIES: tuple[Modality, ...] = get_args(Modality)

_FLAGS = re.IGNORECASE | re.VERBOSE
_REQUEST = re.compile(
    r"""(?:^|\b(?:and|so|ok|okay|also|hi|hey|then|please|but|now|well)\b[\s,]*)
    (?:can|could|would|will|won['’]t|may)\s+(?:you|we|i|u)\b|\bwould\s+you\s+mind\b""",
    _FLAGS,
)
_TAG = re.compile(
    r"[,\s](?:right|correct|yes|no|yeah|innit|or\s+what"
    r"|(?:is|are|was|do|does|did|has|have|wo|ca)n['’]t\s+\w+)\s*\?+\W*$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"""^\W*(?:(?:and|so|but|ok|okay|hey|hi|also|then|by\s+the\s+way|btw|tell\s+me|do\s+you\s+know|i\s+wonder
        |wondering|quick\s+question)\b[\s,]*)*
    (?: (?:what|when|where|who|whose|which|why|how)
        (?:['’]s|\s+(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|much|many|long|often|time|day
            |kind|about|if|\w+\s+(?:is|are|do|does)))\b
      | (?:is|are|was|were|do|does|did|has|have|had|should|shall|am)\s+(?:\w+['’]?\w*\s+)?\w+\b(?=.*\?)
      | (?:is|are|was|were|do|does|did)n['’]t\s+\w+\b(?=.*\?)
      | (?:whether|if)\s+\w+\s+(?:is|are|was|does|has)\b(?=.*\?) )""",
    _FLAGS,
)
_SUPPOSES = re.compile(
    r"""\bif\s+(?:\w+\s+){0,3}(?:ever|were|was|had|could|would|won|win|got|became|become|moved|didn['’]t)\b
    | \b(?:what\s+if|imagine|suppos(?:e|ing)|theoretical(?:ly)?|hypothetical(?:ly)?|in\s+theory|(?:only
      |just)\s+a\s+dream)\b
    | \b(?:i|we|he|she|they)\s+wish(?:es)?\s+(?:\w+\s+){1,3}?(?:was|were|had|could|would|did|knew)\b
    | \bif\s+(?:i|we|he|she|they)\b[^.!?]{0,160}(?:\b(?:would|lotto|lottery|president|principal|king|queen)\b|['’]d\b)
    | \b(?:would|could|should)\s+have\s+been\b""",
    _FLAGS,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|in\s+case|as\s+long\s+as|provided|only\s+when|only\s+if|whenever|when|depend(?:s|ing)\s+on)\b",
    re.IGNORECASE,
)
# Conditions in form only: "if you can believe it".
_WHEN_CLAUSE = re.compile(
    r"\W*(?:and\s+|but\s+)?(?:[Ww]hen|[Ww]here)\s+(?!(?:is|are|was|were|do|does|did|can|could|should|will|would)\b)[\w'’-]+\s+[^?]*"
    r"[\s,](?:i|we|he|she|they|it|you|my|our|the|there|never|always|please|don['’]t|[A-Z]\w+)\b[^?]*$"
)
_IDLE_IF = re.compile(
    r"""\bif\s+(?:you\s+(?:can\s+)?(?:believe|imagine)\s+(?:it|that)|you\s+(?:must\s+)?(?:know|ask\s+me)|you\s+will|that\s+makes\s+sense
    |i['’]m\s+(?:honest|being\s+honest)|memory\s+serves|that['’]s\s+(?:ok|okay|alright|all\s+right|fine)|you\s+don['’]?t\s+mind|possible)\b""",
    _FLAGS,
)
_BOUNDED_DENIAL = re.compile(
    r"""\b(?:not|never|no|nothing|nobody|cannot|\w+n['’]?t)\b [^.!?;]{0,160}
    \b(?:without|before|until|till|unless|except)\b""",
    _FLAGS,
)
_KEEPS_CONDITION = re.compile(
    r"""\b(?:if|unless|in\s+case|as\s+long|provided|when|whenever|only|depend\w*|without|before|until|till|except
    |first|after|any|every|each|during|while|on|in|for|at|ask|check|confirm|approval)\b""",
    _FLAGS,
)
_GUESS = re.compile(
    r"""\b(?: might | maybe | perhaps | possibly | probably | apparently | supposedly | presumably | unsure | unclear
    | undecided | could\s+be | toying | leaning\s+towards? | tempted | on\s+the\s+fence | if\s+i\s+remember
    | (?:i|we)\s+(?:think|guess|believe|suppose|reckon|suspect|assume)
      (?!\s+(?:of|about|you|that['’]s\s+(?:great|nice|cool))\b)
    | not\s+(?:sure|certain|decided) | pretty\s+sure
    | (?:i['’]?m|we['’]?re|is|are|am|been)\s+(?:thinking|considering|wondering)
    | may(?:\s+not)?\s+(?:be|have|do|go|get|come|need|want|move|start|stop|take|switch|try|join|quit|change) )\b""",
    _FLAGS,
)
_GONE = re.compile(
    r"""(?<!\bbe\s)(?<!\bget\s)(?<!\bgot\s)(?<!\bgetting\s)(?<!\bis\s)(?<!\bare\s)(?<!\bam\s)
        (?<!['’]m\s)(?<!['’]s\s)(?<!['’]re\s)\bused\s+to\b
    | \b(?: formerly | previously | back\s+then | in\s+the\s+past | in\s+those\s+days | once\s+upon | years\s+ago
    | as\s+a\s+(?:kid|child|girl|boy|baby|teenager|student) | when\s+\w+\s+(?:was|were) | growing\s+up
    | no\s+longer | any\s?more | before\s+(?:we|i)\s+(?:moved|had|met) | outgrew | outgrown | grew\s+out\s+of )\b""",
    _FLAGS,
)
_WAS = re.compile(r"\b(?:was|were|wasn['’]t|weren['’]t)\b", re.IGNORECASE)
_IS = re.compile(
    r"\b(?:is|are|am|isn['’]t|aren['’]t|has\s+been|have\s+been)\b|\b(?:he|she|it|that|there|who|what|here)['’]s\b|['’](?:re|m)\b",
    re.IGNORECASE,
)
_HAS = re.compile(r"\b(?:has|have|owns?)\b", re.IGNORECASE)
_PAST_VERB = re.compile(r"\b([a-z]{2,}?)(?:ed)\b", re.IGNORECASE)
_PERFECT = re.compile(
    r"\b(?:has|have|had|is|are|was|were|been|be|being|get|gets|got)\b|['’](?:ve|s|re|m|d)\b", re.IGNORECASE
)
_JOKE = re.compile(
    r"\b(?:just\s+kidding|jk|j/k|kidding|joking|a\s+joke|as\s+if|yeah\s+right|april\s+fools?|psych)\b", re.IGNORECASE
)
_WISHES = re.compile(
    r"""\b(?:wants?|wanted|wanna|wish(?:es)?|hop(?:e|es|ing)\s+(?:to|for)|would\s+(?:like|love)|beg(?:s|ging)\s+for
    |asked\s+for|asking\s+for|dreams?\s+of|dreaming\s+of)\b|['’]d\s+(?:like|love)\b""",
    _FLAGS,
)
_ANNOUNCES = re.compile(r"\b(?:gonna|going\s+to|i['’]?ll|i\s+will|maybe\s+i)\b", re.IGNORECASE)
_LAUGH = re.compile(r"\b(?:lol|lmao|rofl|haha+|hehe+)\b|😂|🤣|😜|😉", re.IGNORECASE)
_SAYS = re.compile(r"\b(?:says?|said|claims?|claimed|insists?|pretends?|thinks?|swears?|announced)\b", re.IGNORECASE)


def modalities(text: str) -> frozenset[Modality]:
    """Every way but plain assertion in which `text`, a clause or a sentence, means its claim; empty: it asserts."""
    found: set[Modality] = set()
    if is_question(text):
        found.add("question")
    text = _IDLE_IF.sub(" ", text)
    if _SUPPOSES.search(text):
        found.add("hypothetical")
    elif _CONDITION.search(text) or _BOUNDED_DENIAL.search(text):
        found.add("conditional")
    if _GUESS.search(text):
        found.add("possible")
    if _GONE.search(text):
        found.add("past")
    if _WISHES.search(text):
        found.add("wished")
    if _JOKE.search(text) or (_LAUGH.search(text) and _ANNOUNCES.search(text)):
        found.add("joke")
    if _LAUGH.search(text) and _SAYS.search(text):
        found.add("reported_joke")
    return frozenset(found)


def modality(text: str) -> str:
    """The first of MODALITIES that holds, "asserted" where none does."""
    found = modalities(text)
    return next((kind for kind in MODALITIES if kind in found), "asserted")


def is_question(text: str) -> bool:
    """Whether `text` asks for an answer. A polite request ("can you always ask me?") is none."""
    if _WHEN_CLAUSE.match(text) and not text.rstrip(" \"'”’)").endswith("?"):
        return False
    if _TAG.search(text) or _ASKS.search(text):
        return True
    return text.rstrip(" \"'”’)").endswith("?") and not _REQUEST.search(text)


def keeps_condition(text: str) -> bool:
    """Whether a claim still says under which condition it holds: "when", "before", "without", "on school nights"."""
    return bool(_KEEPS_CONDITION.search(text))


def over_in(text: str) -> frozenset[str]:
    """Stems that `text` tells in the past only: "be" for a bare "was", "lik" for "liked", never for "has lived"."""
    over = set()
    if _WAS.search(text) and not _IS.search(text):
        over.add("be")
    if re.search(r"\bhad\b(?!\s+(?:to|been|better)\b)", text, re.IGNORECASE) and not _HAS.search(text):
        over.add("have")
    if not _PERFECT.search(text):
        over |= {stem(match.group().casefold()) for match in _PAST_VERB.finditer(text)}
    return frozenset(over)


def present_in(text: str) -> frozenset[str]:
    """Stems that `text` tells in the present: "be" for "is", "lik" for "likes"."""
    present = {stem(match.group().casefold()) for match in re.finditer(r"\b[a-z]+s\b", text, re.IGNORECASE)}
    if _IS.search(text) and not _WAS.search(text):
        present.add("be")
    if _HAS.search(text) and not re.search(r"\bhad\b", text, re.IGNORECASE):
        present.add("have")
    return frozenset(present)
