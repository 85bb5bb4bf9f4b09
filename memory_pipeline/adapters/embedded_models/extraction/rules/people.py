"""Who people are, how they belong together, and what they are called."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.referents import antecedent
from memory_pipeline.adapters.embedded_models.extraction.relations import RELATION
from memory_pipeline.adapters.embedded_models.extraction.retelling import retell
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import capital, is_first_party, subject_of
from memory_pipeline.adapters.embedded_models.extraction.telling import tell
from memory_pipeline.language.clauses import clauses
from memory_pipeline.language.dates import mentions
from memory_pipeline.language.names import proper_names
from memory_pipeline.model.family import Family

_NAME = (
    r"(?P<name>(?:(?:Dr|Mr|Mrs|Ms|Coach|Aunt|Uncle|Grandma|Grandpa)\.?\s+)?[A-Z][\w’'-]*[a-z](?:\s[A-Z][\w’'-]*[a-z])?)"
)
_APPOSITION = re.compile(
    rf"\b(?P<owner>[Mm]y|[Oo]ur|[A-Z][\w-]+['’]s)\s+(?P<relation>(?:(?!and\b"
    rf"|or\b)[a-z][\w-]*\s+){{0,2}}?{RELATION}),?\s+{_NAME}(?![\w’'])"
)
_REVERSED = re.compile(
    rf"\b{_NAME},\s+(?P<owner>my|our)\s+(?P<relation>(?:[a-z][\w-]*\s+){{0,2}}?{RELATION})\b(?=\s*(?:,|$|is|and|\())"
)
_INTRODUCED = re.compile(
    rf"\b{_NAME},?\s+(?:(?:that|who|he|she)(?:['’]s|\s+is)\s+)?(?P<owner>my|our|[A-Z][\w-]+['’]s)\s+(?P<relation>(?:[a-z][\w-]*\s+){{0,2}}?{RELATION})\b"
    r"(?=\s*(?:$|[,.)]|and\b|so\b|who\b))"
)
_NAMED = re.compile(
    rf"^(?P<owner>my|our|the|[A-Z][\w-]+['’]s)\s+(?P<relation>(?:[\w-]+\s+){{0,2}}?{RELATION})(?:['’]s\s+name\s+is"
    rf"|\s+is\s+(?:called|named)|['’]s\s+called|\s+is|['’]s)\s+{_NAME}$",
    re.IGNORECASE,
)
_THEIR_NAME = re.compile(rf"^(?:[Hh]is|[Hh]er|[Tt]heir)\s+name(?:\s+is|['’]s)\s+{_NAME}(?=\s*(?:$|,))")
_IS_RELATION = re.compile(
    rf"^{_NAME}\s+(?:is|was)\s+(?P<owner>my|our|[A-Z][\w-]+['’]s)\s+(?P<relation>"
    rf"(?:[a-z][\w-]*\s+){{0,2}}?{RELATION})\b"
)
_HOUSEHOLD = re.compile(
    rf"\b(?:(?:i|we)\s+have\s+(?:a|an|one|two|three|four|five|\d+)\s+(?:\w+\s+){{0,2}}?{RELATION}|(?:i['’]m|i\s+am"
    rf"|we['’]re)\s+(?:married|engaged|divorced|dating|separated|widowed|single|expecting)|"
    r"(?:are|is|['’]re)\s+(?:twins|siblings|married|engaged|divorced|cousins|dating|best\s+friends))\b",
    re.IGNORECASE,
)
_IDENTITY = re.compile(
    r"^(?:my\s+(?:full\s+|last\s+|middle\s+)?name\s+is|i\s+am\s+called|my\s+pronouns\s+are|i\s+use\s+\w+/\w+"
    r"|my\s+birthday|i\s+was\s+born|i\s+grew\s+up|i\s+come\s+from|i['’]m\s+(?:originally\s+)?from|i\s+am\s+"
    r"(?:originally\s+)?from|"
    r"(?:i|we)\s+(?:now\s+|currently\s+|both\s+|all\s+)?(?:live|work|teach|study|speak)\b(?!\s+(?:out|through|well"
    r"|together\s+with\s+you))|(?:i|we)\s+(?:own|run)\s+(?:a|an|the|our|my)\b|my\s+(?:job|profession|occupation"
    r"|company|employer)\s+is|"
    r"(?:i['’]m|i\s+am)\s+\d{1,2}(?:\s+years?\s+old)?\b(?!\s*(?:minutes?|hours?|days?|weeks?|months?|miles|%|th|st"
    r"|nd|rd))|(?:i['’]m|i\s+am)\s+(?:the\s+)?(?:mom|mum|dad|mother|father|parent|grandmother|grandfather|grandma"
    r"|grandpa|stepmom|stepdad|aunt|uncle)\s+(?:of|to))",
    re.IGNORECASE,
)
_PROFESSION = re.compile(
    r"^(?:i['’]m|i\s+am|(?P<third>.{2,40}?)\s+is|(?P<contracted>(?!Here|There|It|That|What|She|He"
    r"|Who)[A-Z][\w-]+)['’]s)\s+(?:now\s+|currently\s+)?(?:an?"
    r"|the)\s+(?!(?:bit|little|huge|big|lot|mess|good|great|bad|few|fan|total|real|true|complete|pain|joke|fool"
    r"|genius|lifesaver|star|disaster|nightmare|"
    r"must|long|short|beautiful|wonderful|amazing|nice|tough|hard|fun|perfect|single\s+(?:thing|day)|way|one|first"
    r"|best|worst|only|same|kind|type|sort|thing|sucker|lover|morning|night|while)\b)(?:[\w-]+\s+){0,2}(?:\w*(?:\wer"
    r"|\wor|ist|ian|ant|ent|man|woman|nurse|chef|cook|pilot|clerk|student|intern|coach|judge|guide|architect|mom|dad|"
    r"freshman|sophomore|junior|senior|kindergart\w+|[a-z]+\s+grader|survivor|veteran|widow|citizen))\b"
    r"(?=\s*(?:$|[,.;!]|(?:at|for|in|and|who|with|of|by|from|on|now|but|there|here)\b))",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"(?:\bis|['’]s|\bare|\bturns?|\bturned)\s+(?:now\s+|almost\s+|about\s+to\s+turn\s+)?(?:\d{1,2}|one|two|three"
    r"|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?:\s+(?:years?"
    r"|months?)\s+old|\s*$|\s+(?:and|now|in|on)\b)|"
    r"\b(?:goes\s+to|is\s+in|['’]s\s+in|attends|is\s+at|starts|started)\s+(?:the\s+)?(?:\w+\s+){0,3}?(?:school"
    r"|elementary|academy|preschool|kindergarten|daycare|college|university|grade)\b|\b(?:works?|teaches"
    r"|studies)\s+(?:as|at|for|in|from|part-time|full-time|nights|remotely)\b|"
    r"\buses\s+(?:she|he|they|xe|ze)/\w+|\bbirthday\s+is\b|\bwas\s+born\b|\blives?\s+(?:in|at|with|on|near|next)\b|\bspeaks?\s+[A-Z]\w+|\b(?:goes"
    r"|go)\s+by\b|\bpronouns\s+are\b",
)


_TRAIT = re.compile(
    r"^(?:i['’]m|i\s+am|we['’]re|we\s+are|[A-Z][\w-]+(?:['’]s|\s+is))\s+(?:also\s+|both\s+|all\s+|a\s+)?"
    r"(?:left-handed|right-handed|deaf|blind|colou?r-?blind|retired|unemployed|self-employed|bilingual|adopted|"
    r"jewish|muslim|christian|catholic|hindu|buddhist|sikh|atheist|mormon|orthodox|trans(?:gender)?|gay|lesbian"
    r"|bisexual|non-?binary|an?\s+only\s+child|a\s+twin|american|british|english|scottish|welsh|irish|french|german|"
    r"italian|spanish|mexican|brazilian|indian|chinese|japanese|korean|filipino|vietnamese|nigerian|ghanaian|polish"
    r"|russian|ukrainian|greek|turkish|iranian|canadian|australian|dutch|swedish|norwegian|danish|finnish)\b",
    re.IGNORECASE,
)
_GOES_BY = re.compile(r"^(?P<who>i|[A-Z][\w-]+)\s+(?:go|goes)\s+by\s+[A-Z]", re.IGNORECASE)


_PEOPLES = re.compile(
    r"(?:american|british|english|scottish|welsh|irish|french|german|italian|spanish|mexican|brazilian|indian|chinese|japanese|korean"
    r"|filipin[oa]|vietnamese|nigerian|ghanaian|polish|russian|ukrainian|greek|turkish|iranian|canadian|australian|dutch|swedish"
    r"|norwegian|danish|finnish|jewish|muslim|christian|catholic|hindu|buddhist|sikh|vegan)\b",
    re.IGNORECASE,
)


def read_people(statement: Statement, family: Family) -> list[Draft]:
    """What the clause says of who somebody is: relationship first, else identity."""
    return _relationship(statement, family) or _identity(statement, family)


def relations_in_passing(statement: Statement) -> list[Draft]:
    """ "... with my sister Rosa ...": that Rosa is the speaker's sister, whatever else the clause says."""
    drafts = []
    words = statement.words if statement.peers else statement.core
    for pattern in (_APPOSITION, _REVERSED) if statement.peers else (_APPOSITION, _REVERSED, _INTRODUCED):
        for match in pattern.finditer(words):
            summary = _relation_summary(match, statement)
            if summary is not None:
                drafts.append(replace(_relation(match["name"], summary, 0.85), core=match.group()))
    return drafts


