"""The pages of who administers, over answers that stand still: light, dark and on a phone."""

from typing import Any, Literal

from playwright.async_api import Browser, Page, expect

from tests.web.admin_bench import HOME, AdminBench, further, own, replies
from web.shots.inbox import PHONE, WIDE
from web.shots.keeping import place

NAMES = ("people", "tokens", "projects", "routes", "limits", "usage", "acts")


async def walk(page: Page, look: str) -> None:
    await AdminBench({**replies(), **further(), **own()}).stand(page)
    for name in NAMES:
        await page.goto(f"{HOME}/admin/{name}")
        await expect(page.locator("table").first).to_be_attached()
        await page.screenshot(
            path=place(f"admin-{name}-{look}"), full_page=look == "phone", animations="disabled"
        )
    await page.goto(f"{HOME}/admin/people")
    await page.get_by_role("button", name="Give a role to Ben").click()
    await page.screenshot(path=place(f"admin-role-{look}"))
    await page.goto(f"{HOME}/admin/routes")
    await page.get_by_role("button", name="Make a rule").click()
    await page.get_by_label("Name").fill("production")
    await page.screenshot(path=place(f"admin-rule-{look}"))
    await page.goto(f"{HOME}/account")
    await expect(page.locator("#me")).to_contain_text("Ada")
    await expect(page.locator("#contacts li")).to_have_count(2)
    await page.screenshot(path=place(f"account-{look}"), full_page=True)


async def admin_shots(browser: Browser) -> None:
    looks: dict[str, tuple[tuple[int, int], Literal["light", "dark"]]] = {
        "light": (WIDE, "light"),
        "dark": (WIDE, "dark"),
        "phone": (PHONE, "light"),
    }
    for look, (size, scheme) in looks.items():
        view: Any = {"width": size[0], "height": size[1]}
        page = await browser.new_page(viewport=view, color_scheme=scheme, has_touch=look == "phone")
        await walk(page, look)
        await page.context.close()
