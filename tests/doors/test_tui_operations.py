"""Operations in the terminal: which there are, what they write while they run, and ending one."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from askline.asks.model import CommandShown
from askline.commands.operation import Status, StepEnded
from askline.core.ids import AskId
from askline.doors.tui.ear import News
from askline.doors.tui.output import KEEP, PAGE
from tests.builders import NOON
from tests.doors.tui_house import Json, Terminal, a_terminal, to_run

ENDED: Json = {"status": Status.COMPLETED, "exit_code": 0, "ended_at": NOON}


async def opened(terminal: Terminal) -> None:
    await terminal.shows("O operations")
    await terminal.press("O")
    await terminal.shows("not ended")


async def test_an_operation_is_watched_while_it_writes_until_it_ends() -> None:
    async with a_terminal() as terminal, terminal.open():
        await terminal.shows("All clear")
        operation = terminal.agents.run("first line\n")
        await terminal.shows("Operations 1")
        await opened(terminal)
        await terminal.shows("▶ running  0 s")
        await terminal.shows("first line")
        terminal.agents.write(operation, "half a li")
        terminal.passes(seconds=75)
        await terminal.shows("half a li")
        await terminal.shows("1:15")
        terminal.agents.write(operation, "ne\n")
        terminal.agents.move(
            operation,
            status=Status.COMPLETED,
            exit_code=2,
            ended_at=NOON + timedelta(seconds=75),
        )
        screen = await terminal.shows("✗ failed with exit code 2  1:15")
        assert "0 not ended" in screen
        await terminal.shows("half a line")
        await terminal.press("escape")
        await terminal.shows("All clear")
        assert "Operations 1" not in terminal.screen


async def test_nothing_is_painted_and_nothing_asked_for_while_nothing_runs() -> None:
    async with a_terminal() as terminal:
        terminal.agents.run("done\n", status=Status.COMPLETED, exit_code=0, ended_at=NOON)
        async with terminal.open():
            await opened(terminal)
            await terminal.shows("✓ completed")
            watching = terminal.app.inbox.watching
            assert watching is not None
            assert not watching.ticking
            terminal.agents.run("more\n", tool="make_all")
            await terminal.shows("make_all")
            await terminal.until(lambda: watching.ticking, "ticking")


async def test_the_unended_come_first_and_keys_and_clicks_choose() -> None:
    async with a_terminal() as terminal:
        old = terminal.agents.run("old words\n", tool="old_one")
        new = terminal.agents.run(
            "new words\n", tool="new_one", status=Status.COMPLETED, exit_code=0, ended_at=NOON
        )
        async with terminal.open():
            await opened(terminal)
            screen = await terminal.shows("new_one")
            assert screen.index("old_one") < screen.index("new_one")
            await terminal.shows("old words")
            await terminal.press("j")
            await terminal.shows("new words")
            await terminal.press("home", "end", "k")
            await terminal.shows("old words")
            await terminal.pilot.click("#list", offset=(5, 4))
            await terminal.shows("new words")
            await terminal.pilot.click("#list", offset=(5, 4))
            await terminal.press("question_mark")
            await terminal.shows("Go to the ask that it was approved by.")
    assert old.id != new.id


async def test_who_reads_further_up_is_left_there_and_end_follows_again() -> None:
    async with a_terminal() as terminal:
        lines = "".join(f"line {number}\n" for number in range(200))
        operation = terminal.agents.run(lines)
        async with terminal.open():
            await opened(terminal)
            await terminal.shows("line 199")
            await terminal.press("enter", "pageup", "pageup")
            await terminal.hides("line 199")
            terminal.agents.write(operation, "the newest\n")
            terminal.agents.move(operation, revision=1)
            await terminal.press("k")
            assert "the newest" not in terminal.screen
            await terminal.press("end")
            await terminal.shows("the newest")
            terminal.agents.write(operation, "and newer\n")
            terminal.agents.move(operation, revision=2)
            await terminal.shows("and newer")


async def test_of_a_long_output_only_a_part_is_held_and_the_rest_is_a_key_away() -> None:
    async with a_terminal() as terminal:
        lines = "".join(f"{number:>9}\n" for number in range(60_000))
        operation = terminal.agents.run(lines)
        async with terminal.open():
            await opened(terminal)
            await terminal.shows("    59999")
            state = terminal.app.session.operations
            await terminal.press("enter", "o")
            await terminal.shows("p later output")
            assert state.output is not None
            assert not state.tailing
            last = state.output.pages[-1].text.split()[-1]
            await terminal.until(lambda: f" {last}" in terminal.screen, last)
            terminal.agents.write(operation, "unseen\n")
            await terminal.press("p", "p", "p")
            await terminal.shows("unseen")
            for number in range(4):
                terminal.agents.write(operation, f"{number}" * PAGE + f"\nround {number}\n")
                terminal.agents.move(operation, revision=number)
                await terminal.shows(f"round {number}")
            held = sum(len(page.text) for page in state.output.pages)
            assert held <= KEEP + 2 * PAGE
            await terminal.press("home")
            await terminal.shows("o earlier output")


async def test_an_operation_is_cancelled_with_a_reason_after_a_dialog() -> None:
    async with a_terminal() as terminal:
        begun = terminal.begun("demo_go")
        async with terminal.open():
            await opened(terminal)
            await terminal.shows("▶ running")
            await terminal.press("x")
            await terminal.shows("Cancel this operation?")
            await terminal.press("escape")
            await terminal.press("x")
            await terminal.press("n", "o", "ctrl+s", apart=0.01)
            await terminal.shows("Cancel this operation?")
            await terminal.press("ctrl+s")
            await terminal.shows("cancelled")
            await terminal.shows("Cancelled by me: no")
            assert terminal.client.operation(begun["short_id"])["status"] == "cancelled"
            await terminal.press("x")
            await terminal.shows("There is nothing to cancel here.")


async def test_what_another_process_runs_is_left_alone_and_that_is_said() -> None:
    async with a_terminal() as terminal:
        terminal.agents.run()
        async with terminal.open():
            await opened(terminal)
            await terminal.shows("It has written nothing yet.")
            await terminal.press("x", "ctrl+s")
            await terminal.shows("is run by another process.")


async def test_an_operation_leads_to_its_approval_pending_or_settled() -> None:
    async with a_terminal() as terminal:
        terminal.begun("demo_risk", what="a b")
        async with terminal.open():
            await terminal.shows("Run demo_risk?")
            (ask,) = terminal.client.inbox()
            await opened(terminal)
            await terminal.shows("△ waits for approval")
            await terminal.press("g")
            await terminal.shows("▲ DANGEROUS")
            await terminal.shows("Yes, run exactly this")
            assert "'a␣b'" in terminal.screen
            await terminal.press("1", "enter")
            await terminal.shows("Type demo and Enter")
            await terminal.types("demo\n")
            await terminal.becomes(ask, "answered")
            await terminal.press("O")
            await terminal.shows("▶ running")
            await terminal.press("g")
            await terminal.shows("You answered.")
            await terminal.press("escape")
            await terminal.shows("All clear")


async def test_an_approval_leads_there_once_and_not_out_of_something_else() -> None:
    async with a_terminal() as terminal:
        terminal.begun("demo_ask")
        async with terminal.open():
            await opened(terminal)
            await terminal.shows("△ waits for approval")
            (ask,) = terminal.client.inbox()
            watching = terminal.app.inbox.watching
            assert watching is not None
            await terminal.press("i")
            await terminal.until(lambda: terminal.app.screen is not watching, "everything")
            watching._go(ask)
            await terminal.press("escape")
            await terminal.until(lambda: terminal.app.screen is watching, "operations")
            watching._go(ask)
            watching.action_leave()
            await terminal.shows("Exactly this will run")


async def test_a_refused_operation_says_who_refused_it_and_why() -> None:
    async with a_terminal() as terminal:
        terminal.begun("demo_ask")
        async with terminal.open():
            await terminal.shows("Run demo_ask?")
            await terminal.press("x", "n", "o", "ctrl+s", "O")
            await terminal.shows("refused")


async def test_everything_that_is_known_is_shown_on_one_sheet() -> None:
    first = CommandShown(argv=("make", "a b"), cwd="/w", env=(), sandbox="strict", sha256="ab")
    async with a_terminal((80, 24)) as terminal:
        terminal.agents.run(
            commands=(first, replace(first, argv=("make", "all"))),
            steps=(StepEnded(tool="make_a", exit_code=0),),
        )
        async with terminal.open():
            await opened(terminal)
            await terminal.press("enter")
            await terminal.shows("running")
            await terminal.press("g")
            await terminal.shows("Nobody was asked to approve this.")
            await terminal.press("i")
            await terminal.shows("make 'a␣b'")
            await terminal.shows("Step 1 · make_a · completed")


async def test_without_operations_it_says_so_and_every_key_is_harmless() -> None:
    async with a_terminal() as terminal, terminal.open():
        await opened(terminal)
        await terminal.shows("Nothing runs.")
        await terminal.press("j", "end", "enter", "o", "p", "i", "x", "g", "escape")
        await terminal.shows("All clear")


async def test_what_ended_unheard_is_read_and_what_was_forgotten_is_said() -> None:
    async with a_terminal() as terminal:
        operation = terminal.agents.run("short\n")
        pending = terminal.agents.run(tool="later_on", status=Status.PENDING, started_at=None)
        async with terminal.open():
            await opened(terminal)
            await terminal.shows("later_on")
            watching = terminal.app.inbox.watching
            assert watching is not None
            terminal.app.session.operations.select(str(operation.id))
            await terminal.press("o", "p", "enter")
            await terminal.shows("short")
            terminal.agents.forget(pending)
            terminal.agents.move(operation, status=Status.COMPLETED, exit_code=0, ended_at=NOON)
            terminal.app.inbox.heard(News("snapshot"))
            await terminal.shows("✓ completed")
            await terminal.hides("later_on")
            assert watching._row(str(pending.id), 40) == ()
            terminal.agents.forget(operation)
            await terminal.press("end")
            await terminal.shows("There is no operation")


async def test_what_was_asked_for_is_not_shown_under_another_operation() -> None:
    async with a_terminal(approvals=[to_run("make", "test")]) as terminal:
        (ask,) = terminal.client.inbox()
        terminal.agents.run(tool="waits", started_at=None, approval=AskId(UUID(ask["id"])))
        terminal.agents.run("its own words\n", tool="done_one", **ENDED)
        async with terminal.open():
            await opened(terminal)
            await terminal.shows("done_one")
            await terminal.press("enter", "end", "escape")
            terminal.way.gate.clear()
            await terminal.press("j", "k")
            terminal.way.gate.set()
            await terminal.press("j")
            await terminal.shows("its own words")
            terminal.way.gate.clear()
            await terminal.press("k", "g", "escape")
            terminal.way.gate.set()
            await terminal.shows("1 waiting")
