"""A real Chromium before a card that is really served. Without Chromium it skips visibly, and fails under CI."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.bootstrap import build_pipeline
from memory_pipeline.control.card_link import Door, LinkPolicy, Signer, new_link
from memory_pipeline.model.family import Family, Member
from memory_pipeline.settings import Settings
from memory_pipeline.web.app import create_app
from memory_pipeline.web.site import Site
from memory_pipeline.workflows.card_action import remember_on_card
from memory_pipeline.workflows.families import ensure_family

CHROMIUM = "/usr/bin/chromium"
SAID = ("Theo is allergic to peanuts.", "Soccer practice is on Tuesdays at 5 pm.", "Dana drinks oat milk.")


# Not for the whole session: Playwright holds an event loop running while it lives, and the tests that come after these
# on the same worker start loops of their own.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or CHROMIUM
    if not Path(program).exists():
        problem = "Chromium is missing; `apt-get install chromium`"
        pytest.fail(problem) if os.environ.get("CI") else pytest.skip(problem)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def site() -> Iterator[tuple[Site, str]]:
    settings = Settings(store="/nowhere", embedder="hashing", index="exact", extractor="embedded")
    pipeline = replace(build_pipeline(settings), objects=InMemoryObjects())
    members = (Member(name="Dana"), Member(name="Theo", kind="child"))
    ensure_family(pipeline, Family(key="cedar", timezone="America/Los_Angeles", members=members))
    for text in SAID:
        remember_on_card(pipeline, "cedar", text)
    numbers = count(1)
    made = Site(pipeline=pipeline, signer=Signer("s" * 40), new_nonce=lambda: f"n{next(numbers)}")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(create_app(made), host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield made, f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def opened(chromium: Browser, site: tuple[Site, str], **context: object) -> Page:
    """A page on the card, opened through a link."""
    return _behind(chromium, site, "card", "Dana", **context)


def at_the_desk(chromium: Browser, site: tuple[Site, str], reviewer: str = "Ines", **context: object) -> Page:
    """A page at the review desk, opened through a reviewer's link."""
    return _behind(chromium, site, "desk", reviewer, **context)


def _behind(chromium: Browser, site: tuple[Site, str], door: Door, who: str, **context: object) -> Page:
    made, address = site
    page = chromium.new_context(**{"viewport": {"width": 390, "height": 844}, **context}).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(10_000)
    link = new_link(made.signer, "cedar", who, made.host_now(), LinkPolicy(), made.new_nonce(), door)
    page.goto(f"{address}{'/desk' if door == 'desk' else ''}/open/{link}")
    page.get_by_role("button", name=f"Open the {door}").click()
    page.wait_for_url(f"**/{door}")
    return page
