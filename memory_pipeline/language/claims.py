"""Claims side by side: how two stand to one another (contract section 5).

Deterministic, by words and values, without a model or a vector. Different numbers, dates, people or polarity are never
the same; only the same subject and slot can be updated or contradicted.
"""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.language.claim import Claim, read_claim
from memory_pipeline.language.claim_contrasts import (
    another_act,
    another_mode,
    another_person,
    clash,
    narrows,
    turned_round,
)
from memory_pipeline.language.claim_difference import Difference, compare_values, compare_words, fewer_days
from memory_pipeline.language.claim_frames import LIST_FRAMES
from memory_pipeline.language.claim_labels import another_label
from memory_pipeline.language.claim_plain import another_agent, another_phrase, apart
from memory_pipeline.language.claim_roles import ONE_AT_A_TIME
from memory_pipeline.language.claim_words import (
    DAY_PARTS,
    DISTINCTIVE,
    FILLERS,
    FIXED,
    HAPPENING,
    MANNERS,
    OPTIONAL,
    SOFT_VERBS,
    VERBS,
    word_key,
)
from memory_pipeline.model.decision import Relation

__all__ = ["Claim", "compare", "differs", "loses_nothing", "read_claim", "slots_apart"]

_SPARE_WORDS = 2
_PHRASES = ONE_AT_A_TIME | {"for", "without"}
_LOOSE_FRAMES = frozenset({"plain", "schedule", "event", "intake", "food"})
"""Frames of which a family's words may show either: "takes the bins down", "has tea at four"."""
_NAME = frozenset({word_key("name")})
_NUMBER = frozenset({word_key("number")})
_VERB_KEYS = frozenset(map(word_key, VERBS))


def compare(new: Claim, known: Claim) -> Relation:
    """How a new claim stands to a known one (contract section 5).

    same: nothing is said that the known claim does not say. refines: more is said and nothing is lost. updates: same
    subject and slot, another value, or an end that is announced. contradicts: the opposite, without a sign of change.
    """
    if another_label(new, known):
        return "unrelated"
    relation = _by_content(new, known)
    if relation not in ("same", "refines") or new.text == known.text:
        return relation
    if turned_round(new, known) or another_mode(new, known):
        return "unrelated"
    if {new.reading.frame, known.reading.frame} <= _LOOSE_FRAMES and another_act(new, known):
        return "unrelated"
    if another_person(new, known):
        return "updates" if new.changed or another_agent(new, known) else "unrelated"
    if clash(new, known):
        return "updates"
    return "refines" if narrows(new, known) else relation


def _by_content(new: Claim, known: Claim) -> Relation:
    """By content words, values and polarity; the small words are not heard."""
    if _mirrored(new, known):
        return "same"
    if not _same_subject(new, known):
        return "updates" if _given_to_another(new, known) else "unrelated"
    if new.text == known.text:
        return "same"
    if new.reading.frame == "plain" and not (new.words - new.context or new.values):
        return "unrelated"
    if new.mood != known.mood:
        return "unrelated"
    if new.ended and _ends(new, known):
        return "same" if known.ended else "updates"
    if known.ended and _ends(known, new):
        return "updates" if new.changed else "contradicts"
    return _relation(new, known)


def differs(new: Claim, known: Claim) -> bool:
    """Whether numbers, dates, people or polarity forbid to call the two the same (contract section 5)."""
    opposed = new.reading.frame == known.reading.frame and new.reading.negative != known.reading.negative
    values = compare_values(new.values, known.values).differ and not fewer_days(new, known)
    return values or another_person(new, known) or opposed or clash(new, known) or turned_round(new, known)


def slots_apart(new: Claim, known: Claim) -> bool:
    """Whether the two are about other subjects or other slots, so that neither can supersede the other."""
    if turned_round(new, known) or another_mode(new, known):
        return True
    if not _same_subject(new, known):
        return not _given_to_another(new, known)
    frames = {new.reading.frame, known.reading.frame}
    if len(frames) == 1 or new.ended or frames == {"allergy", "food"}:
        return not (new.words | new.context) & known.words
    if "plain" not in frames:
        return True
    ours, theirs = new.plain.subject, known.plain.subject
    return bool(ours - known.words - known.context or theirs - new.words - new.context)


def loses_nothing(new: Claim, known: Claim) -> bool:
    """Whether the new claim holds every word and value of the known one."""
    values = compare_values(new.values, known.values)
    return known.words <= new.words | new.context and not values.less and not values.differ


def _same_subject(new: Claim, known: Claim) -> bool:
    ours, theirs = new.reading.subject, known.reading.subject
    if {"schedule", "event"} & {new.reading.frame, known.reading.frame} or not (ours or theirs):
        return not _people_apart(new, known)
    ours_said, theirs_said = new.context, known.context
    if new.reading.frame == known.reading.frame == "plain":
        # "Mrs. Lee has the key" and "the key is with Mrs. Lee" name the same two things, each another one first.
        ours_said, theirs_said = ours_said | new.words, theirs_said | known.words
    return ours - theirs <= theirs_said and theirs - ours <= ours_said and not _people_apart(new, known)