def presented(statement: Statement) -> list[Draft]:
    """ "... and Gus, that's my husband": the relation of the one whom the clause before ends with."""
    match = None if statement.peers else _THAT_IS.match(statement.core)
    said = clauses(statement.before) if match else ()
    if match is None or not said:
        return []
    words = said[-1].of(statement.before)
    names = [name for name in proper_names(words) if name.end >= len(words.rstrip(" ,(-")) - 1]
    spans = [span for span in clauses(statement.turn.text) if span.end <= statement.span.start]
    if not names or not spans:
        return []
    whose = retell(f"{match['owner']} {match['relation']}", statement.cast)
    relation = _relation(names[-1].text, f"{names[-1].text} is {_inside(whose)}.", 0.85)
    return [replace(relation, quote=statement.turn.text[spans[-1].start : statement.span.end])]


_THAT_IS = re.compile(
    rf"(?:that|who|this)(?:['’]s|\s+is)\s+(?P<owner>my|our)\s+(?P<relation>(?:[a-z][\w-]*\s+){{0,1}}?{RELATION})\b",
    re.IGNORECASE,
)


def _relationship(statement: Statement, family: Family) -> list[Draft]:
    core = statement.core.rstrip("!. ")
    match = _NAMED.match(core) or _IS_RELATION.match(core)
    if match and all(word[0].isupper() for word in match["name"].split()) and not _PEOPLES.match(match["name"]):
        summary = _relation_summary(match, statement)
        if summary is not None:
            return [_relation(match["name"], summary, 0.95)]
    named = _THEIR_NAME.match(core)
    who = antecedent(statement) if named else None
    if named and who and re.match(r"(?i)(?:my|our|the)\s", who) and not proper_names(f"x {who}"):
        whose = retell(re.sub(r"(?i)^the\b", "our", who), statement.cast)
        return [_relation(named["name"], f"{named['name']} is {_inside(whose)}.", 0.9)]
    if _HOUSEHOLD.search(core):
        told = tell(statement)
        subject = subject_of(statement, family)
        if told is not None and subject.about:
            return [_relation(subject.about, told, 0.9)]
    return []


