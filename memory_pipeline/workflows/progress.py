"""How long work says where it is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told after each piece of work: the step's name, how many pieces are done, and of how many."""

    def __call__(self, step: str, done: int, total: int) -> None:
        """Take note; must not raise."""
        ...


def silent(step: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
