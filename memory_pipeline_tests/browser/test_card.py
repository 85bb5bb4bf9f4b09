"""The card in a real Chromium: at a phone's width, with the keyboard, and without JavaScript."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from memory_pipeline_tests.browser.conftest import opened
from memory_pipeline_tests.web.disputes import dispute

pytestmark = [pytest.mark.slow, pytest.mark.real]
PATHS = (
    "/card",
    "/card/week",
    "/card/ask?text=milk",
    "/card/forgotten",
    "/card/group",
    "/card/group?by=about&value=Theo",
)


def card_of(page: Page, words: str):  # type: ignore[no-untyped-def]
    return page.locator(".item", has_text=words)


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_family_edits_forgets_and_takes_back(chromium, site, script) -> None:
    page = opened(chromium, site, java_script_enabled=script)
    expect(page.locator(".item")).to_have_count(3)
    card_of(page, "Soccer").get_by_text("Correct").click()
    page.locator("textarea:visible").fill("Soccer practice is on Mondays at 5 pm.")
    page.get_by_role("button", name="Save").click()
    expect(card_of(page, "Mondays")).to_have_count(1)
    expect(card_of(page, "Tuesdays")).to_have_count(0)
    card_of(page, "oat milk").get_by_role("button", name="Forget").click()
    expect(page.get_by_role("status")).to_contain_text("Forgotten")
    expect(card_of(page, "oat milk")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(card_of(page, "oat milk")).to_have_count(1)


def test_a_family_sees_why_and_forgets_a_group(chromium, site) -> None:
    page = opened(chromium, site)
    card_of(page, "peanuts").get_by_text("Why?").click()
    expect(page.locator("blockquote")).to_contain_text("Theo is allergic to peanuts")
    page.goto(f"{site[1]}/card/group?by=about&value=Theo")
    page.get_by_role("button", name="Forget it").click()
    expect(card_of(page, "peanuts")).to_have_count(0)
    expect(page.locator(".item")).to_have_count(2)


def test_the_keyboard_alone_corrects_a_memory_in_its_place(chromium, site) -> None:
    page = opened(chromium, site)
    page.keyboard.press("j")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("textarea:visible")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("textarea:visible")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("Dana drinks almond milk.")
    page.keyboard.press("Control+Enter")
    expect(card_of(page, "almond milk")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(chromium, site, scheme) -> None:
    page = opened(chromium, site, color_scheme=scheme, bypass_csp=True)
    why = card_of(page, "peanuts").get_by_text("Why?").get_attribute("href")
    found = []
    for path in (*PATHS, why, f"{why}/edit"):
        page.goto(site[1] + str(path))
        violations = Axe().run(page).response["violations"]
        found += [(path, each["id"]) for each in violations if each["impact"] in ("serious", "critical")]
    assert found == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_scrolls_sideways_and_what_is_touched_is_large_enough(chromium, site, width) -> None:
    page = opened(chromium, site, viewport={"width": width, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "[...document.querySelectorAll('main a, main button, nav a, input:not([type=hidden])')]"
        ".filter(e => e.getBoundingClientRect().height < 44).map(e => e.outerHTML)"
    )
    assert small == []


def test_a_contradiction_is_settled(chromium, site) -> None:
    pipeline = site[0].pipeline
    soccer = next(id for id, memory in pipeline.view("cedar").memories().items() if "Soccer" in memory.summary)
    dispute(pipeline, "cedar", soccer, "Soccer practice is on Wednesdays at 5 pm.")
    page = opened(chromium, site)
    page.get_by_text("Which one holds?").click()
    page.get_by_role("button", name="Take the new one").click()
    expect(card_of(page, "Wednesdays")).to_have_count(1)
    expect(page.get_by_text("Which one holds?")).to_have_count(0)
