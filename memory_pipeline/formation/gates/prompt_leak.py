"""An extractor's own worked examples coming back as facts (faults line 4)."""

from __future__ import annotations

from memory_pipeline.formation.gates.verdict import GateContext, Refusal
from memory_pipeline.language.folding import find_quote, fold
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.words import content_words, stem
from memory_pipeline.model.candidate import Candidate


def prompt_leak(candidate: Candidate, context: GateContext) -> Candidate | Refusal:
    """Refuse a quote of a prompt, a prompt's people, and a prompt's claim that shares no word with the session."""
    for quote in candidate.evidence:
        if _leaked(quote.text, context):
            return _refusal(quote.text)
    names = [name.text for text in (candidate.about, candidate.summary) for name in proper_names(text)]
    if names and all(_leaked(name, context) and context.family.member(name) is None for name in names):
        return _refusal(names[0])
    if _leaked(candidate.summary, context) and not _shares_words(candidate.summary, context):
        return _refusal(candidate.summary)
    return candidate


def _refusal(text: str) -> Refusal:
    return Refusal("prompt_leak", f"{text[:60]!r} stands in the extractor's prompt and not in the session")


def _leaked(text: str, context: GateContext) -> bool:
    """Whether the text stands in a prompt and nowhere in the session."""
    if not fold(text) or not any(find_quote(text, prompt) for prompt in context.policy.prompts):
        return False
    return not any(find_quote(text, turn.text) for turn in context.session.turns)


def _shares_words(text: str, context: GateContext) -> bool:
    said = {stem(word) for turn in context.session.turns for word in content_words(turn.text)}
    return not said.isdisjoint(stem(word) for word in content_words(text))
