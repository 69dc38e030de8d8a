"""A script asks its human."""

import json
import os
import pty
import sys
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from askline.client.local import Client
from askline.core.errors import PersonRequired
from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home, an_api
from tests.promises import promise

Said = pytest.CaptureFixture[str]


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as place, an_api(place):
        yield place


@pytest.fixture
def aside() -> Generator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


def pending(home: Home) -> dict[str, Any]:
    """The ask that the other thread is about to make."""
    until = monotonic() + 5
    while not (asks := home.client.asks()):
        assert monotonic() < until
    return asks[0]


def asking(home: Home, aside: ThreadPoolExecutor, *words: str) -> "Future[int]":
    return aside.submit(run, ["ask", *words], environ=home.environ)


@promise("never-lost")
def test_an_answer_that_could_not_be_written_is_given_to_the_same_question_again(
    home: Home, aside: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    def broken(_answers: object) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr("askline.doors.cli.asking._write_answers", broken)
        asked = asking(home, aside, "Where to?")
        home.client.answer(pending(home)["id"], {"q1": {"values": ["staging"]}})
        assert asked.result(5) != 0

    assert asking(home, aside, "Where to?").result(5) == 0
    assert capsys.readouterr().out == "staging\n"
    assert len(home.client.asks(all_states=True)) == 1


def test_the_bare_answer_is_printed(home: Home, aside: ThreadPoolExecutor, capsys: Said) -> None:
    asked = asking(home, aside, "Where", "to?", "--options", "staging, production,")
    ask = pending(home)
    home.client.answer(ask["id"], {"q1": {"values": ["staging"]}})

    assert asked.result(5) == 0
    assert capsys.readouterr().out == "staging\n"
    assert [option["label"] for option in ask["questions"][0]["options"]] == [
        "staging",
        "production",
    ]
    assert ask["project"]["path"] == str(Path.cwd())
    assert ask["agent"]["name"] == "askline ask"


def test_several_questions_are_printed_by_name(
    home: Home, aside: ThreadPoolExecutor, capsys: Said
) -> None:
    questions = [{"id": "a", "question": "A?"}, {"id": "b", "question": "B?", "options": ["x"]}]
    asked = asking(home, aside, "--questions", json.dumps(questions), "--title", "Two")
    ask = pending(home)
    given = {"a": {"values": ["one"]}, "b": {"customText": "two"}}
    home.client.answer(ask["id"], given)

    assert asked.result(5) == 0
    assert capsys.readouterr().out == "a: one\nb: two\n"
    assert ask["title"] == "Two"


def test_a_rejection_is_told_beside_the_output(
    home: Home, aside: ThreadPoolExecutor, capsys: Said
) -> None:
    asked = asking(home, aside, "Delete it?", "--type", "confirm", "--key", "k", "--timeout", "1h")
    ask = pending(home)
    home.client.reject(ask["id"], reason="never")

    assert asked.result(5) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert "reason: never" in said.err
    assert ask["deadline"] is not None


def test_a_script_can_say_what_it_is_about_and_that_a_person_is_needed(
    home: Home, aside: ThreadPoolExecutor
) -> None:
    asked = asking(home, aside, "May I?", "--context", "`rm -r old`", "--human-only")
    ask = pending(home)
    with pytest.raises(PersonRequired):
        home.client.answer(ask["id"], {"q1": {"values": ["yes"]}})
    person = Client(home.locations.api_socket, door="cli", present=True)
    person.answer(ask["id"], {"q1": {"values": ["yes"]}})

    assert asked.result(5) == 0
    assert ask["context"] == "`rm -r old`"
    assert ask["human_only"]


def test_the_result_is_the_whole_outcome_as_json(
    home: Home, aside: ThreadPoolExecutor, capsys: Said
) -> None:
    asked = asking(home, aside, "Why?", "--json")
    home.client.answer(pending(home)["id"], {"q1": {"values": ["because"]}})

    assert asked.result(5) == 0
    assert json.loads(capsys.readouterr().out)["answers"][0]["values"] == ["because"]


def test_an_answer_is_taken_so_that_the_same_ask_is_a_new_one(
    home: Home, aside: ThreadPoolExecutor
) -> None:
    first = asking(home, aside, "Again?")
    home.client.answer(pending(home)["id"], {"q1": {"values": ["once"]}})
    assert first.result(5) == 0
    second = asking(home, aside, "Again?")

    home.client.answer(pending(home)["id"], {"q1": {"values": ["twice"]}})

    assert second.result(5) == 0
    assert len(home.client.asks(all_states=True)) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Nothing was asked"),
        (["x", "--questions", "[]"], "given twice"),
        (["--questions", "{}"], "--questions: expected a list"),
        (["x", "--type", "guess"], "type"),
        (["x", "--timeout", "1"], "timeout"),
    ],
)
def test_an_ask_that_makes_no_sense_is_refused(
    home: Home, words: list[str], said: str, capsys: Said
) -> None:
    assert run(["ask", *words], environ=home.environ) == 2
    assert said in capsys.readouterr().err
    assert home.client.asks() == []


def test_a_script_may_stand_in_a_directory_that_is_gone(
    home: Home, aside: ThreadPoolExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    asked = asking(home, aside, "Where am I?")
    ask = pending(home)
    home.client.answer(ask["id"], {"q1": {"values": ["nowhere"]}})

    assert asked.result(5) == 0
    assert ask["project"]["path"] is None
    assert run(["list"], environ=home.environ) == 0


class Interrupted:
    """A terminal on stderr whose person presses Ctrl-C as soon as the ask waits."""

    def __init__(self) -> None:
        self.said = ""

    def isatty(self) -> bool:
        return True

    def write(self, words: str) -> None:
        self.said += words
        if self.said.endswith("waits for an answer.\n"):
            raise KeyboardInterrupt


def test_an_interrupted_ask_stays_pending(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Interrupted()
    monkeypatch.setattr(sys, "stderr", terminal)

    assert run(["ask", "Still there?"], environ=home.environ) == 130

    (ask,) = home.client.asks()
    assert f"`askline wait {ask['short_id']}`" in terminal.said


def test_at_a_terminal_an_answer_moves_no_cursor(
    home: Home, aside: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, terminal = pty.openpty()
    with os.fdopen(terminal, "w") as screen, os.fdopen(ours, "rb") as seen:
        monkeypatch.setattr(sys, "stdout", screen)
        asked = asking(home, aside, "What?")
        home.client.answer(pending(home)["id"], {"q1": {"values": ["x\x9b2Jy"]}})
        assert asked.result(5) == 0
        assert seen.readline() == b"xy\r\n"
