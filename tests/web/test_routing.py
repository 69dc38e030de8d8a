"""Asks that several people share: who has one, where it goes, and the ways to move it."""

import json
from collections.abc import AsyncGenerator
from typing import Any, Literal

import pytest
from playwright.async_api import Locator, Page, expect

from tests.journeys.agents import Json
from tests.web.asks import NOW, one, stop_clock
from tests.web.card_page import STATIC
from tests.web.house import House
from tests.web.inbox_page import InboxPage
from tests.web.team import ADA, BEN, CLEO, OPS, Team, agreed, approving, claimed, routed

BUDGET = 8 * 1024
NARROW = {"width": 320, "height": 640}
LATER = "2026-11-15T10:05:00.000Z"
CALLED: Any = pytest.mark.parametrize


class TeamPage(InboxPage):
    def __init__(self, page: Page, house: House) -> None:
        super().__init__(page, house)
        self.way = page.locator("askline-routing")
        self.bar = page.locator("div.bar[role=status]")
        self.team = Team()

    async def show(self, *asks: Json, path: str = "/") -> Team:
        """At a minute past nine, by the clock of the person who looks."""
        await stop_clock(self.page)
        team = self.team
        team.asks = {each["id"]: each for each in asks}
        await team.stand(self.page)
        await self.page.goto(self.house.url(path))
        await self.way.get_by_role("button", name="Snooze").wait_for(state="attached")
        return team

    def part(self, name: str) -> Locator:
        return self.page.get_by_role("group", name="Filters").get_by_role("button", name=name)

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name)


@pytest.fixture
async def inbox(page: Page, house: House) -> AsyncGenerator[TeamPage]:
    shown = TeamPage(page, house)
    yield shown
    assert shown.faults == []


async def test_an_ask_says_who_has_it_and_where_it_goes_next(inbox: TeamPage) -> None:
    taken = claimed(BEN)
    await inbox.show(
        routed("Storage", next_at=LATER, next_to=["Cleo"]), routed("Colour", claim=taken)
    )

    await expect(inbox.way).to_contain_text("Goes to Cleo at 10:05 AM if nobody takes it.")
    await expect(inbox.rows).to_have_count(1)
    await inbox.part("Others have it 1").click()
    await expect(inbox.way).to_contain_text("Ben has it, for 3 min.")


async def test_why_it_came_here_is_told_to_who_wonders(inbox: TeamPage) -> None:
    team = await inbox.show(routed("Storage", recipients=[ADA, BEN, OPS], self_approval=False))
    assert team.wondered == 0

    await inbox.way.get_by_text("Why me?").click()
    await expect(inbox.way).to_contain_text("Rule production. Put to you, Ben, team ops.")
    await expect(inbox.way).to_contain_text("Whoever it was asked for may not approve it.")


async def test_one_key_takes_it_and_lets_it_go(inbox: TeamPage) -> None:
    team = await inbox.show(routed("Storage"))

    await inbox.press("g")
    await expect(inbox.way).to_contain_text("You have it.")
    await inbox.way.get_by_role("button", name="Let it go").click()
    await expect(inbox.way.get_by_role("button", name="Take it")).to_be_visible()
    assert team.done == [("storage", "claim", {}), ("storage", "release", {})]


async def test_it_is_passed_on_to_who_is_found_by_typing(inbox: TeamPage) -> None:
    team = await inbox.show(routed("Storage"), routed("Testing"))

    await inbox.press("p")
    await expect(inbox.dialog("Pass on to").get_by_role("option")).to_have_count(3)
    await inbox.page.keyboard.type("cle")
    await expect(inbox.dialog("Pass on to").get_by_role("option")).to_have_count(1)
    await inbox.press("Enter")

    await expect(inbox.dialog("Pass on to")).to_be_hidden()
    await expect(inbox.bar).to_contain_text("Passed on.")
    await expect(inbox.row("Storage")).to_have_count(0)
    await expect(inbox.part("Others have it")).to_have_count(0)
    await expect(inbox.row("Testing")).to_have_attribute("aria-selected", "true")
    assert team.done == [("storage", "pass", {"to": CLEO})]


async def test_arrows_point_and_a_click_passes_on(inbox: TeamPage) -> None:
    team = await inbox.show(routed("Storage"))

    await inbox.way.get_by_role("button", name="Pass on").click()
    options = inbox.dialog("Pass on to").get_by_role("option")
    await expect(options).to_have_count(3)
    await inbox.press("ArrowUp")
    await expect(options.nth(2)).to_have_attribute("aria-selected", "true")
    await inbox.page.keyboard.type("nobody")
    await expect(inbox.dialog("Pass on to")).to_contain_text("Nobody of that name.")
    await inbox.press("Enter", "Backspace")
    await inbox.page.get_by_role("combobox").fill("")
    await options.nth(0).click()
    await expect(inbox.dialog("Pass on to")).to_be_hidden()
    await expect(inbox.page.get_by_text("Passed on. It waits for others now.")).to_be_visible()
    assert team.done == [("storage", "pass", {"to": BEN})]


