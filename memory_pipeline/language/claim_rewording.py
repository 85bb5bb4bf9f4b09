"""Ways of saying one thing that differ in form only, written in one way before a claim is read.

Every pattern works on plain text (folded, lower-case, contractions written out) and keeps all values and names.
"""

from __future__ import annotations

import re
from functools import lru_cache

_DEGREE = r"(?:(?:big|great|keen|real|regular|passionate|enthusiastic) )?"
_KIN = (
    r"(?:mother|father|mom|mum|dad|sister|brother|son|daughter|wife|husband|partner|aunt|uncle|cousin|grandmother"
    r"|grandfather|grandma|grandpa|niece|nephew)"
)
_TO = r"(to (?:work|school|kindergarten|class|practice|training|the office|the \w+))"
_GOES = r"(?:goes|go|gets|get|travels|travel|commutes|commute|comes|come)"
_TRAVEL: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"\b(?:cycles|cycle|bikes|bike|rides (?:his|her|the|a) bi(?:ke|cycle)) {_TO}"), r"goes \1 by bike"),
    (re.compile(rf"\b(?:drives|drive) {_TO}"), r"goes \1 by car"),
    (re.compile(rf"\b(?:walks|walk) {_TO}"), r"goes \1 by foot"),
    (
        re.compile(rf"\b(?:takes|take|catches|catch|rides|ride) the (bus|tram|train|subway|metro|ferry) {_TO}"),
        r"goes \2 by \1",
    ),
    (re.compile(rf"\b{_GOES} {_TO} (?:on foot)\b"), r"goes \1 by foot"),
    (re.compile(rf"\b{_GOES} {_TO} by (?:bicycle|cycle)\b"), r"goes \1 by bike"),
)
"""How somebody gets somewhere: one phrase, "by", whatever the verb."""

_LEFT = (
    r"(?:job|choir|club|team|band|orchestra|scouts|company|group|class|course|school|gym|league|party|council|board)"
)
_OVER: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"\b(?:(?:has|have|is|are) )?(?:gave up|given up|giving up|packed in|dropped out of|done with|through with"
            r"|resigned from|signed off from|grown out of|grew out of)(?: on)? "
        ),
        "quit ",
    ),
    (re.compile(rf"\b(?:(?:has|have) )?left (?=(?:the|his|her|our|their|my) (?:\w+ ){{0,2}}{_LEFT}\b)"), "quit "),
    (
        re.compile(
            r"\b(?:got|had|has had|have had|gets) (his|her|the|their|my) (\w+) (?:taken |come )?(?:off|out|removed)\b"
        ),
        r"quit \1 \2",
    ),
    (re.compile(r"\b(?:got|get|gets) rid of "), "quit "),
    (re.compile(r"(?<!is )(?<!are )(?<!am )(?<!get )(?<!gets )(?<!got )\bused to (?:be |have )?(?!it\b)"), "quit "),
    (re.compile(r"\b(?:(?:has|have) )?(?:gone|went) off (?!to )"), "quit "),
    (re.compile(r"\b(?:is|are|am) off (?=(?!work|school|limits|sick|duty)\w+$)"), "quit "),
    (
        re.compile(
            r"\b(?:(?:has|have|was|were|got) )?(?:lost|gave away|given away|sold|thrown out of|kicked out of"
            r"|expelled from|fired from) (?=(?:the|his|her|their|my|our|its) )"
        ),
        "quit ",
    ),
    (re.compile(r"\brefus(?:es|ed|e) to "), "does not "),
)
"""Ways to say that something has ended."""

_MOVED: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"\b(?:has been |have been |was |were |is |are |got )?(?:pushed back|put off|put back|brought forward"
            r"|postponed|rescheduled|shifted|delayed) (?:to|until|till) "
        ),
        "moved to ",
    ),
    (
        re.compile(
            r"\b(switched|changed|swapped|transferred|moved) from ((?:the |a |an )?[^,;. ]+(?: [^,;. ]+)?) to ([^,;.]+)"
        ),
        r"\1 to \3 instead of \2",
    ),
)
"""A change that names where it went, or where it came from."""

