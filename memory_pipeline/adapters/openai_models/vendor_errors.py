"""What the vendor's client raises, as faults by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memory_pipeline.adapters.openai_models.faults import ModelFault

if TYPE_CHECKING:
    import openai

_SHOWN = 200


def translated(error: Exception) -> ModelFault | None:
    """The fault that a vendor's error is; None for an error that is none of the vendor's."""
    import openai

    match error:
        case openai.APITimeoutError():
            return ModelFault("timeout", "the endpoint did not answer in time (MEMORY_MODEL_TIMEOUT)", retriable=True)
        case openai.APIConnectionError():
            return ModelFault("connection", f"the endpoint cannot be reached ({error.__cause__})", retriable=True)
        case openai.APIStatusError():
            return _of_status(error)
        case openai.OpenAIError():
            return ModelFault("bad_request", str(error)[:_SHOWN])
    return None


def _of_status(error: openai.APIStatusError) -> ModelFault:
    status, said = error.status_code, _said(error)
    code = error.code or ""
    if status == 429 and code == "insufficient_quota":
        return ModelFault("quota", said)
    if status == 429:
        return ModelFault("rate_limited", said, retriable=True, wait=_retry_after(error))
    if status in (408, 409) or status >= 500:
        return ModelFault("server_error", said, retriable=True, wait=_retry_after(error))
    if status in (401, 403):
        return ModelFault("unauthorized", f"{said}; check OPENAI_API_KEY")
    if code == "not_recorded":
        return ModelFault("not_recorded", said)
    if status == 404:
        return ModelFault("not_found", f"{said}; check OPENAI_BASE_URL and MEMORY_MODEL")
    if status == 413 or code == "context_length_exceeded":
        return ModelFault("too_long", f"{said}; lower MEMORY_MODEL_TRANSCRIPT_TOKENS")
    return ModelFault("bad_request", said)


def _said(error: openai.APIStatusError) -> str:
    """Status and the beginning of the endpoint's own words, on one line."""
    body: Any = error.body
    words = body.get("message") if isinstance(body, dict) else body
    return f"HTTP {error.status_code}: {' '.join(str(words or error.message).split())[:_SHOWN]}"


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Seconds that `Retry-After` (or `retry-after-ms`) asks for; None where it says nothing that can be read."""
    headers = error.response.headers
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    return None
