"""A browser for the benches, with a clock that can be compared with ours."""

from collections.abc import Generator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import CHROMIUM, QUIET
from tests.web.house import House

CLOCK = """
window.moment = () => (performance.timeOrigin + performance.now()) / 1000;
document.addEventListener("askline-answer", () => { window.sent = moment(); }, true);
const card = () => {
  const inbox = document.querySelector("askline-inbox");
  return (inbox?.shadowRoot ?? inbox)?.querySelector("askline-card");
};
const shows = (title) => card()?.ask?.title === title && card().shadowRoot.textContent.includes(title);
// What a task finds after the frame in which it was there: it is painted.
const afterPaint = (then) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = then;
  port2.postMessage(0);
};
window.painted = (title) => new Promise((resolve) => {
  const look = () => shows(title) ? afterPaint(() => resolve(moment())) : requestAnimationFrame(look);
  requestAnimationFrame(look);
});
"""


@contextmanager
def a_browser() -> Generator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        yield browser
        browser.close()


@contextmanager
def a_page(browser: Browser, house: House) -> Generator[Page]:
    """The inbox in a browser that was never here before."""
    context = browser.new_context()
    context.add_init_script(CLOCK)
    page = context.new_page()
    page.goto(house.url())
    page.locator("askline-inbox").wait_for()
    yield page
    context.close()
