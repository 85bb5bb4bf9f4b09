"""What a speaker said of themself, told in the third person with their name (contract section 4)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from memory_pipeline.language.verbs import (
    ADVERBS,
    is_coordinated_verb,
    is_modal,
    is_participle,
    is_past,
    plural_form,
    third_person,
)

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[\W\d_]+")
_FIRST = frozenset({"i", "i'm", "i've", "i'd", "i'll", "im", "ive"})
_GROUP = frozenset({"we", "we're", "we've", "we'd", "we'll"})
_OTHER = frozenset({"you", "you're", "you've", "you'd", "you'll"})
_BEFORE_SUBJECT_WORDS = """
that what when if how because cause 'cause where why and but so as think thinks know knows glad happy hope proud
sure believe bet since while than before after until unless whenever wherever whatever way things everything thing
time day said say see means mean or are do did can could would will should have has is was were guess though
although
"""
_BEFORE_SUBJECT = frozenset(_BEFORE_SUBJECT_WORDS.split())
_AUXILIARY_FORMS = frozenset(
    {"are", "were", "have", "do", "don't", "can", "can't", "will", "should", "could", "would", "might", "must"}
)
_BEFORE_A_PIT = frozenset({"the", "a", "that", "this", "coal", "gold", "iron", "salt", "copper"})
_AUXILIARY = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will"}


_INVERTED = re.compile(
    r"(?P<before>^|\b)(?P<verb>do|are|have|were|did|will|can|would|could|should|had)\s+you\b(?P<after>)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who the pronouns of a turn mean.

    `speaker` said it; `group` is what "we" stands for ("The family"); `listener` is who "you" is, None for the
    assistant.
    """

    speaker: str
    group: str
    listener: str | None = None


@dataclass(slots=True)
class _Telling:
    """The words so far and who has been named already: a second mention reads "they"."""

    cast: Cast
    words: list[str]
    out: list[str] = field(default_factory=list)
    named: set[str] = field(default_factory=set)

    def name(self, who: str) -> tuple[str, bool]:
        """The name, for a group "they" from the second time; and whether a verb takes the plural form after it."""
        if who in self.named and not self._several_named() and _is_group(who):
            return "they", True
        self.named.add(who)
        return who, " and " in who

    def possessive(self, who: str) -> str:
        """ "Dana's", then "their"."""
        if who in self.named and not self._several_named() and _is_group(who):
            return "their"
        self.named.add(who)
        return f"{who}'" if who.endswith("s") else f"{who}'s"

    def objective(self, who: str) -> str:
        """ "Dana", then "them"."""
        if who in self.named and not self._several_named() and _is_group(who):
            return "them"
        self.named.add(who)
        return who

    def _several_named(self) -> bool:
        return len(self.named) > 1


def _is_group(who: str) -> bool:
    """ "The family" may be "they" the second time; for one person whose pronoun nobody said the name is repeated."""
    return who.casefold().startswith("the ") or " and " in who


def retell(text: str, cast: Cast) -> str:
    """`text` with first and second persons replaced by names and the verbs made to agree; nothing else changes."""
    telling = _Telling(cast, _TOKEN.findall(text))
    position = 0
    while position < len(telling.words):
        position = _step(telling, position)
    return _tidy("".join(telling.out))


def retell_question(question: str, cast: Cast) -> str:
    """The question with its "you" named: "What do you think?" -> "What does Caroline think?"."""
    listener = cast.listener or "the assistant"
    named = _INVERTED.sub(
        lambda match: f"{match['before']}{third_person(match['verb'])} {listener}{match['after']}", question
    )
    return retell(named, cast)


def _step(telling: _Telling, position: int) -> int:
    word = telling.words[position]
    if (
        position + 1 < len(telling.words)
        and telling.words[position + 1].startswith("-")
        and word.casefold() in {"me", "my", "you"}
    ):
        telling.out.append(word)
        return position + 1
    lowered = word.casefold().replace("’", "'")
    cast = telling.cast
    listener = cast.listener or "the assistant"
    for group, who in ((_FIRST, cast.speaker), (_GROUP, cast.group), (_OTHER, listener)):
        if lowered in group:
            if lowered == "you" and _is_object(telling, position):
                telling.out.append(telling.objective(listener))
                return position + 1
            return _subject(telling, position, who)
    replacement = _other_form(telling, lowered, listener)
    telling.out.append(word if replacement is None else replacement)
    return position + 1


def _other_form(telling: _Telling, lowered: str, listener: str) -> str | None:
    speaker, group = telling.cast.speaker, telling.cast.group
    possessives = {"my": speaker, "mine": speaker, "our": group, "ours": group, "your": listener, "yours": listener}
    objects = {"me": speaker, "us": group}
    selves = {"myself": "themself", "ourselves": "themselves", "yourself": "themself"}
    if lowered == "mine" and telling.out[-2:-1] and telling.out[-2].casefold() in _BEFORE_A_PIT:
        return None
    if lowered in possessives:
        return telling.possessive(possessives[lowered])
    if lowered in objects:
        return telling.objective(objects[lowered])
    return selves.get(lowered)


