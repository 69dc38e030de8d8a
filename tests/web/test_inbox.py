"""What the inbox shows and does, against a real service."""

from pathlib import Path

from playwright.async_api import expect

from tests.web.house import recommending
from tests.web.inbox_page import InboxPage

TEXT = {"id": "name", "question": "What shall it be called?", "type": "text"}


async def test_asks_stand_by_their_deadline_and_then_by_their_age(inbox: InboxPage) -> None:
    for title, timeout in (("old", None), ("late", 900_000), ("young", None), ("soon", 60_000)):
        inbox.house.ask(title=title, timeout=timeout)
    await inbox.enter()
    await expect(inbox.rows.locator(".title")).to_have_text(["soon", "late", "old", "young"])
    await expect(inbox.page).to_have_title("(4) Askline")


async def test_a_new_ask_neither_moves_nor_replaces_the_open_one(inbox: InboxPage) -> None:
    inbox.house.ask(title="open")
    inbox.house.ask(title="other")
    await inbox.enter()
    inbox.house.ask(title="urgent", timeout=60_000)
    await expect(inbox.rows.locator(".title")).to_have_text(["open", "urgent", "other"])
    await expect(inbox.row("open")).to_have_attribute("aria-selected", "true")
    await expect(inbox.card.get_by_role("heading", name="open")).to_be_visible()


async def test_without_asks_all_is_clear(inbox: InboxPage) -> None:
    await inbox.enter()
    await expect(inbox.page.get_by_role("heading", name="All clear")).to_be_visible()
    await expect(inbox.page.get_by_text("New questions appear here by themselves.")).to_be_visible()
    await expect(inbox.page).to_have_title("Askline")


async def test_search_and_filters_leave_what_fits(inbox: InboxPage) -> None:
    inbox.house.ask(title="Palette", agent="codex")
    inbox.house.ask(title="Storage", project={"name": "web"})
    inbox.house.ask(title="Ends", timeout=60_000)
    await inbox.enter()
    await inbox.page.get_by_role("searchbox").fill("codex palette")
    await expect(inbox.rows.locator(".title")).to_have_text(["Palette"])
    await inbox.page.get_by_role("searchbox").fill("nowhere")
    await inbox.page.get_by_role("button", name="Show all").click()
    await inbox.page.get_by_role("button", name="web").click()
    await expect(inbox.rows.locator(".title")).to_have_text(["Storage"])
    await inbox.page.get_by_role("button", name="web").click()
    await inbox.page.get_by_role("button", name="Ending soon").click()
    await expect(inbox.rows.locator(".title")).to_have_text(["Ends"])


async def test_after_an_answer_the_next_ask_opens_and_a_correction_is_offered(
    inbox: InboxPage,
) -> None:
    ask = inbox.house.ask(title="first")
    inbox.house.ask(title="second")
    await inbox.enter()
    await inbox.card.get_by_role("radio", name="SQLite").check()
    await inbox.card.get_by_role("button", name="Send answer").click()
    await expect(inbox.card.get_by_role("heading", name="second")).to_be_visible()
    await expect(inbox.rows.locator(".title")).to_have_text(["second"])
    await inbox.page.locator(".bar").get_by_role("button", name="Send a correction").click()
    await inbox.card.get_by_role("radio", name="PostgreSQL").check()
    await inbox.card.get_by_role("button", name="Send a correction").click()
    await expect(inbox.card).to_contain_text("Corrected")
    outcome = inbox.house.client.outcome(ask["id"])
    assert outcome["answers"][0]["values"] == ["SQLite"]
    assert outcome["amendments"][0]["answers"][0]["values"] == ["PostgreSQL"]


async def test_the_key_of_a_correction_leads_to_what_was_just_answered(inbox: InboxPage) -> None:
    inbox.house.ask(title="first")
    inbox.house.ask(title="second")
    await inbox.enter()
    await inbox.card.get_by_role("radio", name="SQLite").check()
    await inbox.card.get_by_role("button", name="Send answer").click()
    await expect(inbox.card.get_by_role("heading", name="second")).to_be_visible()
    await expect(inbox.card.get_by_role("radio").first).to_be_focused()
    await inbox.press("u")
    await expect(inbox.card.get_by_role("heading", name="first")).to_be_visible()
    await expect(inbox.card.get_by_role("radio", name="SQLite")).to_be_checked()


async def test_keys_alone_take_four_recommendations(inbox: InboxPage) -> None:
    inbox.house.ask(title="other")
    four = inbox.house.ask(*map(recommending, range(1, 5)), title="four")
    await inbox.page.clock.install()
    await inbox.enter()
    await inbox.press("]")
    await expect(inbox.card.get_by_role("radio").first).to_be_focused()
    await inbox.press("R")
    await expect(inbox.card).to_contain_text("Nothing has been sent yet.")
    # A key that comes at once was meant for what stood there before.
    await inbox.page.clock.fast_forward(500)
    await inbox.press("Enter")
    await expect(inbox.row("four")).to_have_count(0)
    answers = inbox.house.client.outcome(four["id"])["answers"]
    assert [each["values"] for each in answers] == [[f"Good {number}"] for number in range(1, 5)]


