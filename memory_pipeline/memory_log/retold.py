"""First person out of a stretch of a sentence: "my manuscript" is "Morag's manuscript" (seed `004`, *DISTILL*)."""

from __future__ import annotations

import re

_FIRST = re.compile(
    r"\b(?:i['’]m|i['’]ve|i['’]d|i['’]ll|i|me|myself|my|mine|we['’]re|we['’]ve|we|us|our|ours)\b", re.IGNORECASE
)
_FORMS = {"i'm": "{} is", "i've": "{} has", "i'd": "{} would", "i'll": "{} will", "i": "{}", "me": "{}", "myself": "{}",
          "my": "{}'s", "mine": "{}'s", "we're": "{} is", "we've": "{} has", "we": "{}", "us": "{}", "our": "{}'s",
          "ours": "{}'s"}  # fmt: skip


def retold(text: str, speaker: str) -> str:
    """`text` with the speaker's name for every first person; verbs of inner clauses stay as they are."""
    return _FIRST.sub(lambda word: _FORMS[word.group().casefold().replace("’", "'")].format(speaker), text).strip(" ")
