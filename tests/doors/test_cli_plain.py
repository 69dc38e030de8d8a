"""The inbox without a screen: plain prompts, plain lines."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest

from askline.commands.operation import Status
from askline.doors.cli import main, person, plain
from askline.doors.cli.here import Here
from tests.builders import NOON, SHOP
from tests.doors.cli_service import Home, a_home, an_api
from tests.doors.tui_house import to_run


def typed(home: Home, *words: str) -> int:
    """Type these, then end the input."""
    left: Iterator[str] = iter(words)

    def read(prompt: str) -> str:
        del prompt
        word = next(left, None)
        if word is None:
            raise EOFError
        return word

    return plain.inbox(Here(home.environ, door="tui"), read)


def test_an_ask_is_read_answered_and_gone(capsys: pytest.CaptureFixture[str]) -> None:
    with a_home() as home, an_api(home):
        ask = home.asked(title="Storage")

        assert typed(home, "1", "a", "2", "y", "q") == 0

        outcome = home.client.read(ask["id"])["outcome"]
    said = capsys.readouterr().out
    assert "1 ask waits.\n1. Storage" in said
    assert "All clear. No agent is waiting for you." in said
    assert outcome["answers"][0]["values"] == ["SQLite"]
    assert outcome["settledBy"]["door"] == "tui"


def test_an_ask_is_rejected_or_asked_back(capsys: pytest.CaptureFixture[str]) -> None:
    with a_home() as home, an_api(home):
        first = home.asked(title="One")
        second = home.asked({"id": "go", "question": "Go?", "type": "confirm"}, title="Two")

        typed(home, "1", "x", "No.", "yes", "1", "b", "Why?", "y", "h")

        assert home.client.read(first["id"])["outcome"]["reason"] == "No."
        assert home.client.read(second["id"])["outcome"]["askBack"] == "Why?"
    assert "2 asks wait." in capsys.readouterr().out


def test_nothing_is_sent_without_a_yes(capsys: pytest.CaptureFixture[str]) -> None:
    with a_home() as home, an_api(home):
        ask = home.asked(title="One")

        typed(
            home, "", "1", "a", "1", "n", "1", "x", "", "", "1", "b", "", "1", "b", "?", "", "1", ""
        )

        assert home.client.read(ask["id"])["state"] == "pending"
    assert "Nothing was sent." in capsys.readouterr().out


def anybody(*_: object) -> bool:
    return True


def test_what_is_dangerous_is_run_only_for_who_types_its_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person, "present", anybody)
    with a_home() as home, an_api(home):
        begun = home.client.begin_operation("demo_risk", {}, project={"path": SHOP.path})

        typed(home, "1", "a", "yes", "y", "yes", "1", "a", "no", "n")
        assert home.client.read(begun["approval"])["state"] == "pending"
        typed(home, "1", "a", "yes", "y", "demo")

        outcome = home.client.read(begun["approval"])["outcome"]
    said = capsys.readouterr().out
    assert "!! DANGEROUS" in said
    assert "Nothing was sent." in said
    assert outcome["answers"][0]["values"] == ["yes"]


def test_a_yes_stands_where_its_number_says_and_once_without_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person, "present", anybody)
    with a_home() as home, an_api(home, approvals=[to_run("make")]):
        begin, shop = home.client.begin_operation, {"path": SHOP.path}
        typed(home, "1", "a", "yes", "y")
        begin("demo_ask", {}, project=shop)
        typed(home, "1", "a", "yes", "", "y")
        assert home.client.approvals()["approvals"] == []
        begin("demo_ask", {}, project=shop)
        typed(home, "1", "a", "yes", "9", "2", "4", "y")
        [made] = home.client.approvals()["approvals"]
    said = capsys.readouterr().out
    assert "1. Once: only this\n2. In this" in said
    assert "1 earlier would have matched\n     demo ask" in said
    assert "A number from 1 to" in said
    assert (made["pattern"], made["until"]) == ("exact", None)


def test_operations_are_listed_looked_at_and_cancelled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with a_home() as home, an_api(home) as served:
        typed(home, "o")
        put, before = served.bench.put, NOON - timedelta(hours=1)
        served.inside(lambda: put("evil\x1b[2J\n", status=Status.WORKING, created_at=before))
        served.inside(lambda: put("old\n", status=Status.COMPLETED, exit_code=0))
        begun = home.client.begin_operation("demo_go", {}, project={"path": SHOP.path})

        typed(home, "o", "")
        typed(
            home, "o", "9", "o", "3", "o", "2", "x", "", "y", "o", "1", "", "o", "1", "x", "", "n"
        )
        typed(home, "o", "1", "x", "enough", "y")

        assert home.client.operation(begun["operation_id"])["status"] == "cancelled"
    said = capsys.readouterr()
    assert "Nothing runs." in said.out
    assert "There is no operation '9'." in said.out
    assert "Nothing was cancelled." in said.out
    assert "cancelled: Cancelled by me: enough" in said.out
    assert "is run by another process" in said.err
    assert "\x1b" not in said.out


def test_what_is_wrong_is_said_and_the_inbox_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    with a_home() as home, an_api(home):
        ask = home.asked(title="One")
        home.client.answer(ask["id"], {"db": {"values": ["SQLite"]}})
        home.asked({"id": "go", "question": "Go?", "type": "confirm"}, title="Two")

        typed(home, "7", "x\x1b[2J", "1", "a")

    said = capsys.readouterr()
    assert "There is no ask '7'." in said.out
    assert "\x1b" not in said.out
    assert "The input ended before the last question." in said.err


def test_it_is_opened_by_its_flag(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    with a_home() as home, an_api(home):
        assert main.run(["--plain"], environ=home.environ) == 0
    assert "All clear." in capsys.readouterr().out
