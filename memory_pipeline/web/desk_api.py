"""The review desk as JSON: the same queue and verdicts as the pages (docs/CARD.md)."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from memory_pipeline.web import desk
from memory_pipeline.web.access import DeskSession, TheSite, begin, require_csrf
from memory_pipeline.web.api import CSRF_HEADER, Link, json_fields

router = APIRouter(default_response_class=JSONResponse)


@router.post("/session")
def open_session(site: TheSite, given: Link) -> Response:
    """Open a reviewer's link: sets the cookie and answers the token that every verdict carries. A link opens once."""
    session = site.redeem(given.link, "desk")
    if session is None:
        raise HTTPException(404, "not found")
    response = JSONResponse({"reviewer": session.member, "csrf": site.csrf(session), "until": session.until})
    begin(site, response, session, "desk")
    return response


@router.get("/queue")
def queue(
    site: TheSite, session: DeskSession, after: str | None = None, limit: int = Query(desk.QUEUE, ge=1, le=200)
) -> dict[str, Any]:
    """What waits for a verdict, hard ones first, and how far the desk is; `next` goes on."""
    return desk.queue_document(site, site.view(session.family), after, limit)


@router.post("/verdicts/{verdict}")
async def verdict(request: Request, site: TheSite, session: DeskSession, verdict: str) -> dict[str, Any]:
    """Give a verdict: accepted, rejected or rewritten. 409 where somebody was faster; `again` judges it anew."""
    require_csrf(site, session, request.headers.get(CSRF_HEADER))
    outcome = await run_in_threadpool(desk.judge, site, session, verdict, await json_fields(request))
    return {"changed": outcome.record is not None, "seq": outcome.record.seq if outcome.record else None}


@router.post("/undo")
async def undo(request: Request, site: TheSite, session: DeskSession) -> dict[str, Any]:
    """Take back a verdict of one's own, by its `seq`."""
    require_csrf(site, session, request.headers.get(CSRF_HEADER))
    outcome = await run_in_threadpool(desk.take_back, site, session, await json_fields(request))
    return {"changed": outcome.record is not None, "seq": outcome.record.seq if outcome.record else None}
