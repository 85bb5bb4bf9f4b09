"""Who is asking: the session of a request, from its cookie; nobody finds out what else there is."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from memory_pipeline.control.card_link import Door, Pass, session_purpose
from memory_pipeline.web.guard import COOKIE, DESK_COOKIE
from memory_pipeline.web.site import Site


def site_of(request: Request) -> Site:
    """The site that is served."""
    site: Site = request.app.state.site
    return site


def session_of(request: Request) -> Pass:
    """The session of a request. Raises 404 for none: without one every address is like one that does not exist."""
    return _behind(request, "card")


def desk_session_of(request: Request) -> Pass:
    """A reviewer's session. Raises 404 for none; a family's own session opens no desk, and a reviewer's no card."""
    return _behind(request, "desk")


def _behind(request: Request, door: Door) -> Pass:
    site = site_of(request)
    found = site.signer.read(request.cookies.get(cookie_of(door), ""), session_purpose(door), site.host_now())
    if found is None:
        raise HTTPException(404, "not found")
    return found


def cookie_of(door: Door) -> str:
    """The name of a door's cookie: a card and a desk may be open side by side."""
    return COOKIE if door == "card" else DESK_COOKIE


Session = Annotated[Pass, Depends(session_of)]
DeskSession = Annotated[Pass, Depends(desk_session_of)]
TheSite = Annotated[Site, Depends(site_of)]


def require_csrf(site: Site, session: Pass, given: object) -> None:
    """Raises 403 where a form or a JSON request does not come from a page of this session."""
    if not isinstance(given, str) or not site.is_csrf(session, given):
        raise HTTPException(403, "the request carries no token of this session; open the card again")


def begin(site: Site, response: Response, session: Pass, door: Door = "card") -> None:
    """Set the session's cookie."""
    response.set_cookie(
        cookie_of(door),
        site.signer.sign(session),
        max_age=int(site.policy.session.total_seconds()),
        path="/",
        secure=site.secure,
        httponly=True,
        samesite="strict",
    )
