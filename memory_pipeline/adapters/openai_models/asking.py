"""One request to its readable reply: kept, or asked for, and asked for again while it cannot be read."""

from __future__ import annotations

from collections.abc import Callable

from memory_pipeline.adapters.openai_models.endpoint import Endpoint
from memory_pipeline.adapters.openai_models.faults import ModelFault
from memory_pipeline.adapters.openai_models.reply_cache import KeptReply, ReplyCache
from memory_pipeline.adapters.openai_models.reply_text import ReadReply
from memory_pipeline.adapters.openai_models.request import ModelRequest
from memory_pipeline.adapters.openai_models.spending import Spending, Tally
from memory_pipeline.adapters.openai_models.wire import WireReply

Read = Callable[[str, bool], ReadReply]
"""Text and whether it was cut off, to a reading. Raises ModelFault."""

_FINAL = frozenset({"refusal", "content_filter", "huge"})


def ask(
    endpoint: Endpoint, cache: ReplyCache | None, family: str, request: ModelRequest, read: Read, spending: Spending
) -> ReadReply:
    """The reading of a reply; only a reply that could be read is kept. Raises the ModelFault of the last attempt."""
    tally = Tally(endpoint.policy.prices)
    kept = cache.get(family, request.hash) if cache else None
    if kept is not None:
        try:
            found = read(kept.reply, kept.cut_off)
        except ModelFault:
            spending.fault("kept_reply_unreadable", tally)
        else:
            spending.total.add(kept.usage)
            return found
    reply, found = _asked(endpoint, request, read, spending, tally)
    for kind, times in found.faults.items():
        spending.fault(kind, tally, times)
    if cache is None:
        return found
    provenance = f"{endpoint.policy.model} at {endpoint.address.name}"
    cache.put(
        family,
        KeptReply(
            request_hash=request.hash,
            reply=reply.text or "",
            provenance=provenance,
            cut_off=reply.cut_off,
            usage=tally.usage(),
        ),
    )
    return found


def _asked(
    endpoint: Endpoint, request: ModelRequest, read: Read, spending: Spending, tally: Tally
) -> tuple[WireReply, ReadReply]:
    asked, first = request, None
    for left in reversed(range(max(1, endpoint.policy.asks))):
        try:
            reply = endpoint.complete(asked, spending, tally)
        except ModelFault as fault:
            if first is not None and fault.kind == "not_recorded":
                raise first from fault
            raise
        try:
            return reply, _read(reply, read)
        except ModelFault as fault:
            first = first or fault
            spending.fault(fault.kind, tally)
            if not left or fault.kind in _FINAL:
                raise
            if fault.kind != "no_content":
                asked = request.asked_again(reply.text or "", fault.message)
    raise AssertionError("the loop either returns or raises")


def _read(reply: WireReply, read: Read) -> ReadReply:
    if reply.fault is not None:
        raise reply.fault
    return read(reply.text or "", reply.cut_off)
