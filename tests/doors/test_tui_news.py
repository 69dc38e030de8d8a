"""What happens elsewhere while the terminal inbox is open."""

from contextlib import ExitStack
from pathlib import Path

from textual.events import AppBlur, AppFocus

from askline.doors.tui.model import read_ask
from tests.builders import StoppedClock
from tests.doors.cli_service import a_home, an_api
from tests.doors.tui_house import CONFIRM, MANY, SELECT, TEXT, Terminal, a_terminal, nobody

ANSWER = {"db": {"values": ["SQLite"]}}


async def test_a_new_ask_appears_by_itself_and_steals_nothing() -> None:
    async with a_terminal() as terminal:
        terminal.asked(title="First")
        async with terminal.open():
            await terminal.shows("First")
            await terminal.press("2")
            terminal.asked(CONFIRM, title="Urgent", timeout=60_000)
            screen = await terminal.shows("Urgent")
            assert screen.index("First") < screen.index("Urgent")
            assert "● SQLite" in screen
            await terminal.press("escape")
            await terminal.until(
                lambda: terminal.screen.index("Urgent") < terminal.screen.index("First"), "order"
            )


async def test_an_open_ask_that_is_answered_elsewhere_says_so() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        terminal.asked(CONFIRM, title="Next")
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter")
            terminal.client.answer(ask["id"], ANSWER)
            screen = await terminal.shows("Answered by me through the API.")
            assert "✓ SQLite" in screen
            await terminal.press("2", "enter", "ctrl+s", "r", "R", "x", "m", "j", "l")
            await terminal.press("escape")
            await terminal.shows("Go on?")


async def test_who_comes_second_is_told_who_was_first() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("2", "x")
            await terminal.shows("Reject this?")
            terminal.client.answer(ask["id"], ANSWER)
            await terminal.press("ctrl+s")
            await terminal.shows("is already answered by me")
            await terminal.shows("Answered by me through the API.")


async def test_time_passes_and_the_countdown_with_it() -> None:
    async with a_terminal() as terminal:
        terminal.asked(timeout=110_000)
        async with terminal.open():
            await terminal.shows("1:50 left")
            terminal.passes(seconds=50)
            await terminal.shows("1:00 left")


async def test_more_time_moves_the_deadline_where_there_is_one() -> None:
    async with a_terminal() as terminal:
        terminal.asked(timeout=110_000)
        terminal.asked(CONFIRM, title="No hurry")
        async with terminal.open():
            await terminal.shows("1:50 left")
            await terminal.press("m")
            await terminal.shows("Five minutes more.")
            await terminal.shows("6 min left")
            await terminal.press("down", "m")
            await terminal.shows("There is no deadline to move here.")


async def test_a_draft_is_kept_with_the_service_and_found_again() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(SELECT, MANY)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("2")
            await terminal.until(lambda: terminal.client.drafts(ask["id"]) != [], "a draft")
            await terminal.press("right", "1", "q")
            await terminal.until(lambda: not terminal.app.is_running, "the end")
        [draft] = terminal.client.drafts(ask["id"])
        assert draft["answers"]["tests"]["values"] == ["unit"]
        async with terminal.open():
            await terminal.shows("2/2")
            await terminal.press("enter")
            await terminal.shows("● SQLite")


async def test_a_draft_of_another_door_comes_in_where_nothing_was_begun() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(SELECT, MANY)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter")
            terminal.client.draft(ask["id"], ANSWER)
            await terminal.shows("● SQLite")
            await terminal.press("1")
            terminal.client.draft(ask["id"], ANSWER)
            await terminal.press("2", "1")
            await terminal.shows("● PostgreSQL")


async def test_an_answer_is_corrected_from_history() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        terminal.client.answer(ask["id"], ANSWER)
        async with terminal.open():
            await terminal.press("H")
            await terminal.shows("Answered by me through the API.")
            await terminal.press("enter", "c")
            await terminal.shows("A correction is added beside the answer that stands.")
            await terminal.press("1", "enter")
            await terminal.shows("Correction sent.")
            await terminal.shows("Corrected by me")


async def test_what_was_sent_last_is_corrected_with_one_key() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("u")
            await terminal.shows("There is no answer of yours to correct here")
            await terminal.press("2", "enter")
            await terminal.becomes(ask, "answered")
            await terminal.shows("Answer sent.")
            await terminal.press("u", "1", "enter")
            await terminal.shows("Correction sent.")
        amendments = terminal.client.read(ask["id"])["outcome"]["amendments"]
        assert amendments[0]["answers"][0]["values"] == ["PostgreSQL"]


async def test_what_timed_out_can_be_answered_late() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(TEXT, timeout=10_000)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter", "h", "i")
            terminal.passes(seconds=11)
            terminal.client.read(ask["id"])
            await terminal.shows("This question timed out.")
            await terminal.press("escape", "c", "exclamation_mark", "ctrl+s")
            await terminal.shows("Kept as a late answer")
        [late] = terminal.client.read(ask["id"])["outcome"]["amendments"]
        assert (late["kind"], late["answers"][0]["values"]) == ("late", ["hi!"])


async def test_a_service_that_dies_is_started_and_what_was_marked_stays() -> None:
    with a_home() as home, ExitStack() as lives:
        lives.enter_context(an_api(home))
        terminal = Terminal(home, StoppedClock(), (120, 36))
        terminal.way.starting = nobody
        terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("2")
            lives.close()
            Path(home.locations.api_socket).unlink()  # noqa: ASYNC240 - a moment
            await terminal.shows("Reconnecting…")
            await terminal.until(lambda: terminal.way.starts > 0, "a start")
            await terminal.press("enter")
            await terminal.shows("No service answers at")
            assert "● SQLite" in terminal.screen
            terminal.way.stopped = True
            with an_api(home):
                await terminal.hides("Reconnecting…")
                await terminal.shows("This has ended, or others have it now.")
                await terminal.press("escape")
                await terminal.shows("All clear.")


async def test_the_first_asks_are_there_at_once_and_counted_with_care() -> None:
    async with a_terminal() as terminal:
        asks = [
            terminal.asked(title=f"Ask {number:02}", agent={"name": f"a{number}"})
            for number in range(41)
        ]
        terminal.way.stopped = True
        shapes = [read_ask(ask) for ask in asks[:40]]
        async with terminal.open(first=lambda: shapes):
            await terminal.shows("Ask 00")
            await terminal.shows("41 waiting")


async def test_a_new_ask_calls_unless_somebody_is_looking() -> None:
    async with a_terminal() as terminal:
        calls: list[str] = []
        async with terminal.open(environ={"TERM_PROGRAM": "WezTerm"}):
            await terminal.shows("All clear")
            terminal.asked(title="Quietly drawn")
            await terminal.shows("Quietly drawn")
            terminal.app.call = calls.append
            terminal.seconds += 10
            terminal.app.post_message(AppBlur())
            terminal.asked(CONFIRM, title="Look here")
            await terminal.shows("Look here")
            terminal.seconds += 10
            terminal.app.post_message(AppFocus())
            terminal.asked(TEXT, title="No noise")
            await terminal.shows("No noise")

    (call,) = calls
    assert call.startswith("\a\x1b]9;")
    assert "Look here" in call
