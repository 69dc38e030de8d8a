"""Claiming, passing on and snoozing on the command line, and what a list says of it."""

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from starlette.routing import BaseRoute

from askline.asks.model import Ask
from askline.core.clock import SystemClock
from askline.core.ids import AskId
from askline.doors.cli import person
from askline.doors.cli.main import run
from tests.builders import AGENT, a_new_ask, an_approval
from tests.doors.cli_service import Home, Served, a_home, an_api
from tests.doors.test_cli_plain import typed
from tests.several import ANA, ToSeveral, at_a_hub, by_two

Said = pytest.CaptureFixture[str]


@contextmanager
def a_team(
    addressing: ToSeveral | None = None, also: Sequence[BaseRoute] = ()
) -> Generator[tuple[Home, Served]]:
    several = addressing or ToSeveral()
    with (
        a_home() as home,
        an_api(home, SystemClock(), addressing=several, also=also) as served,
    ):
        yield home, served


def call(home: Home, *words: str) -> int:
    return run([*words], environ=home.environ)


def id_of(ask: dict[str, Any]) -> AskId:
    return AskId(UUID(ask["id"]))


def to_approve(served: Served) -> Ask:
    new = a_new_ask(matter=an_approval())
    return served.awaited(partial(served.desk.asking.ask, AGENT, new))


@pytest.fixture
def present(monkeypatch: pytest.MonkeyPatch) -> None:
    def anybody(environ: object, stdin: object) -> bool:
        del environ, stdin
        return True

    monkeypatch.setattr(person, "present", anybody)


def test_an_ask_is_claimed_released_and_passed_on(capsys: Said) -> None:
    with a_team() as (home, _):
        ask = home.asked()["short_id"]

        assert call(home, "claim", ask) == 0
        assert call(home, "list") == 0
        assert call(home, "release", ask) == 0
        assert call(home, "pass", ask, "ana") == 0
        passed = home.client.read(ask)

    said = capsys.readouterr().out
    assert "You have it: it does not go on to others meanwhile.\n" in said
    assert ", you have it\n" in said
    assert "Let go, goes to Ben at " in said
    assert said.endswith("Passed on to ana.\n")
    assert passed["routing"]["recipients"] == ["ana"]


def test_the_list_says_who_has_it_and_where_it_goes_next(capsys: Said) -> None:
    with a_team() as (home, served):
        first, second = home.asked(title="One"), home.asked(title="Two")
        served.awaited(partial(served.desk.dealing.claim, ANA, id_of(first)))

        call(home, "list")

    said = capsys.readouterr().out
    assert "One\n        claude-code in shop, asked 0 s ago, Ana has it\n" in said
    assert second["short_id"] in said
    assert "asked 0 s ago, goes to Ben at " in said


def test_an_ask_is_shown_with_all_of_its_way(capsys: Said) -> None:
    with a_team() as (home, served):
        ask = home.asked()
        call(home, "snooze", ask["id"], "2h")
        capsys.readouterr()
        call(home, "show", ask["id"])
        before = capsys.readouterr().out
        served.awaited(partial(served.desk.dealing.claim, ANA, id_of(ask)))
        call(home, "show", ask["id"])

    after = capsys.readouterr().out
    assert "Put to: you, team ops, by the rule shop\nGoes on: to Ben at " in before
    assert ", if nobody takes it\nSnoozed: until " in before
    assert "In hand: Ana, since " in after
    assert "Goes on" not in after


@pytest.mark.usefixtures("present")
def test_one_of_two_who_approve_is_told_that_another_must(capsys: Said) -> None:
    with a_team(by_two()) as (home, served):
        ask = to_approve(served)

        assert call(home, "answer", str(ask.id), "yes") == 0
        call(home, "list")
        call(home, "show", str(ask.id))
        assert call(home, "answer", str(ask.id), "yes", "--json") == 0

    said = capsys.readouterr().out
    assert said.startswith("You agreed. 1 more person must.\n")
    assert ", 1 of 2 approved\n" in said
    assert "Approved: 1 of 2\n  by me at " in said
    assert json.loads(said.splitlines()[-1])["state"] == "pending"


