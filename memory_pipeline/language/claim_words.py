"""The closed word lists by which a claim is read: what counts as one word, what changes, what a slot is called.

Lists hold folded words as `words.tokens` writes them; `word_key` turns a token into what claims compare.
"""

from __future__ import annotations

from functools import lru_cache

from memory_pipeline.language.claim_synonyms import LIKE_WORDS
from memory_pipeline.language.words import STOP_WORDS, stem


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HEADS = {stem(other): stem(head) for head, others in LIKE_WORDS for other in others.split()}


@lru_cache(maxsize=65536)
def word_key(token: str) -> str:
    """What a token compares as: its stem, or the head of its group of like words."""
    stemmed = stem(token)
    return _HEADS.get(stemmed, stemmed)


def _keys(text: str) -> frozenset[str]:
    return frozenset(map(word_key, text.split()))


LIGHT = (
    STOP_WORDS
    | _words(
        """
        anything everything nothing something please yes no ok okay really very always usually ever still just also too
        be is are was were been being am do does did done has have had having get gets got go goes went going gonna
        come comes coming keep keeps kept put set let say says said tell told want wants would will shall may might must
        can could there here this that these those own sure well back new old actually now currently anymore any more
        longer today lately meanwhile far fact though every each day days daily week weekly per thing things stuff time
        times o'clock household family everybody everyone us our we note remember reminder remind another other
        different
        """
    )
) - {"like"}
"""Words that carry no part of a claim's slot."""

OPTIONAL = _keys(
    "practice class session team club group chat school weekly regular food dish meal morning afternoon evening night"
)
"""Nouns that one speaker adds and another leaves out of the same slot: "swim" is "swim practice"."""

DAY_PARTS = _keys("morning afternoon evening night")
"""Say no more than the hour does, where one is named."""

MANNERS = _keys(
    "black plain neat bare rare medium iced cold hot warm lukewarm scrambled fried boiled poached raw cooked"
)
"""How somebody has a food or a drink, told after it."""

HAPPENING = _keys("fetch happen meet hold occur empty emptied collection")
"""Verbs that say no more of a weekly hour than that it is one."""

SOFT_VERBS = _keys(
    "has wears uses gets takes carry does makes keeps puts moored moor lies sits stands goes comes owns holds suffers"
)
"""Verbs that say no more than their object does: a hearing aid is worn or used, bottles are taken or carried."""

KIN = _keys(
    "mother father grandmother grandfather aunt uncle brother sister cousin husband wife partner daughter son neighbour"
)
"""Who somebody is called by instead of a name."""

MANY_AT_A_TIME = _keys(
    "friend sister brother cousin aunt uncle kid hobby pet neighbour colleague classmate language game sport member"
)
"""Nouns of which somebody has several: another one is one more."""

CHANGE = _words(
    """
    now anymore changed change changes moved moves switched switch switching swap swapped instead actually stopped stops
    stop quit quits finished ended ends outgrew outgrown settled updated correction longer dropped cancelled canceled
    postponed rescheduled delayed shifted relocated transferred
    """
)
"""Words that announce that something is no longer as it was."""

CHANGE_PHRASES = (
    "any more", "no longer", "from now on", "from then on", "these days", "used to", "turns out", "as of",
    "not any longer", "gave up", "given up", "done with", "over with", "is over", "are over",
)  # fmt: skip

ENDING = _words("stopped stop stops quit quits finished ended ends outgrew outgrown dropped retired")
"""Words that end the claim they stand in."""

NEGATORS = _words("not no never none nobody nothing neither nor without cannot hardly")
TENTATIVE = _words("might maybe perhaps possibly considering")
WISHING = _words("want wants wanted wish wishes hope hopes hoping plan plans planning dream dreams")
"""Words of something that is not so yet; a wish never stands for the fact, nor the fact for the wish."""

LIKING = _words("love loves loved like likes liked enjoy enjoys adore adores prefer prefers fond")
LOATHING = _words("hate hates hated dislike dislikes disliked loathe loathes detest detests despises stand bear")
EATING = _words("eat eats eating drink drinks have touch touches")
INTENSITY = _keys("severely severe badly terribly mildly mild slightly highly extremely truly deathly so super")

ASKING = _keys(
    "behalf ask check confirm show draft ok okay yes approval approve permission see seen look looked consult"
)
"""Words of a wish to be asked first."""
SENDING = _keys("send post write go put message text reply draft share answer say read wait")
ACTS = _keys("pay purchase order book spend schedule add change cancel call invite accept use delete remove reply sign")
"""What a family may want to be asked about before it is done."""
FORBIDDING = _keys("not never nothing without before first until unless always wait need")

DISTINCTIVE = _words("phone email number money")
"""Kinds of value that hardly two slots share by chance."""

ROLES = _keys(
    """
    teacher coach doctor dentist pediatrician driver sitter nanny vet boss manager landlord plumber therapist tutor
    principal employer
    """
)
SLOT_NOUNS = ROLES | _keys(
    """
    code password pin combination number phone email address name size colour brand plate bedtime curfew birthday
    allowance budget rent price fee cost network theme seat room locker unit school kindergarten daycare favourite job
    insurance bank airline pharmacy deadline age grade nickname jersey gate flight hotel
    """
)
"""Nouns that have one value at a time: a second value replaces the first."""

FIXED = _keys("birthday born anniversary birthplace")
"""Slots whose value never changes: another value is a mistake of one of the two."""

FIRST_PERSON = _words("i me my mine myself i'm i've i'd i'll")

VERBS = _words(
    """
    plays takes eats drinks goes attends starts lives moves works likes loves hates prefers needs wants wears uses
    sleeps naps fasts fetches picks drives walks stays visits flies arrives teaches coaches runs calls gets keeps avoids
    enjoys speaks owns pays costs finishes ends stops quits changes switches meets begins closes opens carries sits
    brings books orders cooks does makes stands dislikes adores dances sings swims rides reads writes studies collects
    owes lends borrows trusts helps
    knows says comes leaves reacts tolerates handles prepares cleans feeds shares belongs volunteers manages
    played took ate drank went attended started lived moved worked liked loved hated preferred needed wanted wore used
    slept stayed visited flew arrived taught ran called kept avoided enjoyed spoke owned paid finished ended stopped
    quit changed switched met began closed opened brought booked ordered cooked did made swam rode outgrew dropped
    became joined adopted bought sold got gave left retired broke lost won passed
    play take eat drink attend live work like love hate prefer need want wear use sleep fly own pay avoid enjoy speak
    has have had is are was were be am can cannot could will would should must may might do
    """
)

FILLERS = (ASKING | FORBIDDING) | _keys(
    " ".join(sorted(CHANGE | ENDING | EATING | LIKING | LOATHING))
    + " fan allergy limit limits off avoid avoids free call called take takes alright number phone name nickname calls"
)
"""Words by which a frame is told; another wording of them says nothing more."""
