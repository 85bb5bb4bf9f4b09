"""The review desk over HTTP: verdicts by form and by JSON, reviewers at once, and who must not get in."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from starlette.testclient import TestClient

from memory_pipeline.control.card_link import LinkPolicy, new_link
from memory_pipeline.control.review import review_queue
from memory_pipeline.workflows.card_action import edit_on_card, remember_on_card


@dataclass
class Desk:
    """A reviewer's browser."""

    client: TestClient
    csrf: str

    def queue(self) -> dict:  # type: ignore[type-arg]
        return self.client.get("/api/desk/queue").json()

    def waiting(self) -> list[str]:
        return [item["summary"] for item in self.queue()["items"]]

    def item(self, words: str) -> dict:  # type: ignore[type-arg]
        return next(item for item in self.queue()["items"] if words in item["summary"])

    def fields(self, words: str, **more: object) -> dict[str, object]:
        item = self.item(words)
        return {"id": item["id"], "revision": item["revision"], **more}

    def form(self, verdict: str, fields: dict[str, object], **more: object):  # type: ignore[no-untyped-def]
        return self.client.post(f"/desk/{verdict}", data={"csrf": self.csrf, **fields, **more})

    def json(self, path: str, fields: dict[str, object]):  # type: ignore[no-untyped-def]
        return self.client.post(f"/api/desk/{path}", json=fields, headers={"x-csrf-token": self.csrf})

    def page(self, query: str = "") -> str:
        return str(self.client.get(f"/desk{query}").text)


def link(card, family="cedar", reviewer="Ines", door="desk"):  # type: ignore[no-untyped-def]
    return new_link(card.signer, family, reviewer, card.now, LinkPolicy(), card.nonce(), door)


def desk(card, reviewer="Ines", family="cedar") -> Desk:  # type: ignore[no-untyped-def]
    client = card.stranger()
    answer = client.post("/api/desk/session", json={"link": link(card, family, reviewer)})
    assert answer.status_code == 200 and answer.json()["reviewer"] == reviewer
    return Desk(client, answer.json()["csrf"])


def test_the_page_shows_one_memory_beside_its_words_and_how_far_the_desk_is(card) -> None:
    shown = desk(card).page()
    assert "Theo is allergic to peanuts." in shown and "Dana drinks oat milk." not in shown
    assert re.search(r"<blockquote>Theo is allergic to peanuts\.?</blockquote>", shown)
    assert "0 of 3 accepted, 0 rejected, 0 rewritten" in shown and "3 to go" in shown


def test_each_verdict_does_what_it_says_and_the_desk_goes_on_where_it_was(card) -> None:
    ines = desk(card)
    assert ines.form("accepted", ines.fields("peanuts")).status_code == 303
    assert ines.form("rejected", ines.fields("Soccer")).status_code == 303
    assert ines.form("rewritten", ines.fields("oat milk"), text="Dana takes oat milk in her coffee.").status_code == 303
    assert ines.waiting() == []
    assert "1 of 3 accepted, 1 rejected, 1 rewritten" in desk(card, "Omar").page()
    family = card.browser()
    assert sorted(family.summaries()) == ["Dana takes oat milk in her coffee.", "Theo is allergic to peanuts."]
    assert [rule["scope"] for rule in family.get("/api/rules").json()["rules"]] == ["claim"]
    verdicts = {review.last.kind: review.last for review in card.pipeline.view("cedar").reviews().values()}
    assert {verdict.reviewer for verdict in verdicts.values()} == {"Ines"}
    assert verdicts["rewritten"].summary == "Dana drinks oat milk."


def test_the_same_verdicts_come_in_as_json(card) -> None:
    ines = desk(card)
    assert ines.json("verdicts/accepted", ines.fields("peanuts")).json()["changed"] is True
    assert ines.json("verdicts/rewritten", ines.fields("oat milk", text="Dana takes oat milk.")).json()["changed"]
    progress = ines.queue()["progress"]
    assert (progress["accepted"], progress["rewritten"], progress["waiting"], progress["total"]) == (1, 1, 1, 3)


