"""What goes wrong with a model, by kind.

Of the endpoint: connection, timeout, rate_limited, quota, server_error, unauthorized, not_found, not_recorded,
too_long, bad_request, not_json, no_choices. Of the reply: refusal, content_filter, no_content, huge, cut_off,
broken_json, other_schema, bare_list, all_refused; overcome by reading: code_fence, prose_around, bad_escape,
trailing_comma, lone_surrogate, duplicate_key. Of the judge: pair_unread. Of our own: budget, kept_reply_unreadable.
"""

from __future__ import annotations


class ModelFault(Exception):
    """One fault. `retriable`: the same request may succeed later; `wait`: seconds that the endpoint asked for."""

    def __init__(self, kind: str, message: str, *, retriable: bool = False, wait: float | None = None) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        self.message = message
        self.retriable = retriable
        self.wait = wait
