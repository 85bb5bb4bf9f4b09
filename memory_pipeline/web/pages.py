"""The card as pages. Every action is a form that answers with a redirect, so that nothing needs JavaScript."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form, Query
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from memory_pipeline.control.card_link import Pass
from memory_pipeline.model.errors import ChangedMeanwhile, UnknownReference
from memory_pipeline.web import documents
from memory_pipeline.web.access import Session, TheSite, begin, require_csrf, session_of, site_of
from memory_pipeline.web.actions import act
from memory_pipeline.web.fields import Fields
from memory_pipeline.web.guard import COOKIE
from memory_pipeline.web.site import Site
from memory_pipeline.workflows.card_action import CardOutcome

router = APIRouter(default_response_class=HTMLResponse)
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    auto_reload=False,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_DONE = {
    "edit": "Corrected. The old words stay in its history.",
    "forget": "Forgotten, and it stays forgotten.",
    "forget-group": "Forgotten, all of them, and they stay forgotten.",
    "remember": "Remembered.",
    "pin": "Pinned. It is always kept in mind.",
    "unpin": "No longer pinned.",
    "settle": "Settled.",
    "lift": "It may be learned again. Nothing comes back by itself.",
    "undo": "Taken back.",
}
_ERRORS = {
    403: ("This page is too old", "Open the card again and repeat what you did. Nothing was changed."),
    404: ("There is nothing here", "Ask your assistant for a new link to your memory card; links last a short time."),
    409: ("Somebody was faster", "It was changed meanwhile. Look at it again. Nothing was lost."),
    503: ("The memory cannot be reached", "Nothing was changed. Try again in a minute."),
}


@router.get("/open/{link}")
def open_link(link: str) -> Response:
    """A page with one button: a preview of the link, which only reads, does not use it up."""
    return page("open.html", link=link)


@router.post("/open")
def redeem(site: TheSite, link: str = Form("")) -> Response:
    """Open a link once; then the card."""
    session = site.redeem(link)
    if session is None:
        raise HTTPException(404)
    response = RedirectResponse("/card", 303)
    begin(site, response, session)
    return response


@router.get("/card")
def card(site: TheSite, session: Session, after: str | None = None, done: str = "", seq: int | None = None) -> Response:
    """The card, the newest first."""
    view = site.view(session.family)
    found = documents.card_document(site, view, after)
    told = _DONE.get(done, "Nothing had to change." if done == "nothing" else "")
    return page("card.html", site, session, **found, after=after, told=told, seq=seq if done != "undo" else None)


@router.get("/card/memories/{id}")
def memory(site: TheSite, session: Session, id: str) -> Response:
    """Why do you think that?"""
    return page("memory.html", site, session, memory=documents.memory_document(site, site.view(session.family), id))


@router.get("/card/memories/{id}/edit")
def edit(site: TheSite, session: Session, id: str) -> Response:
    """The form to correct one, for a browser without JavaScript."""
    return page("edit.html", site, session, memory=documents.memory_document(site, site.view(session.family), id))


@router.get("/card/forgotten")
def forgotten(site: TheSite, session: Session) -> Response:
    """What stays forgotten, and lifting it."""
    return page("forgotten.html", site, session, **documents.rules_document(site.view(session.family)))


@router.get("/card/week")
def week(site: TheSite, session: Session) -> Response:
    """The weekly digest."""
    return page("week.html", site, session, week=documents.digest_document(site, site.view(session.family)))


@router.get("/card/ask")
def ask(site: TheSite, session: Session, text: str = Query("", max_length=500)) -> Response:
    """Why don't you know that?"""
    return page("ask.html", site, session, **documents.why_not_document(site.view(session.family), text))


@router.get("/card/group")
def group(site: TheSite, session: Session, by: str = "", value: str = "") -> Response:
    """Forget a group: what there is to choose; then how many it would be."""
    view = site.view(session.family)
    found = documents.group_document(site, view, by, value) if by and value else None
    return page("group.html", site, session, group=found, **documents.choices_document(view))


@router.post("/card/leave")
async def leave(request: Request, site: TheSite, session: Session) -> Response:
    """Close the card on this device."""
    require_csrf(site, session, (await request.form()).get("csrf"))
    response = page("left.html")
    response.delete_cookie(COOKIE, path="/", secure=site.secure, httponly=True, samesite="strict")
    return response


@router.post("/card/{action}")
async def action(request: Request, site: TheSite, session: Session, action: str) -> Response:
    """Do one thing, then show the card with what was done and how to take it back."""
    fields = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    require_csrf(site, session, fields.get("csrf"))
    try:
        outcome = await run_in_threadpool(act, site, session, action, fields)
    except ChangedMeanwhile:
        return await run_in_threadpool(_choice, site, session, action, fields)
    return RedirectResponse(f"/card?{urlencode(_told(action, outcome))}", 303)


def _told(action: str, outcome: CardOutcome) -> dict[str, Any]:
    if outcome.record is None:
        return {"done": "nothing"}
    return {"done": action, "seq": outcome.record.seq}


def _choice(site: Site, session: Pass, action: str, fields: Fields) -> Response:
    """Yours or theirs: what stands now beside what was to be done; nothing of either is lost."""
    view = site.view(session.family)
    old = documents.memory_document(site, view, fields["id"])
    now = documents.memory_document(site, view, old["newest"])
    response = page("choice.html", site, session, action=action, yours=fields.get("text", ""), old=old, now=now)
    response.status_code = 409
    return response


def page(template: str, site: Site | None = None, session: Pass | None = None, **values: Any) -> HTMLResponse:
    """One page; with a session its forms carry the session's token."""
    csrf = site.csrf(session) if site is not None and session is not None else ""
    member = session.member if session is not None else None
    drawn = _TEMPLATES.get_template(template).render(csrf=csrf, member=member, signed_in=bool(csrf), **values)
    return HTMLResponse(drawn)


def error_page(request: Request, status: int, message: str | None) -> Response:
    """An error in words that a family understands."""
    title, advice = _ERRORS.get(status, ("That did not work", "Nothing was changed."))
    response = page("error.html", *_whose(request), title=title, advice=advice, message=message)
    response.status_code = status
    return response


def _whose(request: Request) -> tuple[Site, Pass] | tuple[()]:
    try:
        return site_of(request), session_of(request)
    except (HTTPException, UnknownReference):
        return ()


_TEMPLATES.filters["address"] = lambda text: quote(str(text), safe="")
