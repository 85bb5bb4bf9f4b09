"""English verb forms: what retelling in the third person needs to know."""

from __future__ import annotations

import re

_MODALS = """
can can't cannot could couldn't will won't would wouldn't should shouldn't must mustn't may might shall ought used
"""
_IRREGULAR_PAST = """
was were had did went got made said saw came took knew thought gave found told felt became left meant kept began
began brought wrote stood heard lost paid met ran sat spoke led read grew fell sent built understood drew broke
spent rose drove bought wore chose ate slept won taught caught sold flew threw forgot drank sang swam rode shot held
woke struck bit hid hung shook tore fought sought froze stole swore bent dealt dug fed fled lent lit rang shrank
slid spun stuck swept swung wept wound bore bred blew dreamt learnt leapt spelt spilt burnt quit
"""
_ADVERB_WORDS = """
no longer always usually really also just never still often sometimes actually finally recently definitely probably
totally only even already currently absolutely both all now then almost hardly rarely generally mostly normally
typically especially honestly kinda sorta truly simply basically personally literally ever mainly partly certainly
obviously seriously strongly pretty much both each together not once twice kind sort of each
"""
_COMPLEMENT_WORDS = """
to a an the my our his her their it them up out at in on for with about back home some every two three nights days
part-time full-time remotely hard late early
"""
_NOT_PAST = "need feed heed speed breed seed succeed proceed exceed embed shed weed bleed"
_BASE = """
accept add agree allow answer appreciate arrive ask attend avoid bake be become begin believe belong bike borrow
break bring build buy call camp care carry celebrate change check choose clean climb close collect come commute
compete consider cook count cover create cry cut cycle dance decide deliver depend deserve dislike do draw dream
dress drink drive drop earn eat enjoy exercise expect explain explore fall feed feel fight find finish fish fix fly
follow forget garden get give go grow handle hang happen hate have hear help hike hold hope host hunt jog join keep
knit know lead learn leave let like listen live look lose love make manage mean meet mind miss move need notice
offer open order organise organize own paint park pay perform pick plan plant play practice practise pray prefer
prepare pull push put read receive recommend remember rent repair rest ride run save say see seem sell send serve
sew share shop show sing sit skate ski sleep smoke speak spend stand start stay stop study support surf swim take
talk teach tell tend think train travel treat try turn understand use visit volunteer wait wake walk want wash watch
wear wish wonder work worry write
"""
ADVERBS = frozenset(_ADVERB_WORDS.split())
MODALS = frozenset(_MODALS.split())
_PAST = frozenset(_IRREGULAR_PAST.split())
_ED_BASES = frozenset(_NOT_PAST.split())
BASE_VERBS = frozenset(_BASE.split())
_COMPLEMENT = frozenset(_COMPLEMENT_WORDS.split())
_AGREEMENT = {
    **{"am": "is", "are": "is", "were": "was", "have": "has", "do": "does", "don't": "doesn't", "go": "goes"},
    **{
        "haven't": "hasn't",
        "aren't": "isn't",
        "weren't": "wasn't",
        "ain't": "isn't",
        "is": "is",
        "wanna": "wants to",
        "gotta": "has to",
    },
}
_NO_VERB_WORDS = """
guys two three folks people kids and or in at on with for to of happy there here too the a an my
"""
_NO_VERB = frozenset(_NO_VERB_WORDS.split())
_SURE_VERBS_WORDS = """
keep have go eat live make take get do speak need want know see think teach drive write wear sell buy own
"""
_SURE_VERBS = frozenset(_SURE_VERBS_WORDS.split())
_VOWELS = "aeiou"
_THIRD_WORDS = """
is are was were has had isn't aren't wasn't weren't hasn't hadn't does doesn't did didn't will won't can can't
cannot goes comes came went gets got takes took makes made starts ends opens closes lives works plays likes
loves hates needs wants eats drinks drives runs sleeps wakes walks knows thinks says said tells told keeps kept
gives gave brings brought pays paid owes moved quit lost found bought sold sees saw sits stays stands teaches
studies wears uses carries rides leaves left meets met calls turns turned finishes begins began picks drops
rehearses speaks hears feels felt became becomes owns rents shares cooks bakes swims visits retires retired died
passed swears snores cries chews bites naps
"""
FINITE = rf"(?:{'|'.join(re.escape(word).replace(chr(39), '[' + chr(39) + '’]?') for word in _THIRD_WORDS.split())})"
"""A pattern of common verb forms that can only be finite: after a subject they make a clause."""
BASE = rf"(?:rehearse|{'|'.join(sorted(BASE_VERBS))})"
"""A pattern of base forms, as "we" and "they" take them."""


def is_past(word: str) -> bool:
    """Whether the form is in the past tense ("went", "moved"); forms that could be either are not."""
    lowered = word.casefold()
    return lowered in _PAST or (lowered.endswith("ed") and len(lowered) > 3 and lowered not in _ED_BASES)


def is_modal(word: str) -> bool:
    """Whether the form is the same in every person."""
    return word.casefold().replace("’", "'") in MODALS


def third_person(word: str) -> str:
    """ "go" -> "goes", "try" -> "tries", "don't" -> "doesn't"; forms that do not change come back as they are."""
    lowered = word.casefold().replace("’", "'")
    if lowered in _AGREEMENT:
        return _AGREEMENT[lowered]
    if (
        lowered in _NO_VERB
        or is_modal(lowered)
        or is_past(lowered)
        or lowered.endswith(("'t", "ing"))
        or not lowered.isalpha()
    ):
        return word
    if lowered.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{word}es"
    if lowered.endswith("y") and lowered[-2:-1] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}s"


def plural_form(word: str) -> str:
    """What "they" takes: "am" -> "are", "was" -> "were"; everything else as it is."""
    return {"am": "are", "was": "were", "wasn't": "weren't", "is": "are", "has": "have"}.get(word.casefold(), word)


def is_coordinated_verb(word: str, following: str) -> bool:
    """Whether a word after "and" is a second verb: a known base form with a complement."""
    if word.casefold() in _SURE_VERBS:
        return True
    return word.casefold() in BASE_VERBS and following.casefold() in _COMPLEMENT


def is_participle(word: str) -> bool:
    """Whether "'d" before the word stands for "had"."""
    lowered = word.casefold()
    return lowered in {"been", "gone", "done", "seen", "better", "had", "taken", "known"} or is_past(lowered)


def gerund(verb: str) -> str:
    """ "book" -> "booking", "make" -> "making", "plan" -> "planning"."""
    lowered = verb.casefold()
    if lowered.endswith("ie"):
        return f"{lowered[:-2]}ying"
    if lowered.endswith("e") and not lowered.endswith(("ee", "ye", "oe")) and lowered != "be":
        return f"{lowered[:-1]}ing"
    if re.search(r"^[b-df-hj-np-tv-z]*[aeiou][bdgmnprt]$", lowered):
        return f"{lowered}{lowered[-1]}ing"
    return f"{lowered}ing"
