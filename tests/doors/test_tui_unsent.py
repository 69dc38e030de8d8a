"""What was typed in the terminal and not sent: it lands nowhere else, and is not lost in silence."""

from contextlib import ExitStack
from pathlib import Path

from tests.builders import StoppedClock
from tests.doors.cli_service import a_home, an_api
from tests.doors.tui_house import CONFIRM, TEXT, Json, Terminal, a_terminal, nobody

ANSWER = {"db": {"values": ["SQLite"]}}


async def test_a_note_lands_on_the_ask_it_was_written_for() -> None:
    async with a_terminal() as terminal:
        first, second = terminal.asked(title="First"), terminal.asked(title="Second")
        async with terminal.open():
            await terminal.shows("First")
            await terminal.press("2", "escape", "n")
            await terminal.shows("A note beside your answer")
            terminal.client.answer(first["id"], ANSWER)
            await terminal.until(lambda: first["id"] not in terminal.app.session.shown, "gone")
            await terminal.types("mind the cost")
            await terminal.press("ctrl+s")
            await terminal.shows("“First” has ended: your note is not sent.")
            await terminal.press("j", "1", "ctrl+s")
            outcome = await terminal.becomes(second, "answered")
            assert not outcome["answers"][0].get("note")


async def test_letters_typed_on_after_an_ask_ended_are_no_keys() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(TEXT, title="Name it")
        terminal.asked(CONFIRM, title="Next")
        async with terminal.open():
            await terminal.shows("Name it")
            await terminal.press("enter")
            await terminal.types("Led")
            terminal.client.answer(ask["id"], {"name": {"values": ["Cart"]}})
            await terminal.shows("This has ended: what you wrote is not sent.")
            await terminal.types("ger quxc")
            await terminal.press("ctrl+s")
            await terminal.shows("Ledger quxc")
            await terminal.press("escape")
            screen = await terminal.shows("What you wrote is not sent:")
            assert "Ledger quxc" in screen
            assert "✓ Cart" in screen


async def test_after_a_break_no_other_ask_is_under_the_keys() -> None:
    with a_home() as home, ExitStack() as lives:
        lives.enter_context(an_api(home))
        terminal = Terminal(home, StoppedClock(), (120, 36))
        terminal.way.starting = nobody
        terminal.asked(TEXT, title="Name it")
        async with terminal.open():
            await terminal.shows("Name it")
            await terminal.press("enter")
            await terminal.types("Led")
            lives.close()
            Path(home.locations.api_socket).unlink()  # noqa: ASYNC240 - a moment
            await terminal.shows("Reconnecting…")
            await terminal.types("ger")
            await terminal.press("ctrl+q")
            await terminal.shows("kept nowhere: what you typed while the service is away.")
            terminal.way.stopped = True
            with an_api(home):
                terminal.asked(TEXT, title="Another")
                await terminal.shows("This has ended, or others have it now.")
                await terminal.types("!")
                await terminal.press("escape")
                await terminal.shows("Ledger!")
                assert [terminal.client.drafts(each["id"]) for each in terminal.client.asks()] == [
                    []
                ]


async def test_a_correction_keeps_the_note_and_the_files_and_a_second_one_the_first() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        file = terminal.client.attach("plan.txt", "text/plain", b"Ship it.")
        given = {"values": ["SQLite"], "note": "as said", "attachments": [file]}
        terminal.client.answer(ask["id"], {"db": given})
        async with terminal.open():
            await terminal.shows("All clear.")
            await terminal.press("H")
            await terminal.shows("✓ SQLite")
            await terminal.press("enter", "c", "1", "ctrl+s")
            await terminal.shows("✓ PostgreSQL")
            await terminal.press("enter", "c")
            await terminal.shows("● PostgreSQL")
            await terminal.press("ctrl+s")
            await terminal.until(lambda: len(amendments(terminal, ask["id"])) > 1, "a second one")
        for amendment in amendments(terminal, ask["id"]):
            [answer] = amendment["answers"]
            assert answer["values"] == ["PostgreSQL"]
            assert (answer["note"], answer["attachments"]) == ("as said", [file])


def amendments(terminal: Terminal, ask_id: str) -> list[Json]:
    return terminal.client.read(ask_id)["outcome"]["amendments"]


async def test_words_of_a_dialog_wait_for_who_comes_back_and_are_not_left_in_silence() -> None:
    async with a_terminal() as terminal:
        terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("a")
            await terminal.shows("Ask the agent")
            await terminal.press("w", "backspace", "escape", "x")
            await terminal.shows("Reject this?")
            await terminal.types("Not now")
            await terminal.press("escape")
            await terminal.hides("Reject this?")
            await terminal.press("q")
            await terminal.shows("kept nowhere: what you wrote to reject: “Pick a store”.")
            await terminal.press("x")
            await terminal.shows("Not now")
            await terminal.press("ctrl+q")
            await terminal.until(lambda: not terminal.app.is_running, "the end")


async def test_a_correction_that_was_begun_is_not_left_in_silence() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        terminal.client.answer(ask["id"], ANSWER)
        async with terminal.open():
            await terminal.press("H")
            await terminal.shows("✓ SQLite")
            await terminal.press("enter", "c", "1", "q")
            await terminal.shows("kept nowhere: the correction of “Pick a store”.")
            await terminal.press("2", "q")
            await terminal.until(lambda: not terminal.app.is_running, "the end")


async def test_history_that_could_not_be_read_is_read_when_the_service_is_back() -> None:
    with a_home() as home, ExitStack() as lives:
        lives.enter_context(an_api(home))
        terminal = Terminal(home, StoppedClock(), (120, 36))
        terminal.way.starting = nobody
        async with terminal.open():
            await terminal.shows("All clear.")
            lives.close()
            Path(home.locations.api_socket).unlink()  # noqa: ASYNC240 - a moment
            await terminal.shows("Reconnecting…")
            await terminal.press("H")
            await terminal.shows("No service answers at")
            terminal.way.stopped = True
            with an_api(home):
                terminal.client.answer(terminal.asked()["id"], ANSWER)
                await terminal.shows("✓ SQLite")