def _given_to_another(new: Claim, known: Claim) -> bool:
    """A task that somebody else has now."""
    return (
        new.reading.frame == known.reading.frame
        and new.reading.frame in ("plain", "schedule")
        and not compare_values(new.values, known.values).differ
        and new.mood == known.mood
        and another_agent(new, known)
    )


def _people_apart(new: Claim, known: Claim) -> bool:
    """Whether each is about somebody the other never mentions."""
    ours, theirs = _owners(new), _owners(known)
    return bool(ours and theirs) and not ours & (theirs | known.words) and not theirs & (ours | new.words)


def _owners(claim: Claim) -> frozenset[str]:
    """The people whose claim it is; one who only stands in a phrase of a plain claim ("is with Tom") is its value."""
    named = claim.people & (claim.bag | claim.context)
    if claim.reading.frame != "plain":
        return named
    return frozenset(name for name in named if name in claim.context or claim.roles.of.get(name) not in ONE_AT_A_TIME)


def _relation(new: Claim, known: Claim) -> Relation:
    frames = (new.reading.frame, known.reading.frame)
    if frames in (("allergy", "food"), ("food", "allergy")):
        return _allergy_and_food(new, known)
    if set(frames) == {"food", "intake"} and new.reading.items == known.reading.items:
        return _list_relation(new, known)
    if frames[0] != frames[1] and set(frames) <= _LOOSE_FRAMES:
        return _plain_relation(replace(new, reading=new.plain), replace(known, reading=known.plain))
    if frames[0] != frames[1]:
        return "same" if set(frames) == {"called", "attribute"} and _same_name(new, known) else "unrelated"
    if frames[0] in LIST_FRAMES:
        return _list_relation(new, known)
    if frames[0] == "plain":
        return _plain_relation(new, known)
    return _slot_relation(new, known)


def _allergy_and_food(new: Claim, known: Claim) -> Relation:
    """ "Can't have peanuts" repeats an allergy to them; the allergy says why."""
    allergic, food = (new, known) if new.reading.frame == "allergy" else (known, new)
    if allergic.reading.negative or not food.reading.negative or not new.reading.items & known.reading.items:
        return "unrelated"
    if new is allergic:
        return "refines" if known.reading.items <= new.reading.items else "unrelated"
    return "same" if new.reading.items <= known.reading.items else "unrelated"


def _same_name(new: Claim, known: Claim) -> bool:
    """ "The dog is called Biscuit" and "the dog's name is Biscuit"; another name may be for another use."""
    by_frame = {claim.reading.frame: claim.reading for claim in (new, known)}
    called, attribute = by_frame["called"], by_frame["attribute"]
    return attribute.topic == called.subject | _NAME and attribute.what == called.what


def _list_relation(new: Claim, known: Claim) -> Relation:
    ours, theirs = new.reading.items, known.reading.items
    if not ours & theirs:
        return "unrelated"
    if new.reading.negative != known.reading.negative:
        return _opposed(new)
    values = compare_values(new.values, known.values)
    if values.differ:
        return "updates" if ours == theirs else "unrelated"
    if ours == theirs and clash(new, known):
        return "updates"
    return _graded(new, known, values | compare_words(ours, theirs))


def _slot_relation(new: Claim, known: Claim) -> Relation:
    values = compare_values(new.values, known.values)
    what = compare_words(new.reading.what, known.reading.what)
    if not _same_topic(new, known):
        return _nested(new, known, values) if _told_apart_by_value(new, known) else _reassigned(new, known)
    if new.reading.frame == "approval" and what.more and what.less:
        return "unrelated"
    if new.reading.negative != known.reading.negative:
        return "unrelated" if values.differ and not new.changed else _opposed(new)
    shared = set(new.values) & set(known.values) - {"half", "year"}
    if values.differ:
        return "same" if fewer_days(new, known) else _another_value(new, known)
    if what.more and what.less:
        said = bool(new.values) == bool(known.values)
        return "unrelated" if shared or not said else _another_value(new, known)
    return _graded(new, known, values | what)


def _plain_relation(new: Claim, known: Claim) -> Relation:
    ours, theirs = new.reading.topic - known.context, known.reading.topic - new.context
    difference = apart(new, known)
    values = compare_values(new.values, known.values)
    if not (new.reading.topic or known.reading.topic) and not (difference.extra and difference.missing):
        heads = new.reading.heads & known.reading.heads
        if not heads or new.changed:
            return "updates" if heads else "unrelated"
    if not difference.shared or (values.differ and not difference.shared - new.people - known.people):
        return "unrelated"
    if difference.extra and difference.missing:
        return "updates" if not values.differ and another_phrase(new, known) else "unrelated"
    if not (new.reading.heads & known.reading.heads or not (difference.extra or difference.missing)):
        return "unrelated"
    if new.reading.negative != known.reading.negative:
        return "unrelated" if values.differ or ours != theirs else _opposed(new)
    if values.differ:
        return "unrelated" if difference.extra or difference.missing else _another_value(new, known)
    return _graded(new, known, values | Difference(more=bool(difference.extra), less=bool(difference.missing)))


