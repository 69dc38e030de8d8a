"""What stands, from the terminal: approvals for what is like them, rules, and the end of both."""

from typing import cast

from askline.doors.tui.screens.inbox import InboxScreen
from tests.builders import SHOP
from tests.doors.tui_house import SELECT, Json, Terminal, a_terminal, to_run

TALK: Json = {"name": "claude-code", "conversation": "one"}


def asked_to_run(terminal: Terminal) -> Json:
    """An operation that waits for a yes; its ask."""
    begun = terminal.client.begin_operation("demo_ask", {}, project={"path": SHOP.path}, agent=TALK)
    return terminal.client.read(begun["approval"])


def standing(terminal: Terminal) -> list[Json]:
    return terminal.client.approvals()["approvals"]


async def the_choice(terminal: Terminal) -> None:
    await terminal.shows("Exactly this will run")
    await terminal.press("s")
    await terminal.shows("Let it run once, or also what is like it?")


async def test_an_approval_stands_where_and_as_long_as_the_person_chose() -> None:
    async with a_terminal() as terminal:
        ask = asked_to_run(terminal)
        async with terminal.open():
            await the_choice(terminal)
            assert "1 ● Once: only this" in terminal.screen
            assert "[1 hour]" not in terminal.screen
            await terminal.press("down", "right", "right", "left")
            screen = await terminal.shows("[today]")
            assert "2 ● In this conversation, exactly this: demo ask" in screen
            assert "Nothing that ran before would have matched." in screen
            await terminal.press("3", "9", "enter")
            await terminal.becomes(ask, "answered")
            await terminal.shows("Approved, and it stands")
            (made,) = standing(terminal)
            assert (made["scope"], made["pattern"]) == ("project", "exact")
            assert made["until"] is not None


async def test_once_is_picked_first_and_what_was_typed_ahead_approves_nothing() -> None:
    async with a_terminal() as terminal:
        ask = asked_to_run(terminal)
        async with terminal.open():
            await the_choice(terminal)
            await terminal.press("pagedown", "escape")
            await terminal.hides("Let it run once")
            assert terminal.client.read(ask["id"])["state"] == "pending"
            await terminal.press("s")
            await terminal.shows("Let it run once")
            await terminal.press("enter", apart=0.01)
            await terminal.shows("press Enter again")
            assert terminal.client.read(ask["id"])["state"] == "pending"
            await terminal.press("enter")
            await terminal.becomes(ask, "answered")
            assert standing(terminal) == []


async def test_what_else_ran_and_would_have_matched_is_named() -> None:
    async with a_terminal() as terminal:
        first = asked_to_run(terminal)
        terminal.way.client.reject(first["id"])
        asked_to_run(terminal)
        async with terminal.open():
            await the_choice(terminal)
            await terminal.shows("3 ○")
            await terminal.pilot.click("#about", offset=(6, 1))
            await terminal.shows("It would also have let run 1 earlier:")
            await terminal.pilot.click("#about", offset=(6, 3))
            await terminal.shows("2 ● In this conversation")


async def test_what_does_not_fit_on_the_screen_takes_its_name_also_where_it_shall_stand() -> None:
    async with a_terminal((60, 19)) as terminal:
        ask = asked_to_run(terminal)
        async with terminal.open():
            await terminal.shows("Run demo_ask?")
            await terminal.press("s")
            await terminal.shows("demo_ask")
            await terminal.press("s")
            await terminal.shows("Once: only this")
            await terminal.press("2", "enter")
            await terminal.shows("Type demo and Enter to run it.")
            await terminal.types("demo\n")
            await terminal.becomes(ask, "answered")
            assert len(standing(terminal)) == 1


