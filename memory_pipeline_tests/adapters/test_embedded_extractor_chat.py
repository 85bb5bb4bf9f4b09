"""Family chat as it is typed: what a memory of it must say, and what must not become one."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from memory_pipeline.adapters.embedded_models.extractor import EmbeddedExtractor
from memory_pipeline.formation.extract import form
from memory_pipeline.formation.policy import FormationPolicy
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.family import Family, Member
from memory_pipeline.model.transcript import Role, Session, Turn

FAMILY = Family(
    key="f1",
    timezone="Europe/Dublin",
    members=(
        Member(name="Nora"),
        Member(name="Piet"),
        Member(name="April", kind="child"),
        Member(name="Oisin", aliases=("Ossie",), kind="child"),
    ),
)
WEDNESDAY = datetime(2026, 6, 24, 12, 0, tzinfo=UTC)


def formed(*texts: str, speaker: str = "Nora") -> tuple[Candidate, ...]:
    """The survivors of a chat whose odd texts the speaker wrote and whose even ones the assistant did."""
    roles: tuple[tuple[Role, str | None], ...] = (("user", speaker), ("assistant", None))
    turns = tuple(
        Turn(
            number=number,
            role=roles[(number - 1) % 2][0],
            speaker=roles[(number - 1) % 2][1],
            at=WEDNESDAY,
            text=text,
        )
        for number, text in enumerate(texts, 1)
    )
    session = Session(
        id="s1",
        surface="chat",
        started_at=WEDNESDAY,
        ended_at=WEDNESDAY + timedelta(hours=1),
        off_record=False,
        turns=turns,
    )
    return form(session, FAMILY, EmbeddedExtractor(), FormationPolicy()).survivors


def summaries(*texts: str) -> list[str]:
    return [candidate.summary for candidate in formed(*texts)]


@pytest.mark.parametrize(
    "text",
    [
        "anyway can you write Piet a list for the evening that isnt endless",
        "Piet when is choir on sunday, the others ask",
        "but put the inhaler in the side pocket",
        "No more Mondays.",
        "The curtain thing is sorted.",
        "April's choir changed.",
        "Ossie will eat at school.",
        "Piet is on the roof till late",
        "somebody asked in the choir group who can bring cups on friday",
        "I am baking for 9 people today",
        "for the choir group same as always",
        "and for Sunday please a lentil recipe",
        "Nora is Nora",
        "maybe i'll just sell April on the market, she makes only noise",
    ],
)
def test_requests_questions_and_news_of_the_hour_form_nothing(text: str) -> None:
    assert summaries(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("also Ossie won't eat olives, so not the olive bread tonight pls", "Ossie won't eat olives."),
        ("Ossie is allergic to figs so nothing with figs", "Ossie is allergic to figs."),
        ("amy doesnt matter. ossie doesnt eat pork", "Ossie doesn't eat pork."),
        ("coach is Lena Brandt", "The coach is Lena Brandt."),
        (
            "tuesdays we get soup from the stall by the church",
            "On Tuesdays the family gets soup from the stall by the church.",
        ),
        ("April's choir is mondays at 4", "April's choir is Mondays at 4."),
        ("We also decided with Piet: from now on I fetch Ossie on Fridays", "Nora fetches Ossie on Fridays."),
        ("Ossie loves kites 😄", "Ossie loves kites."),
        ("I can't stand that new soap", "Nora can't stand the new soap."),
        ("Piet, bedtime is 8:15 for Ossie on school nights", "Bedtime is 8:15 for Ossie on school nights."),
    ],
)
def test_a_claim_is_told_without_what_leads_to_it_or_follows_from_it(text: str, expected: str) -> None:
    assert expected in summaries(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "keep doing that, nothing goes into that choir chat without my ok",
            "Nothing goes into the choir chat without Nora's ok.",
        ),
        (
            "for the street group never post anything without asking me, they gossip",
            "For the street group, never post anything without asking Nora.",
        ),
        (
            "write a line for the choir group chat. show me first like always",
            "For the choir group chat, show Nora first.",
        ),
        ("Call Oisin Ossie please.", "Call Oisin Ossie."),
        ("just say Nono for me", "Call Nora Nono."),
        ("call me Nono, everybody does", "Call Nora Nono."),
    ],
)
def test_a_standing_rule_keeps_whom_and_what_it_holds_for(text: str, expected: str) -> None:
    found = [candidate for candidate in formed(text) if candidate.type == "directive"]
    assert [candidate.summary for candidate in found] == [expected]
    assert found[0].strength == "hard"


def test_show_me_first_without_a_group_is_no_standing_rule() -> None:
    assert summaries("nice draft. show me first") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the shed code changed, it's 5519 now", "The shed code is 5519 now."),
        ("she needs the garage code tho. its 3107, can you write it down", "The garage code is 3107."),
        ("the back gate has another code, now it is 6021", "The back gate code is 6021."),
        ("change choir practice, actually it's Mondays now, 6:30. same hall", "Choir practice is Mondays now, 6:30."),
        (
            "and bedtime, Piet and I settled it, it's 7:50 for Ossie on school nights",
            "Bedtime is 7:50 for Ossie on school nights.",
        ),
        (
            "choir for April moved, it's Tuesdays and Fridays at 5 from now on",
            "Choir for April is Tuesdays and Fridays at 5 from now on.",
        ),
    ],
)
def test_a_new_value_is_told_with_the_thing_named_before_it(text: str, expected: str) -> None:
    assert expected in summaries(text)


def test_the_day_is_carried_to_the_time_of_the_same_sentence() -> None:
    found = formed("Ossie can not come on July 3, he has dentist at 8:30")
    assert [(claim.summary, claim.valid_until) for claim in found][1:] == [
        ("Ossie has dentist at 8:30 on July 3.", date(2026, 7, 4))
    ]


def test_ages_and_contacts_are_told_in_passing() -> None:
    found = summaries("we are me, Piet, April (11) and Oisin who is 7. and save the sitter, Bela, 555-0171")
    assert sorted(found) == ["April is 11.", "Oisin is 7.", "The number of Bela, the family's sitter, is 555-0171."]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the vet: 555-0139", ["The number of the vet is 555-0139."]),
        ("Dr. Amadi's office, 555-0117", ["The number of Dr. Amadi's office is 555-0117."]),
        ("our plumber, 555-0188", ["The number of the family's plumber is 555-0188."]),
        ("the plumber is Gus, 555-0199", ["The plumber is Gus, 555-0199."]),
        ("two kids, April who is 11 and Oisin who is 7", ["April is 11.", "Oisin is 7."]),
        ("we're Oisin's parents, happy to drive", []),
    ],
)
def test_a_fragment_is_told_as_a_sentence_or_not_at_all(text: str, told: list[str]) -> None:
    assert sorted(summaries(text)) == told


def test_a_child_named_like_a_month_is_a_child() -> None:
    (found,) = formed("April hates celery")
    assert (found.type, found.summary, found.valid_until) == ("preference", "April hates celery.", None)


def test_a_person_is_named_again_where_the_text_used_no_pronoun_for_them() -> None:
    (found,) = formed("always remind me about my pill in the mornings")
    assert "them" not in found.summary.split() and "their" not in found.summary.split()
    assert found.sensitivity == "health"


@pytest.mark.parametrize("text", ["yeah me actually, doc put me on low salt in may so easy on the salt"])
def test_what_a_doctor_ordered_is_a_hard_limit_of_the_patient_and_health(text: str) -> None:
    (found,) = formed(text)
    assert (found.type, found.strength, found.about, found.sensitivity) == ("constraint", "hard", "Nora", "health")
    assert found.summary.startswith("Doc put Nora on low salt")


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("April has drama camp next week, mon to fri 9 to 3 at the old mill", date(2026, 7, 4)),
        ("April has annual day on July 9 at 5 pm", date(2026, 7, 10)),
        ("we fly to Porto on July 11 and come back the 19th", date(2026, 7, 20)),
        ("April stopped the monday fast", None),
    ],
)
def test_a_plan_ends_when_its_last_day_is_over(text: str, until: date | None) -> None:
    assert [candidate.valid_until for candidate in formed(text)] == [until]


def test_a_state_of_the_moment_passes_and_a_lasting_one_does_not() -> None:
    assert [found.durability for found in formed("the gardener is on leave")] == ["passing"]
    assert [found.durability for found in formed("the piano is in the hall")] == ["durable"]


def test_a_short_answer_needs_its_question_and_a_whole_one_does_not() -> None:
    assert summaries("we land at 9", "Shall I look for parking?", "no my friend drives us") == []
    whole = summaries("ok", "Shall I set up a delivery?", "no thanks, we like going to the market with the kids")
    assert whole == ["The family likes going to the market with the kids."]


def test_a_laugh_in_one_sentence_leaves_the_others_alone() -> None:
    assert summaries("Ossie is allergic to kale, lol.") == []
    assert summaries("Ossie is allergic to figs. My sister calls me the fig police lol") == [
        "Ossie is allergic to figs."
    ]
