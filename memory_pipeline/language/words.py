"""Words as a search and a comparison see them: tokens, stems, character trigrams and small misspellings.

Everything here is a pure function of one text. Sparse vectors (contract section 8) and the embedded relation judge
share it, so that "the same word" means the same thing to both.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rapidfuzz.distance import OSA

_TOKEN = re.compile(r"\d+(?:[.:,/]\d+)+|[^\W_]+(?:['’][^\W_]+)*")
_MARKS = re.compile("[\u0300-\u036f\u200b-\u200d\u2060\ufeff]")
_POSSESSIVE = re.compile(r"['’]s?$")
_VOWEL = re.compile("[aeiouy]")
_IRREGULAR = {
    "children": "child", "kids": "kid", "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth",
    "wives": "wife", "knives": "knife", "leaves": "leaf", "mice": "mouse", "drove": "drive", "ate": "eat",
    "eaten": "eat", "swam": "swim", "bought": "buy", "taught": "teach", "grew": "grow", "met": "meet",
}  # fmt: skip

STOP_WORDS = frozenset(
    """
    a about actually again ago all almost already also am an and any anybody anyone anything are aren't around as at
    back be because been before being below between both but by came can can't cannot come comes could couldn't did
    didn't do does doesn't doing don't done down during each either else even ever every everybody everyone everything
    few for from further gave get gets getting give gives go goes going gonna gone got had hadn't has hasn't have
    haven't having he he'd he'll he's hello her here hers herself hey hi him himself his how however i i'd i'll i'm
    i've if in instead into is isn't it it'd it'll it's its itself just kind know knows let let's like likes lot lots
    made make makes making many may maybe me might mine more most much must my myself near need needs never no nobody
    none nor not nothing now of off often ok okay on once one ones only or other others our ours ourselves out over own
    perhaps please pretty put quite rather really right said same saw say saying says see she she'd she'll she's should
    shouldn't since so some somebody someone something somewhere soon still such sure take taken takes taking tell than
    thank thanks that that's the their theirs them themselves then there there's these they they'd they'll they're
    they've thing things think this those though through to together told too took toward try trying under until up
    upon us use used uses using very via want wanted wants was wasn't way we we'd we'll we're we've well went were
    weren't what what's whatever when when's whenever where where's whether which while who who's whoever whole whom
    whose why will with within without won't would wouldn't yeah yep yes yet you you'd you'll you're you've your yours
    yourself yourselves
    """.split()
)
"""Words that say nothing about what a text is about; they are in no vector."""

WEAK_WORDS = frozenset(
    """
    add address afternoon ask available bad best better big bit book call change check cool day days decide evening
    event everyday family feel fine find first friday fun good great guy happen happy help home hope hour hours house
    idea info keep kid kids last later leave life little live long look love lovely minute minutes monday month months
    morning move name new next nice night number open people place plan plans question quick ready remember remind
    reminder rest saturday second send set share show small sounds special start stay stop stuff suggest suggestion
    sunday talk text thursday time times today tomorrow tonight topic tuesday two update visit wait watch wednesday
    week weekday weekend weeks wonderful work wow write year years yesterday
    """.split()
)
"""Words that many unrelated texts share: they rank, but alone they make no hit."""


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[str, ...]:
    """The words and numbers of `text`, folded (case, accents, zero-width, possessive), in order, stop words included.

    A number with separators ("3:30", "12.5", "5/11") is one token.
    """
    return tuple(_POSSESSIVE.sub("", word).replace("’", "'") for word in _TOKEN.findall(_folded(text)))


def _folded(text: str) -> str:
    """Without case and accents. Decomposing comes before case folding too: "𝓐" is a capital only once it is "A"."""
    if text.isascii():
        return text.casefold()
    plain = unicodedata.normalize("NFKD", text).casefold()
    return _MARKS.sub("", unicodedata.normalize("NFKD", plain))


def content_words(text: str) -> tuple[str, ...]:
    """The tokens that are no stop words, in order."""
    return tuple(word for word in tokens(text) if word not in STOP_WORDS)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A folded token without its usual English endings: allergies, allergy and allergic share one stem.

    Words of up to three letters, numbers and words outside a-z are their own stem. It need not be a word.
    """
    word = _IRREGULAR.get(word, word)
    if len(word) <= 3 or not (word.isascii() and word.isalpha()):
        return word
    return _without_final(_without_suffix(_singular(word)))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _without_suffix(word: str) -> str:
    for suffix in ("ing", "ed", "ly"):
        base = word[: -len(suffix)]
        if word.endswith(suffix) and not word.endswith("eed") and len(base) >= 3 and _VOWEL.search(base):
            doubled = base[-1] == base[-2] and base[-1] not in "lszaeiou"
            return base[:-1] if doubled else base
    return word


def _without_final(word: str) -> str:
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if word.endswith("ic") and len(word) >= 6:
        return word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


@lru_cache(maxsize=65536)
def trigrams(word: str) -> tuple[str, ...]:
    """The character trigrams of a folded token, edges marked, ascending; none for numbers and for one letter."""
    if len(word) < 2 or not word[0].isalpha():
        return ()
    framed = f"^{word}$"
    return tuple(sorted({framed[at : at + 3] for at in range(len(framed) - 2)}))


@lru_cache(maxsize=65536)
def misspells(written: str, known: str) -> bool:
    """Whether two tokens are one word with a slip: one edit from four letters on, two from eight on, first letter kept.

    A swap of neighbours is one edit. Numbers are never misspellings of one another: 2604 is not 2640.
    """
    if written == known:
        return True
    shorter = min(len(written), len(known))
    if shorter < 4 or written[0] != known[0] or not (written.isalpha() and known.isalpha()):
        return False
    allowed = 2 if shorter >= 8 else 1
    return abs(len(written) - len(known)) <= allowed and OSA.distance(written, known, score_cutoff=allowed) <= allowed
