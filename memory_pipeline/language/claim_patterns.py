"""The shapes in which families state things, as patterns over a plain text whose values were taken out.

`who` is the subject, `verb` what may be negated, `what` the thing or the value. Read by `claim_frames`.
"""

from __future__ import annotations

import re

from memory_pipeline.language.claim_values import GAP

MARK = GAP.strip()
_NOT = r"(?:not|never|no longer|hardly)"
_AUX = r"(?:(?:do|does|did|can|could|will|would|should|may|must|is|are|was|has|have|am)\s+)?"
_WHO = r"^(?P<who>.*?)\b"
_BEING = (
    r"(?:is|are|am|was|were|be|been|being|has|have|not|never|no|longer|still|also|now|very|severely|seriously|badly|highly"
    r"|mildly|slightly|terribly|deathly|violently|only|really|extremely|actually|super|so)"
)

_ASKED = (
    r"(?:ask\w*|check\w*|confirm\w*|consult\w*|clear\w*|run\w*|show\w*|draft|permission|approv\w+|ok|okay|yes|go-ahead"
    r"|see|seen|look|looked|say so)"
)
APPROVAL = (
    re.compile(rf"\b{_ASKED}\b.{{0,80}}\b(?:before|first|prior to)\b"),
    re.compile(rf"\bbefore\b.{{0,60}}\b{_ASKED}\b"),
    re.compile(rf"\bfirst\b.{{0,20}}\b{_ASKED}\b"),
    re.compile(rf"\b(?:without|unless|until)\b.{{0,40}}\b{_ASKED}\b"),
)
NO_NEED = re.compile(
    rf"\b(?:no need|no longer (?:need|have)|not (?:need|have|necessary)|need not|stop|no more)\b.{{0,20}}\b{_ASKED}"
)
UNASKED = re.compile(rf"\bwithout\b.{{0,20}}\b{_ASKED}")
FORBIDS = re.compile(r"\b(?:not|never|nothing|no one|nobody|none|no)\b.{0,80}\b(?:without|before|until|unless)\b")
APPROVER = re.compile(
    r"\b(?:ask|asking|(?:check|checking|confirm|confirming|clear|clearing) (?:it )?with|show|showing|consult|consulting"
    r"|without|before|until|unless) (\w+)(?:'s)?(?= (?:ok|okay|yes|approval|permission|first|before|has|have|says|sees"
    r"|saw|approves|agrees|looks|looked)\b|[,.;]|$)"
)

