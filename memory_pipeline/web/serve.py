"""Serve the card: the site that the settings describe, on loopback unless a secret is set."""

from __future__ import annotations

import secrets
from ipaddress import ip_address

import uvicorn

from memory_pipeline.bootstrap import build_pipeline, card_signer
from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.settings import Settings
from memory_pipeline.web.app import create_app
from memory_pipeline.web.site import Site


def serve(settings: Settings, host: str, port: int) -> None:
    """Serve until interrupted. Raises InvalidSetting beyond loopback without MEMORY_CARD_SECRET."""
    local = is_loopback(host)
    if not local and not settings.card_secret:
        raise InvalidSetting(f"--host {host}: beyond loopback set MEMORY_CARD_SECRET to 32 random characters or more")
    site = Site(
        pipeline=build_pipeline(settings),
        signer=card_signer(settings),
        new_nonce=lambda: secrets.token_urlsafe(16),
        secure=not local,
    )
    # The address of a client is the peer's: a header that anybody can send would get round the rate limit.
    uvicorn.run(
        create_app(site), host=host, port=port, log_level="warning", access_log=False, server_header=False,
        proxy_headers=False,
    )  # fmt: skip


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine can reach the address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