@pytest.mark.parametrize("until", ["30m", "2h", "14:00", "2099-01-31T14:00"])
def test_an_ask_is_snoozed_for_a_while_or_until_a_time(until: str, capsys: Said) -> None:
    with a_home() as home, an_api(home, SystemClock()):
        ask = home.asked()

        assert call(home, "snooze", ask["id"], until) == 0
        call(home, "list")
        listed = capsys.readouterr().out
        assert call(home, "snooze", ask["id"], "--end") == 0
        call(home, "list")
        ended = capsys.readouterr().out

    assert listed.startswith("Snoozed until ")
    assert ", snoozed until " in listed
    assert ended.startswith("No longer snoozed.\n")
    assert "snoozed until" not in ended


@pytest.mark.parametrize("words", [(), ("2h", "--end"), ("soon",), ("9" * 30,), ("0001-01-01",)])
def test_a_snooze_that_says_no_time_is_refused(words: tuple[str, ...], capsys: Said) -> None:
    with a_home() as home, an_api(home):
        ask = home.asked()

        assert call(home, "snooze", ask["id"], *words) == 2
        assert home.client.read(ask["id"])["snoozes"] == []

    assert "usage: askline snooze" in capsys.readouterr().err


def test_json_is_the_ask_as_it_stands(capsys: Said) -> None:
    with a_team() as (home, _):
        ask = home.asked()

        call(home, "claim", ask["id"], "--json")
        claimed = json.loads(capsys.readouterr().out)

        assert claimed == home.client.read(ask["id"])
    assert claimed["routing"]["claim"]["who"] == "me"


def test_what_is_refused_has_the_same_codes_as_ever(capsys: Said) -> None:
    with a_team() as (home, _):
        ask = home.asked()

        assert call(home, "pass", ask["id"], "nobody") == 9
        assert call(home, "claim", "zzzzzz") == 9
        call(home, "reject", ask["id"])
        assert call(home, "claim", ask["id"]) == 7
    with a_home() as home, an_api(home):
        assert call(home, "claim", home.asked()["id"]) == 2

    assert "There is nobody called nobody." in capsys.readouterr().err


def test_at_a_hub_the_viewer_and_the_names_are_known(capsys: Said) -> None:
    with a_team(also=at_a_hub("ana", id="ana")) as (home, served):
        ask = home.asked()
        served.awaited(partial(served.desk.dealing.pass_on, ANA, id_of(ask), "team:ops"))
        served.awaited(partial(served.desk.dealing.claim, ANA, id_of(ask)))
        call(home, "show", ask["id"])

    assert "Put to: ops, by the rule shop\nIn hand: you, since " in capsys.readouterr().out


def test_without_a_screen_an_ask_is_claimed_let_go_and_passed_on(capsys: Said) -> None:
    with a_team() as (home, _):
        home.asked(title="Storage")

        typed(home, "1", "c", "1", "c", "1", "l", "1", "p", "", "1", "p", "ana")
        recipients = home.client.inbox()[0]["routing"]["recipients"]

    said = capsys.readouterr().out
    assert recipients == ["ana"]
    assert said.count("You have it") == 1
    assert "Let go, goes to Ben" in said
    assert "Nothing was sent.\n" in said
    assert "Passed on to ana.\n" in said


def test_without_a_screen_an_ask_is_snoozed_and_woken(capsys: Said) -> None:
    with a_home() as home, an_api(home, SystemClock()):
        home.asked(title="Storage")

        typed(home, "1", "z", "soon", "1", "z", "30m", "1", "p", "1", "z", "")

    said = capsys.readouterr().out
    assert "'soon' is no time and nothing like 2h. Nothing was changed.\n" in said
    assert "Snoozed until " in said
    assert "No longer snoozed.\n" in said
    assert "Passed on" not in said


@pytest.mark.usefixtures("present")
def test_without_a_screen_who_agrees_is_told_that_another_must(capsys: Said) -> None:
    with a_team(by_two()) as (home, served):
        to_approve(served)

        typed(home, "1", "a", "y", "y")

    assert "You agreed. 1 more person must.\n" in capsys.readouterr().out
