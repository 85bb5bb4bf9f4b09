"""How chat is written, undone before a clause is read: openings, addressed names, lost apostrophes, lower-case names.

Only what the rules read changes; the quote stays exactly what the member wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from memory_pipeline.adapters.embedded_models.extraction.relations import RELATION
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.sentence_openers import NEVER_NAMES, OPENERS
from memory_pipeline.language.verbs import BASE, FINITE, is_past
from memory_pipeline.language.words import STOP_WORDS, WEAK_WORDS
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session

_TURNS_TO = re.compile(
    r"^(?:(?:anyway|anyways|and|but|so|also|ok|okay|oh|plus|then|now|yo|yeah|yes|no|nah|hey|hi|pls|please|as\s+i\s+said"
    r"|keep\s+(?:doing\s+(?:that|it)|it\s+up)),?\s+)+"
    r"(?=(?:can|could|would|will)\s+(?:you|u|we|the)\b|(?:what|who|when|where|how|why|which|for|nothing|never|always)\b"
    r"|(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|i|we|my|our|he|she|they)\b"
    r"|(?:put|leave|keep|make|add|show|tell|give|send|write|draft|find|book|order|remind|use|skip|set|change|list)\b)",
    re.IGNORECASE,
)
_BARE_KIN = re.compile(
    r"(?P<kin>mum|mom|dad|nan|nana|gran|granny|grandma|grandpa|grandad|mam|da)(?=['’]s\s|\s+(?:is|was|has|can|will|won|does|\w+s)\b)",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:(?:(?:yes|yeah|yep|yup|ok|okay|so|um+|uh+|well(?!\s+(?:guy|man|water|pump))|oh|hey|hi|hmm+|wait|also|basically|honestly|anyway|haan|accha|arre|ya|ha|huh"
    r"|ooh|ah|god|lol|until\s+then|same\s+as\s+(?:always|usual|before)|as\s+(?:always|usual)|news|ok\s+real\s+thing|real\s+stuff|heads\s+up|before\s+you\s+(?:go\s+wild|start|ask)|btw|fyi|righto|right|gday|g'day|and|but|then|plus|nah|nope|no|now|aur|like)\b[\s,!.:–—-]*)+)"
    r"(?=(?:(?:i|we|he|she|they|it|there|my|our|his|her|their|the|that|this|please|don['’]?t|never|always|every|from|one\s+of)\b"
    r"(?:['’]\w+)?|(?-i:[A-Z])[\w-]+(?:['’]s)?(?:\s+\w+)?|(?:\w+\s+){1,3}?(?:is|are|has|comes|goes|starts)\b)\s+\S)",
    re.IGNORECASE,
)
_SELF_FIRST = re.compile(
    r"^(?:(?:yeah|yes|yep|no|nope|nah|well|oh),?\s+)*(?:me|us|for\s+me|just\s+me)(?:\s+(?:actually|too|again|please))*,\s+",
    re.IGNORECASE,
)
_ASKS = r"(?:what|when|where|who|why|how|which|can|could|will|would|did|do|does|is|are|have|has)\b"
_CONSEQUENCE = re.compile(
    r"(?<!\bis)(?<!\bare)(?<!\bnot)(?<!\bor)(?<!\band)(?<!\bever)(?<!\bjust)(?<!\bdo)(?<!\bthink)(?<!\bhope)(?<!['’]s)"
    r"(?<!\bbeen)(?<!['’]m)(?<!['’]re)(?<!\bwas)(?<!\bam)"
    r",?\s+so\s+(?!that\b|many\b|much\b|far\b|long\b|as\b|called\b|often\b|hard\b|well\b|badly\b|early\b|late\b"
    r"|on\s*$|(?:please|pls|don['’]?t|never|always)\b|(?:(?:now|basically|then|also|today)\s+)?(?:(?:i|we|he|she|they|it|my|our|the)\b"
    r"|(?-i:[A-Z])\w|\w+['’]s\s)|\w+\s+only\b)"
    r"(?!.*\b(?:ever|always|never|from\s+now\s+on|your\s+(?:repl|answer|message|text)))\w+\b.*$"
    r"|,?\s+which\s+means\b.*$|,\s+(?:everyone|everything|the\s+rest|those\s+people)\s+\w+.*$"
    r"|,\s+(?:my\s+love|love|hon|honey|mate|dear|darling|sweetie|yaar|beta|guys|people|folks|lah|innit)$"
    r"|\s+(?:you\s+know|right|either|if\s+you\s+can\s+believe\s+it|god\s+help\s+(?:me|us))$"
    r"|\s+(?:u+g+h+\b.*|kill\s+me(?:\s+now)?|god\s+bless|inshallah|abeg|o|lah|po|na|ne|eh|yeah|aye|eww+|yuck|smh|tbh|rn|ya|lang|haha+|hehe+|lol)$"
    r"|,?\s+(?:(?:pls|please|kindly)\s+note|pray\s+for\s+(?:us|me)|both\s+of\s+us\s+.*)$"
    r"|,?\s+(?:btw|by\s+the\s+way|lol|pls|please|tho|though|ta|(?<!my )(?<!our )(?<!an )(?<!the )ok)$",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^(?:[a-z]+\s+){0,3}[a-z]+:\s+(?=(?:we|i|my|our|he|she)\b)", re.IGNORECASE)
_FROM_THEN = re.compile(
    r"^(?:new|house|our|one)\s+rule(?:\s+here)?[,:]\s+(?=no\s)|^(?:so\s+)?(?:from\s+then\s+on|after\s+that|since\s+then),?\s+(?=\w)",
    re.IGNORECASE,
)
_SMILE = re.compile(r"\s*[\U0001F600-\U0001F64F\U0001F900-\U0001F9FF\u2764\uFE0F]+\s*$|\s+[:;]-?[)D]\s*$")
_AGREED = re.compile(
    r"^(?:i|we)\s+(?:(?:also|just|both)\s+)?(?:decided|agreed|settled)(?:\s+with\s+[A-Z]\w+)?(?:\s+that|:)\s+"
    r"(?:from\s+now\s+on,?\s+)?(?=\w)",
    re.IGNORECASE,
)
_APOSTROPHES: Mapping[str, str] = {
    **{f"{verb}nt": f"{verb}n't" for verb in ("does", "do", "did", "is", "are", "was", "were", "has", "have", "could")},
    **{"wont": "won't", "cant": "can't", "shouldnt": "shouldn't", "wouldnt": "wouldn't", "ive": "I've", "im": "I'm"},
    **{"theyre": "they're", "whats": "what's", "thats": "that's", "hes": "he's", "shes": "she's", "theres": "there's"},
    **{"whos": "who's", "youre": "you're", "weve": "we've", "youve": "you've", "heres": "here's", "havent": "haven't"},
    **{"werent": "weren't", "havnt": "haven't", "couldnt": "couldn't", "theyve": "they've", "theyll": "they'll"},
    **{"itll": "it'll", "thatll": "that'll", "doesent": "doesn't", "gonna": "going to", "gunna": "going to"},
}
_APOSTROPHE = re.compile(rf"\b(?:{'|'.join(_APOSTROPHES)})\b", re.IGNORECASE)
_SHORT_FOR: Mapping[str, str] = {
    **{
        "u": "you",
        "ur": "your",
        "n": "and",
        "cn": "can",
        "w": "with",
        "w/": "with",
        "b4": "before",
        "tmrw": "tomorrow",
    },
    **{
        "em": "them",
        "abt": "about",
        "coz": "because",
        "cuz": "because",
        "bc": "because",
        "cos": "because",
        "pls": "please",
        "plz": "please",
    },
}
_SHORTHAND = re.compile(
    r"(?<=\s)(?:u|ur|n|cn|w/?|b4|tmrw|em|abt|coz|cuz|bc|cos|pls|plz)(?=[\s,.])|^cn(?=\s+(?:u|you)\b)"
)
_ITS = re.compile(
    r"\bits(?=\s+(?:\d|(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|not\b|now\b|an?\b|the\b|on\b|in\b|at\b|been\b))",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    r"\b[\w:.]+,?\s+(?:no,?\s+wait|wait,?\s+no|no,?\s+sorry|sorry,?\s+no),?\s+(?=(?:at\s+|on\s+)?(?:\d|(?-i:[A-Z])|mon|tue|wed|thu|fri|sat|sun|one|two|three"
    r"|four|five|six|seven|eight|nine|ten))",
    re.IGNORECASE,
)
_ILL = re.compile(rf"\bill\s+(?={BASE}\b|ring\b|pop\b|grab\b)")
_WELL = re.compile(rf"^well\s+(?=(?:hang|{BASE})\s+(?!up\b))")
_WERE = re.compile(r"^were\s+(?=\w+ing\b)")
_WEEKDAY = re.compile(
    r"\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b"
    r"|\b(?:january|february|april|june|july|august|september|october|november|december)\b"
)
_ALSO_WORDS_TEXT = """
will mark may april june rose grace hope joy faith art bill jack pat sue drew dot ray sunny angel rich frank miles
"""
_ALSO_WORDS = frozenset(_ALSO_WORDS_TEXT.split())


def opened(core: str, speaker: str, family: Family) -> str:
    """The clause without the words that only lead to it: "anyway can you", "Sam, what time", "yeah me actually,"."""
    called = "|".join(re.escape(name) for member in family.members for name in (member.name, *member.aliases))
    joint = (
        re.match(rf"(?:and|but|also|so|then|plus)\s+(?=(?:{called})(?:['’]s)?\s+(?!and\b|&))", core) if called else None
    )
    core = core[joint.end() :] if joint else core
    kin = _BARE_KIN.match(core)
    if kin and not any(member.is_called(kin["kin"]) for member in family.members):
        core = f"my {core[0].lower()}{core[1:]}"
    core = _FILLER.sub("", _HEADING.sub("", core, count=1), count=1)
    for _ in range(3):
        shorter = _SELF_FIRST.sub("", _TURNS_TO.sub("", core, count=1), count=1)
        shorter = _without_call(shorter, speaker, family)
        if shorter == core:
            break
        core = shorter
    return _AGREED.sub("", _FROM_THEN.sub("", core))


def _without_call(core: str, speaker: str, family: Family) -> str:
    """ "Sam what time is chess", "and Sam, bedtime is 8" are said to Sam, unless the name begins a list."""
    names = [name for member in family.members if member.name != speaker for name in (member.name, *member.aliases)]
    if not names:
        return core
    called = "|".join(re.escape(name) for name in names)
    call = re.match(
        rf"(?:(?:and|but|so|hey|ok)\s+)?(?:{called})(?:\s+(?={_ASKS}\s+(?!not\b)(?:\w+)\s)(?!(?:is|are|has|have|will"
        rf"|can|could|would|did|do|does)\s+(?!(?:you|u|we)\b))|,\s+(?=[a-z]))",
        core,
        re.IGNORECASE,
    )
    if call is None or re.match(r"(?i)(?:and|or|who|my|our|is|are|was|has|he|she|they|too)\b|\w+,", core[call.end() :]):
        return core
    return core[call.end() :]


def spelled(core: str, names: frozenset[str]) -> str:
    """The clause with apostrophes put back and `names`, those that the talk knows, written with their capitals."""
    text = _APOSTROPHE.sub(lambda match: _like(match.group(), _APOSTROPHES[match.group().casefold()]), core)
    text = _SHORTHAND.sub(lambda match: _SHORT_FOR[match.group().casefold()], _CORRECTED.sub("", text))
    text = _WELL.sub("we'll ", text)
    text = _WERE.sub("we're ", _ILL.sub("I'll ", _ITS.sub("it's", text)))
    lowered = set(re.findall(r"[^\W\d_]+", text.casefold()))
    for name in names:
        small = name.casefold()
        if (
            len(name) > 2
            and small not in _ALSO_WORDS
            and _KIN_WORD.match(small) is None
            and not lowered.isdisjoint({small, f"{small}s"})
        ):
            text = re.sub(rf"(?<![\w@.]){re.escape(small)}(?![\w@])", name, text)
            text = re.sub(rf"(?<![\w@.])(?i:{re.escape(small)})s(?=\s+\w)(?!\s+(?:and|are)\b)", f"{name}'s", text)
    return _RELATED.sub(_named_relation, text)


def _like(written: str, meant: str) -> str:
    return meant[0].upper() + meant[1:] if written[0].isupper() else meant


_RELATED = re.compile(
    rf"\b(?P<lead>(?:my|our)\s+(?:(?:best|little|big|older|younger)\s+)?{RELATION},?\s+)(?P<name>[a-z][a-z'-]{{2,}})"
    rf"(?=\s+(?:is|was|has|got|and|who|in|at|on|to|said|says|will|can|{FINITE})\b|\s*[,.!]|$)",
    re.IGNORECASE,
)
_KIN_WORD = re.compile(rf"{RELATION}$", re.IGNORECASE)
_NO_NAME = re.compile(rf"(?:{FINITE}|{BASE}|\w+ing|\w+ed|\w+ly|{RELATION})$", re.IGNORECASE)


def _named_relation(match: re.Match[str]) -> str:
    """ "my best friend tess is" names her, "my best friend always is" does not."""
    name = match["name"]
    if not name.islower() or name in STOP_WORDS or name in WEAK_WORDS or _NO_NAME.match(name) or is_past(name):
        return match.group()
    return f"{match['lead']}{name.capitalize()}"


def names_known(session: Session, family: Family) -> frozenset[str]:
    """Single names that the household or the talk writes with a capital inside a sentence."""
    members = {name for member in family.members for name in (member.name, *member.aliases) if " " not in name}
    spoken = {
        part
        for turn in session.turns
        if turn.role in {"user", "assistant"}
        for name in proper_names(turn.text)
        for part in name.text.split()
        if name.start
        and (turn.role == "user" or not _BEGINS.search(turn.text, 0, name.start))
        and part[:1].isupper()
        and part[1:].islower()
        and part.isalpha()
    }
    return frozenset(members | {name for name in spoken if name.casefold() not in _COMMON and not _NO_NAME.match(name)})


_BEGINS = re.compile(r"[.!?:\n\"“”(–—-]\s*$")
_COMMON = STOP_WORDS | WEAK_WORDS | OPENERS | NEVER_NAMES


def without_consequence(core: str) -> str:
    """What is so, without what follows from it for now: "Sam eats no figs, so not the tart tonight"."""
    core = _SMILE.sub("", core)
    cut = _CONSEQUENCE.search(core)
    if cut is None or len(core[: cut.start()].split()) < 3:
        return core
    return core[: cut.start()]


def capitals(text: str) -> str:
    """Weekdays and months with their capital; "may" and "march" are left alone."""
    return _WEEKDAY.sub(lambda match: match.group().capitalize(), text)
