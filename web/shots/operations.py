"""The operations page over operations that stand still: light, dark and on a phone."""

from typing import Any, Literal

from playwright.async_api import Browser, Page, expect

from tests.web.asks import COMMAND, stop_clock
from tests.web.bench import Bench, ended, operation
from tests.web.house import House, a_house
from web.shots.inbox import PHONE, WIDE
from web.shots.keeping import place

NOW = "2026-11-15T09:03:27.000Z"
CODEX = {"name": "codex", "version": None, "label": None, "conversation": None}
API = {"name": "acme/shop-api", "path": "/home/ana/shop-api", "branch": "main"}
CARGO: dict[str, Any] = {
    "tool": "cargo_test",
    "commands": [{**COMMAND, "argv": ["cargo", "test", "--workspace", "--no-fail-fast"]}],
    "project": API,
}
PUSH: dict[str, Any] = {
    "tool": "git_push",
    "commands": [{**COMMAND, "argv": ["git", "push", "--force-with-lease", "origin", "main"]}],
    "project": API,
}
FAILED = {("refund", 97)}
LINES = "".join(
    f"test orders::{name}::case_{number:03} ... {'FAILED' if (name, number) in FAILED else 'ok'}\n"
    for name in ("cart", "payment", "refund")
    for number in range(60, 100)
)


def furnished() -> Bench:
    bench = Bench(
        operation(9, **CARGO),
        operation(8, status="awaiting_approval", approval="k7m2qd", agent=CODEX, **PUSH)
        | {"started_at": None},
        ended(7, exit_code=0, tool="make_build", elapsed_s=41.8),
        ended(6, exit_code=101, elapsed_s=12.4, **CARGO),
        ended(5, "cancelled", exit_code=None, refused=True, reason="Not on a Friday.", **PUSH),
        ended(4, "timed_out", exit_code=None, tool="npm_e2e", elapsed_s=600.0, agent=CODEX),
        ended(3, exit_code=0, tool="git_commit", elapsed_s=0.3, project=API),
    )
    early = b"   Compiling shop-api v0.4.0 (/home/ana/shop-api)\n" * 9_000
    bench.written[operation(9)["operation_id"]] = early + LINES.encode()
    return bench


async def shoot(page: Page, name: str) -> None:
    await page.screenshot(path=place(f"operations-{name}"), animations="disabled")


async def walk(page: Page, house: House, look: str) -> None:
    await stop_clock(page, NOW)
    await furnished().stand(page, stream=False)
    await page.goto(house.url("/operations"))
    rows = page.locator("askline-operation-list").get_by_role("option")
    await expect(rows).to_have_count(7)
    if look == "phone":
        await shoot(page, "list-phone")
    await rows.first.click()
    await expect(page.get_by_role("region", name="Output")).to_contain_text("case_099")
    await shoot(page, look)
    await page.get_by_role("article").get_by_role("button", name="Cancel").click()
    await shoot(page, f"cancel-{look}")


async def operations_shots(browser: Browser) -> None:
    looks: dict[str, tuple[tuple[int, int], Literal["light", "dark"]]] = {
        "light": (WIDE, "light"),
        "dark": (WIDE, "dark"),
        "phone": (PHONE, "light"),
    }
    with a_house() as house:
        for look, (size, scheme) in looks.items():
            view: Any = {"width": size[0], "height": size[1]}
            page = await browser.new_page(
                viewport=view, color_scheme=scheme, has_touch=look == "phone"
            )
            await walk(page, house, look)
            await page.context.close()
