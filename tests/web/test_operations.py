"""The operations page: what runs is seen as it runs, read whole, and ended on purpose."""

import json
from collections.abc import AsyncGenerator
from typing import Literal

import pytest
from playwright.async_api import Locator, Page, Route, expect

from tests.web.asks import stop_clock
from tests.web.bench import Bench, ended, operation
from tests.web.card_page import STATIC
from tests.web.house import House
from tests.web.inbox_page import InboxPage

BUDGET = 16 * 1024
HOSTILE = (
    "\x1b]0;owned\x07\x1b[31mred <script>document.title='owned'</script>"
    "<img src=x onerror=\"document.title='owned'\"> \u202egnp.sh\n"
)


class OperationsPage(InboxPage):
    def __init__(self, page: Page, house: House) -> None:
        super().__init__(page, house)
        self.rows = page.locator("askline-operation-list").get_by_role("option")
        self.detail = page.get_by_role("article")
        self.output = page.get_by_role("region", name="Output")

    async def show(self, bench: Bench, path: str = "/operations") -> None:
        await bench.stand(self.page)
        await self.page.goto(self.house.url(path))
        await expect(self.rows).to_have_count(len(bench.operations))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)


@pytest.fixture
async def shop(page: Page, house: House) -> AsyncGenerator[OperationsPage]:
    shown = OperationsPage(page, house)
    yield shown
    assert shown.faults == []


async def test_what_runs_stands_first_with_its_status_in_words_and_its_time(
    shop: OperationsPage,
) -> None:
    await stop_clock(shop.page, "2026-11-15T09:01:40Z")
    over = [
        ended(4),
        ended(3, exit_code=2, tool="make_lint"),
        ended(2, "cancelled", exit_code=None, refused=True, reason="Not today."),
    ]
    await shop.show(Bench(operation(1), *over))

    shown = await shop.rows.all_inner_texts()
    assert [[line for line in row.split("\n") if line][-1].split(" · ")[0] for row in shown] == [
        *("Running", "Done", "Exit code 2", "Not approved")
    ]
    await expect(shop.rows.first).to_contain_text("shop · claude-code")
    await expect(shop.rows.first.locator(".when")).to_have_text("1:40")
    width = (await shop.rows.first.locator(".when").bounding_box() or {})["width"]
    await shop.page.clock.run_for(9_000)
    await expect(shop.rows.first.locator(".when")).to_have_text("1:49")
    assert (await shop.rows.first.locator(".when").bounding_box() or {})["width"] == width
    await expect(shop.link("Operations")).to_contain_text("1")


@pytest.mark.parametrize("path", ["/operations", "/operations/op0001"])
async def test_what_could_not_be_read_once_is_read_again(shop: OperationsPage, path: str) -> None:
    running = operation(1)
    bench = Bench(running)
    bench.written[running["operation_id"]] = b"begun\n"
    await bench.stand(shop.page)
    await shop.page.route("**/api/v1/operations**", out_of_order, times=2)
    await shop.page.route("**/output?*", out_of_order, times=1)
    await shop.page.route("**/api/v1/events*", without_operations)
    await shop.page.goto(shop.house.url(path))

    await expect(shop.rows).to_have_count(1)
    if path.endswith("op0001"):
        await expect(shop.output).to_contain_text("begun")


async def out_of_order(route: Route) -> None:
    await route.fulfill(status=500, json={"code": "internal", "detail": "Something broke."})


async def without_operations(route: Route) -> None:
    body = 'event: snapshot\ndata: {"seq": 1, "asks": [], "operations": []}\n\n'
    await route.fulfill(body=body, content_type="text/event-stream")


async def test_output_comes_as_it_is_written_and_the_end_is_followed_only_from_the_end(
    shop: OperationsPage,
) -> None:
    running = operation(1)
    bench = Bench(running)
    bench.written[running["operation_id"]] = b"begun\n" * 200
    await shop.show(bench, "/operations/op0001")
    await expect(shop.output).to_contain_text("begun")

    bench.written[running["operation_id"]] += b"the end\n"
    await expect(shop.output).to_contain_text("the end")
    await expect(shop.output.get_by_text("the end")).to_be_in_viewport()
    await shop.output.evaluate(
        "box => { box.scrollTop = 0; box.dispatchEvent(new Event('scroll')) }"
    )
    bench.written[running["operation_id"]] += b"one more\n"
    await expect(shop.output).to_contain_text("one more")
    assert await shop.output.evaluate("box => box.scrollTop") == 0
    bench.move(ended(1))
    await expect(shop.detail).to_contain_text("Done")
    await expect(shop.page.locator(".pane [role=status]")).to_have_text("make_test: Done")


async def test_ten_megabytes_are_read_from_their_end_and_backwards_by_the_piece(
    shop: OperationsPage,
) -> None:
    over = ended(1)
    bench = Bench(over)
    lines = b"".join(b"line %07d of a great many\n" % number for number in range(360_000))
    bench.written[over["operation_id"]] = lines
    await shop.show(bench, "/operations/op0001")

    await expect(shop.output).to_contain_text("line 0359999")
    await expect(shop.output).to_contain_text("MB before this are left out.")
    assert sum(bench.read) < 200_000
    shown = shop.output.locator("pre")
    first = (await shown.first.text_content() or "")[:12]
    await shop.button("Show earlier").click()
    await expect(shown).to_have_count(2)
    whole = "".join(await shown.all_text_contents())
    assert lines.decode().endswith(whole)
    assert first in whole
    for count in range(3, 18):
        await shop.button("Show earlier").click()
        await expect(shown).to_have_count(min(count, 16))
    await expect(shop.output).to_contain_text("more follow.")
    await shop.button("To the end").click()
    await expect(shop.output).to_contain_text("line 0359999")
    await expect(shown).to_have_count(1)


