"""How the terminal inbox is opened, and by what it is kept together: ways, hands and ears."""

import os
import pty
import sys
from collections.abc import Callable, Generator
from functools import partial
from io import StringIO
from threading import Event as Flag
from typing import Any, cast

import pytest
from textual.binding import Binding

from askline.client.events import Event
from askline.core.errors import InvalidArguments, ServiceUnreachable
from askline.doors.cli import main as cli
from askline.doors.cli.here import Here
from askline.doors.tui.ear import Ear, News
from askline.doors.tui.keys import KEYS, OPERATION_KEYS
from askline.doors.tui.main import First
from askline.doors.tui.screens.inbox import InboxScreen
from askline.doors.tui.screens.operations import OperationsScreen
from tests.doors.cli_service import Home, a_home, an_api
from tests.doors.tui_house import Way, nobody


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as home:
        yield home


def at_a_terminal(do: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> int:
    """Do it with a terminal on every stream."""
    _, terminal = pty.openpty()
    with os.fdopen(terminal, "r", closefd=True) as stream:
        for name in ("__stdin__", "__stdout__", "__stderr__"):
            monkeypatch.setattr(sys, name, stream)
        return do()


def test_alone_at_a_terminal_it_opens_the_inbox_with_the_theme_that_was_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[tuple[Here, str]] = []

    def open_inbox(here: Here, theme: str, environ: Any) -> int:
        del environ
        opened.append((here, theme))
        return 0

    with a_home() as home, an_api(home):
        os.makedirs(os.path.dirname(home.locations.config), exist_ok=True)  # noqa: PTH103, PTH120
        with open(home.locations.config, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write('[tui]\ntheme = "light"\n')
        code = at_a_terminal(
            lambda: cli.run([], open_inbox=open_inbox, environ=home.environ), monkeypatch
        )
        [(here, theme)] = opened
        home.asked()
        ask = here.through(lambda client: client.inbox())[0]
        seen = here.through(lambda client: client.seen(ask["id"]))

    assert (code, theme) == (0, "light")
    assert seen["seen"][0]["door"] == "tui"
    assert not here.stopped


def refusing(here: Here, theme: str, environ: Any) -> int:
    raise NotImplementedError(here, theme, environ)  # pragma: no cover - there is no terminal


def test_a_terminal_that_can_draw_nothing_gets_plain_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Home
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    environ = {**home.environ, "TERM": "dumb"}
    with an_api(home):
        run = partial(cli.run, [], open_inbox=refusing, environ=environ)

        assert at_a_terminal(run, monkeypatch) == 0

    assert "All clear." in capsys.readouterr().out


def test_without_a_terminal_it_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([], open_inbox=refusing, environ={}) == 0

    assert "`askline` alone opens the inbox" in capsys.readouterr().out


def test_the_first_asks_are_fetched_beside_everything_else() -> None:
    with a_home() as home, an_api(home):
        home.asked(title="Storage")
        first = First(Way(home))
        first.start()
        first.join(5)

        asks = first.asks()

    assert asks is not None
    assert [ask.title for ask in asks] == ["Storage"]


def test_first_asks_that_cannot_be_fetched_are_left_to_the_listener() -> None:
    with a_home() as home:
        first = First(Way(home))
        first.start()
        first.join(5)

        assert first.asks() is None


class Scripted(Way):
    """A way on which nothing but events is to be had, and these."""

    def __init__(self, home: Home, *rounds: Callable[[], list[Event]]) -> None:
        super().__init__(home)
        self.rounds = list(rounds)
        self.starting = nobody
        self.over = Flag()

    @property
    def client(self) -> Any:
        return self

    def events(self, last_id: str | None) -> list[Event]:
        del last_id
        return self.rounds.pop(0)() if self.rounds else []


def heard_by(way: Scripted, rounds: int) -> list[str]:
    """What an ear told until the stream was lost so often."""
    names: list[str] = []

    def heard(news: News) -> None:
        names.append(news.name)
        if names.count("lost") == rounds:
            ear.end()
            way.over.set()

    ear = Ear(way, heard, pause_s=0)
    ear.begin()
    assert way.over.wait(5)
    ear._thread.join(5)
    return names


def refused() -> list[Event]:
    raise InvalidArguments("No.", hint="None.")


def gone() -> list[Event]:
    raise ServiceUnreachable("Gone.", hint="None.")


def test_a_listener_comes_back_after_whatever_ends_its_stream(home: Home) -> None:
    way = Scripted(home, lambda: [Event("ping", "1", {})], refused, gone)

    assert heard_by(way, 3) == ["ping", "lost", "lost", "lost"]
    assert way.starts == 1


def test_a_service_that_was_stopped_on_purpose_is_not_started_by_a_listener(home: Home) -> None:
    way = Scripted(home, gone, gone)
    way.stopped = True

    heard_by(way, 2)

    assert way.starts == 0


def test_a_listener_that_was_ended_takes_nothing_more(home: Home) -> None:
    told: list[str] = []
    way = Scripted(home, lambda: [Event("ping", "1", {}), Event("ping", "2", {})])

    def heard(news: News) -> None:
        told.append(news.name)
        ear.end()

    ear = Ear(way, heard)
    ear.begin()
    ear._thread.join(5)

    assert told == ["ping"]


def test_every_key_of_the_screen_is_in_the_table_and_no_other() -> None:
    for screen, table in ((InboxScreen, KEYS), (OperationsScreen, OPERATION_KEYS)):
        bindings = cast("list[Binding]", screen.BINDINGS)
        bound = {key for binding in bindings for key in binding.key.split(",")}
        assert bound == {key for row in table for key in row.bound.split(",")}
