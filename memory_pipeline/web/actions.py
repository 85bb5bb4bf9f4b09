"""What a family does on the card, asked for by a form or by JSON alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memory_pipeline.control.card_link import Pass
from memory_pipeline.control.forget_group import Group
from memory_pipeline.model.errors import InvalidArgument, UnknownReference
from memory_pipeline.web.site import Site
from memory_pipeline.workflows.card_action import (
    CardOutcome,
    edit_on_card,
    forget_group_on_card,
    forget_on_card,
    lift_on_card,
    pin_on_card,
    remember_on_card,
    settle_on_card,
    undo_on_card,
)

Fields = Mapping[str, Any]
LONGEST_TEXT = 2_000


def act(site: Site, session: Pass, action: str, fields: Fields) -> CardOutcome:
    """Do one action for the session's own family. Raises UnknownReference for an action that is none, and as each does.

    Ids are looked up in that family alone: one of another family is a reference to nothing.
    """
    if action not in _ACTIONS:
        raise UnknownReference("there is nothing of that name to do on the card")
    return _ACTIONS[action](site, session, fields)


def _edit(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return edit_on_card(
        site.pipeline, session.family, _id(fields), _text(fields), member=session.member, revision=_revision(fields)
    )


def _forget(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    by = session.member or ""
    return forget_on_card(site.pipeline, session.family, _id(fields), by=by, revision=_revision(fields))


def _forget_group(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    group = Group(by=_string(fields, "by"), value=_string(fields, "value"))
    return forget_group_on_card(site.pipeline, session.family, group, _string(fields, "token"), by=session.member or "")


def _remember(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return remember_on_card(site.pipeline, session.family, _text(fields), member=session.member)


def _pin(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return pin_on_card(site.pipeline, session.family, _id(fields), pinned=True)


def _unpin(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return pin_on_card(site.pipeline, session.family, _id(fields), pinned=False)


def _settle(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    choice = _string(fields, "choice")
    if choice not in ("keep", "replace"):
        raise InvalidArgument("choose what holds: keep or replace")
    return settle_on_card(
        site.pipeline, session.family, _id(fields), replace_it=choice == "replace", member=session.member
    )


def _lift(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return lift_on_card(site.pipeline, session.family, _id(fields))


def _undo(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    seq = _number(fields, "seq")
    record = next((record for record in site.view(session.family).records(seq - 1) if record.seq == seq), None)
    if record is None or record.kind != "card":
        raise UnknownReference("that was not done on the card, so the card cannot take it back")
    return undo_on_card(site.pipeline, session.family, seq)


_ACTIONS: Mapping[str, Callable[[Site, Pass, Fields], CardOutcome]] = {
    "edit": _edit,
    "forget": _forget,
    "forget-group": _forget_group,
    "remember": _remember,
    "pin": _pin,
    "unpin": _unpin,
    "settle": _settle,
    "lift": _lift,
    "undo": _undo,
}


def _string(fields: Fields, name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise InvalidArgument(f"{name}: a text is missing")
    return value


def _text(fields: Fields) -> str:
    text = _string(fields, "text")
    if len(text) > LONGEST_TEXT:
        raise InvalidArgument(f"that is {len(text)} characters long; write it in {LONGEST_TEXT} or in two memories")
    return text


def _id(fields: Fields) -> str:
    return _string(fields, "id")


def _number(fields: Fields, name: str) -> int:
    value = str(fields.get(name, ""))
    if not (value.isascii() and value.isdecimal() and 0 < len(value) < 12):
        raise InvalidArgument(f"{name}: a whole number is missing")
    return int(value)


def _revision(fields: Fields) -> int:
    return _number(fields, "revision")
