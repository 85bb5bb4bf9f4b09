"""The relation prompt filled with pairs, each line of their texts marked as data."""

from __future__ import annotations

from collections.abc import Sequence

from memory_pipeline.adapters.openai_models.policy import ModelPolicy
from memory_pipeline.adapters.openai_models.request import ModelRequest, prepared
from memory_pipeline.adapters.openai_models.schema import RelationReply
from memory_pipeline.adapters.openai_models.transcript_text import gutter
from memory_pipeline.formation.prompt_texts import Prompt, load_prompt
from memory_pipeline.ports.relation_judge import Pair

RELATION_SIGNS = frozenset({"pair", "relation"})


def relation_prompt() -> Prompt:
    """`reconciliation/prompts/relate.md`."""
    return load_prompt("reconciliation", "relate")


def pair_text(pair: Pair) -> str:
    """Both sides of a pair: what they say, of whom, and until when. The same for the same pair, at any time."""
    new, known = pair.candidate, pair.memory
    said = [quote.text for quote in new.evidence]
    ours = _side(new.type, new.about, new.summary, new.body, new.applies_to, new.valid_until)
    theirs = _side(known.type, known.about, known.summary, known.claim, known.applies_to, known.valid_until)
    quoted = "\n".join(f"quote: {text}" for text in said)
    return f"new statement:\n{gutter(ours)}\n{gutter(quoted)}\nknown memory:\n{gutter(theirs)}"


def relation_request(policy: ModelPolicy, pairs: Sequence[str]) -> ModelRequest:
    """The request for pairs as `pair_text` gives them; they count from 1."""
    prompt = relation_prompt()
    numbered = "\n".join(f"== pair {number}\n{text}" for number, text in enumerate(pairs, start=1))
    message = prompt.message({"pairs": numbered, "count": str(len(pairs))})
    messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": message}]
    return prepared(policy, messages, RelationReply)


def _side(type_: str, about: str, summary: str, body: str, applies_to: Sequence[str], until: object) -> str:
    lines = [f"type: {type_}", f"about: {about}", f"claim: {summary}", f"in full: {body.strip()}"]
    if applies_to:
        lines.append(f"concerns: {', '.join(applies_to)}")
    if until is not None:
        lines.append(f"valid until: {until}")
    return "\n".join(lines)
