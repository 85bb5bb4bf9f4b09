"""Gate 8: one claim, within the length caps, without placeholder text (contract section 4)."""

from __future__ import annotations

import re

from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.language.clauses import sentences
from memory_pipeline.model.candidate import Candidate

_LINE_BREAKS = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
_PLACEHOLDER = re.compile(
    r"""\b(?:the\s+)?user(?:['’]s)?\b(?!\s+(?:manual|name|guide|account|id|interface)) | \b(?:john|jane)\s+doe\b
    | \bconversation\s+partner\b | \bthe\s+(?:speaker|human)\b | \blorem\s+ipsum\b | \b(?:tbd|tba|n/a|xxx+)\b
    | \{\{?[^{}]*\}?\} | <[a-z_ ]{1,40}> | \[(?:name|date|place|person|user|family|insert)[^\]]*\] | \bplaceholder\b
    | \bfoo\s?bar\b | ^(?:unknown|none|null|undefined|nan|string)\.?$""",
    re.IGNORECASE | re.VERBOSE,
)
_TRAILS_OFF = re.compile(r"(?:…|\.{3,})\s*$")
_FINITE = (
    r"(?:is|are|was|were|has|have|had|can|can['’]t|cannot|will|won['’]t|does|doesn['’]t|do|don['’]t|must|should|likes?"
    r"|loves?|hates?|wants?|needs?|prefers?|lives?|works?|goes|plays?|takes?|attends?|starts?|eats?|drinks?|dislikes?)"
)
_SECOND_CLAIM = re.compile(
    rf"(?:;|,?\s+(?:and|but|while|whereas))\s+(?:also\s+)?(?!(?:then|so|not|he|she|they|it)\b)"
    rf"(?:(?:my|our|the|his|her|their)\s+)?[\w'’-]+\s+{_FINITE}\b"
    rf"|\s+(?:and|but)\s+(?:also\s+)?(?:he|she|they|it)\s+(?:also\s+)?{_FINITE}\b"
)
_HAS_VERB = re.compile(rf"\b{_FINITE}\b", re.IGNORECASE)

# The subject is a name, a relation or "the family"; all that is said of it is a verb and a word that points elsewhere.
_ONLY_POINTS = re.compile(
    r"""^(?:(?:[\w-]+['’]s?|the)\s+)?[\w-]+(?:\s+and\s+[\w-]+)?
    (?:\s+(?:do|does|did|don['’]t|doesn['’]t|didn['’]t|can|can['’]t|cannot|will|won['’]t|would|has|have|really|also
      |always|never|still|just|absolutely|usually|often|not|to|wants?|likes?|loves?))*
    \s+[a-z'’]+(?:\s+(?:about|for|with|of))?\s+(?:it|this|that|them|those|these|one)
    (?:\s+(?:too|now|so|very|much|a\s+lot|as\s+well|again|already|really|either|more|most|all))*\W*$""",
    re.IGNORECASE | re.VERBOSE,
)


def one_claim(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse two claims in one, empty and over-long texts, line breaks in a line, and placeholders that nobody said."""
    cited = "\n".join(reading.words for reading in context.cited(candidate.evidence))
    for name, text, limit in _texts(candidate, context):
        fault = _fault(name, text, limit, cited)
        if fault is not None:
            return Refusal("one_claim", fault)
    if candidate.type != "directive" and _ONLY_POINTS.match(candidate.summary):
        return Refusal(
            "one_claim", f"the summary points at something that it does not name: {candidate.summary[:80]!r}"
        )
    if _claims_twice(candidate.summary):
        return Refusal("one_claim", f"the summary makes more than one claim: {candidate.summary[:80]!r}")
    return candidate


def _texts(candidate: Candidate, context: GateContext) -> tuple[tuple[str, str, int], ...]:
    policy = context.policy
    return (
        ("about", candidate.about, policy.about_length),
        ("summary", candidate.summary, policy.summary_length),
        ("when_to_use", candidate.when_to_use, policy.when_to_use_length),
        ("body", candidate.body, policy.body_length),
    )


def _fault(name: str, text: str, limit: int, cited: str) -> str | None:
    if not text.strip():
        return f"{name} is empty"
    if len(text) > limit:
        return f"{name} has {len(text)} characters, the cap is {limit}"
    if name != "body" and _LINE_BREAKS.search(text):
        return f"{name} is more than one line"
    if _CONTROL.search(text):
        return f"{name} holds a control character or half a character"
    for match in _PLACEHOLDER.finditer(text):
        if match.group().strip().casefold() not in cited.casefold():
            return f"{name} holds the placeholder {match.group().strip()!r}"
    if _TRAILS_OFF.search(text) and (name != "body" or text.strip()[-20:] not in cited):
        return f"{name} trails off"
    return None


def _claims_twice(summary: str) -> bool:
    if len(sentences(summary)) > 1:
        return True
    second = _SECOND_CLAIM.search(summary)
    return second is not None and bool(_HAS_VERB.search(summary, 0, second.start()))
