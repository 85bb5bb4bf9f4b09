"""What a family does on the page and over JSON."""

from __future__ import annotations

import pytest

from memory_pipeline_tests.web.disputes import dispute


def test_the_card_lists_the_newest_first_with_age_and_whom_it_concerns(card) -> None:
    card.later(days=3)
    first = card.browser().items()[0]
    assert (first["summary"], first["remembered"]) == ("Dana drinks oat milk.", "3 days ago")
    assert first["concerns"] == ["Dana"]


def test_a_sensitive_memory_is_marked(card) -> None:
    page = card.browser().get("/card").text
    assert "kept private" in page


def test_pages_of_the_card_hold_every_memory_once(card) -> None:
    browser, found, after = card.browser(), [], ""
    while after is not None:
        page = browser.get(f"/api/card?limit=1{f'&after={after}' if after else ''}").json()
        found += [item["id"] for item in page["items"]]
        after = page["next"]
    assert found == [item["id"] for item in browser.items()]
    assert len(found) == 3


def test_an_edit_puts_the_new_words_in_the_place_of_the_old_and_keeps_them_in_the_history(card) -> None:
    browser = card.browser()
    old = browser.item("Soccer")
    answer = browser.form("edit", id=old["id"], revision=old["revision"], text="Soccer practice is on Mondays at 5 pm.")
    assert answer.status_code == 303
    new = browser.item("Soccer")
    assert new["summary"] == "Soccer practice is on Mondays at 5 pm."
    history = browser.get(f"/api/memories/{new['id']}").json()["history"]
    assert [version["status"] for version in history] == ["superseded", "active"]
    assert "Tuesdays" in browser.get(f"/card/memories/{new['id']}").text


def test_a_forget_is_taken_back_by_the_undo_that_it_offers(card) -> None:
    browser = card.browser()
    before, milk = browser.summaries(), browser.item("oat milk")
    answer = browser.form("forget", id=milk["id"], revision=milk["revision"])
    assert browser.summaries() == [summary for summary in before if "oat" not in summary]
    assert "Undo" in browser.get(answer.headers["location"]).text
    seq = answer.headers["location"].partition("seq=")[2]
    assert browser.form("undo", seq=seq).status_code == 303
    assert browser.summaries() == before
    assert browser.get("/api/rules").json()["rules"] == []


def test_what_is_forgotten_twice_says_that_nothing_had_to_change(card) -> None:
    browser = card.browser()
    milk = browser.item("oat milk")
    browser.form("forget", id=milk["id"], revision=milk["revision"])
    again = browser.form("forget", id=milk["id"], revision=milk["revision"])
    assert again.headers["location"] == "/card?done=nothing"


def test_an_undo_after_its_grace_is_refused_in_words(card) -> None:
    browser = card.browser()
    milk = browser.item("oat milk")
    seq = browser.json("forget", id=milk["id"], revision=milk["revision"]).json()["seq"]
    card.later(days=31)
    answer = card.browser().form("undo", seq=seq)
    assert answer.status_code == 400
    assert "30 days" in answer.text


def test_the_card_takes_back_only_what_was_done_on_the_card(card) -> None:
    view = card.pipeline.view("cedar")
    dream = next(record.seq for record in view.records() if record.kind != "card")
    assert card.browser().json("undo", seq=dream).status_code == 404


def test_a_group_is_counted_first_and_forgotten_with_the_token_of_the_count(card) -> None:
    browser = card.browser()
    found = browser.get("/api/groups?by=about&value=Theo").json()
    assert found["count"] == 1
    wrong = browser.json("forget-group", by="about", value="Theo", token="0" * 16)
    assert wrong.status_code == 400
    assert len(browser.items()) == 3
    assert browser.json("forget-group", by="about", value="Theo", token=found["token"]).json()["changed"]
    assert len(browser.items()) == 2


def test_the_page_of_a_group_says_how_many_it_forgets(card) -> None:
    page = card.browser().get("/card/group?by=about&value=Theo").text
    assert "This forgets 1 memory" in page


def test_evidence_shows_the_quote_with_its_date_in_the_familys_zone(card) -> None:
    card.now = card.now.replace(hour=3, day=20)
    browser = card.browser()
    browser.json("remember", text="Theo likes chess.")
    chess = browser.item("chess")
    quote = browser.get(f"/api/memories/{chess['id']}").json()["evidence"][0]
    assert (quote["quote"], quote["said_on"]) == ("Theo likes chess", "19 August 2026")


def test_a_rule_is_listed_in_words_and_lifted(card) -> None:
    browser = card.browser()
    milk = browser.item("oat milk")
    browser.form("forget", id=milk["id"], revision=milk["revision"])
    (rule,) = browser.get("/api/rules").json()["rules"]
    assert rule["what"] == "Dana drinks oat milk."
    assert browser.form("lift", id=rule["id"]).status_code == 303
    assert browser.get("/api/rules").json()["rules"] == []
    assert len(browser.items()) == 2


def test_a_pin_is_set_and_taken_away(card) -> None:
    browser = card.browser()
    milk = browser.item("oat milk")
    browser.form("pin", id=milk["id"])
    assert browser.item("oat milk")["pinned"]
    browser.form("unpin", id=milk["id"])
    assert not browser.item("oat milk")["pinned"]


def test_why_not_says_that_it_was_forgotten(card) -> None:
    browser = card.browser()
    milk = browser.item("oat milk")
    browser.form("forget", id=milk["id"], revision=milk["revision"])
    reasons = browser.get("/api/why-not?text=Dana drinks oat milk").json()["reasons"]
    assert reasons[0]["why"] == "suppressed"
    assert "You asked to forget it" in browser.get("/card/ask?text=Dana+drinks+oat+milk").text


def test_the_week_counts_what_was_forgotten_and_does_not_tell_its_words(card) -> None:
    browser = card.browser()
    milk = browser.item("oat milk")
    browser.form("forget", id=milk["id"], revision=milk["revision"])
    assert browser.get("/api/digest").json()["forgotten"] == 1
    assert "oat milk" not in browser.get("/card/week").text


@pytest.mark.parametrize("path", ["/card", "/card/week", "/card/ask", "/card/forgotten", "/card/group"])
def test_no_page_holds_inline_script_or_style(card, path) -> None:
    page = card.browser().get(path).text
    assert "<style" not in page and " style=" not in page and "<script>" not in page and " onclick=" not in page


def test_the_words_of_an_edit_are_too_long_only_beyond_what_the_page_says(card) -> None:
    answer = card.browser().json("remember", text="x" * 2_001)
    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == "InvalidArgument"


@pytest.mark.parametrize(("choice", "stands"), [("keep", "Tuesdays"), ("replace", "Wednesdays")])
def test_what_was_said_against_a_memory_is_shown_and_settled(card, choice, stands) -> None:
    browser = card.browser()
    soccer = browser.item("Soccer")
    dispute(card.pipeline, "cedar", soccer["id"], "Soccer practice is on Wednesdays at 5 pm.")
    assert browser.item("Soccer")["disputes"] == 1
    assert "Wednesdays" in browser.get(f"/card/memories/{soccer['id']}").text
    assert browser.form("settle", id=soccer["id"], choice=choice).status_code == 303
    assert stands in browser.item("Soccer")["summary"]
    assert browser.item("Soccer")["disputes"] == 0
