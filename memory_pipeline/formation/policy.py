"""The numbers that the gates obey (contract section 4); a setting replaces a field, nothing else does."""

from __future__ import annotations

from dataclasses import dataclass, field

from memory_pipeline.formation.prompt_texts import shipped_prompts


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationPolicy:
    """Caps in characters, bars as shares of one.

    `cap`: new candidates one session may contribute. `evidence_turns`: turns a piece of evidence may span, a question
    and its answer aside. `support`: the share of a claim's content words that must stand in the cited words.
    `prompts`: texts an extractor is shown; what stands there and not in the session is a leak.
    """

    cap: int = 24
    about_length: int = 80
    summary_length: int = 200
    when_to_use_length: int = 200
    body_length: int = 1000
    evidence_turns: int = 2
    stated_confidence: float = 0.5
    inferred_confidence: float = 0.75
    support: float = 0.25
    prompts: tuple[str, ...] = field(default_factory=shipped_prompts)
