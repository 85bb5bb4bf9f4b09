"""The model extractor (contract section 4, backend `openai`): proposes from the prompt, disposes of nothing."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from memory_pipeline.adapters.openai_models.asking import ask
from memory_pipeline.adapters.openai_models.endpoint import Endpoint
from memory_pipeline.adapters.openai_models.extraction_request import (
    extraction_request,
    extraction_version,
    session_cut,
)
from memory_pipeline.adapters.openai_models.faults import ModelFault
from memory_pipeline.adapters.openai_models.merging import joined_summary, merged
from memory_pipeline.adapters.openai_models.proposals import ITEM_SIGNS, candidates_of
from memory_pipeline.adapters.openai_models.reply_cache import ReplyCache
from memory_pipeline.adapters.openai_models.reply_text import ReadReply, read_reply
from memory_pipeline.adapters.openai_models.settling import settled
from memory_pipeline.adapters.openai_models.spending import Spending
from memory_pipeline.adapters.openai_models.transcript_text import Piece
from memory_pipeline.model.candidate import Candidate, Extraction
from memory_pipeline.model.errors import ExtractionFailed
from memory_pipeline.model.family import Family
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.token_counter import TokenCounter

_HALVINGS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """What one request gave."""

    candidates: tuple[Candidate, ...]
    refused: tuple[str, ...]
    summary: str
    request_hash: str
    note: str


@dataclass(frozen=True, slots=True)
class _Task:
    """One session being read."""

    session: Session
    family: Family
    spending: Spending


class OpenAIExtractor:
    """Implements `ports.extractor.Extractor`. `count_tokens` measures where a long session is cut."""

    def __init__(self, endpoint: Endpoint, count_tokens: TokenCounter, cache: ReplyCache | None = None) -> None:
        self._endpoint = endpoint
        self._count = count_tokens
        self._cache = cache

    @property
    def version(self) -> str:
        """Backend, model, prompt and schema version."""
        return extraction_version(self._endpoint.policy.model)

    def extract(self, session: Session, family: Family) -> Extraction:
        """The proposals of a session. Raises ExtractionFailed, with the kind of the fault and what the attempt cost."""
        if not any(turn.role == "user" and turn.text.strip() for turn in session.turns):
            return Extraction(candidates=(), note="no turn of a user has text, so no model was asked")
        policy = self._endpoint.policy
        plan = session_cut(policy, session, self._count)
        task = _Task(session, family, Spending(policy.budget, policy.prices))
        try:
            parts = self._all_parts(plan.chunks, task)
        except ModelFault as fault:
            usage = task.spending.total.usage()
            raise ExtractionFailed(f"{self.version} failed ({fault}); the next run tries again", usage=usage) from fault
        return Extraction(
            candidates=merged(part.candidates for part in parts),
            summary=joined_summary([part.summary for part in parts], family),
            refused=tuple(reason for part in parts for reason in part.refused),
            request_hash=" ".join(part.request_hash for part in parts),
            usage=task.spending.total.usage(),
            note="; ".join(dict.fromkeys([*plan.notes, *filter(None, (part.note for part in parts))])),
        )

    def _all_parts(self, chunks: Sequence[tuple[Piece, ...]], task: _Task) -> list[_Part]:
        """The parts in the order of the chunks, read at once as far as the policy allows. Raises ModelFault."""
        if len(chunks) == 1:
            return self._parts(chunks[0], task)
        with ThreadPoolExecutor(max_workers=self._endpoint.policy.concurrency) as pool:
            waiting = [pool.submit(self._parts, chunk, task) for chunk in chunks]
            try:
                return [part for future in waiting for part in future.result()]
            except ModelFault:
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def _parts(self, pieces: tuple[Piece, ...], task: _Task, halved: int = 0) -> list[_Part]:
        """The part of these pieces; two halves where the model was stopped for length before it had said all."""
        new = [piece for piece in pieces if not piece.known]
        may_halve = len(new) > 1 and halved < _HALVINGS
        try:
            part, cut_off = self._part(pieces, task)
        except ModelFault as fault:
            if fault.kind != "cut_off" or not may_halve:
                raise
            cut_off = True
        if not cut_off or not may_halve:
            return [part]
        middle = len(pieces) - len(new) + len(new) // 2
        return [
            *self._parts(pieces[:middle], task, halved + 1),
            *self._parts(pieces[middle:], task, halved + 1),
        ]

    def _part(self, pieces: tuple[Piece, ...], task: _Task) -> tuple[_Part, bool]:
        request = extraction_request(self._endpoint.policy, task.session, task.family, pieces)
        found = ask(self._endpoint, self._cache, task.family.key, request, self._read, task.spending)
        candidates, refused = candidates_of(found.items, self._endpoint.policy.reply_items)
        summary = found.fields.get("summary")
        part = _Part(
            candidates=tuple(settled(candidate, task.session, task.family) for candidate in candidates),
            refused=refused,
            summary=summary if isinstance(summary, str) else "",
            request_hash=request.hash,
            note=_note(found, len(candidates)),
        )
        return part, found.partial == "cut_off"

    def _read(self, text: str, cut_off: bool) -> ReadReply:
        """The reply's items. Raises ModelFault also where not one of them is a candidate."""
        found = read_reply(text, "memories", ITEM_SIGNS, cut_off=cut_off)
        candidates, refused = candidates_of(found.items, self._endpoint.policy.reply_items)
        if refused and not candidates:
            raise ModelFault("all_refused", f"none of {len(found.items)} items is a memory; {refused[0]}")
        return found


def _note(found: ReadReply, candidates: int) -> str:
    if found.partial is None:
        return ""
    how = "was cut off" if found.partial == "cut_off" else "is broken JSON"
    return f"the model's reply {how}; {candidates} candidates were read out of it, others may be missing"