async def test_what_is_put_off_leaves_the_list_until_then(inbox: TeamPage) -> None:
    team = await inbox.show(routed("Storage"), routed("Testing"))

    await inbox.press("z", "1")
    await expect(inbox.rows).to_have_count(1)
    await expect(inbox.part("Snoozed 1")).to_be_visible()
    assert team.done == [("storage", "snooze", {"until": "2026-11-15T09:31:00.000Z"})]

    await inbox.page.clock.fast_forward("31:00")
    await expect(inbox.rows).to_have_count(2)
    await expect(inbox.part("Snoozed")).to_have_count(0)


@CALLED(
    ("name", "until"),
    [("In 2 hours", "2026-11-15T11:01:00.000Z"), ("Tomorrow at 9:00", "2026-11-16T09:00:00.000Z")],
)
async def test_times_that_are_often_meant_are_one_click(
    inbox: TeamPage, name: str, until: str
) -> None:
    team = await inbox.show(routed("Storage"))

    await inbox.way.get_by_role("button", name="Snooze").click()
    await inbox.page.get_by_role("button", name=name).click()
    await expect(inbox.part("Snoozed 1")).to_be_visible()
    assert team.done == [("storage", "snooze", {"until": until})]


async def test_any_other_time_may_be_said_but_none_that_is_past(inbox: TeamPage) -> None:
    team = await inbox.show(routed("Storage"))

    await inbox.press("z")
    await inbox.page.get_by_label("Until").fill("2026-11-14T08:00")
    await inbox.page.get_by_role("button", name="Snooze until then").click()
    await expect(inbox.page.get_by_role("alert")).to_have_text("Choose a time to come.")
    await inbox.page.get_by_label("Until").fill("2026-11-20T08:00")
    await inbox.page.get_by_role("button", name="Snooze until then").click()

    await expect(inbox.way).to_contain_text("Snoozed until Nov 20, 2026, 8:00 AM.")
    await inbox.way.get_by_role("button", name="Wake it now").click()
    await expect(inbox.way).not_to_contain_text("Snoozed")
    assert [said for _, _, said in team.done] == [
        {"until": "2026-11-20T08:00:00.000Z"},
        {"until": None},
    ]


async def test_on_ones_own_machine_an_ask_can_only_be_put_off(inbox: TeamPage) -> None:
    team = await inbox.show({**one(), "routing": None, "snoozes": []})

    await expect(inbox.way.get_by_role("button")).to_have_text(["Snooze z"])
    await inbox.press("g", "p")
    await expect(inbox.page.get_by_role("dialog")).to_have_count(0)
    await inbox.press("z", "2")
    await expect(inbox.part("Snoozed 1")).to_be_visible()
    assert team.done == [("01a0", "snooze", {"until": "2026-11-15T11:01:00.000Z"})]


async def test_what_was_handed_to_a_hub_says_so_and_leads_there(inbox: TeamPage) -> None:
    await inbox.show({**one(), "routing": None, "handed": "https://hub.example"})

    await expect(inbox.way).to_contain_text("Your team's hub decides this.")
    link = inbox.way.get_by_role("link", name="Open the hub")
    await expect(link).to_have_attribute("href", "https://hub.example")
    await inbox.page.clock.resume()
    assert await inbox.violations() == []


async def test_one_of_two_agrees_and_is_told_that_another_must(inbox: TeamPage) -> None:
    await inbox.show(approving("Deploy"), routed("Testing"), path="/asks/deploy")
    await expect(inbox.way).to_contain_text("2 people must approve this.")

    await inbox.page.clock.run_for(1000)
    await inbox.card.get_by_role("button", name="Approve").click()
    await expect(inbox.bar).to_contain_text("You agreed. 1 more person must.")
    await expect(inbox.row("Testing")).to_have_attribute("aria-selected", "true")

    await inbox.part("Others have it 1").click()
    await expect(inbox.way).to_contain_text("1 of 2 approved: Ada.")
    await expect(inbox.card.get_by_role("button", name="Approve")).to_be_hidden()
    await expect(inbox.card.get_by_role("button", name="Reject")).to_be_visible()


