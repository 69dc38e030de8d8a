"""Looking at asks and settling them on the command line."""

import json
from collections.abc import Generator
from threading import Thread
from typing import Any

import pytest

from askline.doors.cli import looking
from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home, an_api

Said = pytest.CaptureFixture[str]

NAME = {"id": "name", "question": "What shall it be called?"}
PARTS = {"id": "parts", "question": "Which parts?", "type": "multi-select", "options": ["A", "B c"]}
SURE = {"id": "sure", "question": "Go on?", "type": "confirm"}


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as place, an_api(place):
        yield place


def call(home: Home, *words: str) -> int:
    return run([*words], environ=home.environ)


def outcome(home: Home, ask: dict[str, Any]) -> dict[str, Any]:
    return home.client.outcome(ask["id"])


def values(home: Home, ask: dict[str, Any]) -> list[str]:
    return outcome(home, ask)["answers"][0]["values"]


def test_an_empty_inbox_says_so(home: Home, capsys: Said) -> None:
    assert call(home, "list") == 0
    assert call(home, "list", "--all") == 0
    assert capsys.readouterr().out == "Nothing waits for an answer.\nNothing was asked yet.\n"


def test_the_list_shows_pending_asks_and_with_all_every_ask(home: Home, capsys: Said) -> None:
    first = home.asked(title="First")
    home.asked(NAME, SURE, title="Second", human_only=True, timeout=60_000)
    call(home, "reject", first["id"])
    capsys.readouterr()

    call(home, "list")
    pending = capsys.readouterr().out
    call(home, "list", "--all", "--limit", "1", "--json")
    newest = json.loads(capsys.readouterr().out)
    call(home, "list", "--all", "--project", "shop")
    everything = capsys.readouterr().out

    assert "Second" in pending
    assert "2 questions" in pending
    assert "only a person may settle it" in pending
    assert "First" not in pending
    assert [ask["title"] for ask in newest] == ["Second"]
    assert "First" in everything
    assert "rejected" in everything
    assert call(home, "list", "--project", "elsewhere") == 0
    assert capsys.readouterr().out == "Nothing waits for an answer.\n"


def test_an_ask_is_shown_in_words_and_as_json(home: Home, capsys: Said) -> None:
    ask = home.asked()

    assert call(home, "show", ask["short_id"]) == 0
    assert "#2 SQLite" in capsys.readouterr().out
    assert call(home, "show", ask["id"], "--json") == 0
    assert json.loads(capsys.readouterr().out) == ask


@pytest.mark.parametrize(
    ("question", "words", "kept"),
    [
        (NAME, ["User", "Card"], ["User Card"]),
        (NAME, ["--", "-x"], ["-x"]),
        (NAME, ["-5"], ["-5"]),
        (SURE, ["Y"], ["yes"]),
        (PARTS, ["#1", "b C"], ["A", "B c"]),
        ({**PARTS, "type": "select"}, ["B", "c"], ["B c"]),
        ({**PARTS, "type": "select"}, ["#2"], ["B c"]),
    ],
)
def test_a_question_is_answered_with_plain_words(
    home: Home, question: dict[str, Any], words: list[str], kept: list[str], capsys: Said
) -> None:
    ask = home.asked(question)

    assert call(home, "answer", ask["short_id"], *words) == 0
    assert values(home, ask) == kept
    assert outcome(home, ask)["settledBy"]["door"] == "cli"
    assert "Answered by me on the command line" in capsys.readouterr().out


def test_options_may_stand_between_the_words(home: Home, capsys: Said) -> None:
    ask = home.asked(PARTS)

    assert call(home, "answer", "--json", ask["id"], "A", "--note", "why not", "B c") == 0

    (given,) = json.loads(capsys.readouterr().out)["answers"]
    assert (given["values"], given["note"]) == (["A", "B c"], "why not")


def test_own_words_are_sent_only_on_request(home: Home, capsys: Said) -> None:
    ask = home.asked()

    assert call(home, "answer", ask["id"], "Postgres") == 2
    said = capsys.readouterr().err
    assert call(home, "answer", ask["id"], "--other", "Oracle") == 0

    assert "Did you mean 'PostgreSQL'? Your own words go with --other." in said
    assert outcome(home, ask)["answers"][0]["customText"] == "Oracle"


