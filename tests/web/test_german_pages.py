"""The pages around the inbox in a German browser: not a word of their English catalogues is left."""

import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.web.admin_bench import HOME, AdminBench, further, own, paces, replies

WEB = Path(__file__).parents[2] / "web" / "src"
ADMIN = ["people", "projects", "tokens", "routes", "limits", "alerts", "usage", "acts", "audit"]
LITERAL = re.compile(r'"([^"\n]+)"|`([^`\n]+)`')
GAP = re.compile(r"\$\{[^}]*\}")
INVITED = {"tenant": "acme", "login": "bo"}
# Every text and everything that is read out, with what stands in the shadow of an element.
SEEN = """() => {
  const seen = [document.title];
  const look = (root) => {
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      if (node.nodeType === 3 && node.parentElement?.localName !== "noscript") seen.push(node.data);
      if (node.nodeType === 1) seen.push(node.ariaLabel ?? "");
      if (node.shadowRoot) look(node.shadowRoot);
    }
  };
  look(document);
  return seen.map((text) => text.trim()).filter(Boolean);
}"""


def said(*files: str) -> set[str]:
    """What catalogues say, without their gaps."""
    found = set[str]()
    for file in files:
        for quoted, template in LITERAL.findall((WEB / file).read_text(encoding="utf-8")):
            found |= {part.strip() for part in GAP.split(quoted or template)}
    return found


GERMAN = said("stats/de.ts", "hub/de.ts", "hub/account-de.ts", "admin/de.ts")
SHELLS = {"Sign in", "Password", "Join", "Your name", "Account", "Make a token", "Statistics"}
ENGLISH = said("stats/words.ts", "hub/words.ts", "admin/words.ts") | SHELLS
ONLY_ENGLISH = {text for text in ENGLISH - GERMAN if re.search(r"[A-Za-z]{3}", text)}


def left(seen: list[str]) -> list[str]:
    """Whole texts of the English catalogues, and their sentences inside of others."""
    sentences = [text for text in ONLY_ENGLISH if " " in text]
    return [t for t in seen if t in ONLY_ENGLISH or any(each in t for each in sentences)]


@pytest.fixture
async def german(browser: Browser) -> AsyncGenerator[Page]:
    context = await browser.new_context(locale="de-DE")
    context.set_default_timeout(10_000)
    page = await context.new_page()
    told: dict[str, Any] = {**replies(), **further(), **own(), **paces(), "/join/look": INVITED}
    await AdminBench(told).stand(page)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert faults == []
    await context.close()


async def is_german(page: Page, path: str, ready: str) -> list[str]:
    await page.goto(f"{HOME}{path}")
    await expect(page.get_by_text(ready).first).to_be_attached()
    assert await page.evaluate("document.documentElement.lang") == "de"
    seen: list[str] = await page.evaluate(SEEN)
    assert left(seen) == []
    return seen


async def test_a_german_browser_is_spoken_to_in_german_everywhere(german: Page) -> None:
    await is_german(german, "/", "Mandant")
    await is_german(german, "/join#askl_inv_any", "Du bist zu acme eingeladen, als bo.")
    await is_german(german, "/account", "angelegt 01.10.2026")
    stats = await is_german(german, "/stats", "1.200 gefragt")
    assert {"1,5 T.", "01.11.2026"} <= {*stats}
    for name in ADMIN:
        await is_german(german, f"/admin/{name}", "Eingang")
    await german.goto(f"{HOME}/admin/routes")
    await german.get_by_role("button", name="Regel anlegen").click()
    await expect(german.get_by_label("Gerichtet an")).to_be_visible()
    assert left(await german.evaluate(SEEN)) == []


async def test_what_was_chosen_goes_before_the_browsers_language(german: Page) -> None:
    await german.goto(f"{HOME}/join")
    await german.evaluate("localStorage.setItem('askline', JSON.stringify({ language: 'en' }))")
    await german.goto(f"{HOME}/")

    await expect(german.get_by_role("heading", name="Sign in")).to_be_visible()
    assert await german.evaluate("document.documentElement.lang") == "en"
    assert left(["Sign in", "3 acts, an unbroken chain.", "Anmelden"]) != []


async def test_who_cannot_load_the_other_language_reads_english(german: Page) -> None:
    await german.route("**/*-de.js", lambda route: route.abort())
    await german.goto(f"{HOME}/admin/people")

    await expect(german.get_by_role("heading", name="Invite somebody")).to_be_visible()
    assert await german.evaluate("document.documentElement.lang") == "en"
