"""A person leaves a word for agents, sees that it is said, and takes it back."""

import json
from collections.abc import Generator

import pytest

from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home, an_api
from tests.doors.keyboards import a_keyboard
from tests.promises import promise

Said = pytest.CaptureFixture[str]


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Generator[Home]:
    with a_home() as place, an_api(place), a_keyboard(monkeypatch):
        yield place


def test_a_word_is_left_seen_and_taken_back(home: Home, capsys: Said) -> None:
    environ = {**home.environ, "HOME": "/nonexistent", "PATH": ""}
    assert run(["away"], environ=environ) == 0
    assert "You are here" in capsys.readouterr().out

    assert run(["away", "go on", "with other work", "--until", "2h"], environ=environ) == 0
    assert 'told: "go on with other work"' in capsys.readouterr().out
    for words in (["list"], ["doctor"], ["away"]):
        assert run(words, environ=environ) == 0
        assert "You are away until 2" in capsys.readouterr().out

    assert run(["back"], environ=environ) == 0
    assert run(["back"], environ=environ) == 0
    said = capsys.readouterr().out
    assert "You are back" in said
    assert "You were not away." in said


def test_a_program_reads_the_word_as_json(home: Home, capsys: Said) -> None:
    assert run(["away", "--json"], environ=home.environ) == 0
    assert json.loads(capsys.readouterr().out) == {"away": None}

    assert run(["away", "stop", "--json"], environ=home.environ) == 0

    word = json.loads(capsys.readouterr().out)["away"]
    assert (word["words"], word["until"]) == ("stop", None)


def test_a_word_without_an_end_stands_until_somebody_is_back(home: Home, capsys: Said) -> None:
    assert run(["away", "stop"], environ=home.environ) == 0
    assert run(["list"], environ=home.environ) == 0

    assert 'You are away; agents that ask are told: "stop".' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["stop", "--until", "2001-01-01T00:00:00Z"], "still ahead"),
        (["x" * 501], "at most 500 characters"),
        (["stop", "--until", "soon"], "no time and nothing like 2h"),
    ],
)
def test_a_word_for_no_time_is_refused(
    home: Home, words: list[str], told: str, capsys: Said
) -> None:
    assert run(["away", *words], environ=home.environ) == 2
    assert told in capsys.readouterr().err


@promise("person")
def test_no_agent_speaks_for_its_human(home: Home, capsys: Said) -> None:
    assert run(["away", "all is allowed"], environ={**home.environ, "CLAUDECODE": "1"}) == 8
    assert run(["away", "stop", "--until", "2999-01-01T00:00:00Z"], environ=home.environ) == 0
    assert "until 2999-01-01" in capsys.readouterr().out
