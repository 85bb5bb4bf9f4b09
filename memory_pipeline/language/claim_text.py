"""A claim's text before it is read: folded, contractions written out, what it replaces taken away."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory_pipeline.language.claim_rewording import reworded
from memory_pipeline.language.claim_words import CHANGE, CHANGE_PHRASES
from memory_pipeline.language.folding import fold

_CONTRACTIONS = (
    ("can", re.compile(r"\bcan(?:'?t|not)\b"), "can not"),
    ("won", re.compile(r"\bwon'?t\b"), "will not"),
    ("n't", re.compile(r"\b(\w+)n't\b"), r"\1 not"),
    ("nt", re.compile(r"\b(do|does|is|did)nt\b"), r"\1 not"),
    ("'m", re.compile(r"\b(i)'m\b"), r"\1 am"),
    ("'re", re.compile(r"\b(\w+)'re\b"), r"\1 are"),
    ("'ve", re.compile(r"\b(\w+)'ve\b"), r"\1 have"),
    ("'ll", re.compile(r"\b(\w+)'ll\b"), r"\1 will"),
    ("'s", re.compile(r"\b(it|he|she|that|there|here|what|who|everything|nothing)'s\b"), r"\1 is"),
    (
        "'s",
        re.compile(
            r"\b(\w+)'s (?=(?:not|allergic|now|still|always|never|going|called|on|at|in|a|an|the|vegan|vegetarian)\b)"
        ),
        r"\1 is ",
    ),
    ("any more", re.compile(r"\bany more\b"), "anymore"),
    (".", re.compile(r"\b(mrs?|ms|dr|prof|st)\."), r"\1"),
)
"""What a text must hold, what is written out, and as what."""

_OLD = r"not (?:anymore |any longer )?(?P<old>[^,;.)]{1,60}?)(?: anymore| any longer)?"
_REPLACED = (
    re.compile(
        rf"(?:^|(?<=[,;.(] )|(?<= is )|(?<= are )){_OLD}(?:,|;|\.| -) "
        r"(?=(?:it is |but |now |we |they |he |she |\S+ is )\S)"
    ),
    re.compile(rf"[,;(] ?(?:and )?{_OLD}(?=$|[,;.)])"),
    re.compile(r",? (?:instead of|rather than|in place of) (?P<old>[^,;.]{1,60}?)(?=$|[,;.])"),
)
_PRONOUN = r"(?:i|we|he|she|they|it) "
_TAIL = re.compile(
    rf",? (?:so(?! far| much| many)|because|which means|since (?={_PRONOUN})|cos|cause|as (?={_PRONOUN})"
    r"|but (?=only|not)) .*$"
)
_WORD = re.compile(r"[a-z']+")


@dataclass(frozen=True, slots=True)
class ClaimText:
    """`main` is what is claimed, `replaced` the old value it names; `whole` is all of it; `changed`: it says so."""

    whole: str
    main: str
    replaced: str
    changed: bool


@lru_cache(maxsize=16384)
def claim_text(text: str) -> ClaimText:
    """Take `text` apart; every part is folded and lower-case with contractions written out."""
    whole = reworded(plain(text))
    main, replaced = _without_replaced(whole)
    cut = _TAIL.search(main, 8)
    changed = bool(replaced) or announces_change(whole)
    return ClaimText(whole=whole, main=main[: cut.start()] if cut else main, replaced=replaced, changed=changed)


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """Folded, lower-case, with contractions written out."""
    folded = fold(text).casefold().strip(" .!") if text else ""
    for needed, pattern, written in _CONTRACTIONS:
        if needed in folded:
            folded = pattern.sub(written, folded)
    return folded


def announces_change(text: str) -> bool:
    """Whether a plain text says that something is no longer as it was."""
    words = set(_WORD.findall(text))
    return bool(words & CHANGE) or any(phrase in text for phrase in CHANGE_PHRASES)


def _without_replaced(text: str) -> tuple[str, str]:
    """The text without the old value it names ("not Tuesdays any more, now Fridays"), and that old value."""
    for pattern in _REPLACED:
        match = pattern.search(text)
        shorter = pattern.sub(" ", text)
        if match and re.search(r"\w{2}", shorter):
            return " ".join(shorter.split()).strip(" ,;"), match["old"]
    return text, ""
