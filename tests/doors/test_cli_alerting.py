"""`askline alerts`: what was told, and whether a channel works."""

import json
from collections.abc import Generator

import anyio
import pytest

from askline.doors.cli.alerting import NO_CHANNEL
from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home, a_pulse
from tests.doors.http_house import House
from tests.doors.served import Served
from tests.doors.test_http_alerting import Phone, an_alert

Said = pytest.CaptureFixture[str]


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as made, a_pulse(made):
        yield made


def alerts(home: Home, house: House, *words: str) -> int:
    with Served(house, home.locations.api_socket):
        return run(["alerts", *words], environ=home.environ)


def test_what_was_told_is_a_line_each(home: Home, capsys: Said) -> None:
    house = House(channels={"push": Phone()})
    sent = an_alert(1, detail=None, channel="webhook")
    anyio.run(house.book.claim, [sent, an_alert(2)])

    assert alerts(home, house) == 0

    first, *lines = capsys.readouterr().out.splitlines()
    assert first == "Channels: push."
    assert sorted(line.split("  ", 2)[2] for line in lines) == [
        "push  asked  failed: The receiver said 500.",
        "webhook  asked  failed",
    ]


def test_without_a_channel_it_says_how_to_get_one(home: Home, capsys: Said) -> None:
    assert alerts(home, House()) == 0
    assert capsys.readouterr().out == f"{NO_CHANNEL}\n"


def test_all_of_it_is_one_object_as_json(home: Home, capsys: Said) -> None:
    assert alerts(home, House(channels={"push": Phone()}), "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"channels": ["push"], "alerts": []}


def test_a_channel_that_works_says_so(home: Home, capsys: Said) -> None:
    assert alerts(home, House(channels={"push": Phone()}), "--test", "push") == 0
    assert capsys.readouterr().out == "push took it.\n"


def test_a_channel_that_does_not_work_says_why(home: Home, capsys: Said) -> None:
    house = House(channels={"push": Phone("The receiver said 500.")})

    assert alerts(home, house, "--test", "push") == 10
    assert "push did not take it: The receiver said 500." in capsys.readouterr().err


def test_how_a_try_went_is_one_object_as_json(home: Home, capsys: Said) -> None:
    house = House(channels={"push": Phone("No.")})

    assert alerts(home, house, "--test", "push", "--json") == 10
    assert json.loads(capsys.readouterr().out) == {
        "channel": "push",
        "sent": False,
        "detail": "No.",
    }


def test_a_channel_that_is_not_there_is_not_found(home: Home, capsys: Said) -> None:
    assert alerts(home, House(), "--test", "pigeon") == 9
    assert "no channel 'pigeon'" in capsys.readouterr().err
