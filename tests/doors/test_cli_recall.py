"""Recall and rules from the command line: one option takes the earlier answer, a person makes rules."""

from collections.abc import Generator
from io import StringIO

import pytest

from askline.doors.cli.main import run
from tests.doors.cli_service import Home, Json, a_home, an_api
from tests.doors.keyboards import Type, a_keyboard
from tests.doors.test_cli_plain import typed

Said = pytest.CaptureFixture[str]


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Generator[Type]:
    with a_keyboard(monkeypatch) as typing:
        yield typing


def asked(home: Home, conversation: str, question: str = "Which database?") -> Json:
    agent = {"name": "claude-code", "conversation": conversation}
    options = ["PostgreSQL", "SQLite"]
    return home.asked({"id": "db", "question": question, "options": options}, agent=agent)


def answered(home: Home, value: str = "SQLite") -> Json:
    ask = asked(home, "first")
    home.client.answer(ask["id"], {"db": {"values": [value], "note": "for now"}})
    return ask


def offered(home: Home, conversation: str = "second", **changes: str) -> Json:
    """Another ask, once the service offers the earlier answer to it."""
    ask = asked(home, conversation, **changes)
    for _ in range(1000):
        if home.client.read(ask["id"])["recalled"]:  # pragma: no branch - it comes soon
            return ask
    raise AssertionError(ask)  # pragma: no cover


def call(home: Home, *words: str, **environ: str) -> int:
    return run([*words], environ={**home.environ, **environ})


def test_show_says_what_was_answered_and_again_sends_it(capsys: Said) -> None:
    with a_home() as home, an_api(home):
        answered(home)
        ask = offered(home)

        assert call(home, "show", ask["short_id"]) == 0
        assert call(home, "answer", ask["short_id"], "--again") == 0

        outcome = home.client.read(ask["id"])["outcome"]
    said = capsys.readouterr().out
    assert "You answered this on 14 November 2026:\n  db: SQLite\n    note: for now" in said
    assert f"Use it again: askline answer {ask['short_id']} --again" in said
    assert (outcome["settledBy"]["kind"], outcome["settledBy"]["door"]) == ("human", "cli")
    assert outcome["answers"][0]["note"].startswith("for now\nRecalled from ask ")


def test_something_like_it_is_shown_with_the_question_of_then(capsys: Said) -> None:
    with a_home() as home, an_api(home):
        answered(home)
        ask = offered(home, question="What database do you want?")
        call(home, "show", ask["short_id"])

    said = capsys.readouterr().out
    assert "You answered something like this on" in said
    assert "  it was: Which database?" in said


@pytest.mark.parametrize("more", [["SQLite"], ["--other", "x"], ["--answers", "{}"]])
def test_again_stands_alone(more: list[str], capsys: Said) -> None:
    with a_home() as home, an_api(home):
        ask = asked(home, "first")

        assert call(home, "answer", ask["short_id"], *more, "--again") == 2
    assert "beside --again" in capsys.readouterr().err


def test_again_where_nothing_was_answered_is_refused(capsys: Said) -> None:
    with a_home() as home, an_api(home):
        ask = asked(home, "first")

        assert call(home, "answer", ask["short_id"], "--again") == 2
    assert "no such earlier answer" in capsys.readouterr().err


def test_the_plain_inbox_takes_it_with_one_letter(capsys: Said) -> None:
    with a_home() as home, an_api(home):
        answered(home)
        ask = offered(home)

        typed(home, "1", "r", "q")

        assert home.client.read(ask["id"])["state"] == "answered"
    assert "All clear." in capsys.readouterr().out


def test_a_rule_is_agreed_to_answers_and_is_revoked(keyboard: Type, capsys: Said) -> None:
    with a_home() as home, an_api(home):
        first = answered(home)
        keyboard("y\n")
        assert call(home, "memory", "rules", "add", first["short_id"], "--scope", "project") == 0
        by_rule = home.client.outcome(asked(home, "second")["id"], 10)
        (rule,) = home.client.rules()
        assert call(home, "memory", "rules") == 0
        assert call(home, "memory", "rules", "revoke", rule["short_id"]) == 0
        waiting = asked(home, "third")

        assert home.client.read(waiting["id"])["state"] == "pending"
    said = capsys.readouterr().out
    assert by_rule["settledBy"]["id"] == rule["id"]
    assert "It holds in this project, whatever else is offered beside it." in said
    assert f"{rule['short_id']}  standing, project in shop\n" in said
    assert "Which database? → SQLite" in said
    assert f"{rule['short_id']}  revoked, project in shop" in said


def test_who_does_not_agree_makes_no_rule(keyboard: Type, capsys: Said) -> None:
    with a_home() as home, an_api(home):
        pending = asked(home, "first")
        keyboard("n\n")

        assert call(home, "memory", "rules", "add", pending["short_id"]) == 3
        assert home.client.rules() == []
    assert "No rule was made." in capsys.readouterr().out


def test_rules_are_read_by_programs_too(keyboard: Type, capsys: Said) -> None:
    keyboard("")
    with a_home() as home, an_api(home):
        first = answered(home)
        words = ("add", first["id"], "--until", "2099-01-31", "--yes", "--json")
        assert call(home, "memory", "rules", *words) == 0
        assert call(home, "memory", "rules", "list", "--json") == 0
        assert call(home, "memory", "rules", "list") == 0
    said = capsys.readouterr().out
    assert said.count('"2099-01-31T23:59:59.999Z"') == 2
    assert "standing, options in shop, until 2099-01-31T23:59:59.999Z" in said


def test_nobody_makes_a_rule_for_a_person(capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    with a_home() as home, an_api(home):
        first = answered(home)

        assert call(home, "memory", "rules", "add", first["id"], "--yes") == 8
        assert call(home, "memory", "rules") == 0
    assert "You made no rules." in capsys.readouterr().out


def test_a_verb_without_an_id_is_refused(capsys: Said) -> None:
    with a_home() as home:
        assert call(home, "memory", "rules", "revoke") == 2
    assert "revoke of what?" in capsys.readouterr().err