async def test_who_agreed_before_is_named_to_who_must_still(inbox: TeamPage) -> None:
    await inbox.show(approving("Deploy", agreed=[agreed(BEN)]))

    await expect(inbox.way).to_contain_text("1 of 2 approved: Ben.")
    await expect(inbox.card.get_by_role("button", name="Approve")).to_be_visible()


async def test_keys_turn_from_part_to_part_and_search_looks_into_all(inbox: TeamPage) -> None:
    theirs, put_off = routed("Colour", claim=claimed(BEN)), routed("Testing")
    put_off["snoozes"] = [{"id": ADA, "until": LATER}]
    await inbox.show(routed("Storage"), theirs, put_off)

    found: list[str] = []
    for _ in range(3):
        await inbox.press("f")
        await expect(inbox.rows).to_have_count(1)
        found.append(await inbox.rows.locator(".title").inner_text())
    assert found == ["Colour", "Testing", "Storage"]
    await expect(inbox.link("Inbox")).to_have_text("Inbox 1")
    await inbox.page.get_by_role("searchbox").fill("o")
    await expect(inbox.rows).to_have_count(3)


async def test_what_the_service_refuses_is_said_with_what_to_do(inbox: TeamPage) -> None:
    team = await inbox.show(routed("Storage"))
    team.refuses = {"code": "not_allowed", "detail": "You may not.", "hint": "Ask an admin."}

    await inbox.press("g")
    await expect(inbox.card.get_by_role("alert")).to_have_text("You may not. Ask an admin.")


async def test_letters_in_a_dialog_are_no_keys_of_the_card(inbox: TeamPage) -> None:
    team = await inbox.show(routed("Storage"))

    await inbox.press("p")
    await inbox.page.keyboard.type("xa")
    await expect(inbox.page.get_by_role("combobox")).to_have_value("xa")
    await inbox.press("Escape")
    await expect(inbox.dialog("Pass on to")).to_be_hidden()
    await expect(inbox.card.get_by_role("button", name="Send answer")).to_be_visible()
    assert team.done == []


@CALLED("scheme", ["light", "dark"])
async def test_no_part_of_it_is_a_barrier(
    inbox: TeamPage, scheme: Literal["light", "dark"]
) -> None:
    await inbox.page.emulate_media(color_scheme=scheme)
    full = approving("Deploy", agreed=[agreed(BEN)], next_at=LATER, next_to=["Cleo"])
    await inbox.show(full, routed("Testing", claim=claimed(BEN)))
    await inbox.way.get_by_text("Why me?").click()
    await inbox.page.clock.resume()

    found = {"ask": await inbox.violations()}
    for key in ("p", "z"):
        await inbox.press(key)
        await expect(inbox.page.get_by_role("dialog")).to_be_visible()
        found[key] = await inbox.violations()
        await inbox.press("Escape")
    await inbox.part("Others have it").click()
    found["others"] = await inbox.violations()
    assert {screen: faults for screen, faults in found.items() if faults} == {}


async def test_all_of_it_fits_a_narrow_screen(inbox: TeamPage) -> None:
    await inbox.page.set_viewport_size(NARROW)  # pyright: ignore[reportArgumentType]
    full = approving("Deploy", claim=claimed(BEN), agreed=[agreed(BEN)])
    await inbox.show(full, path="/asks/deploy")

    for key in ("", "z", "p"):
        await inbox.press(*key)
        assert await inbox.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await inbox.press("Escape")


def test_what_stands_around_the_card_keeps_to_its_budget() -> None:
    assert json.loads((STATIC / "sizes.json").read_text())["askline-around"] <= BUDGET


async def test_what_somebody_else_typed_is_on_no_card_but_theirs(inbox: TeamPage) -> None:
    kept = {"ask_id": "storage", "answers": {"name": {"values": ["Ledger"]}}}
    inbox.team.drafts = [
        {**kept, "person": ADA, "at": "2026-11-15T08:58:00.000Z"},
        {**kept, "person": BEN, "at": NOW, "answers": {"name": {"values": ["Bens own"]}}},
    ]
    await inbox.show(routed("Storage"))

    await expect(inbox.card.get_by_role("textbox")).to_have_value("Ledger")


async def test_an_ask_that_others_have_now_hands_back_what_was_typed(inbox: TeamPage) -> None:
    team = await inbox.show(routed("Storage"), routed("Testing"))
    await inbox.card.get_by_role("textbox").press_sequentially("Led")
    del team.asks["storage"]
    await inbox.page.clock.run_for(10_000)

    await expect(inbox.page.get_by_role("heading", name="This ask is not here")).to_be_visible()
    await expect(inbox.page.locator(".pane pre")).to_have_text("Led")
    await inbox.press("g", "1", "x")
    assert team.done == []
