"""What somebody who is not the family tries, and what two of the family do at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from memory_pipeline.control.card_link import LinkPolicy, Pass, Signer, new_link
from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.settings import Settings
from memory_pipeline.web.guard import GuardPolicy
from memory_pipeline.web.serve import is_loopback, serve

PATHS = ["/", "/card", "/card/week", "/card/memories/x", "/api/card", "/api/rules", "/api/choices", "/nowhere"]


@pytest.mark.parametrize("path", PATHS)
def test_without_a_session_every_address_looks_like_one_that_does_not_exist(card, path) -> None:
    stranger = card.stranger()
    answer, nothing = stranger.get(path), stranger.get("/api/no" if path.startswith("/api") else "/no")
    assert answer.status_code == 404
    assert answer.text.casefold().replace("not found", "") == nothing.text.casefold().replace("not found", "")


def test_a_link_opens_once(card) -> None:
    link = card.link()
    assert card.stranger().post("/open", data={"link": link}).status_code == 303
    assert card.stranger().post("/open", data={"link": link}).status_code == 404
    assert card.stranger().post("/api/session", json={"link": link}).status_code == 404


def test_looking_at_a_link_does_not_use_it_up(card) -> None:
    link = card.link()
    assert card.stranger().get(f"/open/{link}").status_code == 200
    assert card.stranger().post("/open", data={"link": link}).status_code == 303


def test_a_link_that_is_over_opens_nothing(card) -> None:
    link = card.link()
    card.later(minutes=15)
    assert card.stranger().post("/open", data={"link": link}).status_code == 404


def test_a_session_ends(card) -> None:
    browser = card.browser()
    card.later(hours=12)
    assert browser.get("/api/card").status_code == 404


@pytest.mark.parametrize("change", ["flip", "family", "other secret", "empty", "bare", "not ascii"])
def test_a_forged_link_opens_nothing(card, change) -> None:
    link = card.link("harbor")
    payload, _, mac = link.partition(".")
    other = new_link(Signer("x" * 40), "cedar", None, card.now, LinkPolicy(), "n")
    forged = {
        "flip": payload + "." + ("A" if mac[0] != "A" else "B") + mac[1:],
        "family": card.link("cedar").partition(".")[0] + "." + mac,
        "other secret": other,
        "empty": "",
        "bare": payload,
        "not ascii": "é" + link,
    }
    assert card.stranger().post("/api/session", json={"link": forged[change]}).status_code == 404


def test_a_link_is_no_session_and_a_session_no_link(card) -> None:
    client = TestClient(card.app, cookies={"card_session": card.link()})
    assert client.get("/api/card").status_code == 404
    until = int((card.now + timedelta(hours=1)).timestamp())
    session = card.signer.sign(Pass(purpose="session", family="cedar", member=None, until=until, nonce="n"))
    assert card.stranger().post("/api/session", json={"link": session}).status_code == 404


@pytest.mark.parametrize("action", ["edit", "forget", "pin", "settle"])
def test_the_id_of_another_family_is_a_reference_to_nothing(card, action) -> None:
    theirs = card.browser("harbor").items()[0]
    fields = {"id": theirs["id"], "revision": theirs["revision"], "text": "Ours now.", "choice": "keep"}
    assert card.browser("cedar").json(action, **fields).status_code == 404
    assert card.browser("cedar").get(f"/card/memories/{theirs['id']}").status_code == 404
    assert card.browser("harbor").items()[0] == theirs


@pytest.mark.parametrize("token", ["", "wrong", None])
def test_a_form_without_the_sessions_token_does_nothing(card, token) -> None:
    browser = card.browser()
    milk = browser.item("oat milk")
    browser.csrf = token or ""
    assert browser.form("forget", id=milk["id"], revision=milk["revision"]).status_code == 403
    assert browser.json("forget", id=milk["id"], revision=milk["revision"]).status_code == 403
    assert len(browser.items()) == 3


def test_the_token_of_one_session_does_not_serve_another(card) -> None:
    first, second = card.browser(), card.browser()
    second.csrf = first.csrf
    assert second.form("remember", text="Theo likes chess.").status_code == 403


def test_a_form_on_another_site_cannot_open_a_link_here(card) -> None:
    answer = card.stranger().post("/open", data={"link": card.link()}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403


def test_script_in_a_memory_is_shown_as_text(card) -> None:
    browser = card.browser()
    milk = browser.item("oat milk")
    evil = '<script>alert(1)</script> "><img src=x onerror=alert(1)> {{ 7*7 }}'
    browser.form("edit", id=milk["id"], revision=milk["revision"], text=evil)
    page = browser.get("/card").text
    assert "<script>alert" not in page and "<img" not in page
    assert "&lt;script&gt;alert(1)" in page and "{{ 7*7 }}" in page


@pytest.mark.parametrize("path", ["/card", "/nowhere", "/api/card", "/static/card.css"])
def test_every_answer_keeps_the_browser_strict(card, path) -> None:
    headers = card.browser().get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-frame-options"], headers["x-content-type-options"]) == ("DENY", "nosniff")
    assert headers["referrer-policy"] == "no-referrer"


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(card) -> None:
    cookie = card.stranger().post("/open", data={"link": card.link()}).headers["set-cookie"].casefold()
    assert "httponly" in cookie and "samesite=strict" in cookie and "secure" not in cookie


def test_a_body_that_is_too_long_is_refused(card) -> None:
    answer = card.stranger().post("/api/session", content=b"x" * (GuardPolicy().body + 1))
    assert answer.status_code == 413


def test_too_many_requests_of_one_session_are_refused_until_time_has_passed(card) -> None:
    browser, other = card.browser(), card.browser()
    answers = [browser.get("/static/card.css").status_code for _ in range(GuardPolicy().per_session + 1)]
    assert answers[-1] == 429 and set(answers[:-1]) == {200}
    assert other.get("/api/card").status_code == 200
    card.seconds += 60
    assert browser.get("/api/card").status_code == 200


def test_of_two_edits_at_once_the_second_chooses_and_nothing_is_lost(card) -> None:
    dana, theo = card.browser(), card.browser()
    shown = dana.item("Soccer")
    seen = {"id": shown["id"], "revision": shown["revision"]}
    assert dana.form("edit", **seen, text="Soccer practice is on Mondays at 5 pm.").status_code == 303
    late = theo.form("edit", **seen, text="Soccer practice is on Fridays at 4 pm.")
    assert late.status_code == 409
    assert "Mondays" in late.text and "Fridays" in late.text and "Use mine" in late.text
    assert theo.item("Soccer")["summary"] == "Soccer practice is on Mondays at 5 pm."
    now = theo.item("Soccer")
    theo.form("edit", id=now["id"], revision=now["revision"], text="Soccer practice is on Fridays at 4 pm.")
    history = theo.get(f"/api/memories/{theo.item('Soccer')['id']}").json()["history"]
    assert len(history) == 3


def test_what_was_forgotten_meanwhile_is_not_edited_back_and_the_words_are_kept(card) -> None:
    dana, theo = card.browser(), card.browser()
    shown = dana.item("Soccer")
    seen = {"id": shown["id"], "revision": shown["revision"]}
    dana.form("forget", **seen)
    late = theo.form("edit", **seen, text="Soccer practice is on Fridays at 4 pm.")
    assert late.status_code == 409
    assert "Fridays" in late.text and "Remember mine again" in late.text


def test_a_forget_of_what_was_changed_meanwhile_asks_again(card) -> None:
    dana, theo = card.browser(), card.browser()
    shown = dana.item("Soccer")
    seen = {"id": shown["id"], "revision": shown["revision"]}
    dana.form("edit", **seen, text="Soccer practice is on Mondays at 5 pm.")
    assert theo.form("forget", **seen).status_code == 409
    assert theo.json("forget", **seen).json()["error"]["type"] == "ChangedMeanwhile"
    assert len(theo.items()) == 3


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"x"', b'{"id": 7}', b'{"id": "x", "revision": "9999999999999"}'])
def test_a_body_that_is_no_request_is_refused_in_the_contracts_shape(card, body) -> None:
    browser = card.browser()
    answer = browser.client.post("/api/actions/edit", content=body, headers={"x-csrf-token": browser.csrf})
    assert answer.status_code == 400
    assert set(answer.json()["error"]) == {"type", "message", "file", "line"}


def test_beyond_loopback_nothing_is_served_without_a_secret() -> None:
    with pytest.raises(InvalidSetting, match="MEMORY_CARD_SECRET"):
        serve(Settings(card_secret=""), "0.0.0.0", 8400)
    with pytest.raises(InvalidSetting, match="32"):
        Signer("short")


@pytest.mark.parametrize(
    ("host", "local"), [("127.0.0.1", True), ("::1", True), ("0.0.0.0", False), ("example.org", False)]
)
def test_loopback_is_what_only_this_machine_reaches(host, local) -> None:
    assert is_loopback(host) is local


@pytest.mark.parametrize("path", ["/api/card?limit=0", "/api/card?limit=many", "/api/groups", "/api/card?after=none"])
def test_a_question_that_cannot_be_read_is_refused_in_the_contracts_shape(card, path) -> None:
    answer = card.browser().get(path)
    assert answer.status_code in (400, 404)
    assert set(answer.json()["error"]) == {"type", "message", "file", "line"}
