"""The review desk as pages: one memory at a time beside its words. Every verdict is a form, keys only press it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from memory_pipeline.control.card_link import Pass
from memory_pipeline.model.errors import (
    AlreadyReviewed,
    ChangedMeanwhile,
    ForgottenReference,
    InputError,
    InvalidArgument,
)
from memory_pipeline.web import desk
from memory_pipeline.web.access import DeskSession, TheSite, begin, cookie_of, require_csrf
from memory_pipeline.web.fields import Fields
from memory_pipeline.web.pages import page
from memory_pipeline.web.site import Site

router = APIRouter(default_response_class=HTMLResponse)
_DONE = {
    "accepted": "Accepted.",
    "rejected": "Rejected. It is forgotten and stays forgotten.",
    "rewritten": "Rewritten.",
    "undo": "Taken back. It waits again.",
    "nothing": "You had said so already.",
    "gone": "That memory was forgotten meanwhile; there is nothing left to review.",
}


_FASTER = "Somebody was faster. It can stay so, or you judge it anew."


@router.get("/open/{link}")
def open_link(link: str) -> Response:
    """A page with one button: a preview of the link, which only reads, does not use it up."""
    return page("desk_open.html", link=link)


@router.post("/open")
def redeem(site: TheSite, link: str = Form("")) -> Response:
    """Open a link once; then the desk."""
    session = site.redeem(link, "desk")
    if session is None:
        raise HTTPException(404)
    response = RedirectResponse("/desk", 303)
    begin(site, response, session, "desk")
    return response


@router.get("")
def queue(
    site: TheSite,
    session: DeskSession,
    after: str | None = None,
    done: str = "",
    seq: int | None = None,
    last: str = "",
) -> Response:
    """The next memory that waits; `after` is the last one that was skipped, `last` the last one that was accepted."""
    found = desk.queue_document(site, site.view(session.family), after or None, 1)
    item = found["items"][0] if found["items"] else None
    return _drawn(site, session, found["progress"], item, after=after, told=_DONE.get(done, ""), seq=seq, last=last)


@router.get("/memories/{id}")
def memory(site: TheSite, session: DeskSession, id: str) -> Response:
    """One memory, to judge it anew."""
    view = site.view(session.family)
    progress = desk.queue_document(site, view, None, 0)["progress"]
    return _drawn(site, session, progress, desk.waiting_document(site, view, id), again=True)


@router.post("/leave")
async def leave(request: Request, site: TheSite, session: DeskSession) -> Response:
    """Close the desk on this device."""
    require_csrf(site, session, (await request.form()).get("csrf"))
    response = page("desk_left.html")
    response.delete_cookie(cookie_of("desk"), path="/", secure=site.secure, httponly=True, samesite="strict")
    return response


@router.post("/undo")
async def undo(request: Request, site: TheSite, session: DeskSession) -> Response:
    """Take back a verdict of one's own."""
    fields = await _fields(request)
    require_csrf(site, session, fields.get("csrf"))
    outcome = await run_in_threadpool(desk.take_back, site, session, fields)
    return _next(fields, "nothing" if outcome.record is None else "undo")


@router.post("/{verdict}")
async def judge(request: Request, site: TheSite, session: DeskSession, verdict: str) -> Response:
    """Give a verdict, then show the next memory."""
    fields = await _fields(request)
    require_csrf(site, session, fields.get("csrf"))
    return await run_in_threadpool(_judged, site, session, verdict, fields)


def _judged(site: Site, session: Pass, verdict: str, fields: Fields) -> Response:
    try:
        outcome = desk.judge(site, session, verdict, fields)
    except ForgottenReference:
        return _next(fields, "gone")
    except (AlreadyReviewed, ChangedMeanwhile, InvalidArgument) as error:
        try:
            return _look_again(site, session, fields, error)
        except ForgottenReference:
            return _next(fields, "gone")
    if outcome.record is None:
        return _next(fields, "nothing")
    # An acceptance changes nothing that could be taken back: it is looked at again instead.
    if verdict == "accepted":
        return _next(fields, verdict, last=str(fields["id"]))
    return _next(fields, verdict, seq=outcome.record.seq)


def _look_again(site: Site, session: Pass, fields: Fields, error: InputError) -> Response:
    """The memory as it stands now with why the verdict was not taken; what was written is kept."""
    view = site.view(session.family)
    item = desk.waiting_document(site, view, str(fields.get("id", "")))
    faster = isinstance(error, AlreadyReviewed) and item["id"] == fields.get("id")
    progress = desk.queue_document(site, view, None, 0)["progress"]
    response = _drawn(
        site,
        session,
        progress,
        item,
        after=fields.get("after"),
        problem=_FASTER if faster else _told(error),
        yours=fields.get("text", ""),
        again=faster,
    )
    response.status_code = 400 if isinstance(error, InvalidArgument) else 409
    return response


def _told(error: InputError) -> str:
    if isinstance(error, AlreadyReviewed | ChangedMeanwhile):
        return "Its words changed meanwhile. Look at it again; nothing was lost."
    return error.message


def _drawn(site: Site, session: Pass, progress: dict[str, Any], item: dict[str, Any] | None, **more: Any) -> Response:
    values = {"after": None, "told": "", "seq": None, "last": "", "problem": "", "yours": "", "again": False, **more}
    return page("desk.html", site, session, progress=progress, item=item, **values)


def _next(fields: Fields, done: str, **more: int | str) -> Response:
    after = {"after": fields["after"]} if fields.get("after") else {}
    return RedirectResponse(f"/desk?{urlencode({**after, 'done': done, **more})}", 303)


async def _fields(request: Request) -> Fields:
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
