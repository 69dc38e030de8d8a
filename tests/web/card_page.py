"""One card on a page of its own, under the policy of the real pages, with its events to be read.

The policy forbids `eval`, so nothing here evaluates: orders go in as the file of an input, which
takes the focus from nobody, and events come out as items of a list.
"""

import json
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, Route

STATIC = Path(__file__).parents[2] / "src/askline/doors/http/static"
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types lit-html"
)
HOME = "http://askline.test/"
PAGE = """<!doctype html><html lang="en" dir="{dir}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>One ask</title>
<link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script>
<main><h1 class="away">Asks</h1><askline-card></askline-card></main>
<ol id="log" hidden></ol><input id="orders" type="file" hidden>"""
STYLE = """:root { color-scheme: light dark; background: light-dark(#f5f7fb, #0d1119) }
body { margin: 0 } main { max-inline-size: 720px; margin: 0 auto; padding: 16px }
askline-card + askline-card { margin-block-start: 12px }
.away { position: absolute; clip-path: inset(50%); inline-size: 1px; overflow: hidden }"""
SCRIPT = """
import "/askline-card.js";
import given from "/given.js";
const card = document.querySelector("askline-card");
const log = document.getElementById("log");
const note = (name, detail) => {
  const item = document.createElement("li");
  item.dataset.name = name;
  item.textContent = JSON.stringify(detail);
  log.append(item);
};
const check = async () => {
  await import("/axe.js");
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  note("axe", violations.map(({ id, nodes }) => [id, nodes.map(({ html, any }) => [html, any[0]?.message])]));
};
const measure = () => {
  const sticks = (element) => {
    const { left, right } = element.getBoundingClientRect();
    return (left < 0 || right > innerWidth + 0.5) && !element.closest(".steps, pre, .wide");
  };
  const all = [...card.shadowRoot.querySelectorAll("*")].filter(sticks);
  note("measure", [document.documentElement.scrollWidth, all.map((element) => element.outerHTML)]);
};
const obey = async ({ german, attached, beside = [], axe, width, ...rest }) => {
  if (german) card.words = (await import("/askline-de.js")).de;
  if (attached) waiting.shift()(attached.error ? new Error(attached.error) : attached);
  Object.assign(card, rest);
  for (const ask of beside) {
    const next = Object.assign(document.createElement("askline-card"), rest, { ask });
    card.parentElement.append(next);
    await next.updateComplete;
  }
  await card.updateComplete;
  if (axe) await check();
  if (width) measure();
};
const waiting = [];
for (const name of ["answer", "reject", "ask-back", "draft", "extend", "attach", "correct", "seen"])
  card.addEventListener(`askline-${name}`, ({ detail: { done, files, ...detail } }) => {
    if (done) waiting.push(done);
    note(name, { ...detail, ...(files && { files: files.map((file) => file.name) }) });
  });
document.getElementById("orders").addEventListener("change", async ({ target }) => obey(JSON.parse(await target.files[0].text())));
await obey(given);
document.documentElement.dataset.ready = "";
"""


class CardPage:
    """The card as a test sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.card = page.locator("askline-card")
        self.requests: list[str] = []
        self.faults: list[str] = []

    async def open(self, ask: dict[str, Any], *, direction: str = "ltr", **more: Any) -> None:
        self._files = {
            "": ("text/html", PAGE.format(dir=direction)),
            "page.css": ("text/css", STYLE),
            "page.js": ("text/javascript", SCRIPT),
            "given.js": ("text/javascript", f"export default {json.dumps({'ask': ask, **more})}"),
        }
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.faults.append(said.text) if said.type == "error" else None,
        )
        await self.page.route("**/*", self._serve)
        await self.page.goto(HOME)
        await self.page.locator("html[data-ready]").wait_for()

    async def _serve(self, route: Route) -> None:
        name = route.request.url.removeprefix(HOME)
        if name in self._files:
            kind, body = self._files[name]
        elif name == "axe.js":
            kind, body = "text/javascript", AXE.read_text()
        elif (STATIC / name).is_file() and name.endswith(".js"):
            kind, body = "text/javascript", (STATIC / name).read_text()
        else:
            await route.abort()
            return
        await route.fulfill(
            content_type=kind, body=body, headers={"Content-Security-Policy": POLICY}
        )

    async def set(self, **properties: Any) -> None:
        """Hands the card what its owner would."""
        order = json.dumps(properties).encode()
        file = {"name": "order.json", "mimeType": "application/json", "buffer": order}
        await self.page.locator("#orders").set_input_files(file)  # type: ignore[arg-type]

    def events(self, name: str) -> Locator:
        return self.page.locator(f"#log [data-name='{name}']")

    async def event(self, name: str, at: int = -1) -> Any:
        """What the card said last by this name; waits until it says something."""
        events = self.events(name)
        found = events.last if at < 0 else events.nth(at)
        await found.wait_for(state="attached")
        return json.loads(await found.text_content() or "")

    async def _order(self, name: str, **order: Any) -> Any:
        before = await self.events(name).count()
        await self.set(**order)
        return await self.event(name, before)

    async def flaws(self) -> Any:
        """What axe-core finds wrong on the page."""
        await self.page.clock.resume()
        return await self._order("axe", axe=True)

    async def measure(self) -> Any:
        """How wide the page is, and what sticks out of it."""
        return await self._order("measure", width=True)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def enter(self) -> None:
        """Puts the cursor into the card, as somebody with a keyboard does."""
        await self.page.keyboard.press("Tab")
