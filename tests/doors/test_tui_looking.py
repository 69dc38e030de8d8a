"""Looking around in the terminal inbox: lists, filters, History, trails, help, themes, mouse."""

from tests.doors.tui_house import CONFIRM, MANY, SELECT, Terminal, a_terminal

ANSWER = {"db": {"values": ["SQLite"]}}


async def test_the_most_urgent_ask_is_first_and_shown_beside_the_list() -> None:
    async with a_terminal() as terminal:
        terminal.asked(title="Calm", agent={"name": "a"})
        terminal.asked(CONFIRM, title="Urgent", timeout=60_000, agent={"name": "b"})
        async with terminal.open():
            screen = await terminal.shows("Calm")
            assert screen.index("Urgent") < screen.index("Calm")
            assert "2 waiting · 2 agents  1 ending soon" in screen
            assert "Go on?" in screen
            await terminal.press("end")
            await terminal.shows("Which database?")
            await terminal.press("home", "pagedown", "pageup")
            await terminal.shows("Go on?")


async def test_a_search_narrows_the_list_and_escape_widens_it_again() -> None:
    async with a_terminal() as terminal:
        terminal.asked(title="Storage")
        terminal.asked(CONFIRM, title="Release")
        async with terminal.open():
            await terminal.shows("Release")
            await terminal.press("slash")
            await terminal.types("rel")
            await terminal.hides("Storage")
            await terminal.press("enter")
            await terminal.shows("only “rel”")
            await terminal.press("slash", "x", "escape")
            await terminal.shows("only “rel”")
            await terminal.press("escape")
            await terminal.shows("Storage")
            await terminal.press("slash", "down")
            assert "only" not in terminal.screen


async def test_a_filter_shows_what_ends_soon_then_each_project() -> None:
    async with a_terminal() as terminal:
        terminal.asked(title="Storage")
        terminal.asked(CONFIRM, title="Release", project={"name": "web"}, timeout=60_000)
        async with terminal.open():
            await terminal.shows("Release")
            await terminal.press("f")
            await terminal.hides("Storage")
            await terminal.press("f")
            await terminal.shows("only shop")
            await terminal.hides("Release")
            await terminal.press("f", "f")
            await terminal.shows("Release")


async def test_history_shows_how_asks_ended_and_searches_at_the_service() -> None:
    async with a_terminal() as terminal:
        first, second = terminal.asked(title="Storage"), terminal.asked(CONFIRM, title="Release")
        terminal.client.answer(first["id"], ANSWER)
        terminal.client.reject(second["id"], reason="Not today.")
        async with terminal.open():
            await terminal.shows("All clear.")
            await terminal.press("H")
            await terminal.shows("Reason: Not today.")
            await terminal.press("down")
            await terminal.shows("Answered by me through the API.")
            await terminal.press("slash")
            await terminal.types("database")
            await terminal.hides("Release")
            await terminal.press("enter", "escape")
            await terminal.shows("Release")
            await terminal.press("escape")
            await terminal.shows("All clear.")
            await terminal.press("H", "H")
            await terminal.shows("All clear.")


async def test_history_is_read_page_by_page() -> None:
    async with a_terminal() as terminal:
        for number in range(60):
            ask = terminal.asked(title=f"Old {number}", agent={"name": f"a{number}"})
            terminal.client.reject(ask["id"])
        async with terminal.open():
            await terminal.press("H")
            await terminal.shows("Old 59")
            await terminal.press("end", "end")
            await terminal.until(lambda: len(terminal.app.session.past.asks) == 60, "all pages")
            await terminal.press("end")
            await terminal.shows("Old 0")


async def test_a_trail_says_everything_that_happened_and_that_it_holds() -> None:
    async with a_terminal() as terminal:
        terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter", "t")
            screen = await terminal.shows("The chain of these events holds.")
            assert "asked" in screen
            assert "seen" in screen
            await terminal.press("down", "up", "escape")
            await terminal.hides("The chain")


async def test_help_lists_every_key() -> None:
    async with a_terminal() as terminal, terminal.open():
        await terminal.shows("All clear.")
        await terminal.press("question_mark")
        await terminal.shows("Answer in your own words.")
        await terminal.press("pagedown", "pageup", "escape")
        await terminal.shows("All clear.")


async def test_themes_go_round_and_say_how_to_keep_one() -> None:
    async with a_terminal() as terminal:
        terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            for theme in ("light", "contrast", "terminal", "dark"):
                await terminal.press("ctrl+t")
                await terminal.shows(f"`askline config set tui.theme {theme}` keeps it.")


async def test_the_mouse_opens_picks_turns_and_sends() -> None:
    async with a_terminal() as terminal:
        terminal.asked(title="First", timeout=600_000)
        ask = terminal.asked(SELECT, CONFIRM, title="Second")
        async with terminal.open():
            await terminal.shows("Second")
            await click(terminal, "Second")
            await click(terminal, "Second")
            await terminal.shows("Which database?")
            await click(terminal, "○ SQLite")
            await terminal.shows("● SQLite")
            await click(terminal, "• Go")
            await terminal.shows("Go on?")
            await click(terminal, "Yes or no")
            await click(terminal, "○ Yes")
            await click(terminal, "Review")
            await click(terminal, "1  Store")
            await terminal.shows("Which database?")
            await click(terminal, "Review")
            await terminal.shows("Send answers")
            terminal.seconds += 1
            await click(terminal, "Send answers")
            await terminal.becomes(ask, "answered")


async def test_a_click_beside_everything_changes_nothing() -> None:
    async with a_terminal() as terminal:
        terminal.asked(SELECT, CONFIRM)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.pilot.click("#list", offset=(5, 20))
            await terminal.pilot.click("#tabs", offset=(14, 1))
            await terminal.pilot.click("#top", offset=(1, 0))
            await click(terminal, "Which database?")
            await terminal.shows("Enter next")


async def test_in_a_narrow_terminal_a_click_opens_at_once() -> None:
    async with a_terminal((80, 24)) as terminal:
        terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await click(terminal, "Pick a store")
            await terminal.shows("Which database?")


async def test_the_list_and_the_page_follow_a_resize() -> None:
    async with a_terminal() as terminal:
        terminal.asked(MANY)
        async with terminal.open():
            await terminal.shows("Which tests?")
            await terminal.pilot.resize_terminal(70, 20)
            await terminal.hides("Which tests?")
            await terminal.press("enter")
            await terminal.shows("Which tests?")
            await terminal.pilot.resize_terminal(140, 40)
            await terminal.shows("Pick a store")


async def click(terminal: Terminal, words: str) -> None:
    """Where these words are on the screen."""
    rows = terminal.screen.split("\n")
    y = next(number for number, row in enumerate(rows) if words in row)
    await terminal.pilot.click(offset=(rows[y].index(words) + 1, y))
    await terminal.pilot.pause()
