"""Taking in hand, passing on and snoozing in the terminal inbox."""

from collections.abc import Sequence
from functools import partial
from typing import Any, cast
from uuid import UUID

from askline.core.ids import AskId
from askline.core.people import Actor
from askline.doors.tui.ear import News
from askline.doors.tui.model import read_ask
from askline.doors.tui.screens.panes import Panes
from tests.doors.tui_house import Terminal, a_terminal, to_run
from tests.several import ANA, ToSeveral, at_a_hub, by_two

Json = dict[str, Any]


def claimed(terminal: Terminal, ask: Json, by: Actor = ANA) -> None:
    dealing = terminal.served.desk.dealing
    terminal.served.awaited(partial(dealing.claim, by, AskId(UUID(ask["id"]))))


def in_order(screen: str, words: Sequence[str]) -> bool:
    places = [screen.find(each) for each in words]
    return -1 not in places and places == sorted(places)


async def test_an_ask_is_taken_in_hand_and_let_go() -> None:
    async with a_terminal(addressing=ToSeveral()) as terminal:
        ask = terminal.asked()
        async with terminal.open():
            before = await terminal.shows("goes to Ben at ")
            await terminal.press("g")
            taken = await terminal.shows("you have it")
            await terminal.press("g")
            await terminal.shows("Let go.")

        assert terminal.client.read(ask["id"])["routing"]["claim"] is None
    assert "By the rule shop." in before
    assert "g take it   p pass on" in before
    assert "goes to Ben" not in taken


async def test_what_others_have_and_what_is_snoozed_come_last_under_their_names() -> None:
    async with a_terminal(addressing=ToSeveral()) as terminal:
        first = terminal.asked(title="Ana does it")
        put_off = terminal.asked(title="Some other time")
        terminal.asked(title="For you")
        claimed(terminal, first)
        terminal.client.snooze(put_off["id"], "2026-11-14T14:00:00Z")
        async with terminal.open():
            screen = await terminal.shows("Ana has it")

            wanted = ["For you", "Others have it", "Ana does it", " Snoozed ", "Some other time"]
            await terminal.until(lambda: in_order(terminal.screen, wanted), "in order")
            assert "snoozed until " in screen

            terminal.passes(hours=3)
            cast("Panes", terminal.app.screen).tick()
            await terminal.hides(" Snoozed ")


async def test_an_ask_is_snoozed_until_one_of_the_times_and_woken() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("z")
            offered = await terminal.shows("tomorrow 9:00")
            await terminal.press("down", "enter")
            await terminal.shows("Snoozed until ")
            later = terminal.client.read(ask["id"])["snoozes"]
            await terminal.press("z")
            await terminal.types("long")
            await terminal.press("enter")
            await terminal.shows("No longer snoozed.")

        assert terminal.client.read(ask["id"])["snoozes"] == []
    assert later == [{"id": "me", "until": "2026-11-14T14:00:00.000Z"}]
    assert "no longer" not in offered


async def test_a_snooze_takes_a_time_of_day_and_nothing_else() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("z")
            await terminal.types("soonish")
            await terminal.shows("Nothing matches.")
            await terminal.press("enter")
            await terminal.shows("nothing is picked")
            await terminal.press("escape")
            await terminal.hides("Leave me in peace")
            assert terminal.client.read(ask["id"])["snoozes"] == []

            await terminal.press("z")
            await terminal.types("23:45")
            await terminal.press("enter")
            await terminal.shows("Snoozed until 23:45")


async def test_the_guard_stands_before_these_keys_too() -> None:
    async with a_terminal(addressing=ToSeveral()) as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("z", apart=1.0)
            await terminal.press("enter", apart=0.1)
            await terminal.shows("press Enter again")
            assert terminal.client.read(ask["id"])["snoozes"] == []
            await terminal.press("escape")
            await terminal.press("g", apart=0.1)
            await terminal.shows("Press again.")
            assert terminal.client.read(ask["id"])["routing"]["claim"] is None


async def test_an_ask_is_passed_on_to_whom_the_letters_leave() -> None:
    async with a_terminal(addressing=ToSeveral(), also=at_a_hub()) as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("p")
            everybody = await terminal.shows("team ops")
            await terminal.types("an")
            await terminal.hides("team ops")
            await terminal.press("down", "enter")
            await terminal.shows("Passed on to Ana.")

        assert terminal.client.read(ask["id"])["routing"]["recipients"] == ["ana"]
    assert "  Ana" in everybody


