"""Recording a real session, and playing it to the same agent again."""

import json
from pathlib import Path
from typing import Any

import pytest

from askline.client.local import Client
from askline.core.errors import InvalidArguments, NotAllowed
from askline.testing import FakeHuman, House, Recorded, record
from askline.testing.__main__ import main

Json = dict[str, Any]

NOT_CI: dict[str, str] = {}


class OneByOne:
    """The same history in pages of one."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def history(self, **which: Any) -> Json:
        return self._client.history(**which, limit=1)


def agent(client: Client) -> list[Json]:
    asks = [
        client.ask(question="Which database?", options=["PostgreSQL", "SQLite"]),
        client.ask(
            questions=[
                {"question": "What name?"},
                {"question": "Anything else?", "required": False},
            ]
        ),
        client.ask(question="Deploy?"),
    ]
    return [client.outcome(ask["id"], wait=5) for ask in asks]


def human() -> FakeHuman:
    return (
        FakeHuman()
        .answers("database", "SQLite", note="One file.")
        .answers("name", "Ada")
        .skips("else")
        .rejects("Deploy?", reason="Not on a Friday.")
    )


def told(outcomes: list[Json]) -> list[Json]:
    return [{name: each[name] for name in ("state", "answers", "reason")} for each in outcomes]


def test_a_recorded_session_is_answered_in_the_same_way_again(tmp_path: Path) -> None:
    with House(human()) as house:
        first = agent(house.client())
        done = record(tmp_path / "r.json", OneByOne(house.client()), environ=NOT_CI)

    with House(FakeHuman.replaying(tmp_path / "r.json")) as house:
        second = agent(house.client())

    assert done == Recorded(3, 0)
    assert told(first) == told(second)


def test_what_is_sensitive_or_has_files_is_never_written(tmp_path: Path) -> None:
    with House(FakeHuman().answers("The password?", "hunter2").leaves("A picture?")) as house:
        client = house.client()
        secret = client.ask(question="The password?", sensitive=True)
        client.outcome(secret["id"], wait=5)
        picture = client.ask(question="A picture?")
        file = client.attach("a.txt", "text/plain", b"a")
        client.answer(picture["id"], {"q1": {"values": [], "attachments": [file]}})
        done = record(tmp_path / "r.json", client, environ=NOT_CI)

    assert done == Recorded(0, 2)
    assert json.loads((tmp_path / "r.json").read_text()) == {"askline_record": 1, "asks": []}


@pytest.mark.parametrize("ci", ["true", "1"])
def test_nothing_is_recorded_in_ci(tmp_path: Path, ci: str) -> None:
    with pytest.raises(NotAllowed, match="in CI"):
        record(tmp_path / "r.json", environ={"CI": ci})

    assert not (tmp_path / "r.json").exists()


def test_a_record_that_is_there_is_replaced_only_on_request(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("mine")
    with House() as house:
        with pytest.raises(InvalidArguments, match="is there already"):
            record(tmp_path / "r.json", house.client(), environ=NOT_CI)
        record(tmp_path / "r.json", house.client(), replace=True, environ={"CI": "false"})

    assert (tmp_path / "r.json").read_text() != "mine"


def test_the_command_records_the_users_own_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    with House(human()) as house:
        monkeypatch.setenv("ASKLINE_HOME", house.env["ASKLINE_HOME"])
        agent(house.client())
        house.human.answers("The password?", "hunter2")
        secret = house.client().ask(question="The password?", sensitive=True)
        house.client().outcome(secret["id"], wait=5)

        done = main(["record", str(tmp_path / "r.json")])
        first = capsys.readouterr().out
        main(["record", str(tmp_path / "other.json"), "--search", "Deploy"])
        again = main(["record", str(tmp_path / "r.json")])

    said = capsys.readouterr()
    assert (done, again) == (0, 2)
    assert first.startswith("3 asks in ")
    assert "1 left out" in first
    assert said.out.startswith("1 asks in ")
    assert "left out" not in said.out
    assert said.err.startswith("askline: invalid_arguments: ")