def test_what_is_skipped_waits_at_the_end_and_comes_again(card) -> None:
    ines = desk(card)
    first = ines.item("peanuts")["id"]
    assert "peanuts" not in ines.page(f"?after={first}")
    last = ines.queue()["items"][-1]["id"]
    assert "You skipped the rest" in ines.page(f"?after={last}")
    answer = ines.form("accepted", ines.fields("Soccer"), after=first)
    assert f"after={first}" in answer.headers["location"]


@pytest.mark.parametrize("verdict", ["accepted", "rejected"])
def test_who_comes_second_is_told_who_was_faster_and_chooses(card, verdict) -> None:
    ines, omar = desk(card), desk(card, "Omar")
    fields = omar.fields("oat milk")
    ines.form("accepted", ines.fields("oat milk"))
    answer = omar.form(verdict, fields)
    if verdict == "accepted":
        assert answer.status_code == 409
    assert answer.status_code == 409 and "Somebody was faster" in answer.text and "Ines accepted it" in answer.text
    assert omar.json(f"verdicts/{verdict}", fields).status_code == 409
    assert omar.form(verdict, fields, again="1").status_code == 303
    memory = next(iter(review_queue(card.pipeline.view("cedar")).items), None)
    assert memory is not None and "oat milk" not in memory.memory.summary


def test_a_rewrite_of_words_that_changed_meanwhile_is_kept_and_asked_again(card) -> None:
    ines = desk(card)
    fields = ines.fields("Soccer")
    edit_on_card(card.pipeline, "cedar", str(fields["id"]), "Soccer practice is on Mondays at 5 pm.")
    answer = ines.form("rewritten", fields, text="Soccer is on Tuesdays.")
    assert answer.status_code == 409 and "Soccer is on Tuesdays." in answer.text
    assert "Soccer is on Tuesdays." not in card.browser().summaries()


def test_a_memory_that_the_family_forgot_meanwhile_is_passed_over(card) -> None:
    ines, family = desk(card), card.browser()
    fields = ines.fields("oat milk")
    family.form("forget", id=fields["id"], revision=fields["revision"])
    answer = ines.form("accepted", fields)
    assert answer.status_code == 303 and "done=gone" in answer.headers["location"]


def test_what_somebody_rejected_is_shown_to_no_reviewer_again(card) -> None:
    ines, omar = desk(card), desk(card, "Omar")
    fields = omar.fields("oat milk")
    ines.form("rejected", ines.fields("oat milk"))
    answer = omar.form("accepted", fields)
    assert answer.status_code == 303 and "done=gone" in answer.headers["location"]
    assert omar.client.get(f"/desk/memories/{fields['id']}").status_code == 404
    assert omar.json("verdicts/accepted", fields).status_code == 409


def test_a_summary_that_is_too_long_is_given_back_to_be_shortened(card) -> None:
    ines = desk(card)
    answer = ines.form("rewritten", ines.fields("oat milk"), text="Dana " * 60)
    assert answer.status_code == 400 and "at most 200 characters" in answer.text and "Dana Dana" in answer.text


@pytest.mark.parametrize("verdict", ["rejected", "rewritten"])
def test_a_reviewer_takes_back_a_verdict_of_their_own_and_no_other(card, verdict) -> None:
    ines, omar = desk(card), desk(card, "Omar")
    seq = ines.json(f"verdicts/{verdict}", ines.fields("oat milk", text="Oat milk is for Dana.")).json()["seq"]
    assert "oat milk" not in " ".join(omar.waiting())
    assert omar.json("undo", {"seq": seq}).status_code == 404
    assert ines.json("undo", {"seq": seq}).json()["changed"] is True
    assert "Dana drinks oat milk." in ines.waiting()


