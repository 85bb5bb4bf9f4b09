"""`serve` and `card link`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from memory_pipeline.bootstrap import card_signer
from memory_pipeline.cli.answers.card import speaking_member
from memory_pipeline.cli.answers.drawing import plain
from memory_pipeline.cli.answers.parts import known_family, open_pipeline
from memory_pipeline.cli.output import Answer
from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.model.instants import format_instant
from memory_pipeline.settings import load_settings


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
    """A signed link. Raises UnknownFamily, InvalidSetting, InvalidArgument for a member who is none."""
    _check_installed()
    from memory_pipeline.control.card_link import LinkPolicy, new_link

    pipeline = open_pipeline()
    speaker = speaking_member(known_family(pipeline, key), member)
    now, policy = pipeline.host_clock(), LinkPolicy()
    token = new_link(card_signer(load_settings()), key, speaker, now, policy, secrets.token_urlsafe(16))
    until = format_instant((now + policy.link).replace(microsecond=0))
    url = f"{address.rstrip('/')}/open/{token}"
    return Answer(document={"family": key, "url": url, "until": until}, draw=lambda: [plain(url)])


def _check_installed() -> None:
    if any(find_spec(part) is None for part in ("fastapi", "itsdangerous", "uvicorn")):
        raise InvalidSetting("the card page is not installed; pip install 'memory-pipeline[web]'")