async def test_keys_move_in_the_list_and_open(inbox: InboxPage) -> None:
    for title in ("one", "two", "three"):
        inbox.house.ask(title=title)
    await inbox.enter()
    await inbox.press("j", "j", "k", "Enter")
    await expect(inbox.row("two")).to_have_attribute("aria-selected", "true")
    await inbox.press("Escape", "ArrowDown", "Enter", "[")
    await expect(inbox.row("two")).to_have_attribute("aria-selected", "true")
    await inbox.press("?")
    await expect(inbox.page.get_by_role("dialog")).to_contain_text("send a correction")
    await inbox.press("Escape", "/")
    await expect(inbox.page.get_by_role("searchbox")).to_be_focused()


async def test_single_letters_can_be_turned_off_and_stay_off(inbox: InboxPage) -> None:
    inbox.house.ask(title="one")
    inbox.house.ask(title="two")
    await inbox.enter("/settings")
    await inbox.page.get_by_role("checkbox", name="Single-letter keys").uncheck()
    await inbox.page.reload()
    await expect(inbox.page.get_by_role("checkbox", name="Single-letter keys")).not_to_be_checked()
    await inbox.link("Inbox").click()
    await inbox.press("]")
    await expect(inbox.row("one")).to_have_attribute("aria-selected", "true")


async def test_history_finds_answers_and_shows_the_trail(inbox: InboxPage) -> None:
    ask = inbox.house.ask(title="Storage of carts")
    inbox.house.client.answer(ask["id"], {"db": {"values": ["SQLite"]}})
    inbox.house.client.reject(inbox.house.ask(title="Colours")["id"], reason="Later")
    await inbox.enter("/history")
    await expect(inbox.row("Colours")).to_contain_text("Rejected · Later")
    await inbox.page.get_by_role("searchbox").fill("sqlite carts")
    await expect(inbox.row("Colours")).to_have_count(0)
    await inbox.open("Storage of carts")
    trail = inbox.page.locator("askline-trail")
    await expect(trail).to_contain_text("2 events, an unbroken chain.")
    await expect(trail.get_by_role("listitem").last).to_contain_text("You answered")
    await expect(trail.get_by_role("listitem").last).to_contain_text("command line")
    await expect(inbox.page).to_have_url(f"{inbox.house.base}/asks/{ask['id']}")


async def test_history_comes_page_by_page(inbox: InboxPage) -> None:
    await inbox.house.crowd(120, settled=True)
    inbox.house.client.reject(inbox.house.ask(title="Newest")["id"])
    await inbox.enter("/history")
    await expect(inbox.rows.first).to_contain_text("Newest")
    await inbox.page.get_by_role("searchbox").fill("crowd")
    await expect(inbox.rows.first).to_contain_text("Of a crowd")
    await expect(inbox.rows.first).to_have_attribute("aria-setsize", "100")
    await inbox.page.locator("askline-list .scroll").press("End")
    await expect(inbox.rows.last).to_have_attribute("aria-setsize", "120")


async def test_history_that_could_not_be_read_once_is_read_again(inbox: InboxPage) -> None:
    inbox.house.client.reject(inbox.house.ask(title="Colours")["id"], reason="Later")
    shut = {"code": "service_unreachable", "detail": "It is shut."}
    await inbox.page.route("**/api/v1/history*", lambda route: route.fulfill(status=503, json=shut))
    await inbox.enter("/history")
    await expect(inbox.page.get_by_text("It is shut. Trying again.")).to_be_visible()
    await inbox.page.unroute("**/api/v1/history*")
    await expect(inbox.row("Colours")).to_contain_text("Rejected · Later")


async def test_an_ask_has_an_address_of_its_own(inbox: InboxPage) -> None:
    inbox.house.ask(title="one")
    two = inbox.house.ask(title="two")
    await inbox.enter(f"/asks/{two['short_id']}")
    await expect(inbox.card.get_by_role("heading", name="two")).to_be_visible()
    await inbox.open("one")
    await inbox.page.go_back()
    await expect(inbox.card.get_by_role("heading", name="two")).to_be_visible()


async def test_who_looked_at_an_ask_is_told(inbox: InboxPage) -> None:
    ask = inbox.house.ask(title="looked at")
    await inbox.enter()
    await inbox.page.get_by_text("Trail and who saw it").click()
    await expect(inbox.page.locator("askline-trail ul")).to_contain_text("You")
    assert inbox.house.client.read(ask["id"])["seen"][0]["door"] == "web"


