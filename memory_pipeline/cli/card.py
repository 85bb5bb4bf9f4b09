"""`memory-pipeline card …`: what a family sees of its memory and does with it."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_pipeline.cli import late
from memory_pipeline.cli.options import After, AsJson, Family, Limit, Now, Reference, StatusChoice
from memory_pipeline.cli.output import give

app = typer.Typer(no_args_is_help=True, help="The memory card: what is remembered, and what a family does with it.")


Member = Annotated[
    str | None,
    typer.Option("--member", metavar="NAME", help="Who does it, a member of the household.", show_default=False),
]


@app.command("list")
def list_(
    family: Family,
    status: Annotated[StatusChoice, typer.Option(help="Which memories.")] = "active",
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="INSTANT", help="The card as it was then.", show_default=False)
    ] = None,
    limit: Limit = None,
    after: After = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """List what is remembered, the newest first."""
    give(late.card.listing(family, status, as_of=as_of, limit=limit, after=after, now=now), as_json)


@app.command()
def remember(
    family: Family,
    text: Annotated[str, typer.Argument(help="What to remember, in the family's own words.", show_default=False)],
    member: Member = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Remember a statement, as explicitly said. Twice changes nothing."""
    give(late.card.remember(family, text, member, now=now), as_json)


@app.command()
def forget(reference: Reference, member: Member = None, now: Now = None, as_json: AsJson = False) -> None:
    """Forget one claim for good."""
    give(late.card.forget(reference, member, now=now), as_json)


@app.command()
def edit(
    reference: Reference,
    text: Annotated[str, typer.Argument(help="The new words, in the family's own.", show_default=False)],
    member: Member = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Give a memory new words; the old ones stay in its history."""
    give(late.card_actions.edit(reference, text, member, now=now), as_json)


@app.command()
def pin(reference: Reference, now: Now = None, as_json: AsJson = False) -> None:
    """Pin a memory, so that every brief holds it."""
    give(late.card_actions.pin(reference, pinned=True, now=now), as_json)


@app.command()
def unpin(reference: Reference, now: Now = None, as_json: AsJson = False) -> None:
    """Take the pin away."""
    give(late.card_actions.pin(reference, pinned=False, now=now), as_json)


@app.command("forget-group")
def forget_group(
    family: Family,
    about: Annotated[str | None, typer.Option(metavar="X", help="Everything of this subject line.")] = None,
    entity: Annotated[
        str | None, typer.Option(metavar="X", help="Everything about this person, place or group.")
    ] = None,
    topic: Annotated[str | None, typer.Option(metavar="X", help="Everything of this topic.")] = None,
    session: Annotated[str | None, typer.Option(metavar="S", help="What only this conversation supports.")] = None,
    confirm: Annotated[
        str | None, typer.Option(metavar="TOKEN", help="The token of the answer that showed how many these are.")
    ] = None,
    member: Member = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Count a group of memories; with the answer's token, forget them for good."""
    groups = {"about": about, "entity": entity, "topic": topic, "session": session}
    give(late.card_actions.forget_group(family, groups, confirm, member, now=now), as_json)


@app.command()
def settle(
    reference: Reference,
    keep: Annotated[bool, typer.Option("--keep", help="What is remembered stays.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="What was said against it last takes its place.")] = False,
    member: Member = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Settle what was said against a memory."""
    give(late.card_actions.settle(reference, member, keep=keep, replace=replace, now=now), as_json)


@app.command()
def lift(
    rule: Annotated[str, typer.Argument(metavar="RULE", help="suppression://F/ID", show_default=False)],
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Lift a rule that keeps something forgotten; nothing comes back by itself."""
    give(late.card_actions.lift(rule, now=now), as_json)


@app.command()
def undo(
    family: Family,
    seq: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Take back change N; else the last action that stands.")
    ] = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Take back what was done on the card."""
    give(late.card_actions.undo(family, seq, now=now), as_json)


@app.command()
def rules(
    family: Family,
    lifted: Annotated[bool, typer.Option("--lifted", help="Also the rules that no longer hold.")] = False,
    limit: Limit = None,
    after: After = None,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """List the rules that keep things forgotten, the newest first."""
    give(late.card_questions.rules(family, lifted=lifted, limit=limit, after=after, now=now), as_json)


@app.command("why-not")
def why_not(
    family: Family,
    text: Annotated[str, typer.Argument(help="What should be known.", show_default=False)],
    limit: Limit = 20,
    now: Now = None,
    as_json: AsJson = False,
) -> None:
    """Say why something is not known: dropped, left out, forgotten, or a thing of the past."""
    give(late.card_questions.why(family, text, limit=limit, now=now), as_json)


@app.command()
def digest(family: Family, now: Now = None, as_json: AsJson = False) -> None:
    """Show what was learned, retired, disputed, is about to end, or came up again though forgotten."""
    give(late.card_questions.digest(family, now=now), as_json)


@app.command()
def evidence(reference: Reference, now: Now = None, as_json: AsJson = False) -> None:
    """Show the quotes that a memory rests on, with their dates."""
    give(late.card.evidence(reference, now=now), as_json)


@app.command()
def history(reference: Reference, now: Now = None, as_json: AsJson = False) -> None:
    """Show a claim's lineage, the oldest version first."""
    give(late.card.history(reference, now=now), as_json)


@app.command()
def link(
    family: Family,
    member: Member = None,
    address: Annotated[str, typer.Option(help="Where the card is served.")] = "http://127.0.0.1:8400",
    as_json: AsJson = False,
) -> None:
    """Print a signed link to the family's card; it opens once, within a quarter of an hour."""
    give(late.serve.link(family, member, address), as_json)