def test_several_questions_are_answered_with_json(home: Home, capsys: Said) -> None:
    ask = home.asked(NAME, SURE)
    answers = {"name": {"values": ["x"]}, "sure": {"values": ["no"]}}

    assert call(home, "answer", ask["id"], "x") == 2
    assert "2 questions: name, sure" in capsys.readouterr().err
    assert call(home, "answer", ask["id"], "--answers", json.dumps(answers)) == 0
    assert [each["values"] for each in outcome(home, ask)["answers"]] == [["x"], ["no"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--answers", '{"name": {"values": ["x"]}}'], "sure"),
        (["--answers", '{"colour": {"values": ["x"]}}'], "colour"),
        (["--answers", "{"], "--answers: expected JSON"),
        (["--answers", "[]"], "--answers: expected an object"),
        (["x", "--answers", "{}"], "given twice"),
        ([], "No answer was given"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_and_named(
    home: Home, words: list[str], said: str, capsys: Said
) -> None:
    ask = home.asked(NAME, SURE)

    assert call(home, "answer", ask["id"], *words) == 2
    assert said in capsys.readouterr().err
    assert outcome(home, ask)["state"] == "pending"


def test_who_comes_second_is_told_who_was_first(home: Home, capsys: Said) -> None:
    ask = home.asked()
    call(home, "answer", ask["id"], "SQLite")

    assert call(home, "answer", ask["id"], "PostgreSQL") == 7
    said = capsys.readouterr().err
    assert "already_settled" in said
    assert "already answered by me" in said
    assert "db: SQLite" in said


def test_rejecting_asking_back_and_cancelling_carry_their_words(home: Home) -> None:
    rejected, back, cancelled = home.asked(NAME), home.asked(SURE), home.asked(PARTS)

    assert call(home, "reject", rejected["id"], "--reason", "asked already") == 0
    assert call(home, "ask-back", back["id"], "Which", "one?") == 0
    assert call(home, "cancel", cancelled["id"], "--reason", "no need") == 0

    assert outcome(home, rejected)["reason"] == "asked already"
    assert outcome(home, back)["askBack"] == "Which one?"
    assert (outcome(home, cancelled)["state"], outcome(home, cancelled)["reason"]) == (
        "cancelled",
        "no need",
    )


def test_a_correction_stands_beside_the_answer(home: Home, capsys: Said) -> None:
    ask = home.asked()
    call(home, "answer", ask["id"], "SQLite")

    assert call(home, "correct", ask["id"], "#1", "--reason", "slipped") == 0
    assert "Correction, added by me" in capsys.readouterr().out
    assert values(home, ask) == ["SQLite"]
    assert outcome(home, ask)["amendments"][0]["reason"] == "slipped"


@pytest.mark.parametrize(("asked", "code"), [("zzzzzz", 9), ("no id", 2)])
def test_an_ask_that_is_not_there_is_named(home: Home, asked: str, code: int, capsys: Said) -> None:
    assert call(home, "show", asked) == code
    assert asked in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["answer", "yes"], 0, "sure: yes"),
        (["reject", "--reason", "why"], 3, "reason: why"),
        (["cancel"], 5, "Cancelled by me"),
        (["ask-back", "what?"], 6, "asks back: what?"),
    ],
)
def test_a_wait_ends_as_the_ask_ends(
    home: Home, words: list[str], code: int, told: str, capsys: Said
) -> None:
    ask = home.asked(SURE)
    verb, *more = words
    settling = Thread(target=call, args=(home, verb, ask["id"], *more))
    settling.start()

    assert call(home, "wait", ask["short_id"]) == code
    settling.join(5)
    assert f"Ask {ask['short_id']}:" in capsys.readouterr().out
    call(home, "wait", ask["id"])
    assert told in capsys.readouterr().out


def test_a_long_wait_is_made_of_short_ones(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "ROUND_S", 0.001)
    ask = home.asked(SURE)
    settling = Thread(target=call, args=(home, "wait", ask["id"]))
    settling.start()

    assert call(home, "wait", ask["id"], "--timeout", "0.1") == 4
    call(home, "cancel", ask["id"])
    settling.join(5)
    assert not settling.is_alive()


def test_of_several_waits_the_first_that_is_no_answer_counts(home: Home, capsys: Said) -> None:
    asks = [home.asked(question)["id"] for question in (NAME, SURE, PARTS)]
    call(home, "answer", asks[0], "x")
    call(home, "reject", asks[1])
    call(home, "cancel", asks[2])
    capsys.readouterr()

    assert call(home, "wait", *asks, "--json") == 3
    states = [result["state"] for result in json.loads(capsys.readouterr().out)]
    assert states == ["answered", "rejected", "cancelled"]


def test_a_wait_that_takes_too_long_leaves_the_ask_pending(home: Home, capsys: Said) -> None:
    ask = home.asked()

    assert call(home, "wait", ask["id"], "--timeout", "0.01s") == 4
    assert "Nobody has answered yet." in capsys.readouterr().out
    assert call(home, "wait", ask["id"], "--timeout", "0", "--json") == 4
    assert json.loads(capsys.readouterr().out)["state"] == "pending"
    assert call(home, "wait", ask["id"], "--timeout", "long") == 2
