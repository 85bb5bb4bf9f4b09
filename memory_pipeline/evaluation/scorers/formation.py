"""Formation: precision, recall and the values of what was formed from one conversation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from memory_pipeline.evaluation.cases.common import Fact
from memory_pipeline.evaluation.cases.formation import LabelledConversation, SilentPlace
from memory_pipeline.evaluation.scorers.matching import Kept, is_fact, tells, why_no_fact
from memory_pipeline.evaluation.scores import Score
from memory_pipeline.evaluation.words_said import says_all


def score_formation(conversation: LabelledConversation, formed: Sequence[Kept]) -> list[Score]:
    """All scores of one conversation's survivors."""
    return [
        *_precision(conversation, formed),
        *(score for fact in conversation.facts for score in _recall(fact, formed, conversation.id)),
        *(_silence(place, conversation, formed) for place in conversation.silent),
    ]


def score_reach(conversation: LabelledConversation, reached: Mapping[str, str]) -> list[Score]:
    """One score a required fact: `reached` says where it was found (`brief`, `search`), or nothing."""
    scores = []
    for fact in conversation.facts:
        if fact.required:
            where = reached[fact.id]
            why = f"{fact.claim!r}: {where or 'neither in the brief nor among ten results'}"
            hit = bool(where)
            scores.append(Score(metric="reachable", case=fact.id, hit=hit, why=why, group=conversation.id))
    return scores


def score_rejections(
    conversation: LabelledConversation, formed: Sequence[Kept], dropped: Sequence[tuple[Kept, str]]
) -> list[Score]:
    """One score a dropped candidate, beside the gate's reason: was it a fact that is missing now?"""
    missing = [fact for fact in conversation.facts if not any(is_fact(kept, fact) for kept in formed)]
    scores = []
    for number, (kept, reason) in enumerate(dropped, start=1):
        lost = next((fact for fact in missing if is_fact(kept, fact)), None)
        why = f"{kept.summary!r}, {reason}" + (f": it is {lost.id}" if lost else "")
        case = f"{conversation.id}#dropped-{number}"
        hit = lost is not None
        scores.append(Score(metric="true_candidates_dropped", case=case, hit=hit, why=why, group=conversation.id))
    return scores


def _precision(conversation: LabelledConversation, formed: Sequence[Kept]) -> Iterator[Score]:
    for number, kept in enumerate(formed, start=1):
        if not conversation.knows(kept.turns):
            continue
        case = f"{conversation.id}#{number}"
        fact = next((fact for fact in conversation.facts if is_fact(kept, fact)), None)
        said = f"{kept.summary!r} (turns {sorted(kept.turns)})"
        why = f"{said} is {fact.id}" if fact else f"{said}: {why_no_fact(kept, conversation.facts)}"
        yield Score(metric="correct_and_cited", case=case, hit=fact is not None, why=why, group=conversation.id)
        broken = None if fact else _unsupported(kept, conversation)
        why = f"{said}: {broken}" if broken else f"{said} rests on its turns"
        yield Score(metric="unsupported", case=case, hit=broken is not None, why=why, group=conversation.id)


def _unsupported(kept: Kept, conversation: LabelledConversation) -> str | None:
    for place in conversation.silent:
        if kept.turns & set(place.turns) and place.must_not_say and tells(kept, place.must_not_say):
            return f"says what {place.id} ({place.kind}) must not form"
    if not any(kept.turns & set(fact.turns) for fact in conversation.facts):
        return "cites only turns of which nothing is to be kept"
    return None


def _recall(fact: Fact, formed: Sequence[Kept], group: str) -> Iterator[Score]:
    found = next((kept for kept in formed if is_fact(kept, fact)), None)
    if fact.required:
        why = f"formed as {found.summary!r}" if found else f"not formed: {fact.claim!r} of turns {fact.turns}"
        yield Score(metric="recalled", case=fact.id, hit=found is not None, why=why, group=group)
    if found is None:
        return
    until = None if found.valid_until is None else found.valid_until.isoformat()
    right = [None if day is None else day.isoformat() for day in fact.valid_until]
    for metric, hit, why in (
        ("valid_until_right", found.valid_until in fact.valid_until, f"{until}, right: {right}"),
        (
            "hard_and_explicit_right",
            found.strength in fact.strength and found.authority in fact.authority,
            f"{found.strength} {found.authority}, right: {fact.strength} {fact.authority}",
        ),
        ("type_right", found.type in fact.type, f"{found.type}, right: {fact.type}"),
        ("sensitivity_right", found.sensitivity in fact.sensitivity, f"{found.sensitivity}, right: {fact.sensitivity}"),
        ("about_right", _is_about(found, fact), f"{found.about!r}, right: {fact.about}"),
    ):
        yield Score(metric=metric, case=fact.id, hit=hit, why=f"{found.summary!r}: {why}", group=group)


def _is_about(kept: Kept, fact: Fact) -> bool:
    """Whether `about`, or the summary where about is wider, names one of the right subjects."""
    return says_all(f"{kept.about}: {kept.summary}", [fact.about])


def _silence(place: SilentPlace, conversation: LabelledConversation, formed: Sequence[Kept]) -> Score:
    told = {turn for fact in conversation.facts for turn in fact.turns}
    wrong = [kept for kept in formed if _breaks(kept, place, told, conversation.facts)]
    why = f"formed {[kept.summary for kept in wrong]}" if wrong else "formed nothing"
    return Score(
        metric="silent_places_kept", case=place.id, hit=not wrong, why=f"{place.kind}: {why}", group=conversation.id
    )


def _breaks(kept: Kept, place: SilentPlace, told: set[int], facts: Sequence[Fact]) -> bool:
    if not kept.turns & set(place.turns) or any(is_fact(kept, fact) for fact in facts):
        return False
    if place.must_not_say and tells(kept, place.must_not_say):
        return True
    return not kept.turns & told
