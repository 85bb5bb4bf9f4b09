"""A claim's words as an item has them: full names, ISO dates, no pronoun, no request (seed `004`, *Format*).

Each step takes a text and gives a text; a text from which a pronoun cannot be taken is given up, and counted.
"""

from __future__ import annotations

import re
from datetime import date
from functools import partial

from memory_pipeline.language.dates import absolute, mentions
from memory_pipeline.memory_log.items import plain_text
from memory_pipeline.memory_log.names import Names

_ACRONYMS = {
    word.casefold(): word for word in "AI ML UK USA EU UN PhD CEO CTO CFO HR PDF API SQL UX TV GP MRI NYC".split()
}
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_FOR_ASSISTANT = re.compile(
    r"[,;]?\s+(?:for when|so that|so|in case|when|if|because|and)\s+the assistant\b.*$|[,;]?\s+(?:for|from"
    r"|to) the assistant$"
)
_NOW = re.compile(r",?\s+(?:now|nowadays|these days|at the moment|currently|any\s?more|right now)$", re.IGNORECASE)
_STILL = re.compile(r"\b(is|are|was) (?:still|just|also|really|actually) ", re.IGNORECASE)
_OWN_OF_OWN = re.compile(r"^(?P<name>[^\W\d_][\w’' -]*?) (?P<verb>has|had) (?P=name)['’]s (?P<next>\w)")
_STRAY_POSSESSIVE = re.compile(r"^([^\W\d_][\w-]*)['’]s is ")
_LEARNED = re.compile(r"^Something (?P<who>.+?) (?:has )?(?:learned|learnt)(?: the hard way)?\s*[:,]\s*", re.IGNORECASE)
_CALLED = re.compile(
    r"\b(?:called|named) (?P<name>[a-z][\w’'-]*(?: (?!(?:that|which|who|in|on|at|and|for|with|near|by|is"
    r"|are)\b)[a-z][\w’'-]*){0,3})"
)
_TO_PLACE = re.compile(
    r"\b(?:fly|flies|flying|flew|travel|travels|travelling|traveling|moved|moving|moves|trip) to (?P<name>[a-z]{3,})\b"
    r"|\bgoing to (?P<going>[a-z]{3,}) (?:on|for|in|with|next) ",
)
_NO_PLACES = frozenset(
    "the a an my our his her their bed work school town church college university somewhere another".split()
)
_DAY_FIRST = re.compile(r"^(?:on )?(?P<day>\d{4}-\d\d-\d\d),? (?P<rest>[^\W\d_].*)$", re.IGNORECASE)
_YEARLY = re.compile(r"\b(?:birthday|anniversary|name day)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b\d{4}\b")
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,? (?=\d{4}-\d\d-\d\d)", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:i|me|my|mine|we|us|our|ours|you|your|yours|he|him|his|she|her|hers|they|them|their|theirs|it|its"
    r"|(?:him|her|my|your|it)self|(?:them|our|your)selves|themself)\b",
    re.IGNORECASE,
)
_POSSESSIVES = frozenset({"his", "her", "their", "its"})
_CLAUSE = re.compile(r"\s*(?:,\s*(?:and|but|so|because|since|when|who|which)?\s+|;\s*|\s+(?:because|since|so that"
                     r"|although|but"
                     r"|when|while|if)\s+)")  # fmt: skip


def item_text(summary: str, said_on: date, names: Names, group: str | None) -> str | None:
    """The words of an item, or None where a pronoun would stay. `group`: who "the family" is in this message."""
    text = plain_text(summary)
    if names.user is not None:
        text = _for_group(text, group or names.user, names.user)
    text = _FOR_ASSISTANT.sub("", text)
    text = _STILL.sub(r"\1 ", text)
    text = _DAY_FIRST.sub(r"\g<rest> on \g<day>", with_iso_dates(text, said_on))
    text = _STRAY_POSSESSIVE.sub(r"\1 is ", text)
    text = _LEARNED.sub(lambda learned: f"{learned['who']} learned that ", text)
    text = _TO_PLACE.sub(_as_place, _CALLED.sub(_as_name, text))
    text = with_full_names(text, names)
    text = _once(text, group)
    text = _spelled(text, names)
    text = _OWN_OF_OWN.sub(lambda own: f"{own['name']} {own['verb']} {_article(own['next'])} {own['next']}", text)
    text = _NOW.sub("", plain_text(text))
    return without_pronouns(text, names)


def with_iso_dates(text: str, said_on: date) -> str:
    """Every single day as YYYY-MM-DD, without its weekday; a birthday that is told without its year stays so."""
    text = absolute(text, said_on)
    yearly = _YEARLY.search(text) is not None
    for mention in reversed(mentions(text, said_on)):
        if yearly and not _YEAR.search(mention.text):
            continue
        if mention.kind == "day" and not mention.recurring and mention.first == mention.last:
            text = (
                f"{text[: mention.start]}{_preposition(mention.text)}{mention.first.isoformat()}{text[mention.end :]}"
            )
    return _WEEKDAY.sub("", text)


