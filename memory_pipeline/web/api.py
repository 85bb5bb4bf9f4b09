"""The card as JSON, for a native app: the same answers and actions as the pages (docs/CARD.md)."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Query
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.web import documents
from memory_pipeline.web.access import Session, TheSite, begin, require_csrf
from memory_pipeline.web.actions import act
from memory_pipeline.web.fields import Fields

CSRF_HEADER = "x-csrf-token"
router = APIRouter(default_response_class=JSONResponse)


class Link(BaseModel):
    """The token of a link."""

    link: str


@router.post("/session")
def open_session(site: TheSite, given: Link) -> Response:
    """Open a link: sets the cookie and answers the token that every action carries. A link opens once."""
    session = site.redeem(given.link)
    if session is None:
        raise HTTPException(404, "not found")
    response = JSONResponse({"member": session.member, "csrf": site.csrf(session), "until": session.until})
    begin(site, response, session)
    return response


@router.get("/card")
def card(
    site: TheSite, session: Session, after: str | None = None, limit: int = Query(documents.PAGE, ge=1, le=200)
) -> dict[str, Any]:
    """A page of the card, the newest first; `next` goes on."""
    return documents.card_document(site, site.view(session.family), after, limit)


@router.get("/memories/{id}")
def memory(site: TheSite, session: Session, id: str) -> dict[str, Any]:
    """One memory with its quotes, its history and what was said against it."""
    return documents.memory_document(site, site.view(session.family), id)


@router.get("/rules")
def rules(site: TheSite, session: Session) -> dict[str, Any]:
    """The rules by which things stay forgotten."""
    return documents.rules_document(site.view(session.family))


@router.get("/digest")
def digest(site: TheSite, session: Session) -> dict[str, Any]:
    """The week."""
    return documents.digest_document(site, site.view(session.family))


@router.get("/why-not")
def why_not(site: TheSite, session: Session, text: str = Query(max_length=500)) -> dict[str, Any]:
    """Why something is not known."""
    return documents.why_not_document(site.view(session.family), text)


@router.get("/groups")
def group(site: TheSite, session: Session, by: str, value: str) -> dict[str, Any]:
    """How many memories a group holds, which, and the token to forget them with."""
    return documents.group_document(site, site.view(session.family), by, value)


@router.get("/choices")
def choices(site: TheSite, session: Session) -> dict[str, Any]:
    """What a group can be of."""
    return documents.choices_document(site.view(session.family))


async def json_fields(request: Request) -> Fields:
    """The object that a request carries. Raises InvalidArgument."""
    try:
        fields = await request.json()
    except ValueError:
        raise InvalidArgument("the body is no JSON; send one object") from None
    if not isinstance(fields, dict):
        raise InvalidArgument("the body is no JSON object")
    return fields


@router.post("/actions/{action}")
async def action(request: Request, site: TheSite, session: Session, action: str) -> dict[str, Any]:
    """Do one thing: edit, forget, forget-group, remember, pin, unpin, settle, lift, undo."""
    require_csrf(site, session, request.headers.get(CSRF_HEADER))
    outcome = await run_in_threadpool(act, site, session, action, await json_fields(request))
    made = outcome.decisions.decisions if outcome.decisions and outcome.record else ()
    new = next((decision.memory for decision in made if decision.memory), None)
    seq = outcome.record.seq if outcome.record else None
    return {"changed": outcome.record is not None, "seq": seq, "memory": new}
