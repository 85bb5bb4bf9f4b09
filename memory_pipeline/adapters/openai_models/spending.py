"""What one session has cost so far, kept by all its requests together, and the budget that stops it."""

from __future__ import annotations

import threading
from collections import Counter

from memory_pipeline.adapters.openai_models.faults import ModelFault
from memory_pipeline.adapters.openai_models.policy import Prices, SessionBudget
from memory_pipeline.model.candidate import Usage


class Tally:
    """Calls, tokens, dollars and faults; safe for the threads of one session. Cost is in US dollars."""

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._lock = threading.Lock()
        self._calls = self._input = self._output = 0
        self._faults: Counter[str] = Counter()

    def call(self) -> None:
        """Count a call."""
        with self._lock:
            self._calls += 1

    def cost(self, input_tokens: int, output_tokens: int) -> None:
        """Count what a call took in and gave out."""
        with self._lock:
            self._input += input_tokens
            self._output += output_tokens

    def fault(self, kind: str, times: int = 1) -> None:
        """Count a fault."""
        with self._lock:
            self._faults[kind] += times

    def add(self, usage: Usage) -> None:
        """Count another tally's outcome."""
        with self._lock:
            self._calls += usage.calls
            self._input += usage.input_tokens
            self._output += usage.output_tokens
            self._faults.update(usage.faults)

    def usage(self) -> Usage:
        """All of it so far."""
        with self._lock:
            return Usage(
                calls=self._calls,
                input_tokens=self._input,
                output_tokens=self._output,
                cost_usd=round(self._prices.cost(self._input, self._output), 8),
                faults=dict(sorted(self._faults.items())),
            )


class Spending:
    """One session's budget: `spent` is what it takes from the budget now, `total` also what its kept replies once cost.

    A kept reply takes nothing from the budget, so that a session that was stopped gets further when it is tried again.
    """

    def __init__(self, budget: SessionBudget, prices: Prices) -> None:
        self._budget = budget
        self._prices = prices
        self._lock = threading.Lock()
        self._expected: list[tuple[int, int]] = []
        self.spent = Tally(prices)
        self.total = Tally(prices)

    def begin(self, input_tokens: int, output_tokens: int, request: Tally) -> None:
        """Count a call that may cost so much. Raises ModelFault `budget` where that would go beyond the budget."""
        with self._lock:
            reached = self._reached(input_tokens, output_tokens)
            if reached is None:
                self._expected.append((input_tokens, output_tokens))
                for tally in (self.spent, self.total, request):
                    tally.call()
                return
        self.fault("budget", request)
        raise ModelFault("budget", f"{reached}; raise the setting, or leave the session as it is")

    def end(self, expected: tuple[int, int], cost: tuple[int, int], request: Tally) -> None:
        """Count what a call that was begun has cost in the end: tokens in and out."""
        with self._lock:
            self._expected.remove(expected)
            for tally in (self.spent, self.total, request):
                tally.cost(*cost)

    def fault(self, kind: str, request: Tally, times: int = 1) -> None:
        """Count a fault of a request."""
        self.total.fault(kind, times)
        request.fault(kind, times)

    def _reached(self, input_tokens: int, output_tokens: int) -> str | None:
        spent, budget = self.spent.usage(), self._budget
        into = spent.input_tokens + input_tokens + sum(one for one, _ in self._expected)
        out = spent.output_tokens + output_tokens + sum(other for _, other in self._expected)
        if spent.calls >= budget.calls:
            return f"the session's {budget.calls} calls are used up (MEMORY_MODEL_SESSION_CALLS)"
        if into + out > budget.tokens:
            return f"the session's {budget.tokens} tokens do not suffice (MEMORY_MODEL_SESSION_TOKENS)"
        if self._prices.cost(into, out) > budget.usd:
            return f"the session's {budget.usd:g} US dollars do not suffice (MEMORY_MODEL_SESSION_USD)"
        return None
