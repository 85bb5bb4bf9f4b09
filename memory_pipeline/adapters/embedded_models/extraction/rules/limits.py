"""Allergies, diets, medicine, safety and other limits (contract section 4, gate 4: a first-party limit is hard)."""

from __future__ import annotations

import re
from dataclasses import replace

from memory_pipeline.adapters.embedded_models.extraction.draft import Draft
from memory_pipeline.adapters.embedded_models.extraction.speech import Statement
from memory_pipeline.adapters.embedded_models.extraction.subjects import capital, is_first_party, subject_of
from memory_pipeline.adapters.embedded_models.extraction.telling import tell
from memory_pipeline.language.wishes import is_binding, limit_is_over, states_limit
from memory_pipeline.model.family import Family

_MEDICAL = re.compile(
    r"\b(?:allergic|allerg(?:y|ies)|anaphyla\w+|epi-?pen|intoleran(?:t|ce)|c(?:o)?eliac|asthma(?:tic)?|inhaler|"
    r"(?:type\s+[12]\s+)?diabet(?:es|ic)|(?:has|have|got|['’]s)\s+type\s+(?:1|2|one|two)|insulin|epilep(?:sy|tic)|seizures?|"
    r"(?:takes?|taking|is\s+on|am\s+on|['’]m\s+on)\s+(?:\w+\s+)?(?:medication|medicine|meds|blood\s+thinners"
    r"|antibiotics|insulin|\w+\s+\d+\s?mg)|\d+\s?mg|pregnant|pacemaker|hearing\s+aids?|wheelchair|motion\s+sick\w*"
    r"|carsick|gets?\s+sick\s+from|gets?\s+(?:migraines?|headaches?|rash(?:es)?|hives|panic\s+attacks?)\s+(?:from|with|after)"
    r"|(?:knees?|back|shoulder|hips?|eyes|eyesight|heart|hearing|ankle)\s+(?:is|are)\s+(?:shot|bad|gone|going|weak|dodgy|no\s+good))\b",
    re.IGNORECASE,
)
_DIET = re.compile(
    r"\b(?:vegetarians?|vegans?|pescatarians?|halal|kosher|(?:gluten|dairy|lactose|nut|sugar|egg|soy)[- ]free"
    r"|low[- ](?:sodium|carb|salt|fodmap)|keto|no[- ](?:pork|beef|meat|alcohol|shellfish|dairy|nuts))\b"
    r"|\b(?:can['’]?t|cannot|can\s+not|don['’]t|doesn['’]t|do\s+not|does\s+not|(?:is|are|am|['’]m|['’]s"
    r"|['’]re)\s+not\s+(?:allowed|supposed)\s+to|(?:is|are)n['’]t\s+(?:allowed|supposed)\s+to|never|must\s+not"
    r"|mustn['’]t|shouldn['’]t|no\s+longer|not\s+allowed(?:\s+to\s+have)?|have\s+to\s+avoid|has\s+to\s+avoid"
    r"|avoids?|stay\s+away\s+from)"
    r"\s+(?:eats?|have|has|drinks?|touch|handle|tolerate|digest|do)?\s*(?:any\s+)?(?:\w+\s+){0,2}?(?:peanuts?|nuts?"
    r"|tree\s+nuts|almonds?|dairy|milk|cheese|gluten|wheat|eggs?|soy|sesame|shellfish|shrimp|fish|seafood|pork|beef"
    r"|meat|red\s+meat|chicken|sugar|caffeine|coffee|alcohol|wine|spicy(?:\s+food)?|strawberries|kiwi|chocolate"
    r"|honey|bread|lactose|mushrooms?|tomatoes|bananas?|citrus|cashews?|hazelnuts?|walnuts?|pistachios?|prawns?|lentils?|onions?|garlic|corn|oats|brinjal|aubergine)\b"
    r"|\b(?:no\s?one|nobody|none)\s+(?:of\s+us|here|at\s+home|in\s+(?:our|this|the|my)\s+(?:house(?:hold)?|home|family))"
    r"\s+(?:\w+\s+)?(?:eats?|drinks?|touch(?:es)?)\s+\w+"
    r"|\b(?:can['’]?t|cannot|can\s+not)\s+eat\s+(?!out\b|at\b|there\b|with\b|before\b|after\b|any(?:thing|where|\s*more)\b"
    r"|that\b|this\b|it\b|them\b|dinner\b|lunch\b|breakfast\b|all\b|so\b|here\b|until\b|in\b|on\b)\w+",
    re.IGNORECASE,
)
_SAFETY = re.compile(
    r"\b(?:can['’]?t|cannot|doesn['’]t\s+know\s+how\s+to)\s+swim\b|\b(?:(?:is|are|am|['’]m|['’]s|['’]re)\s+not"
    r"|isn['’]t|aren['’]t|never|not)\s+allowed\b|"
    r"\b(?:must|has\s+to|have\s+to|needs?\s+to)\s+(?:always\s+)?(?:wear|be\s+home\s+by|sit\s+in|take|use|carry"
    r"|avoid|be\s+in\s+bed)\b|\b(?:booster|car)\s+seat\b|\bcurfew\b|"
    r"\b(?:should\s+never|must\s+never|can\s+never)\b|\bno\s+screens?\b|\bscreen\s+time\b|\bafraid\s+of\s+(?:dogs"
    r"|flying|heights|needles|water|the\s+dark)\b|\bclaustrophobic\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"^only\s+\w+\s+(?:works?|suits?)\b|\b(?:can['’]?t|cannot)\s+(?:do|make|work|drive|fly|travel|climb|lift|park|meet|take\s+calls?|use|stand\s+for"
    r"|walk|be\s+(?:there|home)|afford|spend)\b|\b(?:don['’]t|doesn['’]t)\s+(?:drive|fly|own\s+a\s+car"
    r"|have\s+a\s+car|do\s+(?:mornings|evenings|calls|meetings|weekends)|work\s+(?:on|at|after|before))\b|"
    r"\b(?:budget\s+is|budget\s+of|max(?:imum)?\s+(?:is|of)|no\s+more\s+than|at\s+most|under|limit\s+is)\s+[$€£]?\d",
    re.IGNORECASE,
)
_TASTE_ONLY = re.compile(r"\b(?:can['’]?t|cannot|can\s+not)\s+stand\b(?!\s+for\b)", re.IGNORECASE)
_DOCTOR_PUT = re.compile(
    r"^(?:(?:my|the)\s+)?(?:doc|doctor|gp|pa?ediatrician)\s+put\s+(?P<who>me|us|[A-Z]\w+)\s+on\b", re.IGNORECASE
)
_NEGATED_MEDICAL = re.compile(
    r"\b(?:not|isn['’]t|aren['’]t|no\s+longer|never\s+been|don['’]t\s+have|doesn['’]t\s+have|without)\s+(?:\w+\s+)?"
    r"(?:allergic|intolerant|any\s+allerg\w+|an?\s+allergy|an?\s+inhaler|an?\s+epi-?pen|any\s+medic\w+|asthma|diabetic|pregnant|vegan|vegetarian)",
    re.IGNORECASE,
)
_OUTGROWN = re.compile(r"\b(?:outgrew|outgrown|used\s+to\s+be|any\s*more|no\s+longer)\b", re.IGNORECASE)
_FORBIDDEN = re.compile(r"\bnot\s+allowed\b|\bno\s+longer\s+allowed\b|\b(?:can['’]?t|cannot)\b", re.IGNORECASE)
_TRANSIENT = re.compile(
    r"\b(?:(?<!from\s)(?<!of\s)today|tonight|tomorrow|right\s+now|this\s+(?:morning|afternoon|evening|week|weekend)|next\s+\w+|yet"
    r"|on\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_NO_ONE = re.compile(r"(?:no\s?one|nobody|none)\s+(?:of\s+us|here|at\s+home|in\s+(?:our|this|the|my))\b", re.IGNORECASE)
_ADVICE = re.compile(r"^(?:you|people|kids|dogs|cats|babies|everyone|most\s+\w+|some\s+\w+|there)\b", re.IGNORECASE)


def read_limits(statement: Statement, family: Family) -> list[Draft]:
    """An allergy, diet, medical or safety limit as a constraint; hard when it is the family's own and not negated."""
    statement = _of_whom(statement)
    core = statement.core
    strict = _MEDICAL.search(core) or _DIET.search(core) or _SAFETY.search(core)
    if not (strict or _OTHER.search(core)) or _ADVICE.match(core) or _TASTE_ONLY.search(core):
        return []
    summary = tell(statement)
    subject = subject_of(statement, family)
    if summary is None or subject.kind in {"listener"}:
        return []
    over = limit_is_over(core)
    if over and not strict:
        return []
    negated = bool(_NEGATED_MEDICAL.search(core) or (_OUTGROWN.search(core) and not _FORBIDDEN.search(core)))
    transient = _TRANSIENT.search(core) is not None
    if not strict and transient:
        return []
    ordered = _DOCTOR_PUT.match(core)
    hard = (
        bool(strict)
        and not negated
        and not transient
        and not over
        and (ordered is not None or _of_us(core) or is_first_party(subject, statement, family))
        and (states_limit(core) or is_binding(statement.sentence))
    )
    return [
        Draft(
            type="fact" if over else "constraint",
            kind="fact" if over else "limit",
            about=_patient(ordered, statement)
            if ordered
            else ("Family" if _of_us(core) else subject.about or _topic(summary)),
            summary=summary,
            strength="hard" if hard else "soft",
            confidence=0.95 if strict else 0.8,
            bounded=transient,
        )
    ]


_WHO = re.compile(
    r"^.*?(?P<who>(?:(?:my|our)\s+(?:\w+\s+)?|(?-i:[A-Z]))[\w-]+),?\s+who(?P<verb>['’]s|\s+(?:is|has|can['’]?t|cannot|doesn['’]?t))\s+(?P<rest>.+)$",
    re.IGNORECASE,
)


def _of_whom(statement: Statement) -> Statement:
    """ "tofu for Ash who's vegetarian" limits Ash, and not the one who says it."""
    match = None if statement.peers else _WHO.match(statement.core)
    if match is None or not (_MEDICAL.search(match["rest"]) or _DIET.search(match["rest"])):
        return statement
    verb = {"'s": " is", "’s": " is"}.get(match["verb"], match["verb"])
    rest = re.sub(r"^been\s+", "", match["rest"])
    return replace(statement, core=f"{match['who']}{verb} {rest}")


def _of_us(core: str) -> bool:
    """ "No one in our house eats beef" is said of the whole household."""
    return _NO_ONE.match(core) is not None


def _patient(ordered: re.Match[str], statement: Statement) -> str:
    who = ordered["who"]
    if who.casefold() == "us":
        return "Family"
    return capital(statement.cast.speaker) if who.casefold() == "me" else who


def _topic(summary: str) -> str:
    """A subject for a clause that has none of its own: "No nuts in the house" is filed under its first words."""
    return " ".join(summary.rstrip(".").split()[:4])