def _relation(about: str, summary: str, confidence: float) -> Draft:
    return Draft(type="relationship", kind="relationship", about=about, summary=summary, confidence=confidence)


def _relation_summary(match: re.Match[str], statement: Statement) -> str | None:
    name, relation = match["name"].strip(), match["relation"].strip()
    if not proper_names(f"with {name}") or (
        re.search(r"(?i)\b(?:and|who|is|was|new|old|little|favou?rite|dear)\b", relation.split(RELATION)[0])
        and "new" not in relation
    ):
        return None
    owner = match["owner"]
    whose = retell(
        f"{'our' if owner.casefold() == 'the' else owner.lower()} {relation}"
        if owner.casefold() in {"my", "our", "the"}
        else f"{owner} {relation}",
        statement.cast,
    )
    return f"{name} is {_inside(whose)}."


def _identity(statement: Statement, family: Family) -> list[Draft]:
    statement = _without_shift(statement)
    core = statement.core
    subject = subject_of(statement, family)
    own = any(pattern.match(core) for pattern in (_TRAIT, _IDENTITY, _GOES_BY)) or _introduces(core, statement)
    profession = _PROFESSION.match(core)
    others = subject.kind in {"person", "thing"} and _OTHERS.search(core)
    if not (own or profession or others) or subject.kind in {"listener", "none"}:
        return []
    summary = tell(statement)
    if summary is None:
        return []
    days = mentions(core, statement.said_on)
    if any(mention.relative for mention in days) or (
        any(mention.recurring for mention in days) and not statement.peers
    ):
        return []
    close = is_first_party(subject, statement, family)
    return [
        Draft(
            type="identity" if close else "fact",
            kind="identity",
            about=subject.about
            if not subject.about.endswith("birthday")
            else subject.about.removesuffix("'s birthday"),
            summary=summary,
            confidence=0.9,
        )
    ]


def _without_shift(statement: Statement) -> Statement:
    """ "I'm a nurse at the Mater, nights this month": who somebody is, without what holds for a while."""
    head, comma, rest = statement.core.partition(", ")
    passing = comma and not statement.peers and _PROFESSION.match(head) and mentions(rest, statement.said_on)
    return replace(statement, core=head) if passing else statement


def _introduces(core: str, statement: Statement) -> bool:
    match = re.match(r"(?:I['’]m|I\s+am|[Tt]his\s+is)\s+([A-Z][\w'’-]+)(?=$|[\s,.!])(?!\s+\w+ing)", core)
    return match is not None and capital(match[1]) == statement.cast.speaker and len(core.split()) > 2


def _inside(whose: str) -> str:
    """ "The family's dog" as it reads behind other words."""
    return whose[0].lower() + whose[1:] if whose.startswith("The ") else whose
