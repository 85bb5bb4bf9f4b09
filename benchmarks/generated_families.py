"""Families with histories made up by rule: the same seed gives the same families, of any number and length."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from memory_pipeline.evaluation.cases.common import Conversation
from memory_pipeline.evaluation.three_files import ThreeFiles
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.transcript import Session, Turn
from memory_pipeline.store.keys import legacy_key
from memory_pipeline.workflows.families import add_family, take_in
from memory_pipeline.workflows.pipeline import Pipeline

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
ADULTS = ("Dana", "Milan", "Ines", "Jonas", "Priya", "Omar", "Lena", "Tomas")
CHILDREN = ("Theo", "Ada", "Finn", "Noor", "Ivy", "Leo", "Mara", "Sami")
ACTIVITIES = ("soccer practice", "swim practice", "choir", "chess club", "the robotics club", "ballet", "piano lessons")
DAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays")
FOODS = ("peanuts", "shellfish", "eggs", "sesame", "kiwi", "cashews", "soy")
DISHES = ("lentil soup", "pasta bake", "fish tacos", "fried rice", "pea risotto", "veggie chili", "potato gratin")
TOWNS = ("Oakridge", "Millbrook", "Harbor Point", "Fairview", "Stonebridge")
TOLD = (
    "{child} is allergic to {food}.",
    "{child}'s {activity} is on {day} at {hour} pm.",
    "{activity} moved to {day} at {hour} pm for {child}.",
    "We usually have {dish} on {day}.",
    "{child} doesn't like {dish} anymore.",
    "My sister lives in {town} now.",
    "{child}'s teacher this year is Ms. {teacher}.",
    "We're staying in {town} until the 20th.",
    "Our neighbor {teacher} has a spare key.",
    "{other} works from home on {day}.",
)
ASKED = (
    "Always ask me before you book anything.",
    "Please never suggest {dish} again.",
    "Call me {adult} in messages.",
    "Don't schedule anything before {hour} pm on {day}.",
    "Remind us the night before {activity}.",
)
SMALL_TALK = ("Thanks, that helps.", "What should we cook tonight?", "Can you find a recipe?", "Good night!", "Okay.")
ANSWERS = ("Got it.", "Here are three ideas for tonight.", "I will keep that in mind.", "Anything else?")


def family(number: int) -> Family:
    """Family `gen_NN`: two adults and two children."""
    chance = Random(f"family {number}")
    adults, children = chance.sample(ADULTS, 2), chance.sample(CHILDREN, 2)
    members = [*(Member(name=name) for name in adults), *(Member(name=name, kind="child") for name in children)]
    return Family(
        key=f"gen_{number:02}", timezone=chance.choice(["Europe/Berlin", "America/Chicago"]), members=tuple(members)
    )


def history(of: Family, sessions: int) -> Iterator[Session]:
    """Conversations a few days apart; about half of the user's turns hold something worth keeping."""
    chance = Random(f"history {of.key}")
    at = START
    for number in range(1, sessions + 1):
        at += timedelta(days=chance.randint(1, 6), minutes=chance.randint(0, 180))
        turns = list(_turns(of, chance, at))
        yield Session(
            id=f"s-{number:04}",
            surface="chat",
            started_at=at,
            ended_at=turns[-1].at,
            off_record=False,
            turns=tuple(turns),
        )


def settle_in(pipeline: Pipeline, of: Family, sessions: int) -> None:
    """The family with its history and the three files that the earlier design would have made of it."""
    add_family(pipeline, of)
    files = ThreeFiles()
    for session in history(of, sessions):
        take_in(pipeline, of.key, [session])
        files = files.after(_conversation(session))
    for name, text in files.files().items():
        pipeline.objects.put(legacy_key(of.key, name), text.encode())


def _turns(of: Family, chance: Random, at: datetime) -> Iterator[Turn]:
    speaker = chance.choice([member.name for member in of.members if member.kind == "adult"])
    for exchange in range(chance.randint(3, 6)):
        said_at = at + timedelta(minutes=2 * exchange)
        yield Turn(number=2 * exchange + 1, role="user", speaker=speaker, at=said_at, text=_said(of, chance, speaker))
        yield Turn(
            number=2 * exchange + 2,
            role="assistant",
            speaker=None,
            at=said_at + timedelta(minutes=1),
            text=chance.choice(ANSWERS),
        )


def _said(of: Family, chance: Random, speaker: str) -> str:
    kind = chance.random()
    if kind < 0.45:
        return chance.choice(SMALL_TALK)
    template = chance.choice(ASKED if kind > 0.9 else TOLD)
    return template.format(
        child=chance.choice([member.name for member in of.members if member.kind == "child"]),
        adult=speaker,
        other=next(member.name for member in of.members if member.name != speaker),
        food=chance.choice(FOODS),
        activity=chance.choice(ACTIVITIES),
        day=chance.choice(DAYS),
        hour=chance.randint(3, 7),
        dish=chance.choice(DISHES),
        town=chance.choice(TOWNS),
        teacher=chance.choice(["Alvarez", "Becker", "Chen", "Dahl", "Evans"]),
    )


def _conversation(session: Session) -> Conversation:
    turns = [
        {"turn": turn.number, "role": turn.role, "speaker": turn.speaker, "text": turn.text} for turn in session.turns
    ]
    return Conversation.model_validate({"id": session.id, "started_at": session.started_at, "turns": turns})