async def test_an_operation_is_cancelled_only_after_a_second_word(shop: OperationsPage) -> None:
    running = operation(1)
    bench = Bench(running)
    await shop.show(bench)
    await shop.rows.first.click()
    await expect(shop.detail).to_contain_text("nothing yet")

    await shop.press("x")
    await expect(shop.page.get_by_role("dialog")).to_contain_text("Every process of it is ended.")
    assert await shop.violations() == []
    await shop.press("Escape")
    await expect(shop.page.get_by_role("dialog")).to_have_count(0)
    assert bench.cancelled == []
    await shop.detail.get_by_role("button", name="Cancel").click()
    bench.move(ended(1, "cancelled", exit_code=None, reason="Cancelled by me."))
    await shop.button("Cancel it").click()

    await expect(shop.detail).to_contain_text("Cancelled by me.")
    assert bench.cancelled == [running["operation_id"]]
    await expect(shop.detail.get_by_role("button", name="Cancel")).to_have_count(0)


async def test_hostile_output_and_words_stay_text(shop: OperationsPage) -> None:
    over = ended(1, reason=HOSTILE, tool="make_<b>x</b>")
    over["commands"][0]["argv"] = ["make", HOSTILE]
    bench = Bench(over)
    bench.written[over["operation_id"]] = HOSTILE.encode()
    asked: list[str] = []
    shop.page.on("request", lambda request: asked.append(request.url))
    await shop.show(bench, "/operations/op0001")

    await expect(shop.output).to_contain_text("<script>document.title='owned'</script>")
    await expect(shop.detail).to_contain_text("\\u{1b}]0;owned\\u{7}")
    await expect(shop.detail.locator("script, img, b:has-text('x')")).to_have_count(0)
    assert "owned" not in await shop.page.title()
    assert [url for url in asked if not url.startswith(shop.house.base)] == []


async def test_it_leads_to_its_approval_and_back_by_keyboard(shop: OperationsPage) -> None:
    ask = shop.house.ask(title="May it run?")
    await shop.show(Bench(operation(2, status="awaiting_approval", approval=ask["id"]), ended(1)))
    await shop.press("j", "Enter")
    await expect(shop.detail).to_contain_text("Awaits approval")
    await shop.press("]")
    await expect(shop.detail).to_contain_text("Done")
    await shop.press("[")

    await shop.page.get_by_role("link", name="Open its approval").click()
    await expect(shop.card).to_contain_text("May it run?")
    await shop.page.go_back()
    await expect(shop.detail).to_contain_text("Awaits approval")
    shop.house.clear()


async def test_operations_are_found_by_words_and_what_is_not_there_is_said(
    shop: OperationsPage,
) -> None:
    await shop.show(Bench(ended(1), ended(2, tool="git_push")))
    await shop.press("/")
    await shop.page.keyboard.type("push")
    await expect(shop.rows).to_have_count(1)
    await shop.page.keyboard.type(" pull")
    await expect(shop.page.get_by_role("heading", name="Nothing fits")).to_be_visible()
    await shop.page.goto(f"{shop.house.base}/operations/zzzzzz")
    await expect(shop.page.get_by_role("heading", name="This operation is not")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_operations_screen_has_a_barrier(
    shop: OperationsPage, scheme: Literal["light", "dark"]
) -> None:
    await shop.page.emulate_media(color_scheme=scheme)
    steps = [operation(0)["commands"][0]] * 2
    bench = Bench(operation(2, commands=steps), ended(1, "timed_out", exit_code=None))
    bench.written[operation(2)["operation_id"]] = b"x" * 300 + b"\n"
    await shop.page.set_viewport_size({"width": 1200, "height": 820})
    await shop.show(bench)
    found = {"list": await shop.violations()}
    await shop.rows.first.click()
    await expect(shop.output).to_be_visible()
    found["one"] = await shop.violations()
    await shop.page.set_viewport_size({"width": 320, "height": 640})
    found["one on a phone"] = await shop.violations()
    wide = await shop.page.evaluate("document.documentElement.scrollWidth")
    await shop.button("Operations").click()
    await expect(shop.rows.first).to_be_visible()
    found["list on a phone"] = await shop.violations()

    assert {screen: faults for screen, faults in found.items() if faults} == {}
    assert wide == 320


async def test_the_page_comes_only_when_somebody_goes_there(shop: OperationsPage) -> None:
    bench = Bench()
    await bench.stand(shop.page)
    asked: list[str] = []
    shop.page.on("request", lambda request: asked.append(request.url))
    await shop.page.goto(shop.house.url("/"))
    await expect(shop.page.get_by_role("heading", name="All clear")).to_be_visible()
    assert not any("askline-operations" in url for url in asked)

    await shop.link("Operations").click()
    await expect(shop.page.get_by_role("heading", name="Nothing has run yet")).to_be_visible()


def test_the_operations_page_keeps_to_its_budget() -> None:
    sizes: dict[str, int] = json.loads((STATIC / "sizes.json").read_text())
    assert sizes["askline-operations"] <= BUDGET
