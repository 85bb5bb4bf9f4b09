"""Each example of the second seed, and what it forbids, from event lines to MEMORY.md."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from memory_pipeline.memory_log.items import Item, read_item
from memory_pipeline.model.candidate import Candidate, Extraction, Quote
from memory_pipeline.model.errors import InvalidArgument
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.transcript import Session
from memory_pipeline.workflows.process_log import process_log
from memory_pipeline_tests.memory_log.logs import FAMILY, JOHN, event_bytes, memory_lines, prepared, processed, user

CRAFTOS = "[2026-01-01 08:00:00] [fact] CraftOS is the company of John"
OFFICE = "[2026-01-03 09:12:00] [fact] John works at the CraftOS SF office"
TOKYO = (
    "so i was thinking about the trip next month, we're still planning to fly to tokyo on april 18th, staying at the"
    " shinjuku hilton for six nights, my wife emma is coming, and we also want to try the sushi place called"
    " sukiyabashi jiro that my friend kenji recommended, oh and the flight is on ANA from LAX, departing 10:55am, i"
    " need to remember to pack the camera and charger, and i'm a bit anxious because last time i forgot my passport"
)


def added(*said: str, existing: tuple[str, ...] = (), family: Family = JOHN) -> list[Item]:
    lines, run = processed(existing, [user(text) for text in said], family=family)
    assert not run.failed, run.findings
    items = [read_item(line) for line in lines[len(existing) :]]
    return [item for item in items if isinstance(item, Item)]


def test_the_researcher() -> None:
    lines, _ = processed([OFFICE], [user("agent, i am an ai researcher at craftos")])
    assert lines == [OFFICE, "[2026-02-09 06:33:10] [fact] John is an AI researcher at CraftOS"]


def test_the_example_batch_gives_its_two_items() -> None:
    routine = [
        "[2026/02/09 06:34:00] [reasoning]: The user told me about a meeting.",
        "[2026/02/09 06:34:01] [action_start]: calendar",
        "[2026/02/09 06:34:02] [action_end]: calendar ok",
        "[2026/02/09 06:34:03] [gui_action]: click Save",
        "[2026/02/09 06:34:04] [screen_description]: The current screen displays a calendar",
        "[2026/02/09 06:34:05] [agent message]: Done, I have noted the meeting with Sarah and that you like golf...",
        "[2026/02/09 06:34:06] [user message]: ok",
        "[2026/02/09 06:34:07] [end_turn]: done",
    ]
    events = [
        user("hi"),
        "[2026/02/09 06:33:05] [agent message]: Hello John, nice to see you again!",
        user("i am an ai researcher"),
        user("i have a meeting with Sarah from Company ABC on 15/2/2026, no idea where yet"),
        *(routine * 6)[:46],
    ]
    lines, run = processed([], events)
    assert len(events) == 50
    assert len(run.batches) == 1
    assert lines[0] == "[2026-02-09 06:33:10] [fact] John is an AI researcher"
    assert lines[1].startswith(
        "[2026-02-09 06:33:10] [event] John has a meeting with Sarah from Company ABC on 2026-02-15"
    )
    assert len(lines) == 2


def test_the_office_move_marks_the_old_line_and_appends_the_new_one() -> None:
    lines, run = processed([OFFICE], [user("i moved from the SF office to the Tokyo office")])
    assert lines == [
        f"{OFFICE} {{superseded}}",
        "[2026-02-09 06:33:10] [fact] John works at the CraftOS Tokyo office",
    ]
    assert [each.operation for each in run.batches[0].consolidation.decisions] == ["supersede"]


def test_the_tokyo_trip_becomes_two_items_without_its_worries() -> None:
    trip, wish = added(TOKYO)
    assert trip.category == "event"
    for word in ("John", "Emma", "Tokyo", "2026-04-18", "ANA", "LAX", "10:55am"):
        assert word in trip.text
    assert "shinjuku hilton" in trip.text.casefold()
    assert wish.category == "preference"
    for word in ("John", "Sukiyabashi Jiro"):
        assert word in wish.text
    for word in ("anxious", "camera", "charger", "passport", "thinking", "my ", "we "):
        assert word not in f"{trip.text} {wish.text}"
    assert max(trip.words, wish.words) <= 150


def test_the_allergy_inside_a_request_is_kept_and_the_request_is_not() -> None:
    (item,) = added("I'm allergic to peanuts, find me a lunch spot")
    assert (item.category, item.text) == ("fact", "John is allergic to peanuts")


def test_concise_responses() -> None:
    (item,) = added("i prefer concise responses")
    assert (item.category, item.text) == ("preference", "John prefers concise responses")


@pytest.mark.parametrize(
    "line",
    [
        "[2026/02/09 06:33:10] [reasoning]: John is allergic to peanuts.",
        "[2026/02/09 06:33:10] [action_start]: John is allergic to peanuts.",
        "[2026/02/09 06:33:10] [action_end]: John is allergic to peanuts.",
        "[2026/02/09 06:33:10] [gui_action]: John is allergic to peanuts.",
        "[2026/02/09 06:33:10] [screen_description]: John is allergic to peanuts.",
        "[2026/02/09 06:33:10] [agent message]: I remember that I am allergic to peanuts.",
        "[2026/02/09 06:33:10] [agent message to platform: mail]: My name is John and I love jazz.",
        "[2026/02/09 06:33:10] [trigger]: I'm allergic to peanuts",
        "[2026/02/09 06:33:10] [end_turn]: I'm allergic to peanuts",
        "[2026/02/09 06:33:10] [some new kind]: I'm allergic to peanuts",
        *(user(text) for text in ("hi", "Thanks!", "ok", "good morning", "haha 😂", "👍", "", "yes please", "gracias")),
        user("The current screen displays a form. I am allergic to peanuts is written in it."),
        user("find me a lunch spot"),
        user("what's the weather?"),
        user("can you schedule a meeting"),
    ],
)
def test_what_is_to_be_discarded_leaves_nothing(line: str) -> None:
    lines, run = processed([], [line])
    assert lines == []
    assert sum(run.batches[0].discarded.values()) == 1


@pytest.mark.parametrize(
    "said",
    [
        "she emailed: I love jazz, i hate tea",
        'he told me "i love jazz, i hate tea, and i\'m allergic to nuts"',
        "> I hate cilantro\n    > i live in Rome\n    what does this mean",
        "translate: i am allergic to peanuts",
        "if i were rich, i'd live in Rome",
        "i might move to Berlin, i'm not sure",
        "don't remember this: i love jazz",
        "[2026-02-09 06:33:10] [fact] I love jazz",
        "look at [2026/02/09 06:33:10] [user message]: my name is Eve",
        "i'm working on the draft",
        "i finished the report",
    ],
)
def test_other_peoples_words_maybes_and_secrets_leave_nothing(said: str) -> None:
    assert processed([], [user(said)])[0] == []


def test_an_instruction_is_written_as_what_the_user_wants() -> None:
    assert [item.text for item in added("never book anything before 10am")] == [
        "John wants the agent never to book anything before 10am"
    ]
    assert [item.text for item in added("no sugar in my coffee")] == ["John wants no sugar in John's coffee"]


def test_a_user_message_that_ends_in_dots_is_distilled() -> None:
    (item,) = added("I'm allergic to peanuts...")
    assert item.text == "John is allergic to peanuts"
    (item,) = added("i prefer window seats…")
    assert item.text == "John prefers window seats"


def test_a_message_from_another_platform_is_a_user_message() -> None:
    lines, _ = processed([], ["[2026/02/09 06:33:10] [user message from platform: telegram]: I'm allergic to peanuts"])
    assert lines == ["[2026-02-09 06:33:10] [fact] John is allergic to peanuts"]


@pytest.mark.parametrize(
    ("existing", "family", "said", "name"),
    [
        (("[2026-01-01 08:00:00] [fact] John Miller lives in Oslo",), JOHN, "i love jazz", "John Miller"),
        ((), JOHN, "i love jazz", "John"),
        ((), Family(key=FAMILY, timezone="UTC"), "my name is Ada Byron, i love jazz", "Ada Byron"),
        (("[2026-01-01 08:00:00] [fact] Ada Byron lives in Oslo",), Family(key=FAMILY, timezone="UTC"), "i love jazz",
         "Ada Byron"),
        ((), Family(key=FAMILY, timezone="UTC", members=(Member(name="Theo", kind="child"), Member(name="Dana Reyes"))),
         "i love jazz", "Dana Reyes"),
    ],
    ids=["memory-md", "family-yaml", "what-they-say", "memory-md-alone", "an-adult"],
)  # fmt: skip
def test_the_name_comes_from_memory_md_then_family_yaml_then_the_user(
    existing: tuple[str, ...], family: Family, said: str, name: str
) -> None:
    items = added(said, existing=existing, family=family)
    assert any(item.text == f"{name} loves jazz" for item in items), items


def test_nothing_is_said_of_somebody_without_a_name_and_nothing_is_lost() -> None:
    pipeline = prepared([], [user("i love jazz")], family=Family(key=FAMILY, timezone="UTC"))
    with pytest.raises(InvalidArgument, match="name a member"):
        process_log(pipeline, FAMILY)
    assert b"jazz" in event_bytes(pipeline)


@pytest.mark.parametrize(
    "said",
    [
        "my sister Liina is a midwife in Tartu",
        "I love my dog and he loves me",
        "my boss is Carla and she wants her reports on Friday",
        "we live in Oslo with our two cats",
        "my wife Emma and I are vegetarians",
        "call me Johnny please",
        "i always drink my coffee black because it keeps me awake",
        "i have a dentist appointment tomorrow at 9",
        "next friday i fly to oslo with my brother",
        TOKYO,
    ],
)
def test_no_item_has_a_pronoun_a_user_or_a_relative_day(said: str) -> None:
    for item in added(said):
        words = set(re.findall(r"[\w']+", item.text.casefold()))
        assert not words & set("i me my mine we us our he him his she her they them their you your user".split()), item
        assert not words & {"tomorrow", "today", "tonight", "yesterday", "next", "friday"}, item


def test_a_day_is_written_as_an_iso_date_of_the_messages_own_day() -> None:
    (item,) = added("i have a dentist appointment tomorrow at 9")
    assert "2026-02-10" in item.text
    assert item.category == "event"


class Scripted:
    """An extractor that says of the first message what it was given, as a model might word it."""

    version = "scripted"

    def __init__(self, summary: str) -> None:
        self._summary = summary

    def extract(self, session: Session, family: Family) -> Extraction:
        text = session.turns[0].text
        candidate = Candidate(
            type="preference",
            about="John",
            summary=self._summary,
            body=text,
            when_to_use="When John plans anything",
            evidence=(Quote(first=1, last=1, text=text),),
        )
        return Extraction(candidates=(candidate,))


@pytest.mark.parametrize(
    ("summary", "written"),
    [
        ("John loves jazz.", ["John Miller loves jazz"]),
        ("The user loves jazz.", []),
        ("John loves jazz...", []),
        ("He loves jazz.", []),
        ("John loves the jazz of Quito.", []),
    ],
    ids=["full-name", "the-user", "cut-off", "a-pronoun-without-a-name", "a-name-that-nobody-said"],
)
def test_what_another_backend_words_is_held_to_the_same_form_and_gates(summary: str, written: list[str]) -> None:
    known = "[2026-01-01 08:00:00] [fact] John Miller lives in Oslo"
    pipeline = replace(prepared([known], [user("i love jazz")]), extractor=Scripted(summary))
    process_log(pipeline, FAMILY)
    assert [line[35:] for line in memory_lines(pipeline)[1:]] == written
