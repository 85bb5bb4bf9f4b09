"""A signed link is opened once, and a session on the card, or at the review desk, begins."""

from __future__ import annotations

from memory_pipeline.control.card_link import Door, LinkPolicy, Pass, Signer, link_purpose, session_purpose
from memory_pipeline.model.errors import PreconditionFailed
from memory_pipeline.model.ids import digest
from memory_pipeline.ports.object_store import ABSENT
from memory_pipeline.store import json_text
from memory_pipeline.store.keys import card_link_key
from memory_pipeline.workflows.pipeline import Pipeline


def open_card(
    pipeline: Pipeline, signer: Signer, link: str, policy: LinkPolicy, nonce: str, door: Door = "card"
) -> Pass | None:
    """The session that a link opens; None where the link is forged, over, or was opened before.

    Which links were opened is kept in the store, create-only, so that it holds across servers and restarts. Links end
    by the host's clock, also where a family's own stands still. Raises StoreUnavailable.
    """
    now = pipeline.host_clock()
    found = signer.read(link, link_purpose(door), now)
    if found is None or not pipeline.view(found.family).exists():
        return None
    try:
        opened = json_text.document({"until": found.until})
        pipeline.objects.put(card_link_key(digest(found.family, found.nonce)), opened, expect=ABSENT)
    except PreconditionFailed:
        return None
    until = int((now + policy.session).timestamp())
    return Pass(purpose=session_purpose(door), family=found.family, member=found.member, until=until, nonce=nonce)