def with_full_names(text: str, names: Names) -> str:
    """Every person of MEMORY.md under the full name; a name that is told in full already stays."""
    for short, full in sorted(names.full.items()):
        if short in text.casefold():
            called = rf"(?:{re.escape(full)}|{re.escape(short)})"
            name = re.compile(
                rf"(?<![\w@.’'-]){called}(?P<own>['’]s?(?=\s))?(?![\w@]|[’'-]\w(?<!['’]s))", re.IGNORECASE
            )
            text = name.sub(partial(_in_full, full), text)
    return text


def _in_full(full: str, found: re.Match[str]) -> str:
    return f"{full}{_possessive(full)}" if found["own"] else full


def _possessive(name: str) -> str:
    return "'" if name.endswith("s") else "'s"


def without_pronouns(text: str, names: Names) -> str | None:
    """The text with its subject's name for "his"; else without the clause that a pronoun stands in; else None."""
    if not _PRONOUN.search(text):
        return text
    subject = _subject(text, names)
    if subject is not None:
        text = _PRONOUN.sub(lambda word: _named(word, subject), text)
    parts = _CLAUSE.split(text)
    if _PRONOUN.search(parts[0]):
        return None
    end = next((place for place, part in _places(text, parts) if _PRONOUN.search(part)), len(text))
    shorter = plain_text(_CLAUSE.sub("", text[:end][-12:]) and text[:end])
    shorter = re.sub(r"(?:,|;|\s(?:and|but|so|because|since|when|who|which|that|although|while|if))+$", "", shorter)
    return shorter if len(shorter.split()) >= 3 else None


def _places(text: str, parts: list[str]) -> list[tuple[int, str]]:
    places, position = [], 0
    for part in parts:
        position = text.index(part, position)
        places.append((position, part))
        position += len(part)
    return places


def _named(word: re.Match[str], subject: str) -> str:
    """ "her dog" of the one person who was named is "Nino Beridze's dog"; other pronouns stay and are judged."""
    return f"{subject}'s" if word.group().casefold() in _POSSESSIVES - {"its"} else word.group()


def _subject(text: str, names: Names) -> str | None:
    people = sorted({full for full in (*names.full.values(), *filter(None, [names.user])) if full in text})
    people = [name for name in people if not any(name != other and name in other for other in people)]
    return people[0] if len(people) == 1 and text.startswith(people[0]) else None


def _for_group(text: str, who: str, user: str) -> str:
    """ "The family is going" told of who went; where its verb would have to change, of the user alone."""
    found = re.match(r"the family(?: (is|are|has|have|was|were)\b|['’]s\b)", text, re.IGNORECASE)
    if found is None:
        return re.sub(r"^the family\b", user, text, flags=re.IGNORECASE)
    if found[1] is None:
        return f"{who}'s{text[found.end() :]}"
    verb = (
        {"is": "are", "has": "have", "was": "were"}.get(found[1].casefold(), found[1]) if " and " in who else found[1]
    )
    return f"{who} {verb}{text[found.end() :]}"


def _once(text: str, group: str | None) -> str:
    """ "Teresa and Berto are going, Teresa and Berto, by bus": who is named already is not named again."""
    return text if group is None else re.sub(rf"(?<=.),\s*{re.escape(group)}(?=,|$)", "", text)


def _as_name(found: re.Match[str]) -> str:
    return f"{found.group()[: -len(found['name'])]}{_capitals(found['name'])}"


def _as_place(found: re.Match[str]) -> str:
    name = found["name"] or found["going"]
    if name in _NO_PLACES or name.endswith("ing"):
        return found.group()
    place = found.group().rindex(name)
    return f"{found.group()[:place]}{_capitals(name)}{found.group()[place + len(name) :]}"


def _capitals(words: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in words.split())


def _spelled(text: str, names: Names) -> str:
    def respell(word: re.Match[str]) -> str:
        folded = word.group().casefold()
        base, possessive = (folded[:-2], word.group()[-2:]) if folded.endswith(("'s", "’s")) else (folded, "")
        known = names.spelling.get(base) or _ACRONYMS.get(base)
        return f"{known}{possessive}" if known and word.group()[0].islower() else word.group()

    return _WORD.sub(respell, text)


def _preposition(words: str) -> str:
    found = re.match(r"(?:on|by|until|from|since|before|after|till)\s+(?:the\s+)?", words, re.IGNORECASE)
    return found.group().lower().replace("the ", "") if found else ""


def _article(following: str) -> str:
    return "an" if following.casefold() in "aeiou" else "a"
