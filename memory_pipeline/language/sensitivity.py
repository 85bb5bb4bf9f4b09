"""Which claims stay out of the always-on brief (seed section 10, contract sections 2 and 15, *Values*)."""

from __future__ import annotations

import re

from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.memory import Sensitivity

_CHILD = re.compile(
    r"\b(?:sons?|daughters?|(?:step|grand)(?:son|daughter|child|children)s?|kids?|child(?:ren)?|baby|babies"
    r"|toddlers?|twins|triplets|newborn|"
    r"infant|nephews?|nieces?|teen(?:ager)?s?|pre-?teen|little\s+(?:one|boy|girl|brother|sister)|(?:our|my)\s+"
    r"(?:boys?|girls?|oldest|youngest|eldest|middle))\b",
    re.IGNORECASE,
)
_CHILDS_WORLD = re.compile(
    r"\b(?:school\s+starts|term\s+starts|drop-?\s?off|pick-?up\s+(?:is|at)|pre-?school|nursery|day-?care|kindergarten|elementary|middle\s+school|primary\s+school|pta"
    r"|parent-teacher|school\s+(?:run|bus|pick-?up|drop-?off|nurse|"
    r"office|gate|lunch)|after-?school|homework|babysitters?|nanny|pa?ediatric(?:ian)?s?|playdates?|car\s+seat"
    r"|bus\s+stop)\b",
    re.IGNORECASE,
)
_SCHOOL = re.compile(
    r"\b(?:schools?|pre-?school|nursery|day-?care|kindergarten|kindy|elementary|academy|classroom|class(?!\s+act)|grades?"
    r"|graders?|in\s+(?:\d(?:st|nd|rd|th)|\d\s?[A-F])\b|teachers?|homework|exams?|"
    r"report\s+card|principal|tutor(?:ing|s)?|spelling|suspended|detention|semester)\b",
    re.IGNORECASE,
)
_WHEREABOUTS = re.compile(
    r"\b(?:pick(?:s|ed|ing)?(?:\s+\w+){0,2}\s+up|pick-?ups?|drop(?:s|ped|ping)?(?:\s+\w+){0,2}\s+off|drop-?offs?"
    r"|walks?\s+(?:home|to)|home\s+alone|bus(?:\s+stop)?|"
    r"sleepovers?|camp|stays?\s+(?:with|at|over)|babysitters?|nanny|lets?\s+(?:her|him|them)selves?\s+in|carpool"
    r"|playdates?|custody|kindy|kita|crèche|creche|with\s+(?:his|her|their)\s+(?:dad|mom|father|mother))\b",
    re.IGNORECASE,
)
_PLACE_AND_TIME = re.compile(
    r"\bat\s+(?:the\s+)?[A-Z]\w+.*(?:\d|\b\w+days?\b)|(?:\d\s*(?:am|pm|:\d\d)|\b\w+days?\b).*\b(?:at|in)\s+"
    r"(?:the\s+)?(?:[A-Z]\w+|park|pool|gym|field|rink|hall|center|centre|library|church|studio)\b"
)
_CONTACT = re.compile(
    r"\b(?:phone|cell|mobile)?\s*number\b|\b(?:phone|e-?mail|(?<!form\sof\s)address|instagram|snapchat|tiktok|username|contact)\b"
    r"|@\w|\+?\d[\d\s().-]{7,}\d",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"\b(?:passport|ssn|social\s+security|student\s+(?:id|number)|date\s+of\s+birth|dob|born\s+(?:on|in)"
    r"|insurance\s+(?:id|number)|medicare|nhs\s+number|birth\s+certificate|password|pin)\b",
    re.IGNORECASE,
)
_BEHAVIOUR = re.compile(
    r"\b(?:tantrums?|meltdowns?|bit(?:es|ing)|hits|hitting|bull(?:y|ied|ying|ies)|grounded|in\s+trouble|misbehav\w+"
    r"|acting\s+(?:up|out)|lying|lies|steals?|stole|wets?\s+the\s+bed|"
    r"bed-?wetting|potty|afraid|scared|frightened|nightmares?|shy|clingy|behaviou?r|screen\s+time|throws?\s+"
    r"(?:things|fits)|fights?|cries|refuses?\s+to|anxious|swears?)\b",
    re.IGNORECASE,
)
_SAFETY = re.compile(
    r"\b(?:safe(?:ty)?|unsafe|danger\w*|choking|car\s+seat|swim\s+alone|cannot\s+swim|can['’]?t\s+swim|restraining"
    r"|custody|allowed\s+to\s+pick|emergency|runs\s+off|wanders?|helmet|life\s+jacket)\b",
    re.IGNORECASE,
)
_HEALTH = re.compile(
    r"\b(?:allerg\w+|anaphyla\w+|epi-?pens?|epi\b|pacemaker|iron\s+drops|vitamin\s+[a-d]\b|drops\s+(?:every|twice|once)|bp\b|goli|dawai|puffers?|preventer|spacer|nebuli[sz]er|immunis\w+|hip\s+(?:done|replac\w+|operation)|cataracts?|operation|lupus|hernia|intoleran\w+|c(?:o)?eliac|asthma\w*|inhalers?|diabet\w+|insulin"
    r"|epilep\w+|seizures?|eczema|migraines?|"
    r"anxiety|depress(?:ed|ion)|adhd|autis\w+|bipolar|ocd|ptsd|dyslexi\w+|medic(?:ine|ation|ations|al)|meds"
    r"|prescriptions?|prescribed|antibiotics?|vaccin\w+|"
    r"doctors?(?!\s+who)|\d+\s?(?:mg|mcg|milligrams?)|blood\s+thinners?|antihistamines?|dentists?|orthodontists?|therap(?:y|ist|ists)|counsel(?:ing|ling)\s+session"
    r"|psychiatrist|psychologist|surger(?:y|ies)|surgeon|hospital\w*|clinic|diagnos\w+|"
    r"pregnan\w+|miscarriage|ivf|cancer|chemo\w*|tumou?r|blood\s+(?:pressure|sugar|type|test)|cholesterol|heart\s+"
    r"(?:attack|condition|disease)|stroke|arthritis|concussion|"
    r"fractur\w+|broke\s+(?:my|his|her|their)\s+\w+|injur\w+|sprain\w*|surgical|rehab|sober|alcoholic|addict\w+"
    r"|disab(?:led|ility)|wheelchair|hearing\s+aids?|hard\s+of\s+hearing|glasses|contact\s+lenses|"
    r"braces|fever|flu|covid\w*|infection|sick|illness|disease|chronic|symptoms?|pa?ediatric(?:ian)?s?|optometrist"
    r"|physio\w*|pharmacy|pills?|tablets\s+for|mental\s+health|panic\s+attacks?|"
    r"gluten|lactose|dairy-free|nut-free|faints?|carries\s+an?\s+epi\w*|period\s+pain|menopause|weight\s+loss"
    r"|thyroid|sleep\s+apnea|low[- ](?:sodium|salt|carb|sugar|fat|fodmap)|lisinopril|metformin|ibuprofen|paracetamol"
    r"|acetaminophen|aspirin|warfarin|[a-z-]{3,}(?:thyroxine|statin|cillin|prazole|olol|sartan|dipine|formin|zepam"
    r"|oxetine|traline|mycin|azine|tropin)"
    r"|(?:bp|iron|thyroid|heart|sleeping|pain|night|vitamin)\s+(?:tablets?|meds?)"
    r"|takes?\s+(?:(?:a|an|the|her|his|my|their|\w+['’]s)\s+)?(?:\w+\s+)?tablets?|capsules?|inject(?:s|ions?)|dialysis"
    r"|(?:doc|doctor|gp)\s+(?:put|said|says|told|wants)|(?:his|her|my|their|['’]s)\s+sugar\s+(?:is|was|level)"
    r"|pregnant)\b",
    re.IGNORECASE,
)
_FINANCES = re.compile(
    r"\b(?:salary|wages?|income|earns?\s+[$€£\d]|paychecks?|debts?|loans?|mortgage|overdraft|credit\s+(?:card"
    r"|score)|debit\s+card|bank(?:ing)?\s+(?:account|details|card)|"
    r"account\s+number|routing\s+number|iban|sort\s+code|savings|pension|401k|ira|investments?|stocks?\s+portfolio"
    r"|taxes|tax\s+return|bankrupt\w*|alimony|child\s+support|"
    r"(?:monthly|weekly|yearly|annual)?\s*budget|rent\s+is|pays?\s+rent|owes?\s+(?:\w+\s+){0,2}?[$€£]?\d|allowance|tuition|inheritance"
    r"|unemployment\s+benefits|food\s+stamps|laid\s+off|afford)\b"
    r"|\b(?:earn(?:s|ed|ing)?|(?:is|am|are|gets?|being)\s+paid)\s+(?:about\s+|around\s+|over\s+|nearly\s+)?[$€£]?\s?\d"
    r"|\d[\d,.]*\s*k?\s*(?:euros?|dollars?|pounds?|bucks|francs|usd|eur|gbp)\s+(?:an?|per|each|every)\s+(?:year|month|week|hour|day)\b"
    r"|\b(?:make|makes|earns?|gets?)\s+[$€£]?\d[\d,.]*\s*(?:an?|per)\s*(?:hr|hour|day|week|month|year)\b|\bgives?\s+\w+\s+\d{2,}\s+for\b|\bpays?\b(?:\s+\w+){0,2}?\s+[$€£]?\d[\d,.]*\b(?!\s*(?:am|pm|o['’]clock|:))|\b\d{3,}\s+(?:an?|per|each|every)\s+(?:year|month|week|hour|head)\b"
    r"|\b(?:emi|overdraft|run(?:s|ning)?\s+a\s+tab|deposit|moorage|slip\s+fee)\b|[$€£]\s?\d[\d,.]*\s*(?:k\b|a\s+(?:month|year|week|hour)|per\s+\w+|an\s+hour|/\s?(?:mo|month|hr|hour|wk|week"
    r"|yr|year))",
    re.IGNORECASE,
)


