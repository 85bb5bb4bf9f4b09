"""The review desk in a real Chromium: by button, by key, without JavaScript, and two reviewers at once."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from memory_pipeline_tests.browser.conftest import at_the_desk, opened

pytestmark = [pytest.mark.slow, pytest.mark.real]


def shows(page: Page, words: str) -> None:
    """The page with these words is there, and so is its script, which listens for keys once the page is loaded."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(words)
    page.wait_for_load_state("load")


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_reviewer_works_through_the_queue_with_buttons(chromium, site, script) -> None:
    page = at_the_desk(chromium, site, java_script_enabled=script)
    shows(page, "peanuts")
    expect(page.locator("blockquote")).to_contain_text("Theo is allergic to peanuts")
    page.get_by_role("button", name="Accept").click()
    shows(page, "Soccer")
    page.get_by_role("button", name="Reject").click()
    expect(page.get_by_role("status")).to_contain_text("Rejected")
    page.get_by_role("button", name="Undo").click()
    shows(page, "Soccer")
    page.get_by_role("textbox").fill("Soccer is on Tuesdays at five.")
    page.get_by_role("button", name="Save the new words").click()
    page.get_by_role("button", name="Reject").click()
    shows(page, "Nothing waits")
    expect(page.locator(".progress")).to_contain_text("1 of 3 accepted, 1 rejected, 1 rewritten")


def test_keys_alone_do_the_same_and_typing_presses_none(chromium, site) -> None:
    page = at_the_desk(chromium, site)
    page.keyboard.press("s")
    shows(page, "Soccer")
    page.keyboard.press("b")
    shows(page, "peanuts")
    page.keyboard.press("a")
    shows(page, "Soccer")
    page.keyboard.press("w")
    page.keyboard.type("Soccer: a rare bus")
    shows(page, "Soccer practice is on Tuesdays")
    page.keyboard.press("Control+Enter")
    shows(page, "oat milk")
    page.keyboard.press("r")
    shows(page, "Nothing waits")
    expect(page.locator(".progress")).to_contain_text("1 of 3 accepted, 1 rejected, 1 rewritten")


def test_the_desk_goes_on_where_it_was_and_who_comes_second_chooses(chromium, site) -> None:
    ines, omar = at_the_desk(chromium, site), at_the_desk(chromium, site, reviewer="Omar")
    ines.get_by_role("button", name="Accept").click()
    shows(ines, "Soccer")
    shows(at_the_desk(chromium, site), "Soccer")
    omar.get_by_role("button", name="Reject").click()
    expect(omar.get_by_role("alert")).to_contain_text("Somebody was faster")
    expect(omar.get_by_text("Ines accepted it")).to_be_visible()
    omar.get_by_role("button", name="Reject").click()
    shows(omar, "Soccer")
    family = opened(chromium, site)
    expect(family.locator(".item")).to_have_count(2)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_desk_has_no_serious_finding_and_scrolls_no_sideways(chromium, site, width, scheme) -> None:
    page = at_the_desk(chromium, site, viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.get_by_role("button", name="Reject").click()
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