def test_what_was_accepted_is_looked_at_again_and_judged_anew(card) -> None:
    ines = desk(card)
    fields = ines.fields("oat milk")
    answer = ines.form("accepted", fields)
    assert f"last={fields['id']}" in answer.headers["location"]
    again = ines.client.get(f"/desk/memories/{fields['id']}").text
    assert "Ines accepted it" in again and 'name="again" value="1"' in again
    assert ines.form("rejected", fields, again="1").status_code == 303
    assert card.browser().summaries() == ["Soccer practice is on Tuesdays at 5 pm.", "Theo is allergic to peanuts."]


def test_the_desk_takes_back_nothing_that_the_family_did(card) -> None:
    family, ines = card.browser(), desk(card)
    item = family.item("oat milk")
    seq = family.json("forget", id=item["id"], revision=item["revision"]).json()["seq"]
    assert ines.json("undo", {"seq": seq}).status_code == 404


def test_a_card_link_opens_no_desk_and_a_desk_link_no_card(card) -> None:
    stranger = card.stranger()
    assert stranger.post("/desk/open", data={"link": card.link()}).status_code == 404
    assert stranger.post("/open", data={"link": link(card)}).status_code == 404
    assert card.browser().get("/desk").status_code == 404
    assert desk(card).client.get("/card").status_code == 404
    theirs = dict(card.browser().client.cookies)["card_session"]
    assert TestClient(card.app, cookies={"desk_session": theirs}).get("/api/desk/queue").status_code == 404


def test_a_desk_link_opens_once_and_ends(card) -> None:
    given = link(card)
    assert card.stranger().get(f"/desk/open/{given}").status_code == 200
    assert card.stranger().post("/desk/open", data={"link": given}).headers["location"] == "/desk"
    assert card.stranger().post("/desk/open", data={"link": given}).status_code == 404
    late = link(card)
    card.later(minutes=15)
    assert card.stranger().post("/desk/open", data={"link": late}).status_code == 404


@pytest.mark.parametrize("path", ["/desk", "/desk/nowhere", "/api/desk/queue"])
def test_without_a_session_there_is_no_desk(card, path) -> None:
    assert card.stranger().get(path).status_code in (404, 405)


def test_a_verdict_without_the_sessions_token_is_refused(card) -> None:
    ines = desk(card)
    fields = ines.fields("peanuts")
    assert ines.client.post("/desk/rejected", data=fields).status_code == 403
    assert ines.client.post("/api/desk/verdicts/rejected", json=fields).status_code == 403
    assert Desk(ines.client, desk(card, "Omar").csrf).form("rejected", fields).status_code == 403
    assert len(ines.waiting()) == 3


@pytest.mark.parametrize("verdict", ["forgotten", "undo", "../card"])
def test_a_verdict_that_is_none_does_nothing(card, verdict) -> None:
    ines = desk(card)
    assert ines.json(f"verdicts/{verdict}", ines.fields("peanuts")).status_code in (404, 405)
    assert len(ines.waiting()) == 3


def test_a_memory_of_another_family_cannot_be_judged(card) -> None:
    theirs = desk(card, family="harbor").fields("cello")
    assert desk(card).json("verdicts/rejected", theirs).status_code == 404
    assert desk(card, family="harbor").waiting() == ["Mila plays the cello."]


def test_no_stored_text_is_markup_at_the_desk(card) -> None:
    remember_on_card(card.pipeline, "cedar", "Dana likes <script>alert(1)</script> in her tea.")
    ines = desk(card)
    ids = [item["id"] for item in ines.queue()["items"]]
    pages = [ines.page(), *(ines.page(f"?after={id}") for id in ids)]
    assert not any("<script>alert" in page for page in pages)
    assert any("&lt;script&gt;alert" in page for page in pages)


def test_leaving_closes_the_desk_here(card) -> None:
    ines = desk(card)
    assert ines.client.post("/desk/leave", data={"csrf": ines.csrf}).status_code == 200
    assert ines.client.get("/desk").status_code == 404
