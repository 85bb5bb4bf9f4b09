"""Standing instructions: what the assistant should do from now on (contract section 4, gate 4)."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.objects import with_people
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell
from memory_pipeline.adapters.embedded_models.extraction.rules.naming import read_naming
from memory_pipeline.adapters.embedded_models.extraction.rules.scoped import is_scoped, read_scoped
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import capital
from memory_pipeline.adapters.embedded_models.extraction.telling import hangs
from memory_pipeline.adapters.embedded_models.extraction.wording import opened
from memory_pipeline.language.clauses import clauses
from memory_pipeline.language.dates import absolute, mentions
from memory_pipeline.language.verbs import FINITE, gerund
from memory_pipeline.model.family import Family

_POLITE = re.compile(
    r"^(?:please|kindly|just|also|and|but|so|then|again|now|hey|ok(?:ay)?|"
    r"(?:can|could|would|will)\s+you(?:\s+please)?|i(?:\s+want|\s+need|['’]d\s+like|\s+would\s+like|['’]d\s+love"
    r"|['’]d\s+prefer)\s+(?:you|the\s+assistant)\s+to|"
    r"we(?:\s+want|\s+need|['’]d\s+like|\s+would\s+like)\s+you\s+to|(?:you\s+(?:should|must|can|need\s+to|have\s+to))|"
    r"make\s+sure(?:\s+that)?(?:\s+(?:you|to))?|be\s+sure\s+to|remember\s+to|try\s+to|don['’]t\s+forget\s+to"
    r"|if\s+you\s+(?:can|could)),?\s+",
    re.IGNORECASE,
)
_FROM_NOW = re.compile(
    r"^(?:from\s+(?:now|here|today)\s+on(?:wards?)?|going\s+forward|moving\s+forward|in\s+(?:the\s+)?future"
    r"|by\s+default|as\s+a\s+(?:general\s+)?rule|for\s+future\s+reference|next\s+time),?\s+",
    re.IGNORECASE,
)
_VERB = (
    r"(?:ask|check|confirm|call|text|email|e-mail|message|tell|show|let|run|book|order|buy|send|post|reply|respond"
    r"|answer|write|draft|use|keep|make|give|speak|talk|address|refer|"
    r"mention|share|include|add|put|schedule|plan|suggest|recommend|remind|avoid|stop|quit|start|leave|skip|wait"
    r"|get|choose|pick|assume|speak|sign|cc|copy|invite|change|move|cancel|"
    r"double-check|verify|round|set|turn|limit|stick|prefer|prioriti[sz]e|bring|offer|read|repeat|explain|translate"
    r"|notify|warn|clear|consult|contact|spell|pronounce|count|pay|note|summari[sz]e|format|say|consider|list|never"
    r"|always|only|do|don['’]t|no)"
)
_IMPERATIVE = re.compile(rf"^(?:{_VERB}|do\s+not|please)\b(?!['’])", re.IGNORECASE)
_STANDING = re.compile(
    r"\b(?:always|never|ever|every\s+time|each\s+time|whenever|any\s*time|from\s+now\s+on|going\s+forward|in\s+"
    r"(?:the\s+)?future|by\s+default|as\s+a\s+rule|first(?=\s*(?:$|[,.;]|before))|before\s+(?:you\s+)?(?:book|send"
    r"|order|buy|post|reply|share|sharing|schedul|mak|change|changing|cancel|add|messag|text|email|spend|pay|invit"
    r"|confirm|commit|sign|accept|declin|publish|delet|mov|contact|call|agree)(?:e|ing|ling|ing)?\b|"
    r"any\s*more|any\s+longer|unless|without\s+(?:asking|checking|my|our|me|a\s+yes|permission|confirm\w*|telling"
    r"|warning|\w+ing)|anything|anyone|anybody|any\s+\w+s\b|until\s+(?:i|we)|"
    r"on\s+\w+days|on\s+weekends|on\s+weekdays|at\s+night|during\s+(?:work|dinner|school|the\s+(?:week|day|night))"
    r"|after\s+\d|before\s+\d|in\s+(?:the\s+)?(?:mornings?|evenings?)|"
    r"only\s+(?:if|when|after|on|in|ever)|no\s+more|all\s+(?:my|our|messages|replies|emails|dates|times)|every\s+"
    r"(?:message|reply|email|answer|recipe|plan|list|week|day|morning|evening)|my\s+(?:messages|replies|emails))\b",
    re.IGNORECASE,
)
_STYLE = re.compile(
    r"^(?:(?:keep|make)\s+(?:your\s+|the\s+|all\s+|my\s+)?(?:answers?|replies|reply|responses?|messages?"
    r"|explanations?|summaries|it\s+(?:short|brief|simple))|"
    r"(?:(?:use|speak|talk|answer|reply|respond|format)|(?:give\s+(?:me|us)|show|write)\s+(?:me\s+)?(?:all\s+)?"
    r"(?:temperatures?"
    r"|distances?|times|dates|measurements?|prices|weights?|recipes|everything|amounts))\b.*\b(?:metric|imperial"
    r"|celsius"
    r"|fahrenheit|kilomet(?:er|re)s|miles|24[- ]hour|12[- ]hour|spanish|french|german|english|portuguese|"
    r"italian|chinese|japanese|korean|hindi|arabic|dutch|polish|russian|bullet\s*points?|bullets|emojis?|grams"
    r"|plain\s+(?:english|language|text)|first\s+names?|formal\w*|brief(?:ly)?|concise(?:ly)?)|"
    r"(?:be|stay)\s+(?:brief|concise|direct|formal|informal|polite|short|honest|blunt)|no\s+(?:emojis?|small\s+talk"
    r"|jargon|exclamation|markdown)|"
    r"(?:don['’]t|do\s+not|stop|avoid)\s+(?:using|use|call(?:ing)?|writ(?:e|ing)|add(?:ing)?|apologi[sz](?:e|ing)"
    r"|say(?:ing)?|mention(?:ing)?|bring(?:ing)?\s+up)\s+(?!it\b|that\b|this\b|them\b))",
    re.IGNORECASE,
)
_HOUSE_RULE = re.compile(
    r"no\s+(?!one\b)(?:\w+\s+){1,3}(?:in|at|on|during|before|after)\s+(?:the|our|my|bed|dinner|school|meals?|\d|\w+days)\b",
    re.IGNORECASE,
)
_NAMING = re.compile(r"\b[Cc]all(?:ing)?\s+(?:me|us)\s+[A-Z]")
_ONLY = re.compile(
    r"only\s+(?:book|buy|use|order|suggest|recommend|send|share|invite|call|text|schedule|cook|plan|pick|choose)\s+"
    r"(?!the\b|this\b|that\b|it\b|one\b)",
    re.IGNORECASE,
)
_NEVER_SUCH = re.compile(
    r"(?:don['’]t|do\s+not|stop|avoid)\s+(?:suggest|recommend|book|order|buy|send|share|post|invite|call|include"
    r"|put|schedul|cook|mak|plan|us)(?:e|ing|ning)?\s+(?!(?:the|this|that|it|them|a|an|these|those|more)\b)"
    r"(?:\w+\s+){0,3}?\w+s\b",
    re.IGNORECASE,
)
_NO_MORE_OF_A_DAY = re.compile(r"no\s+more\s+(?:on\s+)?\w+(?:day|morning|evening|night)s?$", re.IGNORECASE)
_WORKS_FOR = re.compile(r"only\s+[\w ]+?\s+(?:work|works|suit|suits)\b", re.IGNORECASE)
_ONE_OFF = re.compile(
    r"\b(?:yet|right\s+now|for\s+now|this\s+time|this\s+one|that\s+one|this\s+(?:email|message|recipe|list|order"
    r"|trip|draft|reply)|that\s+(?:email|message|order|draft)|just\s+once|once|instead|the\s+(?:first|second"
    r"|third)\s+(?:one|option)|asap)\b|\b(?:it|them)\s*$",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(?:always|never|from\s+now\s+on|every\s+time|whenever|going\s+forward|by\s+default|ever)\b", re.IGNORECASE
)
_WISH = re.compile(
    r"^(?:i|we)\s*(?:['’]d|\s+would)?\s+(?:(?:really|also|always|much)\s+)?(?P<verb>prefer|rather|appreciate|like"
    r"|want|hate|love|need|expect|don['’]t\s+want|don['’]t\s+like)\s+(?:it\s+(?:if|when)\s+you|that\s+you|if\s+you"
    r"|when\s+you|you\b(?!\s+to\b))",
    re.IGNORECASE,
)
_NOT_WANTED = re.compile(
    r"^(?:i|we)\s+(?:never|don['’]t(?:\s+ever)?|do\s+not)\s+want\s+(?:you\s+to\s+|(?:any|my|our|the)\s)", re.IGNORECASE
)
_CONDITION = re.compile(
    r"^(?P<when>(?:when(?:ever)?|before|after|if|any\s*time|every\s+time|each\s+time|unless|as\s+long\s+as"
    r"|on\s+\w+days|for\s+(?:any\s+|all\s+)?[\w\s]{3,30}?)\b[^,]*),?\s+(?P<rest>(?:then\s+|please\s+|always\s+"
    r"|never\s+)*.+)$",
    re.IGNORECASE,
)
_WHEN_YOU = re.compile(
    r"\b(?P<when>when(?:ever)?|before|after|any\s*time|every\s+time|each\s+time|if)\s+you(?:['’]re|\s+are)?\s+"
    r"(?P<verb>\w+)",
    re.IGNORECASE,
)


_DESCRIBES = re.compile(
    rf"(?:always|never)\s+(?:{FINITE}|there|here|in|on|at|been|seen|heard|gone|had|met|tried|done|known|thought)\b|(?:pick|drop)[\s-]?(?:up|off)\s+(?:is|are|at|time)\b",
    re.IGNORECASE,
)


_SECRECY = re.compile(
    r"(?:please\s+)?(?:don['’]?t|do\s+not|never|not)\s+(?:ever\s+)?(?:say|tell|mention|breathe|let\s+on)\b.*\b(?:anything|a\s+(?:thing|word)|about)\b",
    re.IGNORECASE,
)
_SECRECY_ALONE = re.compile(
    r"(?:please\s+)?(?:don['’]?t|do\s+not|never)\s+(?:ever\s+)?(?:tell|show)\s+(?:anyone|anybody|him|her|them|the\s+kids|(?-i:[A-Z])\w+)"
    r"(?:\s+(?:yet|ok|please|though))?",
    re.IGNORECASE,
)
_IN_PLACE_OF = re.compile(
    r"(?:remind|ask|call|tell|text|ring|write\s+to|send\s+\w+\s+to)\s+(?-i:[A-Z])\w+,?\s+not\s+(?:me|us)\b",
    re.IGNORECASE,
)
_DONE = {
    **{
        "send": "sent",
        "write": "written",
        "post": "posted",
        "say": "said",
        "order": "ordered",
        "book": "booked",
        "buy": "bought",
    },
    **{
        "make": "made",
        "share": "shared",
        "suggest": "suggested",
        "plan": "planned",
        "cook": "cooked",
        "draft": "drafted",
    },
}
_WHAT_YOU = re.compile(
    rf"\b(?P<what>anything|everything|whatever|all|texts?|messages?|mails?|e-?mails?|replies)\s+(?:that\s+)?you\s+(?P<verb>{'|'.join(_DONE)})\b",
    re.IGNORECASE,
)


def read_directives(statement: Statement, family: Family) -> list[Draft]:
    """A standing instruction or wish in the clause, as one hard (or softly wished) directive."""
    if statement.peers:
        return []
    core = statement.core.rstrip("?!. ")
    if is_scoped(core):
        return read_scoped(core, statement)
    return (
        read_naming(core, statement, family)
        or _conditional(core, statement)
        or _plain(core, statement)
        or _wish(core, statement)
    )


def is_standing(core: str) -> bool:
    """Whether an imperative holds from now on rather than once; words it quotes do not say so."""
    core = re.sub(r"[\"“][^\"”]*[\"”]", "", core)
    if (
        _SECRECY.match(core)
        or _IN_PLACE_OF.match(core)
        or _HOUSE_RULE.match(core)
        or _ONLY.match(core)
        or _NEVER_SUCH.match(core)
    ):
        return True
    if _STYLE.match(core):
        return _STRONG.search(core) is not None or not _ONE_OFF.search(core)
    if _STRONG.search(core):
        return True
    return _STANDING.search(core) is not None and not _ONE_OFF.search(core)


def _conditional(core: str, statement: Statement) -> list[Draft]:
    """ "Before you book anything, ask me": the condition stays with its instruction."""
    bare = _stripped(core)
    match = _CONDITION.match(bare)
    if not match:
        return []
    rest = _stripped(match["rest"])
    if not _IMPERATIVE.match(rest) or _is_dated_once(match["when"], statement):
        return []
    return [_instruction(f"{match['when']}, {rest}", rest, statement)]


def _plain(core: str, statement: Statement) -> list[Draft]:
    bare = _stripped(core)
    asked = bare != core or _FROM_NOW.match(core) is not None
    if not _IMPERATIVE.match(bare) and not _STYLE.match(bare):
        return []
    standing = is_standing(bare) or _FROM_NOW.match(core) is not None or (asked and is_standing(core))
    if not standing or (_is_dated_once(bare, statement) and not _STRONG.search(core)):
        return []
    if re.match(
        r"(?i)no\s+(?!more|emojis?|small|jargon|exclam|markdown|\w+\s+(?:before|after|on|during|in|at|without|unless))",
        bare,
    ):
        return []
    if _NO_MORE_OF_A_DAY.match(bare) or _WORKS_FOR.match(bare) or _DESCRIBES.match(bare):
        return []
    if _SECRECY_ALONE.fullmatch(bare):
        return _secret(bare, statement)
    said = clauses(statement.before)
    alone = not said or len(said[-1].of(statement.before).split()) < 3
    bare = with_people(bare, statement) if alone and hangs(bare) else bare
    if not hangs(bare):
        return [_instruction(bare, bare, statement)]
    if alone or len(bare) > 90 or "?" in said[-1].of(statement.before):
        return []
    return [_in_context(_instruction(bare, bare, statement), said[-1].of(statement.before), statement)]


def _secret(bare: str, statement: Statement) -> list[Draft]:
    """ "Don't tell anyone" with the nearest clause that says what; nothing where none does."""
    told = [words for span in clauses(statement.before) if len((words := span.of(statement.before)).split()) >= 4]
    return [_in_context(_instruction(bare, bare, statement), told[-1], statement)] if told else []


def _in_context(draft: Draft, reason: str, statement: Statement) -> Draft:
    """What "it" or "them" means stands in the clause before, which is told and quoted with the instruction."""
    told = retell(absolute(opened(reason, statement.cast.speaker, statement.family), statement.said_on), statement.cast)
    told = re.sub(r"(?i)[\s,]+(?:so|and|but|because|cos)$", "", told)
    start = statement.turn.text.rfind(reason.split()[-1], 0, statement.span.start)
    first = next((span for span in reversed(clauses(statement.turn.text)) if span.start <= start < span.end), None)
    quote = statement.turn.text[first.start : statement.span.end] if first else None
    return replace(draft, summary=f"{draft.summary.rstrip('.')} ({told.rstrip('.!')}).", quote=quote)


def _wish(core: str, statement: Statement) -> list[Draft]:
    match = _WISH.match(core)
    if not match and not _NOT_WANTED.match(core):
        return []
    if _is_dated_once(core, statement):
        return []
    summary = f"{retell(absolute(core, statement.said_on), statement.cast)}."
    soft = bool(match and match["verb"].casefold() in {"prefer", "rather", "like", "love", "appreciate"})
    return [_draft(summary, subject_matter(core, statement), _use(core, statement), soft=soft)]


def _stripped(core: str) -> str:
    """Without politeness and "from now on" at the front."""
    text = core
    for _ in range(4):
        shorter = _FROM_NOW.sub("", _POLITE.sub("", text, count=1), count=1)
        if shorter == text:
            break
        text = shorter
    return re.sub(r"(?i)(?:,?\s*please|,?\s*thanks|,?\s*(?<!my\s)(?<!our\s)(?<!an\s)(?<!the\s)ok(?:ay)?)$", "", text)


def _is_dated_once(text: str, statement: Statement) -> bool:
    return any(not mention.recurring for mention in mentions(text, statement.said_on)) and not _STRONG.search(text)


def _instruction(words: str, action: str, statement: Statement) -> Draft:
    text = re.sub(r"(?i)\byour\s+(?:own\s+)?", "", _WHEN_YOU.sub(_impersonal, words))
    text = _WHAT_YOU.sub(lambda match: f"{match['what']} that is {_DONE[match['verb'].casefold()]}", text)
    text = re.sub(r"(?i)\bnot\s+to\b", "do not", text) if re.match(r"(?i)not\s+to\b", text) else text
    summary = retell(absolute(text, statement.said_on), statement.cast).rstrip(".!")
    return _draft(f"{capital(summary)}.", subject_matter(words, statement), _use(action, statement), soft=False)


def _impersonal(match: re.Match[str]) -> str:
    """ "before you book" -> "before booking"; the instruction needs no "you"."""
    when = match["when"].casefold()
    verb = match["verb"] if match["verb"].endswith("ing") else gerund(match["verb"])
    if when == "if":
        return match.group()
    return f"{'when' if when not in {'before', 'after'} else when} {verb}"


def _draft(summary: str, about: str, use: str, *, soft: bool) -> Draft:
    kind = "address" if use == "address" else f"directive:{use}"
    return Draft(
        type="directive",
        kind=kind,
        about=about,
        summary=summary,
        strength="soft" if soft else "hard",
        authority="user_explicit",
        confidence=0.95,
    )


_GROUP = re.compile(
    r"\b(?:the|our|my)\s+(?P<what>(?:[\w'’]+\s+){0,4}?(?:chat|group|team|calendar|thread|list|channel|inbox|account"
    r"|club|app)(?:\s+(?:group|chat|thread|calendar|list))*)\b",
    re.IGNORECASE,
)
_MATTERS: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), about, use)
    for words, about, use in (
        (
            r"recipes?|cook\w*|meals?|dinners?|snacks?|grocer\w+|ingredients?|menu|food|pizza|takeout",
            "Meals",
            "Any request about food, recipes, groceries or restaurants",
        ),
        (
            r"reply|replies|answers?|answering|responses?|explanations?|emojis?|bullet\s*points?|bullets|language"
            r"|spanish|french|german|english|metric|celsius|fahrenheit|imperial|miles|kilomet\w+|24[- ]hour|concise"
            r"|brief|speak|talk|jargon|tone|formal",
            "Replies",
            "Every reply: how it should be written",
        ),
        (
            r"book(?:ing|ings)?|reserv\w+|flights?|hotels?|tickets?",
            "Bookings",
            "Any request to book, reserve or buy tickets",
        ),
        (
            r"messages?|messaging|texts?|texting|send(?:ing)?|emails?|emailing|post(?:ing)?|cc|draft",
            "Messages",
            "Any request to write, send or reply to a message",
        ),
        (
            r"calendar|schedul\w+|meetings?|appointments?|events?|remind\w*",
            "Calendar",
            "Any request to schedule, move or remind of something",
        ),
        (
            r"order(?:ing|s)?|buy(?:ing)?|purchas\w+|shopping|spend\w*|pay(?:ing|ments?)?",
            "Purchases",
            "Any request to order, buy or pay for something",
        ),
        (r"call(?:s|ing)?|phone|ring", "Phone calls", "Any request to call or be called"),
        (
            r"shar(?:e|ing)|mention\w*|photos?|pictures?|secret|private|tell(?:ing)?",
            "Sharing",
            "Anything that others will read or hear",
        ),
        (r"gifts?|presents?", "Gifts", "Any request about gifts"),
        (r"school|homework|teachers?", "School", "Any request about school"),
    )
)


def subject_matter(words: str, statement: Statement) -> str:
    """What the instruction is about: a named group, else the matter its words speak of, else its speaker."""
    if _NAMING.search(words):
        return f"{capital(statement.cast.speaker)}'s form of address"
    if _HOUSE_RULE.match(words):
        return "House rules"
    group = _GROUP.search(words)
    if group:
        return capital(group["what"])
    matter = _matter(words)
    return matter[0] if matter else capital(statement.cast.speaker)


def _use(words: str, statement: Statement) -> str:
    if _NAMING.search(words):
        return f"Every reply to {capital(statement.cast.speaker)}: how to address them"
    group = _GROUP.search(words)
    if group:
        return f"Any request to message, post to, change or use the {group['what']}"
    matter = _matter(words)
    return (
        matter[1] if matter else f"Any request that {capital(statement.cast.speaker)} makes or that concerns this rule"
    )


def _matter(words: str) -> tuple[str, str] | None:
    """The matter whose word comes last: in "ask me before booking" it is the booking."""
    found = [(match.start(), about, use) for pattern, about, use in _MATTERS for match in pattern.finditer(words)]
    return max(found)[1:] if found else None