_REWORDINGS: tuple[tuple[re.Pattern[str], str], ...] = (
    # "It is Jan who mows the lawn": Jan mows it.
    (re.compile(r"\bit (?:is|was) ((?:\w+[ -]){0,2}\w+) (?:who|that) "), r"\1 "),
    # "Ilse, Kurt's wife, drives": who else she is says nothing of what she does.
    (re.compile(rf"^((?:[^\s,]+ )?[^\s,]+), (?:(?:my|our|[^\s,]+'s?) )(?:\w+ )?{_KIN}, (?=\w)"), r"\1 "),
    (
        re.compile(r"^(?:nobody|no one|none of us)(?: in (?:the|our) (?:family|house|household))? (?=\w)"),
        "the family never ",
    ),
    (
        re.compile(
            r"\beach (?=day|week|month|year|morning|afternoon|evening|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
            r"|january|february|march|april|may|june|july|august|september|october|november|december)"
        ),
        "every ",
    ),
    # "Wifi password - tulip-42": a dash between spaces is a colon.
    (re.compile(r"^([^:,.;]{2,50}?) - (?=\S)"), r"\1: "),
    (re.compile(r"\b(?:home|house) is in "), "lives in "),
    (re.compile(r"('s?) lives in "), " lives in "),
    (re.compile(r"^(.+?) was born on "), r"\1's birthday is on "),
    (
        re.compile(
            r"\b(?:anything|foods?|things|something|dishes|products) "
            r"(?:with|containing|that (?:has|have|contains?)) "
        ),
        "",
    ),
    (
        re.compile(
            r"^(?:please )?(?:never|do not) (?:offer|give|serve|feed|hand) ((?:the )?\w+) (?:any )?([\w ]+?)"
            r"(?= before| after| at| on| in|$|,)"
        ),
        r"no \2 for \1",
    ),
    # "The shopping is Jan's job": Jan does the shopping.
    (re.compile(r"^(?:the )?([\w ]+?) (?:is|are) (\w+)'s? (?:job|task|chore|turn|duty)\b"), r"\2 does the \1"),
    (re.compile(r"\bis an? (\w+)[ -]grader\b"), r"is in \1 grade"),
    (re.compile(r"\b(?:comes|come) (?:over|round|by)\b"), "visits"),
    (re.compile(r"\bwould rather (?:get |have |receive |be )?"), "prefers "),
    (re.compile(r"\b(text|voice) messages?\b"), r"\1"),
    # "a cup of tea": tea.
    (re.compile(r"\b(?:a|an|his|her|their|one) (?:cup|glass|mug|bowl|bottle|plate|slice|piece|pot) of "), ""),
    # "is a collector of stamps": collects stamps.
    (re.compile(rf"\b(?:is|am|are) (?:an? |the )?{_DEGREE}collectors? of "), "collects "),
    (re.compile(rf"\b(?:is|am|are) (?:an? |the )?{_DEGREE}(\w{{3,}})(?:er|or)s? of (?!his|her|the team)"), r"\1s "),
    (re.compile(r"\b(?:is|am|are) (?:an? |the )?(\w+) player\b"), r"plays \1"),
    (re.compile(r"\b(?:is|am|are) (?:an? |the )?(\w+) (teach|train)er\b"), r"\2es \1"),
    (re.compile(r"\b(?:works?|working) as (an?) "), r"is \1 "),
    (re.compile(r"\blearn(s|ing)? to (?:play|speak|use) "), r"learn\1 "),
    (re.compile(r"\b(?:has|have|got) a (?:new )?job (?=at|in|with|as|for)"), "works "),
    # "tablets for sleeping": sleeping tablets.
    (re.compile(r"\b(?:a |an |the )?(\w+) for (sleeping|sleep|headaches?|pain|allerg(?:y|ies)|thyroid)\b"), r"\2 \1"),
    (re.compile(r"\b(?:glass|bottle) bank\b"), "glass container"),
    (re.compile(r"\bcut(s|ting)? the (?:grass|lawn)\b"), r"mow\1 the grass"),
    (re.compile(r"\bdo(?:es)? (?:his|her|its|the|their|our|all )+shopping\b"), "shops"),
    (re.compile(r"\bis (?:being )?(?:called|named) by the name(?: of)? "), "is called "),
    (re.compile(r"\bcall (\S+(?:'s \w+)?) by (?:the name |the nickname |his name |her name )(?:of )?"), r"call \1 "),
    (re.compile(r"\baddress (\S+(?:'s \w+)?) (?:as|by the name(?: of)?|with the name) "), r"call \1 "),
    (
        re.compile(r"\b(?:use|say) the (?:nick)?name (\S+) (?:for|with|to|when (?:addressing|talking to)) (\S+)"),
        r"call \2 \1",
    ),
    (re.compile(r"\brefer to (\S+) as "), r"call \1 "),
    # "Parcels for the family": the family's parcels.
    (re.compile(r"^(?:the )?(\w+) (?:for|of) (?:the|our) (?:family|household) "), r"the family's \1 "),
)


_APPOSED = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he) "
    rf"(?:{_KIN}|dog|cat|rabbit|pony|hamster|friend|neighbou?r|sitter) (?=[A-Z])"
)


def without_apposition(text: str) -> str:
    """ "Our dog Rex" and "my brother Tom" by their names; the text as it was written, capitals and all."""
    return _APPOSED.sub("", text)


_GROUPS = (
    (re.compile(r" to "), _TRAVEL),
    (re.compile(r"up |off|out|in |of |with |from |left |removed|used to|lost |away |sold |refus"), _OVER),
    (re.compile(r" to |until |till "), _MOVED),
    (re.compile(""), _REWORDINGS),
)
"""Each with what a text must hold for any of it to apply: most texts hold little of it."""


@lru_cache(maxsize=16384)
def reworded(text: str) -> str:
    """The plain text in the one form in which claims are read."""
    for needed, rewordings in _GROUPS:
        if needed.search(text):
            for pattern, written in rewordings:
                text = pattern.sub(written, text)
    return text