async def test_a_row_of_the_dialog_is_picked_with_a_click() -> None:
    async with a_terminal(addressing=ToSeveral(), also=at_a_hub()) as terminal:
        terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("p")
            await terminal.shows("team ops")
            await terminal.pilot.click("#about", offset=(4, 2))
            await terminal.types("zz")
            await terminal.shows("Nothing matches.")
            await terminal.pilot.click("#about", offset=(4, 0))
            await terminal.press("backspace", "backspace")
            await terminal.shows("team ops")
            await terminal.pilot.click("#about", offset=(4, 2))
            await terminal.shows("› team ops")  # noqa: RUF001 - the cursor
            await terminal.press("enter")
            await terminal.shows("Passed on to team ops.")


async def test_whom_it_cannot_be_passed_to_is_said_and_it_stays() -> None:
    async with a_terminal(addressing=ToSeveral(), also=at_a_hub()) as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("p")
            await terminal.shows("team ops")
            await terminal.types("left")
            await terminal.press("enter")
            await terminal.shows("There is nobody called cy.")

        assert terminal.client.read(ask["id"])["routing"]["recipients"] == ["me", "team:ops"]


async def test_whom_to_pass_it_to_is_not_asked_once_it_was_left() -> None:
    async with a_terminal(addressing=ToSeveral(), also=at_a_hub()) as terminal:
        terminal.asked(title="One")
        terminal.asked(title="Two")
        async with terminal.open():
            await terminal.shows("Two")
            terminal.way.gate.clear()
            await terminal.press("p", "down")
            terminal.way.gate.set()
            terminal.asked(title="Three")
            await terminal.shows("Three")

            assert "Pass it on to" not in terminal.screen


async def test_where_there_is_one_person_nothing_is_claimed_or_passed_on() -> None:
    async with a_terminal((160, 36)) as terminal:
        terminal.asked()
        async with terminal.open():
            before = await terminal.shows("Pick a store")
            await terminal.press("p")
            await terminal.shows("There is nobody else here who could have it.")
            await terminal.press("g")

    assert "pass on" not in before
    assert "z snooze" in before


async def test_without_an_ask_there_is_nothing_to_snooze() -> None:
    async with a_terminal() as terminal, terminal.open():
        await terminal.shows("All clear.")
        await terminal.press("z")
        await terminal.shows("This waits for nobody any more.")


async def test_one_of_two_who_approve_is_told_that_another_must() -> None:
    run = to_run("git", "push")
    async with a_terminal(approvals=[run], addressing=by_two()) as terminal, terminal.open():
        await terminal.shows("2 people must approve this.")
        await terminal.press("enter", "1", "enter")
        said = await terminal.shows("You agreed. 1 more person must.")
        await terminal.shows("2 people must approve this; you did.")

        assert terminal.client.inbox()[0]["state"] == "pending"
    assert "1 of 2 approved" in said


async def test_what_is_not_theirs_any_more_leaves_the_list() -> None:
    async with a_terminal(addressing=ToSeveral(), also=at_a_hub("me")) as terminal:
        first = terminal.asked(title="One")
        async with terminal.open():
            await terminal.shows("One")
            await terminal.press("enter")
            terminal.app.inbox.heard(News("snapshot"))

            await terminal.shows("This has ended, or others have it now.")
            await terminal.press("escape")
            await terminal.hides("One")
        assert first["state"] == "pending"


async def test_who_comes_after_it_was_settled_sees_how_it_ended() -> None:
    async with a_terminal(addressing=ToSeveral()) as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            terminal.way.gate.clear()
            await terminal.press("g")
            terminal.client.reject(ask["id"])
            terminal.way.gate.set()

            await terminal.shows("All clear.")


async def test_an_ask_that_is_passed_on_to_them_calls_like_a_new_one() -> None:
    async with a_terminal(addressing=ToSeveral()) as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            calls: list[str] = []
            terminal.app.call = calls.append
            came = read_ask(terminal.client.read(ask["id"]))

            terminal.app._heard(News("marked", [came]))
            terminal.app.session.snapshot([], terminal.clock.now())
            terminal.app._heard(News("marked", [came]))
            await terminal.shows("Pick a store")

    assert len(calls) == 1
