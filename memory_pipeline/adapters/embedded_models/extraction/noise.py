"""What is said without being meant as a lasting fact: questions, requests, hypotheticals, jokes, thanks, moods."""

from __future__ import annotations

import re

_QUESTION = re.compile(
    r"^(?:what|who|whom|whose|where|when|why|how|which|is|are|am|was|were|do|does|did|can|could|will|would|should"
    r"|shall|have|has|had|may|might|"
    r"any\s+(?:ideas?|thoughts?|suggestions?|recommendations?|plans|chance)|isn['’]t|aren['’]t|don['’]t\s+you"
    r"|doesn['’]t|didn['’]t|wouldn['’]t|won['’]t|couldn['’]t|what['’]s|who['’]s|where['’]s|when['’]s|how['’]s)\b"
    r"(?!\s+(?:i|we)['’]?(?:m|re|ll)?\s+(?:am|are)\b)",
    re.IGNORECASE,
)
_WHEN_CLAUSE = re.compile(
    r"^(?:when|where|whenever|wherever)\s+(?:i|we|you|the|my|our|it|he|she|they|there|anyone|someone|\w+ing|[A-Z])",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:what\s+if|(?:asked|asking|asks|wants\s+to\s+know|wondered)\s+(?:me\s+|us\s+)?(?:if|whether)|imagine"
    r"|suppose|supposing|let['’]s\s+say|hypothetically|in\s+theory|pretend|if\s+(?:i|we|you"
    r"|he|she|they|it|only)\b.*\b(?:would|could|might|['’]d|were)|would\s+have|could\s+have|"
    r"might(?:\s+be)?|maybe|perhaps|possibly|not\s+sure|thinking\s+(?:of|about)|considering|wondering|wonder\s+"
    r"(?:if|whether)|i\s+wish|if\s+only|may\s+be|probably|"
    r"would\s+be|some\s+days\s+i['’]d|i['’]d\s+(?:rather\s+)?(?:die|kill|swap|give|adopt|buy|marry|sell|trade)|i\s+guess|no\s+idea|can['’]t\s+decide|one\s+day|someday"
    r"|^agar\b|\bid\s+(?:buy|go|move|be)|let\s+me\s+(?:think|ask|check|see)|hold\s+on|guess\s+(?:what|who)|doubt|role-?play|story\s+where)\b",
    re.IGNORECASE,
)
_JOKE = re.compile(
    r"\b(?:just\s+kidding|kidding|jk|joking|april\s+fools?|lol|lmao|rofl|haha+|hehe+|as\s+a\s+joke|sarcasm"
    r"|not\s+really\s+though)\b|/s\b|😂|🤣|😜|😆|;-?\)",
    re.IGNORECASE,
)
_HYPERBOLE = re.compile(
    r"\b(?:could\s+eat\s+a\s+horse|literally\s+(?:dying|dead)|going\s+to\s+die|gonna\s+die|a\s+million\s+(?:times"
    r"|years)|kill\s+(?:me|for\s+a)|allergic\s+to\s+(?:mondays?|mornings?|work|exercise|cardio|math|"
    r"homework|cleaning|housework|chores|meetings|drama|losing|bad\s+vibes|waking\s+up|early\s+mornings)"
    r"|as\s+old\s+as\s+time|sell\s+my\s+(?:soul|kidney)|married\s+to\s+(?:my|the|her|his)\s+(?:job|work|coffee"
    r"|phone))\b",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"^(?:thanks|thank\s+you|thx|ty|cheers|ok(?:ay)?|great|perfect|awesome|cool|nice|sure|sounds?\s+(?:good|great"
    r"|perfect|fun|like)|got\s+it|good\s+(?:morning|night|evening|idea|luck|call|point)|"
    r"hi|hello|hey|bye|see\s+(?:you|ya)|talk\s+(?:to\s+you\s+)?(?:soon|later)|take\s+care|congrat\w*|well\s+done"
    r"|happy\s+(?:birthday|new|to)|love\s+(?:it|that|this)|that['’]s\s+(?:great|awesome|so|really|amazing|perfect"
    r"|it|all|right|correct|fine|nice|cool|good|what)|"
    r"no\s+(?:problem|worries|thanks)|you['’]?re\s+(?:welcome|right|so|the|amazing|very|such|really|always|doing"
    r"|an?)|my\s+pleasure|of\s+course|same\s+here|me\s+(?:too|neither)|yes|yeah|no|nope|yep|never\s*mind"
    r"|forget\s+it|"
    r"i\s+(?:agree|see|understand|get\s+it|hear\s+you|know\s+what|bet|hope\s+(?:so|you)|think\s+so|don['’]t\s+know)"
    r"|glad|so\s+(?:glad|happy|proud|excited)\s+(?:for|to\s+hear|you)|i['’]m\s+(?:good|fine|okay|ok|well|here|so\s+"
    r"(?:glad|happy|proud)\s+(?:for|you|to\s+hear)|glad|sorry\s+to\s+hear))\b",
    re.IGNORECASE,
)
_MOOD = re.compile(
    r"\bi(?:['’]m|\s+am|\s+feel|['’]m\s+feeling)\s+(?:so\s+|really\s+|very\s+|just\s+|a\s+bit\s+|super\s+|kinda\s+"
    r"|pretty\s+)*"
    r"(?:tired|hungry|thirsty|bored|busy|exhausted|starving|cold|hot|stuck|lost|confused|late|running\s+late|here"
    r"|back|home|outside|ready|done|in\s+a\s+hurry|on\s+my\s+way|at\s+the|in\s+the\s+(?:car|store|shop|middle)|sure"
    r"|good|great|fine|ok|okay)\b",
    re.IGNORECASE,
)
_OF_THE_HOUR = re.compile(
    r"^(?:[\w'’]+\s+){1,3}?(?:is|are|was|were|['’]s|['’]re)\s+(?:all\s+|so\s+|really\s+|just\s+|always\s+)?(?:fine|ok|okay|good|great"
    r"|perfect|right|correct|finished|sorted|settled|fixed|handled|back|here|home|ready|done|asleep|busy|late|out|away|awake|up|nice|"
    r"delicious|amazing|awesome|yummy|cute|funny|dead|gone|fun|beautiful|lovely|cool|wonderful|hilarious|sick"
    r"|tired)\W*$",
    re.IGNORECASE,
)
_CHANGE_WITHOUT_VALUE = re.compile(
    r"^(?:\w+(?:['’]s)?|\w+\s+has)\s+changed\s+(?:his|her|my|their)\s+mind\b|^.{3,50}\s(?:is|are)\s+out\W*$|^(?!(?:i|we|he|she|they)\b)(?:[\w'’]+\s+){1,5}?(?:(?:has|have|got|just|was|is)\s+)*(?:changed|moved|switched|shifted"
    r"|different|has\s+(?:an?\s+)?(?:new|other|different|another)\s+(?:plan|schedule|time|times|timetable|code|number))\W*$",
    re.IGNORECASE,
)
_OF_THE_DAY = re.compile(
    r"^i(?:['’]m|\s+am)?\s+(?:send|sending|paste|pasting|forward|forwarding|attach|attaching)\b(?:\s+you)?\s+(?:you|what|this|it)\b"
    r"|^i\s+mean\b|^(?:i|we)\s+(?:land|leave|arrive|board|meet|eat|go)\s+at\s+[\d:.]+(?:\s*[ap]m)?$|\b(?:till|until)\s+(?:late|then|later)$|^(?:i|we|[A-Z]\w+)(?:['’]ll|\s+will)\s+(?:eat|cook|be|come|go|do|get|take|look|see"
    r"|ask|call|tell|sleep|stay|wait|bring|check)\b(?!.*\b(?:always|every|never|from|on|until|till|at\s+\d|\w+days?|\d)\b)"
    r"|^(?:i|we|[A-Z]\w+)(?:['’]s|['’]m|\s+(?:is|am|are))\s+\w+ing$|\bkeeps?\s+forgetting\b|\btoo\s+much\b"
    r"|^we(?:['’]re|\s+are)\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten)$"
    r"|^(?:i|we)(?:['’]m|['’]re|\s+am|\s+are)\s+(?:cooking|baking|making|cleaning|driving|working)\b.*\b(?:today|tonight|now)$"
    r"|\bwas\s+an?\s+\w+\s+today$|^[A-Z]\w+\s+wanted\s+to\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^(?:please\s+|(?:can|could|would|will)\s+you\s+(?:please\s+)?|i"
    r"(?:\s+want|\s+need|['’]d\s+like|\s+would\s+like)\s+you\s+to\s+|let['’]?s\s+|help\s+(?:me|us)\s+)+"
    r"|^(?:find|book|order|add|remind|show|tell|give|get|make|plan|suggest|recommend|help|check|call|send|look"
    r"|schedule|set|put|draft|write|search|reply|respond|cancel|buy|move|change|create|pick|choose|list|explain"
    r"|translate|compare|reserve|"
    r"text|email|message|invite|read|summari[sz]e|update|delete|remove|open|play|turn|start|stop|keep|let|use|try"
    r"|skip|ask|avoid|include|print|share|tweak|fix|swap|replace|shorten|rewrite)\b",
    re.IGNORECASE,
)
_WISHED_FOR = re.compile(r"\b(?:please|pls)\s+(?:an?|one|some|the)\s+\w+(?:\s+\w+){0,3}$", re.IGNORECASE)
_WANT = re.compile(
    r"^(?:i|we)(?:['’]d|\s+would)?(?:\s+just|\s+also|\s+really)?\s+(?:want|need|like|love|wanna|am\s+looking"
    r"|are\s+looking|['’]m\s+looking|['’]re\s+looking)\s+(?:to\s+(?:know|find|see|book|order|buy|get|plan|make|ask"
    r"|check|cancel|schedule)|"
    r"some(?:thing)?\b|an?\s+(?:recipe|idea|place|gift|list|plan|reminder|suggestion|table|restaurant|good|new"
    r"|quick|cheap)|ideas|help|suggestions|the\s+(?:recipe|link|list|address))",
    re.IGNORECASE,
)
_LOOKING = re.compile(
    r"^(?:i|we)(?:['’](?:m|re)|\s+am|\s+are)\s+(?:just\s+)?(?:looking\s+for|trying\s+to\s+(?:find|figure|decide"
    r"|remember)|asking|checking|searching|wondering|curious)\b",
    re.IGNORECASE,
)
_ABOUT_REPLY = re.compile(
    r"^(?:i|we)\s+(?:really\s+|absolutely\s+|kind\s+of\s+)?(?:like|love|hate|prefer|want|choose|pick|meant|mean"
    r"|said|asked|see|don['’]t\s+(?:like|want|see|need))\s+"
    r"(?:that|this|it|these|those|them|yours?|(?:the|this|that|your)\s+(?:first|second|third|last|other|idea|plan"
    r"|suggestion|option|one|answer|list|draft|version|joke|response|photo|picture|pic))\b(?!\s+(?:when|if|that)\b)",
    re.IGNORECASE,
)


