"""The card in every state: light, dark and on a phone."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from playwright.async_api import Browser, Page

from tests.web import asks
from tests.web.asks import ANSWERS, given, option, question, settled
from tests.web.card_page import CardPage
from web.shots.keeping import place

LIMIT = "2026-11-15T09:09:42.000Z"
CHOSEN = given("q1", "Dual-write, then switch")
CONTEXT = [
    {
        "tag": "p",
        "children": [
            "The ",
            {"tag": "code", "children": ["orders"]},
            " table grows by ",
            {"tag": "strong", "children": ["a gigabyte a day"]},
            ". See ",
            {
                "tag": "a",
                "href": "https://wiki.acme.test/orders",
                "host": "wiki.acme.test",
                "children": ["the plan"],
            },
            ".",
        ],
    },
    {
        "tag": "pre",
        "language": "sql",
        "children": [{"tag": "code", "children": ["select count(*) from orders; -- 41,203,118"]}],
    },
]
LAYOUT = question(
    "Which layout for the report?",
    options=[
        option("Table", "One row per order", preview="x", recommended=True),
        option("Chart", "Orders per day"),
    ],
)
LAYOUT["options"][0]["preview_nodes"] = [
    {
        "tag": "table",
        "children": [
            {"tag": "tr", "children": [{"tag": "th", "children": [head]} for head in row]}
            if row[0] == "Order"
            else {"tag": "tr", "children": [{"tag": "td", "children": [cell]} for cell in row]}
            for row in (("Order", "Total"), ("1001", "42.00"), ("1002", "17.50"))
        ],
    }
]

GIT = {
    "argv": ["git", "commit", "--message", "Orders: write to both\n\nReads stay with MySQL."],
    "env": ["GIT_AUTHOR_NAME", "HOME", "PATH"],
    "sandbox": "required, project writable, no network",
}
PUSH = {
    "argv": ["git", "push", "origin", "orders-both"],
    "env": ["HOME", "PATH", "SSH_AUTH_SOCK"],
    "sandbox": "required, project writable, network",
}
PUSHED = ("main", "orders-read", "docs")
OFFERS = [
    {
        "scope": "project",
        "pattern": pattern,
        "shown": f"git push origin {last}",
        "further_count": 6,
        "further": [{"commands": [{"argv": ["git", "push", "origin", name]}]} for name in PUSHED],
    }
    for pattern, last in (("exact", "orders-both"), ("last", "…"))
]
DANGEROUS = {"dangerous": True, "why": "Deletes everything in the namespace, for everybody."}
CLAIM = [{"tag": "p", "children": ["The staging orders are a copy from last week."]}]

Acting = Callable[[CardPage], Awaitable[None]]


async def look(_: CardPage) -> None:
    """Nothing to do but to look."""


async def second(card: CardPage) -> None:
    await card.press("Tab", "l", "1", "2", "o")
    await card.page.keyboard.type("coupons")


async def review(card: CardPage) -> None:
    await card.press("Tab", "R")


async def reject(card: CardPage) -> None:
    await card.press("Tab", "1", "x")
    await card.page.keyboard.type("Keep the flags until the audit is done.")


async def noted(card: CardPage) -> None:
    await card.press("Tab", "1")
    await card.page.get_by_role("button", name="Add a note").click()
    await card.page.keyboard.type("Ask Ben before the second batch.")
    await card.page.locator("input[type=file].sr").set_input_files(
        {"name": "plan.png", "mimeType": "image/png", "buffer": b""}
    )
    await card.event("attach")
    file = {"sha256": "ab" * 32, "name": "plan.png", "media_type": "image/png", "size": 9}
    await card.set(attached=[file])


async def sent(card: CardPage) -> None:
    await review(card)
    await card.page.clock.run_for(500)
    await card.press("Enter")
    await card.event("answer")
    await card.set(phase="sending")


async def missing(card: CardPage) -> None:
    await card.page.get_by_role("button", name="Send answer").click()


async def deliberate(card: CardPage) -> None:
    await card.page.get_by_role("button", name="Approve").click()
    await card.page.keyboard.type("kub")


async def standing(card: CardPage) -> None:
    await card.page.get_by_role("combobox", name="Holds").select_option("project")
    await card.page.get_by_role("combobox", name="for").select_option("last")


async def opened(card: CardPage) -> None:
    await card.page.get_by_text("You answered").click()


class Shot(NamedTuple):
    ask: dict[str, Any]
    act: Acting = look
    more: dict[str, Any] | None = None


SHOTS = {
    "question": Shot(asks.four(deadline=LIMIT, context="x", context_nodes=CONTEXT)),
    "multi": Shot(asks.four(deadline=LIMIT), second),
    "review": Shot(asks.four(deadline=LIMIT), review),
    "reject": Shot(asks.one(deadline=LIMIT), reject),
    "note": Shot(asks.one(), noted),
    "preview": Shot(asks.ask(LAYOUT), more={"draft": {"q1": {"values": ["Table"]}}}),
    "missing": Shot(asks.one(deadline="2026-11-15T09:01:42.000Z"), missing),
    "text": Shot(asks.ask({**asks.LIMITS, "required": True}, title=None, detached=True)),
    "approval": Shot(asks.approval(deadline=LIMIT, title="Run git_commit?", command=GIT)),
    "standing": Shot(
        asks.approval(title="Run git_push?", command=PUSH), standing, {"standing": OFFERS}
    ),
    "dangerous": Shot(asks.approval(command=DANGEROUS, context="x", context_nodes=CLAIM)),
    "deliberate": Shot(asks.approval(command=DANGEROUS), deliberate),
    "sent": Shot(asks.four(), sent),
    "opened": Shot(settled(asks.four(), "answered", *ANSWERS), opened),
    "german": Shot(asks.four(deadline=LIMIT), more={"german": True}),
}
OVER = [
    settled(asks.one(), "answered", CHOSEN),
    settled(asks.four(), "answered", *ANSWERS, by={"who": "ben", "door": "tui"}),
    settled(asks.one(), "timed_out", by={"kind": "time"}),
    settled(asks.one(), "rejected", reason="Keep the flags until the audit is done."),
    settled(asks.one(), "asked_back", askBack="How long would the night be?"),
    settled(asks.one(), "superseded", by={"kind": "agent"}),
]


async def shoot(page: Page, name: str, shot: Shot, more: dict[str, Any]) -> None:
    await asks.stop_clock(page)
    card = CardPage(page)
    await card.open(shot.ask, **(shot.more or {}), me="ana", **more)
    await shot.act(card)
    await page.screenshot(path=place(f"card-{name}"), full_page=True, animations="disabled")
    await page.context.close()


async def card_shots(browser: Browser) -> None:
    for theme in ("light", "dark"):
        size = {"width": 760, "height": 260}
        for name, shot in SHOTS.items():
            page = await browser.new_page(viewport=size, color_scheme=theme)  # type: ignore[arg-type]
            await shoot(page, f"{name}-{theme}", shot, {})
        page = await browser.new_page(viewport=size, color_scheme=theme)  # type: ignore[arg-type]
        await shoot(page, f"states-{theme}", Shot(OVER[0]), {"beside": OVER[1:]})
    for name in ("question", "review", "approval", "dangerous", "preview"):
        phone = await browser.new_context(
            viewport={"width": 390, "height": 600}, is_mobile=True, has_touch=True
        )
        await shoot(await phone.new_page(), f"{name}-phone", SHOTS[name], {})
    page = await browser.new_page(viewport={"width": 320, "height": 400}, forced_colors="active")
    await shoot(page, "multi-forced-colors", SHOTS["multi"], {})