_CHILDHOOD = re.compile(
    r"\b(?:as|since|when\s+\w+\s+(?:was|were)|(?:was|were))\s+an?\s+(?:(?:little|small|young)\s+)?"
    r"(?:kid|child|baby|toddler|infant|teen(?:ager)?)\b",
    re.IGNORECASE,
)
_CHILDS_DIET = re.compile(
    r"\b(?:can['’]?t|cannot|mustn['’]t|(?:not|\w+n['’]t)\s+(?:allowed|supposed)\s+to)\s+(?:have|eat|drink)\b",
    re.IGNORECASE,
)


def sensitivity(text: str, about: str, family: Family) -> Sensitivity:
    """The tag of a claim `text` whose subject is `about`.

    `minors`: a child's school, whereabouts, health, safety, contacts, behaviour or identifiers; it goes before
    `health`, which goes before `finances`. A child's name, relation, likes and form of address are `normal`.
    """
    whole = f"{about}. {text}"
    if _concerns_child(whole, family) and _is_private_of_child(whole):
        return "minors"
    if _HEALTH.search(whole):
        return "health"
    if _FINANCES.search(whole):
        return "finances"
    return "normal"


def names_child(text: str, family: Family) -> bool:
    """Whether a child of the family, or any child, is spoken of."""
    children = [member for member in family.members if member.kind == "child"]
    return any(_names(text, child) for child in children) or _CHILD.search(text) is not None


def _concerns_child(text: str, family: Family) -> bool:
    text = _CHILDHOOD.sub("", text)
    if names_child(text, family):
        return True
    adults = [member for member in family.members if member.kind == "adult"]
    return _CHILDS_WORLD.search(text) is not None and not any(_is_subject(text, adult) for adult in adults)


def _is_private_of_child(text: str) -> bool:
    patterns = (
        _CHILDS_DIET,
        _SCHOOL,
        _WHEREABOUTS,
        _HEALTH,
        _SAFETY,
        _CONTACT,
        _BEHAVIOUR,
        _IDENTIFIER,
        _PLACE_AND_TIME,
    )
    return any(pattern.search(text) for pattern in patterns)


def _names(text: str, member: Member) -> bool:
    return any(_word(name).search(text) for name in (member.name, *member.aliases))


def _is_subject(text: str, member: Member) -> bool:
    """Whether the claim's own subject is the member: "Dana works at an elementary school"."""
    opening = re.compile(rf"^{re.escape(member.name)}\.", re.IGNORECASE)
    return opening.search(text) is not None


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
