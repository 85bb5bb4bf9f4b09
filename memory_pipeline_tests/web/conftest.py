"""A card over a store in memory: two families, a clock that tests move, links that tests sign."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from starlette.testclient import TestClient

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.control.card_link import LinkPolicy, Signer, new_link
from memory_pipeline.model.family import Family, Member
from memory_pipeline.settings import Settings
from memory_pipeline.web.app import create_app
from memory_pipeline.web.guard import GuardPolicy, RateLimit
from memory_pipeline.web.site import Site
from memory_pipeline.workflows.card_action import remember_on_card
from memory_pipeline.workflows.families import ensure_family
from memory_pipeline.workflows.pipeline import Pipeline

SECRET = "a secret that is only in these tests, long enough"
NOW = datetime(2026, 8, 18, 21, tzinfo=UTC)


@dataclass
class Card:
    """The served site with its clock; `browser` opens a session as a family's browser does."""

    pipeline: Pipeline
    now: datetime = NOW
    policy: GuardPolicy = field(default_factory=GuardPolicy)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        numbers = count(1)
        self.pipeline = replace(self.pipeline, host_clock=lambda: self.now)
        self.signer = Signer(SECRET)
        self.nonce = lambda: f"n{next(numbers)}"
        self.site = Site(pipeline=self.pipeline, signer=self.signer, new_nonce=self.nonce)
        self.app = create_app(self.site, self.policy, RateLimit(clock=lambda: self.seconds))

    def link(self, family: str = "cedar", member: str | None = "Dana") -> str:
        return new_link(self.signer, family, member, self.now, LinkPolicy(), self.nonce())

    def stranger(self) -> TestClient:
        return TestClient(self.app, follow_redirects=False)

    def browser(self, family: str = "cedar") -> Browser:
        client = self.stranger()
        answer = client.post("/api/session", json={"link": self.link(family)})
        assert answer.status_code == 200, answer.text
        return Browser(client, answer.json()["csrf"])

    def later(self, **time: float) -> None:
        self.now += timedelta(**time)


@dataclass
class Browser:
    """A client with a session."""

    client: TestClient
    csrf: str

    def get(self, path: str):  # type: ignore[no-untyped-def]
        return self.client.get(path)

    def items(self) -> list[dict]:  # type: ignore[type-arg]
        return self.client.get("/api/card").json()["items"]

    def summaries(self) -> list[str]:
        return [item["summary"] for item in self.items()]

    def item(self, words: str) -> dict:  # type: ignore[type-arg]
        return next(item for item in self.items() if words in item["summary"])

    def form(self, action: str, **fields: object):  # type: ignore[no-untyped-def]
        return self.client.post(f"/card/{action}", data={"csrf": self.csrf, **fields})

    def json(self, action: str, **fields: object):  # type: ignore[no-untyped-def]
        return self.client.post(f"/api/actions/{action}", json=fields, headers={"x-csrf-token": self.csrf})


@pytest.fixture
def card() -> Card:
    """Two families: cedar with three memories, harbor with one."""
    settings = Settings(store="/nowhere", embedder="hashing", index="exact", extractor="embedded")
    made = Card(replace(build_pipeline(settings), objects=InMemoryObjects()))
    members = (Member(name="Dana"), Member(name="Theo", kind="child"))
    ensure_family(made.pipeline, Family(key="cedar", timezone="America/Los_Angeles", members=members))
    ensure_family(made.pipeline, Family(key="harbor", timezone="Europe/Berlin", members=(Member(name="Mila"),)))
    for family, text in (
        ("cedar", "Theo is allergic to peanuts."),
        ("cedar", "Soccer practice is on Tuesdays at 5 pm."),
        ("cedar", "Dana drinks oat milk."),
        ("harbor", "Mila plays the cello."),
    ):
        remember_on_card(made.pipeline, family, text)
        made.later(minutes=1)
    return made
