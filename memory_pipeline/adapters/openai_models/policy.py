"""The numbers that the model backend obeys; a setting replaces a field, nothing else does (contract section 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

OutputForm = Literal["json_schema", "tools", "markdown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """US dollars for a million tokens."""

    input_usd: float = 0.40
    output_usd: float = 1.60

    def cost(self, input_tokens: int, output_tokens: int) -> float:
        """US dollars."""
        return (input_tokens * self.input_usd + output_tokens * self.output_usd) / 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBudget:
    """What one session may cost, at most; what it reached is retriable and says so."""

    calls: int = 40
    tokens: int = 400_000
    usd: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPolicy:
    """One model and how it is asked.

    `output`: how the endpoint is told the schema. `transcript_tokens`: of the transcript, in one request;
    `overlap_turns`: turns before a cut that are shown again as context. `attempts`: of one request while the endpoint
    fails; `asks`: while its replies cannot be read. `longest_wait` and `timeout` in seconds. `concurrency`: requests
    at once to one endpoint, in this process. `reply_items`: memories read out of one reply. `pairs`: of one relation
    request.
    """

    model: str = "gpt-4.1-mini"
    output: OutputForm = "json_schema"
    temperature: float | None = 0.0
    transcript_tokens: int = 12_000
    overlap_turns: int = 4
    reply_tokens: int = 8_000
    reply_characters: int = 400_000
    reply_items: int = 200
    attempts: int = 5
    asks: int = 2
    longest_wait: float = 60.0
    timeout: float = 120.0
    concurrency: int = 4
    pairs: int = 60
    budget: SessionBudget = field(default_factory=SessionBudget)
    prices: Prices = field(default_factory=Prices)
