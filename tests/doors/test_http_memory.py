"""Memory over HTTP and on the command line."""

import json
import os
from pathlib import Path

import pytest

from askline.core.people import Project
from askline.doors.cli.main import run
from tests.builders import ADA, given
from tests.doors.cli_service import Home, a_home, an_api
from tests.doors.http_house import House
from tests.unit.memory import parsed

HERE = Project(name="shop", path="/home/ada/shop")


async def test_a_project_is_summed_up_for_people_too() -> None:
    house = House()
    ask = await house.asked(project=HERE)
    await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    whole = await house.get("/memory/summary", project=HERE.path)
    none = await house.get("/memory/summary", project=HERE.path, search="nowhere", limit=3)

    assert whole["count"] == 1
    assert parsed(whole["summary"])["entries"][0]["answer"] == "SQLite"
    assert none["count"] == 0


@pytest.mark.parametrize(
    "query", [{}, {"project": "shop"}, {"project": "/shop", "since": "soon"}, {"where": "/shop"}]
)
async def test_a_query_that_says_nothing_clear_is_refused(query: dict[str, str]) -> None:
    reply = await House().http.get("/memory/summary", params=query)

    assert reply.status_code == 422
    assert reply.json()["code"] == "invalid_arguments"


def answered(home: Home, project: Path) -> None:
    ask = home.asked(project={"name": project.name, "path": str(project)})
    home.client.answer(ask["id"], {"db": {"values": ["SQLite"]}})


def test_the_command_line_shows_the_summary_of_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    here = Path(os.getcwd())  # noqa: PTH109 - as the command finds it
    with a_home() as home, an_api(home):
        answered(home, here)
        assert run(["memory", "summary"], environ=home.environ) == 0
        words = capsys.readouterr().out
        assert run(["memory", "summary", "--json", "--project", "."], environ=home.environ) == 0
        facts = json.loads(capsys.readouterr().out)
        elsewhere = ["memory", "summary", "--project", "/", "--limit", "1", "--json"]
        assert run(elsewhere, environ=home.environ) == 0
        nothing = json.loads(capsys.readouterr().out)

    assert parsed(words)["entries"][0]["answer"] == "SQLite"
    assert facts["count"] == 1
    assert nothing["count"] == 0