async def test_what_is_dangerous_or_no_approval_offers_nothing() -> None:
    push = to_run("git", "push", dangerous=True)
    async with a_terminal(approvals=[push]) as terminal, terminal.open():
        await terminal.shows("Exactly this will run")
        await terminal.press("s")
        await terminal.shows("What is dangerous is approved anew each time.")
        (ask,) = terminal.client.inbox()
        terminal.way.client.reject(ask["id"])
        await terminal.shows("All clear")
        await terminal.press("s")
        await terminal.shows("There is nothing to approve here.")
        await terminal.press("w")
        await terminal.shows("A rule is made from an answer that you gave.")


async def test_an_approval_of_another_program_cannot_stand() -> None:
    async with a_terminal(approvals=[to_run("make")]) as terminal, terminal.open():
        await terminal.shows("Exactly this will run")
        await terminal.press("s")
        await terminal.shows("No operation waits for ask")
        terminal.way.gate.clear()
        await terminal.press("S", "escape")
        terminal.way.gate.set()
        await terminal.press("S")
        await terminal.shows("Nothing stands")


async def test_a_note_cannot_stand_and_that_is_said() -> None:
    async with a_terminal() as terminal:
        asked_to_run(terminal)
        async with terminal.open():
            await terminal.shows("Exactly this will run")
            await terminal.press("enter", "n", "a", "ctrl+s", "s")
            await terminal.shows("A note cannot stand")


async def test_where_nothing_stands_that_is_said_and_there_is_nothing_to_revoke() -> None:
    async with a_terminal() as terminal, terminal.open():
        await terminal.shows("All clear")
        await terminal.press("S")
        await terminal.shows("Nothing stands: you are asked every time.")
        await terminal.press("x", "escape")
        await terminal.shows("All clear")


async def test_an_answer_becomes_a_rule_which_is_listed_and_revoked_beside_approvals() -> None:
    async with a_terminal() as terminal:
        first = terminal.asked(SELECT, agent=TALK)
        terminal.client.answer(first["id"], {"db": {"values": ["SQLite"]}})
        run = asked_to_run(terminal)
        async with terminal.open():
            await the_choice(terminal)
            await terminal.press("2", "enter")
            await terminal.becomes(run, "answered")
            await terminal.press("H")
            await terminal.shows("Pick a store")
            await terminal.press("end")
            await terminal.shows("w answer this way from now on")
            await terminal.press("w")
            await terminal.shows("Answer this way from now on?")
            await terminal.press("right", "right", "right", "enter")
            await terminal.shows("is answered this way from now on")
            (rule,) = terminal.client.rules()
            assert (rule["scope"], rule["until"]) == ("options", None)
            await revoked_both(terminal)
        assert terminal.client.rules()[0]["state"] == "revoked"
        assert standing(terminal) == []


async def revoked_both(terminal: Terminal) -> None:
    await terminal.press("S")
    await terminal.shows("in shop, until revoked")
    await terminal.press("down", "up")
    await terminal.pilot.click("#about", offset=(6, 0))
    await terminal.pilot.click("#about", offset=(6, 4))
    await terminal.press("x", apart=0.01)
    await terminal.shows("Not revoked: this came into view just now.")
    assert "Approval  demo ask" in terminal.screen
    await terminal.press("x")
    await terminal.hides("Rule  Which database? → SQLite")
    await terminal.press("x")
    await terminal.shows("Nothing stands: you are asked every time.")
    await terminal.press("escape")


async def test_offers_that_come_too_late_ask_nothing() -> None:
    async with a_terminal() as terminal:
        ask = asked_to_run(terminal)
        async with terminal.open():
            await terminal.shows("Exactly this will run")
            inbox = cast("InboxScreen", terminal.app.screen)
            before = inbox.session.current
            assert before is not None
            await terminal.press("question_mark")
            inbox._offered(before, [])
            await terminal.press("escape")
            await terminal.shows("Exactly this will run")
            assert "Let it run once" not in terminal.screen
            terminal.way.client.reject(ask["id"])
            await terminal.hides("Exactly this will run")
            inbox._offered(before, [])
            await terminal.pilot.pause()

            assert "Let it run once" not in terminal.screen