_NO_REQUEST = re.compile(
    r"(?:pick|drop)[\s-]?(?:up|off)s?\s+(?:is|are|at|time)\b|(?:book|check|play|set|list|plan|call|text|change|move)\s+(?:is|was|club|group|date)\b",
    re.IGNORECASE,
)


def is_question(sentence: str, clause: str) -> bool:
    """Whether the clause asks. A leading "when ..." clause that governs an instruction does not."""
    if _WHEN_CLAUSE.match(clause) and not sentence.rstrip().endswith("?"):
        return False
    return clause.rstrip().endswith("?") or bool(_QUESTION.match(clause))


def in_question(sentence: str) -> bool:
    """Whether the whole sentence ends as a question."""
    return sentence.rstrip(" \"'”’)").endswith("?")


def is_hypothetical(clause: str) -> bool:
    """Whether the clause says what might, could or would be."""
    return _HYPOTHETICAL.search(clause) is not None


def is_joke(text: str) -> bool:
    """Whether the turn laughs at itself or exaggerates beyond belief."""
    return _JOKE.search(text) is not None or _HYPERBOLE.search(text) is not None


def exaggerates(text: str) -> bool:
    """Whether the words go beyond belief: "allergic to Mondays"."""
    return _HYPERBOLE.search(text) is not None


def is_small_talk(clause: str) -> bool:
    """Thanks, greetings, agreement, moods of the moment, remarks on a reply."""
    return any(pattern.search(clause) for pattern in (_THANKS, _MOOD, _ABOUT_REPLY, _OF_THE_HOUR))


def is_of_the_hour(clause: str) -> bool:
    """How somebody or something is at the moment: "he was right", "dinner is ready"."""
    return _OF_THE_HOUR.search(clause) is not None


def is_of_the_day(clause: str) -> bool:
    """What is over by tomorrow, or that something changed without saying to what: of no use to a later reader."""
    return _OF_THE_DAY.search(clause) is not None or _CHANGE_WITHOUT_VALUE.match(clause) is not None


def is_request(clause: str) -> bool:
    """Something to do now: "find me a lunch spot", "I need a recipe"."""
    if _NO_REQUEST.match(clause):
        return False
    return any(pattern.match(clause) for pattern in (_REQUEST, _WANT, _LOOKING)) or (
        _WISHED_FOR.search(clause) is not None
    )
