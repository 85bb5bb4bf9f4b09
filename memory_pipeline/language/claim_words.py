"""The closed word lists by which a claim is read: what counts as one word, what changes, what a slot is called.

Lists hold folded words as `words.tokens` writes them; `word_key` turns a token into what claims compare.
"""

from __future__ import annotations

from functools import lru_cache

from memory_pipeline.language.words import STOP_WORDS, stem

_ALIKE = (
    ("mother", "mom mum mama mommy mummy"),
    ("father", "dad papa daddy"),
    ("grandmother", "grandma granny nana"),
    ("grandfather", "grandpa granddad"),
    ("sitter", "babysitter"),
    ("coach", "trainer"),
    ("class", "lesson course"),
    ("practice", "practise training"),
    ("fetch", "collect pickup picks pick"),
    ("phone", "telephone mobile cell cellphone"),
    ("wifi", "wi-fi wlan"),
    ("kindergarten", "kindy"),
    ("medicine", "medication meds pill tablet"),
    ("favourite", "favorite fave"),
    ("colour", "color"),
    ("password", "passcode"),
    ("vacation", "holiday"),
    ("flat", "apartment"),
    ("kid", "child"),
    ("purchase", "buy"),
    ("post", "message"),
    ("vegetarian", "veggie"),
    ("close", "shut"),
    ("cancel", "canceled cancelled"),
)
ALIKE = {stem(other): stem(head) for head, others in _ALIKE for other in others.split()}

LIGHT = STOP_WORDS | frozenset(
    """
    anything everything nothing something please yes no ok okay really very always usually ever still just also too
    be is are was were been being am do does did done has have had having get gets got go goes went going come comes
    keep keeps kept put set let say says said tell told want wants would like will shall may might must can could
    there here this that these those own sure well back new old actually now currently anymore any more longer today
    lately meanwhile far fact though every each day days daily week weekly per thing things stuff time times o'clock
    household family everybody everyone us our we note remember reminder remind another other different
    """.split()
) - frozenset({"like"})
"""Words that carry no part of a claim's slot."""

OPTIONAL = frozenset(stem(word) for word in "practice class session team club group chat school weekly regular food dish meal".split())
"""Nouns that one speaker adds and another leaves out of the same slot: "swim" is "swim practice"."""

CHANGE = frozenset(
    """
    now anymore changed change changes moved moves switched switch switching swap swapped instead actually stopped stops
    stop quit quits finished ended ends outgrew outgrown settled updated correction longer dropped cancelled canceled
    """.split()
)
"""Words that announce that something is no longer as it was."""

CHANGE_PHRASES = (
    "any more", "no longer", "from now on", "from then on", "these days", "used to", "turns out", "as of", "not any longer",
    "gave up", "given up", "done with", "over with",
)  # fmt: skip

ENDING = frozenset("stopped stop stops quit quits finished ended ends outgrew outgrown dropped retired over".split())
"""Words that end the claim they stand in."""

NEGATORS = frozenset("not no never none nobody nothing neither nor without cannot hardly".split())

TENTATIVE = frozenset("might maybe perhaps possibly considering".split())
WISHING = frozenset("want wants wanted wish wishes hope hopes hoping plan plans planning dream dreams".split())
"""Words of something that is not so yet; a wish never stands for the fact, nor the fact for the wish."""

LIKING = frozenset("love loves loved like likes liked enjoy enjoys adore adores prefer prefers fond".split())
LOATHING = frozenset("hate hates hated dislike dislikes loathe loathes detest detests despises".split())
EATING = frozenset("eat eats eating drink drinks have touch touches".split())

INTENSITY = frozenset(
    stem(word) for word in "severely severe badly terribly mildly mild slightly highly extremely truly deathly so super".split()
)

ASKING = frozenset("ask check confirm show draft ok okay yes approval approve permission see seen look looked consult".split())
"""Words of a wish to be asked first."""
SENDING = frozenset(
    stem(word) for word in "send post write go put message text reply draft share answer say read wait".split()
)

ACTS = frozenset(
    stem(word)
    for word in "pay purchase order book spend schedule add change cancel call invite accept use delete remove reply sign".split()
)
"""What a family may want to be asked about before it is done."""

DISTINCTIVE = frozenset({"phone", "email", "number", "money"})
"""Kinds of value that hardly two slots share by chance."""

SLOT_NOUNS = frozenset(
    stem(word)
    for word in """
    code password pin combination number phone email address name size colour brand plate bedtime curfew birthday
    allowance budget rent price fee cost network theme seat room locker unit school kindergarten daycare teacher coach
    doctor dentist pediatrician driver sitter nanny vet boss manager landlord plumber therapist tutor principal
    favourite employer job insurance bank airline pharmacy deadline age grade nickname jersey curfew gate flight hotel
    """.split()
)
"""Nouns that have one value at a time: a second value replaces the first."""

ROLES = frozenset(
    stem(word)
    for word in """
    teacher coach doctor dentist pediatrician driver sitter nanny vet boss manager landlord plumber therapist tutor
    principal employer
    """.split()
)
FIXED = frozenset(stem(word) for word in "birthday born anniversary birthplace".split())
"""Slots whose value never changes: another value is a mistake of one of the two."""

KIN = frozenset(
    stem(ALIKE.get(stem(word), word))
    for word in """
    mother father sister brother cousin aunt uncle grandmother grandfather grandparents parents husband wife son daughter
    friend neighbour neighbor nephew niece kid colleague buddy mate roommate partner in-laws teacher coach doctor boss
    """.split()
)

FIRST_PERSON = frozenset("i me my mine myself i'm i've i'd i'll".split())
THIRD_PERSON = frozenset("he she him her his hers it its they them their theirs".split())

VERBS = frozenset(
    """
    plays takes eats drinks goes attends starts lives moves works likes loves hates prefers needs wants wears uses sleeps
    naps fasts fetches picks drives walks stays visits flies arrives teaches coaches runs calls gets keeps avoids enjoys
    speaks owns pays costs finishes ends stops quits changes switches meets begins closes opens carries sits brings
    books orders cooks does makes stands dislikes adores dances sings swims rides reads writes studies collects knows
    says comes leaves carries reacts tolerates handles prepares cleans feeds shares belongs volunteers manages
    played took ate drank went attended started lived moved worked liked loved hated preferred needed wanted wore used
    slept stayed visited flew arrived taught ran called kept avoided enjoyed spoke owned paid finished ended stopped quit
    changed switched met began closed opened brought booked ordered cooked did made swam rode outgrew dropped became
    joined adopted bought sold got gave left retired broke lost won passed
    play take eat drink attend live work like love hate prefer need want wear use sleep fly own pay avoid enjoy speak
    has have had is are was were be am can cannot could will would should must may might do
    """.split()
)


@lru_cache(maxsize=65536)
def word_key(token: str) -> str:
    """What a token compares as: its stem, or the head of its group of like words."""
    stemmed = stem(token)
    return ALIKE.get(stemmed, stemmed)
