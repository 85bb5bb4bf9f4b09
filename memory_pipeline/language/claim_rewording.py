"""Ways of saying one thing that differ in form only, written in one way before a claim is read.

Every pattern works on plain text (folded, lower-case, contractions written out) and keeps all values and names.
"""

from __future__ import annotations

import re

_DEGREE = r"(?:(?:big|great|keen|real|regular|passionate|enthusiastic) )?"
_KIN = (
    r"(?:mother|father|mom|mum|dad|sister|brother|son|daughter|wife|husband|partner|aunt|uncle|cousin|grandmother"
    r"|grandfather|grandma|grandpa|niece|nephew)"
)
_REWORDINGS: tuple[tuple[re.Pattern[str], str], ...] = (
    # "It is Jan who mows the lawn": Jan mows it.
    (re.compile(r"\bit (?:is|was) ((?:\w+[ -]){0,2}\w+) (?:who|that) "), r"\1 "),
    # "Ilse, Kurt's wife, drives": who else she is says nothing of what she does.
    (re.compile(rf"^((?:[^\s,]+ )?[^\s,]+), (?:(?:my|our|[^\s,]+'s?) )(?:\w+ )?{_KIN}, (?=\w)"), r"\1 "),
    (
        re.compile(r"^(?:nobody|no one|none of us)(?: in (?:the|our) (?:family|house|household))? (?=\w)"),
        "the family never ",
    ),
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


def reworded(text: str) -> str:
    """The plain text in the one form in which claims are read."""
    for pattern, written in _REWORDINGS:
        text = pattern.sub(written, text)
    return text
