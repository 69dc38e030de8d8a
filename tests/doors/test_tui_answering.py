"""Answering in the terminal inbox, key by key."""

from tests.doors.tui_house import CONFIRM, MANY, MAYBE, SELECT, TEXT, a_terminal


async def test_an_ask_is_opened_picked_and_sent_with_three_keys() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter")
            await terminal.shows("Enter send")
            await terminal.press("2", "enter")

            outcome = await terminal.becomes(ask, "answered")
            assert outcome["answers"][0]["values"] == ["SQLite"]
            assert outcome["settledBy"]["door"] == "tui"
            await terminal.shows("Answer sent. Waiting for claude-code to continue.")
            await terminal.shows("All clear.")
        assert terminal.client.read(ask["id"])["seen"][0]["door"] == "tui"


async def test_enter_on_an_unmarked_option_marks_it_and_a_second_one_sends() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter", "j", "enter")
            await terminal.shows("● SQLite")
            assert terminal.client.read(ask["id"])["state"] == "pending"

            await terminal.press("enter")
            await terminal.becomes(ask, "answered")


async def test_what_is_on_its_way_is_not_sent_twice() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("2")
            terminal.way.gate.clear()
            await terminal.press("enter", "enter")
            await terminal.shows("Sending…")
            terminal.way.gate.set()
            await terminal.shows("Answer sent.")
        kinds = [event["kind"] for event in terminal.client.trail(ask["id"])["events"]]
        assert kinds.count("answered") == 1


async def test_a_text_that_comes_late_lands_under_no_other_question() -> None:
    async with a_terminal() as terminal:
        terminal.asked(TEXT, title="First")
        terminal.asked(TEXT | {"question": "And this?"}, title="Second")
        async with terminal.open():
            await terminal.shows("Second")
            await terminal.press("enter", "a", "escape", "x")
            await terminal.shows("Reject this?")
            await terminal.press("escape", "enter", "b")
            terminal.app.inbox._field.text = "stray"  # type: ignore[union-attr]
            terminal.app.session.move(1)
            await terminal.pilot.pause()
            await terminal.press("escape", "enter")
            await terminal.shows("And this?")
            assert "stray" not in terminal.screen


async def test_no_key_sends_right_after_the_ask_came_under_the_cursor() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter")
            await terminal.press("2", "enter", apart=0.1)
            await terminal.shows("Not sent: this came into view just now. Press again.")
            assert terminal.client.read(ask["id"])["state"] == "pending"

            await terminal.press("enter", apart=0.5)
            await terminal.becomes(ask, "answered")


async def test_several_questions_are_answered_step_by_step_and_reviewed() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(SELECT, MANY, MAYBE, CONFIRM)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter", "enter")
            await terminal.shows("Choose any")
            await terminal.press("space", "down", "space", "enter")
            await terminal.shows("Write your answer · optional")
            await terminal.press("tab", "1", "l")
            await terminal.shows("Nothing has been sent yet.")
            await terminal.shows("✓ unit, contract")
            assert terminal.client.read(ask["id"])["state"] == "pending"

            await terminal.press("enter")
            outcome = await terminal.becomes(ask, "answered")
    assert [(each["state"], each["values"]) for each in outcome["answers"]] == [
        ("answered", ["PostgreSQL"]),
        ("answered", ["unit", "contract"]),
        ("skipped", []),
        ("answered", ["yes"]),
    ]


async def test_what_is_missing_is_gone_to_and_named_instead_of_sent() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(SELECT, CONFIRM)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter", "ctrl+s")
            await terminal.shows("2 left to answer")
            await terminal.press("ctrl+s")
            await terminal.shows("Not sent: question 1 needs an answer.")
            await terminal.shows("Which database?")
            await terminal.press("h", "right", "2", "right", "1")
            await terminal.shows("Which database?")
            assert terminal.client.read(ask["id"])["state"] == "pending"


async def test_a_question_of_many_picks_is_not_left_without_one() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(MANY)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter", "enter")
            await terminal.shows("This question needs an answer. Pick with Space.")
            await terminal.press("9", "3", "enter")
            outcome = await terminal.becomes(ask, "answered")
    assert outcome["answers"][0]["values"] == ["journeys"]


async def test_other_is_answered_in_own_words() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(SELECT, CONFIRM)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("o")
            await terminal.types("Duck DB")
            await terminal.press("escape", "o", "escape", "enter")
            await terminal.shows("Go on?")
            await terminal.press("2", "ctrl+s")
            await terminal.shows("✓ “Duck DB”")
            await terminal.press("ctrl+s")
            outcome = await terminal.becomes(ask, "answered")
    assert outcome["answers"][0]["customText"] == "Duck DB"


async def test_other_without_words_is_not_sent() -> None:
    async with a_terminal() as terminal:
        terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter", "down", "down", "enter")
            await terminal.shows("Your own answer")
            await terminal.press("escape", "enter")
            await terminal.shows("This question needs the words of Other.")


async def test_a_text_is_written_over_several_lines_and_in_any_script() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(TEXT)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter")
            await terminal.types("x 漢字\n한")
            await terminal.press("escape", "enter", "escape", "escape", "enter", "enter", "ctrl+s")
            outcome = await terminal.becomes(ask, "answered")
    assert outcome["answers"][0]["values"] == ["x 漢字\n한\n"]


async def test_letters_in_a_text_are_letters_and_no_keys() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(MAYBE, TEXT | {"id": "two", "question": "And then?"})
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("enter")
            await terminal.types("qxaR1o?")
            await terminal.press("tab")
            await terminal.types("two")
            await terminal.press("shift+tab")
            await terminal.shows("qxaR1o?")
            await terminal.press("ctrl+s", "ctrl+s")
            outcome = await terminal.becomes(ask, "answered")
    assert [each["values"] for each in outcome["answers"]] == [["qxaR1o?"], ["two"]]


async def test_recommended_here_and_everywhere_never_send_and_never_overwrite() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked(SELECT, MANY, CONFIRM)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("r")
            await terminal.shows("● PostgreSQL")
            await terminal.press("2", "R")
            await terminal.shows("✓ SQLite")
            await terminal.shows("✓ unit")
            await terminal.shows("! needs an answer")
            await terminal.press("3", "r")
            await terminal.shows("Nothing is recommended here.")
            assert terminal.client.read(ask["id"])["state"] == "pending"


async def test_where_nothing_is_recommended_it_says_so_and_changes_nothing() -> None:
    async with a_terminal() as terminal:
        terminal.asked(CONFIRM)
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("R")
            await terminal.shows("Nothing is recommended here.")


async def test_a_digit_in_the_list_opens_and_marks_what_is_seen_beside_it() -> None:
    async with a_terminal() as terminal:
        terminal.asked()
        async with terminal.open():
            await terminal.shows("Which database?")
            await terminal.press("2")
            await terminal.shows("● SQLite")


async def test_in_a_narrow_terminal_a_digit_only_opens() -> None:
    async with a_terminal((80, 24)) as terminal:
        terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            assert "Which database?" not in terminal.screen
            await terminal.press("2")
            await terminal.shows("○ SQLite")
            await terminal.press("escape")
            await terminal.hides("Which database?")


async def test_keys_without_a_question_do_nothing() -> None:
    keys = ("enter", "space", "1", "o", "l", "h", "r", "R", "ctrl+s", "x", "a", "n", "t", "c")
    async with a_terminal() as terminal, terminal.open():
        await terminal.shows("All clear.")

        await terminal.press(*keys, "ctrl+g", "j", "right_square_bracket", "escape", "tab")

        assert "All clear." in terminal.screen
