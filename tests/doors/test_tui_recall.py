"""An earlier answer in the terminal inbox: one line, one key."""

from tests.doors.tui_house import SELECT, TEXT, Json, Terminal, a_terminal

CODER: Json = {"name": "claude-code"}


async def answered_before(terminal: Terminal, question: Json, value: str) -> Json:
    """Another ask of the same, once the service offers what was answered to the first."""
    first = terminal.asked(question, agent={**CODER, "conversation": "one"})
    terminal.client.answer(first["id"], {question["id"]: {"values": [value]}})
    ask = terminal.asked(question, agent={**CODER, "conversation": "two"})
    for _ in range(1000):
        if terminal.client.read(ask["id"])["recalled"]:  # pragma: no branch - it comes soon
            return ask
    raise AssertionError(ask)  # pragma: no cover


async def test_one_key_answers_as_before_and_says_so() -> None:
    async with a_terminal() as terminal:
        ask = await answered_before(terminal, SELECT, "SQLite")
        async with terminal.open():
            await terminal.shows("You answered this on 14 November: SQLite.")
            await terminal.press("y")

            outcome = await terminal.becomes(ask, "answered")
    assert outcome["answers"][0]["values"] == ["SQLite"]
    assert outcome["settledBy"]["kind"] == "human"
    assert "Recalled from ask" in outcome["answers"][0]["note"]


async def test_on_a_narrow_screen_the_first_press_opens_and_the_second_answers() -> None:
    async with a_terminal((60, 30)) as terminal:
        ask = await answered_before(terminal, TEXT, "kiwi")
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("y")
            await terminal.shows("14 November: kiwi.")
            assert terminal.client.read(ask["id"])["state"] == "pending"
            await terminal.press("y")

            await terminal.becomes(ask, "answered")


async def test_where_nothing_is_offered_the_key_says_so() -> None:
    async with a_terminal() as terminal:
        ask = terminal.asked()
        async with terminal.open():
            await terminal.shows("Pick a store")
            await terminal.press("y")
            await terminal.shows("You have not answered this before.")
        assert terminal.client.read(ask["id"])["state"] == "pending"


async def test_too_fast_a_key_answers_nothing_and_a_click_does() -> None:
    async with a_terminal() as terminal:
        ask = await answered_before(terminal, SELECT, "SQLite")
        async with terminal.open():
            screen = await terminal.shows("Use it again")
            await terminal.press("y", apart=0.0)
            assert terminal.client.read(ask["id"])["state"] == "pending"
            row = next(n for n, each in enumerate(screen.splitlines()) if "Use it again" in each)
            page = terminal.app.screen.query_one("#page").region
            terminal.seconds += 1
            await terminal.pilot.click("#page", offset=(4, row - page.y))

            await terminal.becomes(ask, "answered")