def _mirrored(new: Claim, known: Claim) -> bool:
    """ "Emre is Lukas's best friend" and "Lukas's best friend is Emre" are one claim."""
    copulas = all(" is " in f" {claim.text} " for claim in (new, known))
    return (
        copulas
        and " than " not in f"{new.text} {known.text}"
        and new.words == known.words
        and new.values == known.values
        and new.reading.negative == known.reading.negative
    )


def _told_apart_by_value(new: Claim, known: Claim) -> bool:
    """Whether the two state one value that hardly two slots share, so that wider words still name one slot."""
    kinds = {kind for kind in DISTINCTIVE & set(new.values) if new.values[kind] == known.values.get(kind)}
    return bool(kinds) or bool(new.reading.what and new.reading.what == known.reading.what)


def _nested(new: Claim, known: Claim, values: Difference) -> Relation:
    topics = compare_words(new.reading.topic - known.context, known.reading.topic - new.context)
    if values.differ or (topics.more and topics.less) or new.reading.negative != known.reading.negative:
        return "unrelated"
    return _graded(new, known, values | topics)


def _graded(new: Claim, known: Claim, difference: Difference) -> Relation:
    """Same slot, no value apart: more and nothing less refines; more and less are two claims; else the same.

    A few words of another wording make no other claim where a frame was understood; in plain text they may.
    """
    idle = FILLERS | SOFT_VERBS | (DAY_PARTS if new.values.get("time") and known.values.get("time") else frozenset())
    extra = new.words - known.words - new.context - known.context - idle
    missing = known.words - new.words - new.context - idle
    spare = 0 if new.reading.frame == "plain" else _SPARE_WORDS
    apart_by_phrase = not _PHRASES.isdisjoint(new.roles.among(extra) | known.roles.among(missing))
    if extra and missing and spare and (apart_by_phrase or (extra & MANNERS and missing & MANNERS)):
        return "unrelated"
    if (difference.more and difference.less) or (missing and len(extra) > spare):
        return "unrelated"
    return "refines" if difference.more or (extra and not missing) else "same"


def _another_value(new: Claim, known: Claim) -> Relation:
    fixed = bool(known.reading.topic & FIXED) and not new.changed
    return "contradicts" if fixed else "updates"


def _opposed(new: Claim) -> Relation:
    return "updates" if new.changed or new.ended else "contradicts"


def _same_topic(new: Claim, known: Claim) -> bool:
    """One slot: each names what the other names, but for whose it is and for nouns that people leave out."""
    ours, theirs = new.reading.topic, known.reading.topic
    extra, missing = ours - known.words - known.context, theirs - new.words - new.context
    if not (ours or theirs):
        return True
    owners = new.owners | known.owners
    loose = (
        OPTIONAL
        | HAPPENING
        | SOFT_VERBS
        | (_NUMBER if new.values.get("number") else frozenset())
        | {name for name in owners if "to" not in _phrases(name, new, known)}
    )
    if new.changed and known.reading.frame in ("schedule", "event") and theirs and theirs <= ours | new.context:
        # "Soccer practice is Thursdays now" after "Practice is Tuesdays": a change is told of what was known loosely.
        return True
    if (extra - loose) or (missing - loose):
        return False
    if ours == theirs or (ours & theirs) - OPTIONAL - owners:
        return True
    return bool((ours | new.context) & (theirs | known.context) - owners)


def _phrases(word: str, *claims: Claim) -> set[str]:
    return {claim.roles.of[word] for claim in claims if word in claim.roles.of}


def _reassigned(new: Claim, known: Claim) -> Relation:
    """A weekly hour given to something else: "Tuesday is taco night now" after "Tuesday is Thai night"."""
    same_day = new.values.get("weekday") == known.values.get("weekday") and "weekday" in new.values
    linked = new.reading.topic & known.reading.topic or new.replaced & known.reading.topic
    return "updates" if new.reading.frame == "schedule" and new.changed and same_day and linked else "unrelated"


def _ends(new: Claim, known: Claim) -> bool:
    """Whether a claim that something is over speaks of what the known claim says."""
    shared = set(new.values) & set(known.values) & {"weekday", "time", "date"}
    if any(not new.values[kind] & known.values[kind] for kind in shared):
        return False
    loose = _VERB_KEYS | OPTIONAL | new.owners | known.owners | FILLERS
    extra = (new.bag & new.core) - known.bag - known.words - known.context - FILLERS
    missing = known.bag - new.bag - new.context - loose
    return bool(new.bag & known.bag) and not extra - _VERB_KEYS and not missing