CALLED = (
    re.compile(r"^(?:please )?call (?P<who>my \w+|[^\s]+(?:'s \w+)?) (?P<what>[^,.;]+)"),
    re.compile(
        rf"{_WHO}(?:wants? to be|prefers? to be|likes? to be|is|am|be) (?:called|known as|addressed as) "
        r"(?P<what>[^,.;]+)"
    ),
    re.compile(rf"{_WHO}goes by (?P<what>[^,.;]+)"),
    re.compile(r"^(?P<who>.+?)'s? nickname is (?P<what>[^,.;]+)"),
    re.compile(r"^(?:everyone|everybody|we|they|people|the family) calls? (?P<who>\S+) (?P<what>[^,.;]+)"),
    re.compile(r"^(?:just )?say (?P<what>\S+) (?:to|for) (?P<who>me|\S+)"),
)
ALLERGY = (
    re.compile(rf"{_WHO}(?P<verb>(?:{_BEING} )*)allergic to (?P<what>.+)"),
    re.compile(
        rf"{_WHO}(?P<verb>(?:has|have|had|with|outgrew|outgrown|lost)(?: not)?)\s+(?:an?|his|her|their|my|no|the)?\s*"
        r"(?P<what>[\w -]+?) allerg(?:y|ies)\b"
    ),
    re.compile(rf"{_WHO}(?P<verb>)allerg(?:y|ies) to (?P<what>.+)"),
)
ALLERGY_LOST = re.compile(r"\b(?:outgr\w+|lost|no longer|no)\b")
OFF_LIMITS = re.compile(
    r"^(?P<what>.+?) (?:is|are) (?P<verb>off[ -]limits|not allowed|forbidden|taboo)(?: for (?P<who>[^,;.]+))?"
)
FOOD = (
    re.compile(
        rf"{_WHO}(?P<verb>{_AUX}{_NOT} (?:eats?|drinks?|touch(?:es)?|tolerates?|likes? to eat)) (?:any )?(?P<what>.+)"
    ),
    re.compile(rf"{_WHO}(?P<verb>(?:can|could|may|must|should|allowed to) (?:not|never) have) (?:any )?(?P<what>.+)"),
    re.compile(rf"{_WHO}(?P<verb>can|may) (?:now )?(?:eat|have|drink) (?P<what>.+)"),
    re.compile(rf"{_WHO}(?P<verb>avoids?|(?:eats?|drinks?) no) (?P<what>.+)"),
    re.compile(rf"{_WHO}(?P<verb>never )?(?:eats?|drinks?) (?P<what>.+)"),
    re.compile(r"^(?P<verb>no) (?P<what>[\w ]+?) (?:for|with) (?P<who>[^,;.]+)"),
    re.compile(rf"{_WHO}(?:is|are|am|eats?|goes|stays?|been) (?P<what>\w+)(?P<verb>[ -](?:free|intolerant))\b"),
)
DIET = re.compile(
    r"^(?P<who>.*?)\b(?P<verb>(?:(?:is|are|am|be|been|eats?|went|has|have|not|never|now|became|turned|goes|a|an|strictly)"
    r"\s+)+)(?P<what>vegetarian|vegan|pescatarian|halal|kosher|veggie)s?\b"
)
MEAT = re.compile(rf"{_WHO}(?:(?P<no>eats? no|{_AUX}{_NOT} eat)|eats?) (?:any )?meat\b")
TASTE = (
    re.compile(
        rf"{_WHO}(?P<verb>{_AUX}not (?:stand|bear)|not (?:a )?(?:big )?fan of|(?:big )?fan of|not fond of|fond of"
        r"|not into|crazy about) (?P<what>.+)"
    ),
    re.compile(
        rf"{_WHO}(?P<verb>(?:{_AUX}{_NOT} (?:really )?)?(?:loves?|loved|likes?|liked|enjoys?|adores?|prefers?|hates?"
        r"|hated|dislikes?|disliked|loathes?|detests?|despises?|supports?|roots? for|cheers? for)) (?P<what>.+)"
    ),
)
RATHER = re.compile(r"^(?P<one>.+?) (?:over|to|than|more than|better than|rather than) (?P<other>.+)$")
INTAKE = re.compile(
    rf"{_WHO}(?P<verb>(?:{_AUX}{_NOT} )?(?:takes?|taking|took|on)) "
    rf"(?P<what>(?!care|turns?|place|part|over|after|a while|long|time|{MARK})(?!.{{2,40}}\bto\b)[a-z].*)"
)
PURPOSE = re.compile(r"^(?:an? |the |some )?(?P<what>\w+) for (?:his|her|their|my|the)? ?(?P<use>\w+)")
HOME = re.compile(
    rf"{_WHO}(?P<verb>(?:not )?(?:lives?|living|moved|moving|resides?|settled)(?: to| into| in| at)) (?P<what>.+)"
)
WORK = re.compile(
    rf"{_WHO}(?P<verb>(?:not )?(?:works?|working|worked|job is|employed|(?:got|has|started|found) a (?:new )?job)"
    r"(?: at| for| as| in| by| with)) (?P<what>.+)"
)
SCHOOL = re.compile(
    rf"{_WHO}(?P<verb>(?:not )?(?:goes to|go to|attends?|starts? (?:at|in)|started (?:at|in)|is at|is in|switched to"
    r"|moved to|changed to))\s+(?P<what>.*\b(?:school|kindergarten|daycare|preschool|academy|college|vidyalaya)\b"
    r"(?! (?:bag|bus|trip|uniform|yard|play|books?|lunch|run)\b).*)"
)
AGE = re.compile(
    rf"^(?P<who>[^,;.]*?)\b(?:is|turns|turned|has|now)(?: now)?\s*{MARK}\s*(?:years?(?: old)?|yrs?|yo)?(?: now)?$"
)

COLON = re.compile(r"^(?P<before>[^:,.;]{2,50}):\s*(?P<after>.*)$")
CHANGED_TO = re.compile(
    r"^(?P<before>.*?) (?:has |have |was |got )?(?:changed|moved|switched|updated) to(?P<after>.*)$"
)
IS = re.compile(
    r"^(?P<before>.*?)(?:\s*,)?\s+"
    r"(?:(?:has |is |was |got )?(?:changed|moved|new|updated)(?: again)?(?:,| and|\.|:)?\s*)?"
    r"(?:it |that |this )?(?:is|are|was|am)\b(?P<after>.*)$"
)
BARE = re.compile(rf"^(?P<before>[^,.;]{{2,40}}?)\s*(?P<after>{MARK}.*)$")
WEARS = re.compile(
    rf"^(?P<who>.+?) (?:has|have|wears?|takes?|uses?|needs?) (?:the |an? )?(?P<slot>[^,.;:]{{2,40}}?)\s*{MARK}"
)
LEAD = re.compile(r"^.*\b(?:changed|switched|updated|swapped) (?:the |our |my |his |her |their )?(?=\w)")
ROLE_LAST = re.compile(
    r"^(?P<who>(?:(?:ms|mr|mrs|dr|miss|frau|herr|coach)\.? )?\S+(?: \S+)?) (?:is|was)(?P<no> not| no longer)? "
    r"(?P<role>(?:our|my|his|her|their|the|\S+'s|(?:\S+ )?\S+s') .+)$"
)

ITEM_END = re.compile(
    r"\b(?:for|at|on|in|with|when|because|since|so|but|if|as|from|after|before|unless|until|till|except|he|she|it|they"
    rf"|which|that|this|these|those|anymore|though|everywhere|during)\b|[.;:(!?]|{MARK}"
)
ITEM_JOINT = re.compile(r",| and | or | nor | & |/| plus ")
PHRASE_EDGE = re.compile(
    rf",| and | or |[.;:]|{MARK}|\b(?:of|with|at|near|by|during|behind|inside|outside|until|till|since|in|after|before"
    r"|for|on|to|from|when|if|because)\b"
)
