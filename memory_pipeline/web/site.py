"""What every request of the card works with: the pipeline, the signer, and each family's newest view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from threading import Lock

from memory_pipeline.control.card_link import Door, LinkPolicy, Pass, Signer
from memory_pipeline.model.instants import local_date
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.workflows.open_card import open_card
from memory_pipeline.workflows.pipeline import Pipeline

VIEWS_KEPT = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One served card. `secure`: the cookie is for HTTPS only, as it must be beyond loopback."""

    pipeline: Pipeline
    signer: Signer
    new_nonce: Callable[[], str]
    secure: bool = False
    policy: LinkPolicy = field(default_factory=LinkPolicy)
    _views: dict[str, FamilyView] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def view(self, family: str) -> FamilyView:
        """The family at its present head; what was read at that head by an earlier request is not read again.

        Raises UnknownFamily.
        """
        fresh = self.pipeline.view(family)
        head = fresh.head()
        with self._lock:
            known = self._views.get(family)
            if known is not None and known.head() == head:
                return known
            while len(self._views) >= VIEWS_KEPT:
                self._views.pop(next(iter(self._views)))
            self._views[family] = fresh
        fresh.family()
        return fresh

    def now(self, view: FamilyView) -> datetime:
        """The family's clock."""
        return self.pipeline.now(view.family())

    def host_now(self) -> datetime:
        """The host's clock: links and sessions end by it, also where a family's own stands still."""
        return self.pipeline.host_clock()

    def redeem(self, link: str, door: Door = "card") -> Pass | None:
        """The session that a link opens; None where the link is forged, of another door, over, or opened before."""
        return open_card(self.pipeline, self.signer, link, self.policy, self.new_nonce(), door)

    def csrf(self, session: Pass) -> str:
        """The token that every form of a session carries."""
        return self.signer.mac("csrf", session.nonce)

    def is_csrf(self, session: Pass, given: str) -> bool:
        """Whether a form came from a page of this session."""
        return self.signer.is_mac(given, "csrf", session.nonce)

    def today(self, view: FamilyView) -> date:
        """The family's date."""
        return local_date(self.now(view), view.family().timezone)