def _subject(telling: _Telling, position: int, who: str) -> int:
    """The subject and its verb, which may stand behind adverbs; a second verb after "and" agrees too."""
    word = telling.words[position].casefold().replace("’", "'")
    joined = position > 1 and telling.words[position - 2].casefold() == "and"
    called, plural = (who, True) if joined else telling.name(who)
    if _asks(telling.words, position):
        telling.out.append(called)
        return position + 1
    telling.out.append(called)
    contraction = word.partition("'")[2]
    word_only = {"im": "m", "ive": "ve"}.get(word, "")
    if contraction or word_only:
        auxiliary = _auxiliary(telling, position, contraction or word_only)
        telling.out += [" ", _agree(auxiliary, plural)]
        following = _next_verb(telling.words, position + 1)
        progressive = following is not None and telling.words[following].casefold().endswith(("ing", "gonna"))
        if not plural and auxiliary in {"am", "are"} and not progressive:
            _agree_later(telling.words, position + 1)
        return position + 1
    verb = _next_verb(telling.words, position + 1)
    if verb is None:
        return position + 1
    telling.out += telling.words[position + 1 : verb]
    form = telling.words[verb]
    if telling.words[verb + 1 : verb + 2] == ["-"] and verb + 2 < len(telling.words):
        telling.out += [form, "-", _agree(telling.words[verb + 2], plural)]
        return verb + 3
    telling.out.append(_agree(form, plural))
    changed = not plural and third_person(form) != form and form.casefold() not in {"am", "are", "do", "don't", "don’t"}
    if changed:
        _agree_later(telling.words, verb + 1)
    return verb + 1


def _asks(words: list[str], position: int) -> bool:
    """Whether the verb went before: "should I say"."""
    before = words[position - 2].casefold() if position > 1 else ""
    return (
        before
        in {
            "should",
            "can",
            "could",
            "do",
            "did",
            "will",
            "would",
            "may",
            "must",
            "shall",
            "have",
            "has",
            "had",
            "are",
            "were",
        }
        and "'" not in words[position]
    )


def _auxiliary(telling: _Telling, position: int, contraction: str) -> str:
    if contraction != "d":
        return _AUXILIARY.get(f"'{contraction}", contraction)
    following = _next_verb(telling.words, position + 1)
    return "had" if following is not None and is_participle(telling.words[following]) else "would"


def _agree(form: str, plural: bool) -> str:
    return plural_form(form) if plural else third_person(form)


def _next_verb(words: list[str], start: int) -> int | None:
    """The first word that is no adverb; None where punctuation comes first."""
    for index in range(start, len(words)):
        word = words[index]
        if not word[0].isalpha():
            if word.strip(" "):
                return None
            continue
        lowered = word.casefold()
        if lowered in ADVERBS or (
            lowered.endswith("ly") and lowered not in {"fly", "rely", "apply", "supply", "reply"}
        ):
            continue
        return index
    return None


def _agree_later(words: list[str], start: int) -> None:
    """Third person for verbs that "and", "or" or "but" joins to the first one, up to the next subject."""
    for index in range(start, len(words) - 2):
        lowered = words[index].casefold().replace("’", "'")
        if lowered == "to" and words[index + 2 :] and words[index + 2][:1].isupper():
            continue
        if lowered in _FIRST | _GROUP | _OTHER | {
            "to",
            "that",
            "who",
            "which",
            "because",
            "if",
            "when",
            "help",
            "let",
            "make",
        }:
            return
        if lowered in {"and", "or", "but", "then"} and index + 2 < len(words):
            verb = index + 2
            following = words[verb + 2] if verb + 2 < len(words) else ""
            if is_coordinated_verb(words[verb], following) and not is_modal(words[verb]) and not is_past(words[verb]):
                words[verb] = third_person(words[verb])


def _is_object(telling: _Telling, position: int) -> bool:
    """Whether "you" stands where no verb follows: "I told you that"."""
    spoken = "".join(telling.words[:position]).rstrip()
    following = _next_verb(telling.words, position + 1)
    if following is not None and telling.words[following].casefold().replace("’", "'") in _AUXILIARY_FORMS:
        return False
    before = re.search(r"([A-Za-z'’]+)$", spoken)
    if before is None:
        return _next_verb(telling.words, position + 1) is None
    return before.group().casefold().replace("’", "'") not in _BEFORE_SUBJECT


def _tidy(text: str) -> str:
    """One space between words, a capital at the start."""
    text = re.sub(r"[ \t]*\n[ \t]*|[ \t]{2,}", " ", text).strip()
    return text[:1].upper() + text[1:]
