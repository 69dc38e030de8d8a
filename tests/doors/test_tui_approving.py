"""Letting a command run from the terminal: what is shown, and which keys it takes."""

from askline.asks.asking import NewAsk
from tests.doors.tui_house import Json, Terminal, a_terminal, to_run

PUSH = to_run("git", "push", "--force", dangerous=True, why="Overwrites what others pushed.")


async def the_ask(terminal: Terminal) -> Json:
    await terminal.shows("Exactly this will run")
    (ask,) = terminal.client.inbox()
    return ask


async def approved(terminal: Terminal, ask: Json) -> list[str]:
    return (await terminal.becomes(ask, "answered"))["answers"][0]["values"]


async def test_a_command_is_approved_by_opening_picking_and_sending() -> None:
    calm = to_run("make", "test", context="Runs the tests.")
    async with (
        a_terminal(approvals=[calm]) as terminal,
        terminal.open(theme="terminal", environ={"NO_COLOR": "1"}),
    ):
        ask = await the_ask(terminal)
        assert "┃ make test" in terminal.screen
        assert "│ Runs the tests." in terminal.screen
        await terminal.press("enter", "enter")
        assert terminal.client.read(ask["id"])["state"] == "pending"
        await terminal.press("enter")
        assert await approved(terminal, ask) == ["yes"]
        await terminal.shows("All clear")


async def test_what_is_dangerous_takes_its_name_typed_and_esc_runs_nothing() -> None:
    async with a_terminal(approvals=[PUSH]) as terminal, terminal.open():
        ask = await the_ask(terminal)
        await terminal.press("1", "enter")
        await terminal.shows("Type git and Enter to run it.")
        await terminal.press("enter")
        await terminal.shows("nothing runs · that was not git")
        await terminal.press("pagedown", "pageup", "escape")
        await terminal.hides("Type git")
        assert terminal.client.read(ask["id"])["state"] == "pending"
        await terminal.press("enter")
        await terminal.shows("Type git and Enter")
        await terminal.types("git\n")
        assert await approved(terminal, ask) == ["yes"]


async def test_keys_that_come_faster_than_the_dialog_was_read_run_nothing() -> None:
    async with a_terminal(approvals=[PUSH]) as terminal, terminal.open():
        ask = await the_ask(terminal)
        await terminal.press("1", "enter")
        await terminal.press("g", "i", "t", "enter", apart=0.01)
        await terminal.shows("nothing runs · press Enter again")
        await terminal.press("enter")
        assert await approved(terminal, ask) == ["yes"]


async def test_no_to_what_is_dangerous_takes_no_name() -> None:
    async with a_terminal(approvals=[PUSH]) as terminal, terminal.open():
        ask = await the_ask(terminal)
        await terminal.press("2", "enter")
        assert await approved(terminal, ask) == ["no"]


async def test_an_approval_is_rejected_with_a_reason() -> None:
    async with a_terminal(approvals=[PUSH]) as terminal, terminal.open():
        ask = await the_ask(terminal)
        await terminal.press("x")
        await terminal.shows("Reject this?")
        await terminal.types("No force.")
        await terminal.press("ctrl+s")
        outcome = await terminal.becomes(ask, "rejected")
        assert outcome["reason"] == "No force."


def long_one() -> NewAsk:
    return to_run("tool", *(f"--word-{number}" for number in range(300)))


async def test_what_does_not_fit_on_the_screen_is_read_by_pages_and_takes_its_name() -> None:
    async with a_terminal((80, 24), approvals=[long_one()]) as terminal, terminal.open():
        await terminal.shows("Run tool")
        (ask,) = terminal.client.inbox()
        await terminal.press("enter")
        await terminal.shows("Yes, run exactly this")
        await terminal.press("home")
        await terminal.shows("┃ tool --word-0 --word-1")
        await terminal.press("pagedown", "pagedown", "1", "enter")
        await terminal.shows("Type tool and Enter to run it.")
        await terminal.types("tool\n")
        assert await approved(terminal, ask) == ["yes"]


async def test_what_somebody_else_decided_meanwhile_stands() -> None:
    async with a_terminal(approvals=[PUSH]) as terminal, terminal.open():
        ask = await the_ask(terminal)
        await terminal.press("1", "enter")
        await terminal.shows("Type git and Enter")
        terminal.way.client.reject(ask["id"], reason="Not now.")
        await terminal.types("git\n")
        await terminal.shows("already rejected by me")