async def test_an_address_of_nothing_says_so(inbox: InboxPage) -> None:
    await inbox.enter("/asks/zzzzzz")
    await expect(inbox.page.get_by_role("heading", name="This ask is not here")).to_be_visible()


async def test_more_time_is_given(inbox: InboxPage) -> None:
    ask = inbox.house.ask(title="soon", timeout=60_000)
    await inbox.enter()
    await inbox.card.get_by_role("button", name="More time").click()
    await expect(inbox.card.get_by_role("timer")).to_contain_text("min")
    assert inbox.house.client.read(ask["id"])["deadline"] > ask["deadline"]


async def test_a_file_goes_with_the_answer(inbox: InboxPage, tmp_path: Path) -> None:
    (tmp_path / "plan.txt").write_text("Ship it.")
    ask = inbox.house.ask(TEXT, title="named")
    await inbox.enter()
    await inbox.card.get_by_role("textbox").fill("as in the plan")
    await inbox.card.locator("input[type=file]").set_input_files(tmp_path / "plan.txt")
    await expect(inbox.card.get_by_text("plan.txt")).to_be_visible()
    await inbox.card.get_by_role("button", name="Send answer").click()
    await expect(inbox.card).to_contain_text("You answered: as in the plan")
    answer = inbox.house.client.outcome(ask["id"])["answers"][0]
    assert [each["name"] for each in answer["attachments"]] == ["plan.txt"]


async def test_settings_show_what_holds_and_keep_the_theme(inbox: InboxPage) -> None:
    await inbox.enter("/settings")
    await expect(inbox.page.get_by_text("config.toml")).to_be_visible()
    await inbox.page.get_by_role("radio", name="Dark").check()
    await inbox.page.reload()
    await expect(inbox.page.locator("askline-inbox")).to_have_attribute("theme", "dark")


async def test_a_signed_out_browser_is_told_how_to_come_back(inbox: InboxPage) -> None:
    await inbox.enter("/settings")
    await inbox.page.get_by_role("button", name="Sign out").click()
    await expect(inbox.page.get_by_text("askline web", exact=True)).to_be_visible()


async def test_a_session_that_ended_elsewhere_is_noticed(inbox: InboxPage) -> None:
    await inbox.enter()
    inbox.house.client.sign_out()
    await expect(inbox.page.get_by_text("askline web", exact=True)).to_be_visible()


ANDROID = """
localStorage.askline = '{"notify": true}';
document.hasFocus = () => false;
window.Notification = class {
  static permission = "granted";
  constructor() {
    throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.");
  }
};
"""


async def test_a_browser_that_refuses_to_announce_shows_new_asks_all_the_same(
    inbox: InboxPage,
) -> None:
    await inbox.page.add_init_script(ANDROID)
    await inbox.enter()
    for title in ("first", "second"):
        inbox.house.ask(title=title)
        await expect(inbox.row(title)).to_be_visible()
    await inbox.link("Settings").click()
    await expect(inbox.page.get_by_text("config.toml")).to_be_visible()
    await expect(inbox.page.get_by_role("button", name="Notify me")).to_be_disabled()


NOTIFICATIONS = """
document.hasFocus = () => false;
window.Notification = class {
  static permission = "default";
  static requestPermission = async () => (this.permission = "granted");
  constructor(heading, { body }) {
    document.body.append(Object.assign(document.createElement("output"), { textContent: `${heading}: ${body}` }));
  }
  close() {}
};
"""


async def test_new_asks_are_announced_once_a_click_allowed_it(inbox: InboxPage) -> None:
    await inbox.page.add_init_script(NOTIFICATIONS)
    await inbox.enter()
    inbox.house.ask(title="unannounced")
    await expect(inbox.row("unannounced")).to_be_visible()
    await inbox.link("Settings").click()
    await inbox.page.get_by_role("button", name="Notify me").click()
    await expect(inbox.page.get_by_role("button", name="Stop")).to_be_visible()
    inbox.house.ask(title="announced")
    inbox.house.ask(title="secret", sensitive=True)
    told = inbox.page.locator("output")
    await expect(told).to_have_text(
        ["claude-code asks: announced · shop", "claude-code asks: shop"]
    )


async def test_ten_thousand_asks_need_few_rows(inbox: InboxPage) -> None:
    one = inbox.house.ask()
    await inbox.stream([{**one, "id": f"id-{n}", "title": f"Ask {n}"} for n in range(10_000)])
    await inbox.page.goto(inbox.house.url())
    await expect(inbox.rows.first).to_have_attribute("aria-setsize", "10000")
    scroll = inbox.page.locator("askline-list .scroll")
    await scroll.press("End")
    await expect(inbox.rows.last).to_have_attribute("aria-posinset", "10000")
    assert await inbox.rows.count() <= 100
    await scroll.press("Enter")
    await expect(inbox.rows.last).to_have_attribute("aria-selected", "true")
