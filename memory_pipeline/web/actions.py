"""What a family does on the card, asked for by a form or by JSON alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memory_pipeline.control.card_link import Pass
from memory_pipeline.control.forget_group import Group
from memory_pipeline.model.errors import InvalidArgument, UnknownReference
from memory_pipeline.web.fields import Fields, memory_id, number, revision, string, words
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


def act(site: Site, session: Pass, action: str, fields: Fields) -> CardOutcome:
    """Do one action for the session's own family. Raises UnknownReference for an action that is none, and as each does.

    Ids are looked up in that family alone: one of another family is a reference to nothing.
    """
    if action not in _ACTIONS:
        raise UnknownReference("there is nothing of that name to do on the card")
    return _ACTIONS[action](site, session, fields)


def _edit(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return edit_on_card(
        site.pipeline,
        session.family,
        memory_id(fields),
        words(fields),
        member=session.member,
        revision=revision(fields),
    )


def _forget(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    by = session.member or ""
    return forget_on_card(site.pipeline, session.family, memory_id(fields), by=by, revision=revision(fields))


def _forget_group(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    group = Group(by=string(fields, "by"), value=string(fields, "value"))
    return forget_group_on_card(site.pipeline, session.family, group, string(fields, "token"), by=session.member or "")


def _remember(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return remember_on_card(site.pipeline, session.family, words(fields), member=session.member)


def _pin(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return pin_on_card(site.pipeline, session.family, memory_id(fields), pinned=True)


def _unpin(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return pin_on_card(site.pipeline, session.family, memory_id(fields), pinned=False)


def _settle(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    choice = string(fields, "choice")
    if choice not in ("keep", "replace"):
        raise InvalidArgument("choose what holds: keep or replace")
    return settle_on_card(
        site.pipeline, session.family, memory_id(fields), replace_it=choice == "replace", member=session.member
    )


def _lift(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    return lift_on_card(site.pipeline, session.family, memory_id(fields))


def _undo(site: Site, session: Pass, fields: Fields) -> CardOutcome:
    seq = number(fields, "seq")
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
