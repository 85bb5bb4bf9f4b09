"""How much of the prompt stays the same from call to call: `python benchmarks/prompt_cache.py [DATA]`.

A provider reuses its work on the longest common prefix of two consecutive prompts. Each demo family (or each family of
a LoCoMo file) is replayed: before each conversation the brief is what is known then; each user turn of it is one call.
Where a model endpoint is set (`OPENAI_API_KEY`, `OPENAI_BASE_URL`), each prompt is also sent to it, for one token of an
answer, and what it says that it had cached is counted; an endpoint that says nothing of it is shown as such.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from memory_pipeline.adapters.exact_index import ExactIndex
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.adapters.openai_models.endpoint import Endpoint
from memory_pipeline.bootstrap import build_endpoint, build_pipeline, build_reader
from memory_pipeline.brief.prefix import common_prefix
from memory_pipeline.brief.prompt import assemble, instructions
from memory_pipeline.importers.batch import ImportOptions
from memory_pipeline.importers.demo import demo_families
from memory_pipeline.importers.locomo import read
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.settings import load_settings
from memory_pipeline.workflows.families import add_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.run_family import run_family


@dataclass(frozen=True, slots=True)
class Calls:
    """Consecutive prompts of one family; `within`: both belong to one conversation."""

    share: float
    within: bool


def main() -> None:
    """Print the share of bytes that each call has in common with the one before."""
    pipeline = replace(build_pipeline(), objects=InMemoryObjects(), index=ExactIndex())
    endpoint = build_endpoint(load_settings()) if os.environ.get("OPENAI_API_KEY") else None
    table = Table(title="Prompt bytes shared with the call before", title_justify="left")
    for column in (
        "family",
        "calls",
        "in one conversation",
        "first call of the next",
        "tokens the endpoint had cached",
    ):
        table.add_column(column, justify="right" if column != "family" else "left")
    for family, sessions in chosen():
        sent = list(prompts(pipeline, family, sessions))
        calls = list(shares(iter(sent)))
        inside = [call.share for call in calls if call.within]
        across = [call.share for call in calls if not call.within]
        table.add_row(family.key, str(len(calls)), _percent(inside), _percent(across), cached(endpoint, sent))
    Console().print(table)


def chosen() -> Iterator[tuple[Family, Sequence[Session]]]:
    """The families of the file that was named, else the demo families."""
    if len(sys.argv) > 1:
        imported = read(Path(sys.argv[1]), family=None, options=ImportOptions()).families
        yield from ((each.family, each.sessions) for each in imported)
    else:
        yield from demo_families().families


def prompts(pipeline: Pipeline, family: Family, sessions: Sequence[Session]) -> Iterator[tuple[str, str]]:
    """Each call's conversation and prompt, in order of time."""
    key = family.key
    add_family(pipeline, family)
    for session in sorted(sessions, key=lambda session: session.chronology):
        reader = build_reader(replace(pipeline, now_given=session.started_at), key)
        for turn in session.turns:
            if turn.role == "user" and turn.text.strip():
                head = assemble(instructions("chat").text, reader.brief("chat").text)
                yield session.id, assemble(head, reader.turn(turn.text).text, turn.text)
        take_in(pipeline, key, [session])
        run_family(replace(pipeline, now_given=session.ended_at), key)


def shares(calls: Iterator[tuple[str, str]]) -> Iterator[Calls]:
    """The share of each prompt's bytes that stand at the start of the one before, too."""
    before: tuple[str, str] | None = None
    for session, prompt in calls:
        if before is not None:
            one, other = before[1].encode(), prompt.encode()
            yield Calls(common_prefix(one, other) / len(other), before[0] == session)
        before = session, prompt


def cached(endpoint: Endpoint | None, sent: Iterable[tuple[str, str]]) -> str:
    """Of the tokens that were sent, the share that the endpoint had cached. Raises ModelFault."""
    if endpoint is None:
        return "no endpoint is set"
    told = [cached_tokens(endpoint.chat(_request(endpoint, prompt))) for _, prompt in sent]
    known = [each for each in told if each is not None]
    if not known:
        return "the endpoint does not say"
    return f"{100 * sum(had for had, _ in known) / sum(total for _, total in known):.1f} % of {len(known)} calls"


def cached_tokens(content: bytes) -> tuple[int, int] | None:
    """Cached and all tokens of a completion's prompt; None where its usage does not tell them."""
    usage = json.loads(content).get("usage") or {}
    had = (usage.get("prompt_tokens_details") or {}).get("cached_tokens")
    total = usage.get("prompt_tokens")
    return (had, total) if isinstance(had, int) and isinstance(total, int) and total else None


def _request(endpoint: Endpoint, prompt: str) -> dict[str, object]:
    return {
        "model": endpoint.policy.model,
        "messages": [{"role": "user", "content": prompt}],
        "max_completion_tokens": 1,
    }


def _percent(shares: list[float]) -> str:
    return f"median {100 * statistics.median(shares):.1f} %, least {100 * min(shares):.1f} %" if shares else "-"


if __name__ == "__main__":
    main()
