"""Rejecting, asking back, noting and writing in an editor: what a person says besides an answer."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from askline.doors.tui.editor import edited
from tests.doors.tui_house import CONFIRM, SELECT, TEXT, a_terminal


async def test_an_ask_is_rejected_with_a_reason() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("x")
            await terminal.shows("Reject this?")
            await terminal.types("Not now")
            await terminal.press("ctrl+s")
            outcome = await terminal.becomes(ask, "rejected")
            await terminal.shows("Rejected. claude-code is told.")
    assert outcome["reason"] == "Not now"


async def test_escape_in_a_dialog_sends_nothing() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("x")
            await terminal.shows("Reject this?")
            await terminal.press("n", "o", "escape")
            await terminal.hides("Reject this?")
        assert terminal.client.read(ask["id"])["state"] == "pending"


async def test_no_key_rejects_right_after_the_dialog_came_up() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("x")
            await terminal.shows("Reject this?")
            await terminal.press("ctrl+s", apart=0.2)
            assert "Reject this?" in terminal.screen
            await terminal.press("ctrl+s", apart=0.3)
            outcome = await terminal.becomes(ask, "rejected")
    assert outcome["reason"] is None


async def test_asking_back_needs_a_question() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("a")
            await terminal.shows("Ask the agent")
            await terminal.press("ctrl+s")
            assert "Ask the agent" in terminal.screen
            await terminal.types("Why")
            await terminal.press("ctrl+s")
            outcome = await terminal.becomes(ask, "asked_back")
    assert outcome["askBack"] == "Why"


async def test_a_note_goes_with_the_answer() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("1", "n")
            await terminal.shows("A note beside your answer")
            await terminal.types("For now")
            await terminal.press("ctrl+s")
            await terminal.shows("Note: For now")
            await terminal.press("enter")
            outcome = await terminal.becomes(ask, "answered")
    assert outcome["answers"][0]["note"] == "For now"


async def test_without_a_terminal_to_give_away_the_editor_is_said_to_be_missing() -> None:
    async with a_terminal() as terminal:
        terminal.asked(TEXT)
        terminal.asked(CONFIRM, title="Another")
        async with terminal.open():
            await terminal.shows("Another")
            await terminal.press("enter", "ctrl+g")
            await terminal.shows("Your editor could not be opened")
            await terminal.press("escape", "right_square_bracket", "enter", "ctrl+g")
            await terminal.shows("Go on?")


async def test_what_the_editor_left_is_the_text_and_other_where_there_are_options(
    tmp_path: Path,
) -> None:
    script = tmp_path / "editor.py"
    script.write_text("import sys\nopen(sys.argv[1], 'a').write('edited\\n')\n")
    async with a_terminal() as terminal:
        ask = terminal.asked(SELECT)
        async with terminal.open(environ={"EDITOR": f"{sys.executable} {script}"}) as here:
            here.app.suspend = given_away  # a test has no terminal to give away
            await terminal.shows("Pick a store")
            await terminal.press("1", "ctrl+g")
            await terminal.shows("edited")
            await terminal.press("ctrl+s")
            outcome = await terminal.becomes(ask, "answered")
    assert outcome["answers"][0]["customText"] == "edited"


@contextmanager
def given_away() -> Generator[None]:
    yield


def test_an_editor_that_fails_or_is_missing_leaves_the_text_alone() -> None:
    assert edited("x", {"EDITOR": "no-such-editor-anywhere"}) is None
    assert edited("x", {"VISUAL": "false"}) is None
    assert edited("x", {"EDITOR": "'"}) is None
    assert edited("x", {"EDITOR": "true"}) == "x"
