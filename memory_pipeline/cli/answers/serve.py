"""`serve`, `card link` and `review --link`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Literal

from memory_pipeline.bootstrap import card_signer
from memory_pipeline.cli.answers.card import speaking_member
from memory_pipeline.cli.answers.drawing import plain
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.control.review import check_reviewer
from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.model.instants import format_instant
from memory_pipeline.settings import load_settings
from memory_pipeline.workflows.pipeline import Pipeline


def served(host: str, port: int, links: Sequence[str]) -> Answer:
    """Where the card will be served, with links to it. Raises InvalidSetting, UnknownFamily, InvalidArgument."""
    _check_installed()
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    urls = [link(family, None, address).document for family in links]
    told = f"The card is served at {address}; stop it with Ctrl-C."
    return Answer(
        document={"address": address, "links": urls},
        draw=lambda: [plain(told), *(plain(url["url"]) for url in urls)],
    )


def serve(host: str, port: int) -> None:
    """Serve until interrupted. Raises InvalidSetting."""
    # Doors do not know each other; this one only opens the other by its name.
    import_module("memory_pipeline.web.serve").serve(load_settings(), host, port)


def link(key: str, member: str | None, address: str) -> Answer:
    """A signed link to the card. Raises UnknownFamily, InvalidSetting, InvalidArgument for a member who is none."""
    pipeline = open_pipeline()
    return _signed(
        pipeline, key, speaking_member(known_family(pipeline, key), member), f"{address.rstrip('/')}/open/", "card"
    )


def desk_link(key: str, reviewer: str, address: str) -> Answer:
    """A signed link to the review desk. Raises UnknownFamily, InvalidSetting, InvalidArgument for no such name."""
    pipeline = open_pipeline()
    check_reviewer(reviewer)
    return _signed(pipeline, known_family(pipeline, key).key, reviewer, f"{address.rstrip('/')}/desk/open/", "desk")


def _signed(pipeline: Pipeline, key: str, who: str | None, door: str, purpose: Literal["card", "desk"]) -> Answer:
    _check_installed()
    from memory_pipeline.control.card_link import LinkPolicy, new_link

    now, policy = pipeline.host_clock(), LinkPolicy()
    token = new_link(card_signer(load_settings()), key, who, now, policy, secrets.token_urlsafe(16), purpose)
    until = format_instant((now + policy.link).replace(microsecond=0))
    url = f"{door}{token}"
    return Answer(document={"family": key, "url": url, "until": until}, draw=lambda: [plain(url)])


def _check_installed() -> None:
    if any(find_spec(part) is None for part in ("fastapi", "itsdangerous", "uvicorn")):
        raise InvalidSetting("the card page is not installed; pip install 'memory-pipeline[web]'")
