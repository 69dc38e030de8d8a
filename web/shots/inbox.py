"""Every screen of the inbox, over a real service: light, dark and on a phone."""

from typing import Literal

from playwright.async_api import Browser, Page, expect

from tests.journeys.agents import Json
from tests.web.house import House, a_house
from tests.web.inbox_page import InboxPage
from web.shots.keeping import place

WIDE, PHONE = (1200, 820), (390, 844)

CUT_OVER: Json = {
    "id": "strategy",
    "header": "Strategy",
    "question": "How should I cut over?",
    "options": [
        {
            "label": "Dual-write, then switch",
            "description": "No downtime. About two days of extra work.",
            "recommended": True,
        },
        {"label": "Read-only window", "description": "Around 40 minutes on Sunday at 03:00."},
        {"label": "Logical replication", "description": "Needs wal2json on the managed instance."},
    ],
}
TABLES: Json = {
    "id": "tables",
    "header": "Tables",
    "question": "Which tables go first?",
    "type": "multi-select",
    "options": [{"label": "orders", "recommended": True}, {"label": "carts"}, {"label": "audit"}],
}
LIMITS: Json = {"id": "limits", "header": "Limits", "question": "What must not happen?"}
CONTEXT = (
    "The `orders` table has **41 M rows**; a dump and restore took `38 min` on staging.\n\n"
    "```sql\nSELECT count(*) FROM orders;  -- 41 208 377\n```"
)


def furnish(house: House) -> None:
    flags: Json = {"question": "Delete them from the code, too?", "type": "confirm"}
    colours: Json = {
        "question": "Which colours may the chart use?",
        "options": ["Okabe-Ito", "Viridis"],
    }
    move = "Move orders from MySQL to Postgres"
    house.ask(
        flags,
        title="Delete 15 unused feature flags?",
        agent="codex",
        timeout=170_000,
        project={"name": "acme/web"},
    )
    house.ask(
        CUT_OVER,
        TABLES,
        LIMITS,
        title=move,
        context=CONTEXT,
        timeout=520_000,
        project={"name": "acme/shop-api"},
    )
    house.ask(
        title="Name for the new command",
        agent="opencode",
        timeout=1_790_000,
        project={"name": "home/dotfiles"},
    )
    house.ask(
        colours, title="Colours of the chart", agent="goose", project={"name": "acme/reports"}
    )


def live_through(house: House) -> None:
    """What History shows: an answer with a correction, a no, a question back."""
    client = house.client
    answered = house.ask(title="Where shall carts be kept?")["id"]
    client.seen(answered)
    client.answer(
        answered, {"db": {"values": ["SQLite"], "note": "Until there is a second replica."}}
    )
    client.correct(answered, {"db": {"values": ["PostgreSQL"]}}, reason="The replica came sooner.")
    client.reject(
        house.ask(title="Rename the main branch?", agent="codex")["id"],
        reason="Not before the release.",
    )
    client.ask_back(
        house.ask(title="Drop support for Node 18?", agent="goose")["id"], "Who still uses it?"
    )


async def shoot(page: Page, name: str) -> None:
    await page.screenshot(path=place(f"inbox-{name}"), animations="disabled")


async def walk(inbox: InboxPage, look: str) -> None:
    """Through all screens, with a look at each."""
    await inbox.enter()
    await inbox.row("Move orders").click()
    await expect(inbox.card).to_contain_text("How should I cut over?")
    await shoot(inbox.page, f"ask-{look}")
    if look == "phone":
        await inbox.page.go_back()
        await shoot(inbox.page, "list-phone")
    else:
        await inbox.press("?")
        await shoot(inbox.page, f"keys-{look}")
        await inbox.press("Escape")
    await inbox.link("History").click()
    await expect(inbox.rows).not_to_have_count(0)
    await shoot(inbox.page, f"history-{look}")
    await inbox.row("Where shall carts").click()
    await expect(inbox.page.locator("askline-trail ol")).to_be_visible()
    await shoot(inbox.page, f"trail-{look}")
    await inbox.link("Settings").click()
    await expect(inbox.page.get_by_text("config.toml")).to_be_visible()
    await shoot(inbox.page, f"settings-{look}")


async def sent(inbox: InboxPage, look: str) -> None:
    """The moment after an answer, and the end of all of them."""
    inbox.house.ask(title="Where shall sessions be kept?", timeout=60_000)
    await inbox.link("Inbox").click()
    await inbox.row("Where shall sessions").click()
    await inbox.card.get_by_text("SQLite").click()
    await inbox.card.get_by_role("button", name="Send answer").click()
    await expect(inbox.page.locator(".bar")).to_be_visible()
    await shoot(inbox.page, f"sent-{look}")


async def inbox_shots(browser: Browser) -> None:
    looks: dict[str, tuple[tuple[int, int], Literal["light", "dark"]]] = {
        "light": (WIDE, "light"),
        "dark": (WIDE, "dark"),
        "phone": (PHONE, "light"),
    }
    for look, (size, scheme) in looks.items():
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            has_touch=look == "phone",
        )
        with a_house() as house:
            inbox = InboxPage(await context.new_page(), house)
            await inbox.enter()
            await shoot(inbox.page, f"empty-{look}")
            furnish(house)
            live_through(house)
            await walk(inbox, look)
            await sent(inbox, look)
            await context.close()
