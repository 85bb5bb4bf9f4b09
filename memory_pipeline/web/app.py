"""The card as an ASGI application: pages for a browser, JSON under /api, one guard before both."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from memory_pipeline.model.errors import (
    AlreadyReviewed,
    ChangedMeanwhile,
    Conflict,
    ForgottenReference,
    InputError,
    InvalidArgument,
    InvalidFamilyKey,
    InvariantViolated,
    MemoryPipelineError,
    UnknownFamily,
    UnknownReference,
)
from memory_pipeline.web import api, desk_api, desk_pages, pages
from memory_pipeline.web.guard import Guard, GuardPolicy, RateLimit
from memory_pipeline.web.site import Site

_STATIC = Path(__file__).with_name("static")
_GONE = (UnknownReference, ForgottenReference, UnknownFamily, InvalidFamilyKey)


def create_app(site: Site, policy: GuardPolicy | None = None, limit: RateLimit | None = None) -> FastAPI:
    """The application over one site. It serves no description of itself; docs/CARD.md has it."""
    app = FastAPI(title="Memory card", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.site = site
    app.include_router(pages.router)
    app.include_router(desk_pages.router, prefix="/desk")
    app.include_router(api.router, prefix="/api")
    app.include_router(desk_api.router, prefix="/api/desk")
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.add_exception_handler(MemoryPipelineError, _ours)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_middleware(Guard, policy=policy or GuardPolicy(), limit=limit or RateLimit())
    return app


def status_of(error: MemoryPipelineError) -> int:
    """The HTTP status of an error: what is not there, and what is not yours, look the same."""
    if isinstance(error, _GONE):
        return 404
    if isinstance(error, AlreadyReviewed | ChangedMeanwhile | Conflict | InvariantViolated):
        return 409
    return 400 if isinstance(error, InputError) else 503


def _ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, MemoryPipelineError)
    status = status_of(error)
    if _wants_json(request):
        message = error.message if status < 500 else "the memory cannot be reached; try again"
        document = {"type": type(error).__name__, "message": message, "file": None, "line": None}
        return JSONResponse({"error": document}, status)
    return pages.error_page(request, status, error.message if status in (400, 409) else None)


def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    places = ", ".join(str(problem["loc"][-1]) for problem in error.errors())
    return _ours(request, InvalidArgument(f"the request cannot be read; look at {places}"))


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if _wants_json(request):
        document = {"type": "HTTPError", "message": str(error.detail), "file": None, "line": None}
        return JSONResponse({"error": document}, error.status_code)
    return pages.error_page(request, error.status_code, None)


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/") or request.url.path == "/api"
