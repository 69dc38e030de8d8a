"""Standing approvals on the command line: offered, made, listed and revoked by a person."""

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from askline.doors.cli import approvals, showing
from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home, a_pulse
from tests.doors.http_house import House
from tests.doors.keyboards import a_keyboard
from tests.doors.served import Served
from tests.doors.test_cli_tools import Said, declare
from tests.unit.declarations import a_source

ASK = {"name": "one", "approval": "ask"}
RISK = {"name": "risk", "approval": {"default": "ask", "dangerous": True}}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Home]:
    """A person at a terminal, in a trusted project of a service."""
    declare(tmp_path, "demo.json", a_source(ASK, RISK).text)
    monkeypatch.chdir(tmp_path)
    with a_home() as made, a_pulse(made), a_keyboard(monkeypatch):
        assert run(["tools", "trust", "--yes"], environ=made.environ) == 0
        with Served(House(home=made.locations), made.locations.api_socket):
            yield made


def asking(home: Home, project: Path, tool: str = "demo_one") -> str:
    begun = home.client.begin_operation(tool, {}, project={"path": str(project)})
    return begun["approval"]


def call(home: Home, *words: str) -> int:
    return run([*words], environ=home.environ)


def test_an_approval_is_given_for_what_is_like_it_and_taken_back(
    home: Home, tmp_path: Path, capsys: Said
) -> None:
    ask = asking(home, tmp_path)
    assert call(home, "show", ask) == 0
    assert "exact  demo one (0 earlier would have matched)" in capsys.readouterr().out

    assert call(home, "answer", ask, "yes", "--standing", "project", "--until", "8h") == 0
    assert asking(home, tmp_path) is None
    capsys.readouterr()
    assert call(home, "tools", "approvals") == 0
    assert "  demo_one: demo one\n        in the project (" in capsys.readouterr().out
    assert call(home, "tools", "approvals", "--all", "--json") == 0
    [standing] = json.loads(capsys.readouterr().out)
    assert standing["until"] is not None

    assert call(home, "tools", "approvals", "--revoke", standing["id"]) == 0
    assert call(home, "tools", "approvals") == 0
    assert capsys.readouterr().out.endswith(f"{approvals.NOTHING}\n")
    assert asking(home, tmp_path) is not None


def test_what_stands_in_a_conversation_says_so(home: Home, tmp_path: Path, capsys: Said) -> None:
    words = ("yes", "--standing", "conversation", "--pattern", "exact")

    assert call(home, "answer", asking(home, tmp_path), *words) == 0
    capsys.readouterr()
    assert call(home, "tools", "approvals") == 0
    assert f"in one conversation ({tmp_path}), until revoked" in capsys.readouterr().out


def test_a_time_alone_lets_nothing_stand(home: Home, tmp_path: Path, capsys: Said) -> None:
    assert call(home, "answer", asking(home, tmp_path), "yes", "--until", "8h") == 2
    assert "go with --standing" in capsys.readouterr().err


def test_an_approval_that_is_no_operations_offers_nothing_to_stand(
    home: Home, tmp_path: Path, capsys: Said
) -> None:
    ask = asking(home, tmp_path)
    shape = home.client.read(ask)
    home.client.cancel_operation(home.client.operations()["operations"][0]["operation_id"])
    here = approvals.Here(home.environ)

    assert [*approvals.offered(shape, here)] == []
    assert showing.exactly_as("a\x1b[2J") == "'a\\x1b[2J'"
    capsys.readouterr()


def test_what_is_dangerous_is_not_offered_to_stand(
    home: Home, tmp_path: Path, capsys: Said
) -> None:
    assert call(home, "show", asking(home, tmp_path, "demo_risk")) == 0

    assert "It may stand" not in capsys.readouterr().out
