"""How long the server takes for a page of 50 memories out of 5,000: `python -m benchmarks.card_page`.

The site is asked through its ASGI interface, guard, session and template included; the network is not. `cold` is the
first page of a process, which reads the catalog.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import UTC, datetime
from time import perf_counter, process_time

from starlette.testclient import TestClient

from benchmarks.lookup import FAMILY, generated, milliseconds
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.control.card_link import LinkPolicy, Signer, new_link
from memory_pipeline.settings import Settings
from memory_pipeline.web.app import create_app
from memory_pipeline.web.guard import GuardPolicy
from memory_pipeline.web.site import Site

SIZE, PAGES = 5_000, 100
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def served(objects: InMemoryObjects) -> TestClient:
    """A client with a session on the generated family's card."""
    settings = Settings(store="/nowhere", embedder="hashing", index="exact", extractor="embedded")
    pipeline = replace(build_pipeline(settings), objects=objects, host_clock=lambda: NOW)
    site = Site(pipeline=pipeline, signer=Signer("b" * 40), new_nonce=lambda: "n")
    client = TestClient(create_app(site, GuardPolicy(per_session=10**6, per_address=10**6)))
    link = new_link(site.signer, FAMILY, None, NOW, LinkPolicy(), "n")
    client.post("/api/session", json={"link": link}).raise_for_status()
    return client


def seconds(client: TestClient, path: str) -> tuple[float, float]:
    """One page: on the wall's clock, which counts what else the machine does, and on the process's own."""
    begun, worked = perf_counter(), process_time()
    client.get(path).raise_for_status()
    return perf_counter() - begun, process_time() - worked


def main() -> int:
    """Print the figures of the first page and of one in the middle, as a page and as JSON."""
    client = served(generated(SIZE))
    print(f"{SIZE} memories, 50 a page: cold {seconds(client, '/card')[0] * 1e3:.0f} ms")
    middle = client.get("/api/card?limit=200").json()["next"]
    for path in ("/card", f"/card?after={middle}", "/api/card"):
        wall, worked = zip(*(seconds(client, path) for _ in range(PAGES)), strict=True)
        print(f"{path.partition('=')[0]}: {milliseconds(list(wall))}; process time {milliseconds(list(worked))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
