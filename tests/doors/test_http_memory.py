"""Memory over HTTP and on the command line."""

import json
import os
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient

from askline.core.people import Project
from askline.doors.cli.main import run
from askline.doors.cli.remembering import rebuilt, shown
from askline.doors.http.app import build_app
from tests.builders import ADA, given
from tests.doors.cli_service import Home, a_home, an_api
from tests.doors.http_house import House
from tests.unit.memory import House as Remembered
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


async def test_entries_and_exports_tell_every_field() -> None:
    house = House()
    ask = await house.asked(project=HERE)
    await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    found = await house.get("/memory/entries", project=HERE.path, search="sqlite")
    log = await house.get("/memory/export", project=HERE.path)
    record = await house.get("/memory/export", project=HERE.path, format="adr", limit=1)

    assert found["total"] == 1
    [entry] = found["entries"]
    assert (entry["answer"], entry["who"], entry["source"]) == ("SQLite", "me", "store")
    assert entry["rejected"] == ["PostgreSQL"]
    assert log["text"].startswith("# Decisions in shop\n")
    assert (log["count"], log["total"]) == (1, 1)
    assert record["text"].startswith("# 1. Storage\n")


async def test_a_format_that_nobody_knows_is_refused() -> None:
    query = {"project": HERE.path or "", "format": "pdf"}
    reply = await House().http.get("/memory/export", params=query)

    assert (reply.status_code, reply.json()["errors"][0]["field"]) == (422, "format")


async def test_a_journal_is_made_again_over_http(tmp_path: Path) -> None:
    remembering = Remembered(tmp_path, "on")
    await remembering.answered("Which?", "SQLite")
    app = build_app(
        remembering.desk,
        bell=remembering.bell,
        who=lambda _: ADA,
        facts=dict,
        memory=remembering.memory,
    )
    async with AsyncClient(transport=ASGITransport(app), base_url="http://askline") as http:
        done = await http.post("/api/v1/memory/rebuild", json={"project": str(tmp_path)})
        wrong = await http.post("/api/v1/memory/rebuild", json={"project": 7})

    assert done.json() == {"written": 1, "stood": 0, "mode": "on"}
    assert len(remembering.written()) == 1
    assert wrong.status_code == 422


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


def test_the_command_line_finds_exports_and_rebuilds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def said(*words: str) -> str:
        assert run(["memory", *words], environ=home.environ) == 0
        return capsys.readouterr().out

    with a_home() as home, an_api(home):
        project = {"name": tmp_path.name, "path": os.getcwd(), "branch": "main"}  # noqa: PTH109 - as the command finds it
        for number, label in enumerate(("SQLite", "PostgreSQL")):
            ask = home.asked(project=project, key=f"k{number}")
            home.client.answer(ask["id"], {"db": {"values": [label], "note": "for\nnow"}})
        found, nothing = said("search", "which", "database?"), said("search", "nowhere")
        newest = said("search", "database", "--limit", "1")
        facts = json.loads(said("search", "database", "--json"))
        drafts = said("export", "--format", "adr", "--search", "database")
        words, counts = said("rebuild"), json.loads(said("rebuild", "--json"))

    assert "  Which database?\n            SQLite\n            note: for now\n" in found
    assert "            (by me, branch main)\n" in found
    assert newest.endswith("1 more, older.\n")
    assert nothing == "Nothing like it was answered here.\n"
    assert facts["total"] == 2
    assert drafts.startswith("# 1. Which database?\n")
    assert words.startswith("0 written, 0 were there.\nmemory.journal is auto here")
    assert counts == {"written": 0, "stood": 0, "mode": "auto"}


def test_a_rebuild_that_did_something_says_only_how_much() -> None:
    assert [*rebuilt({"written": 2, "stood": 1, "mode": "on"})] == ["2 written, 1 were there."]


def test_a_found_entry_says_whether_it_is_a_files_word_or_overruled() -> None:
    entry = {
        "timestamp": "2026-11-14T12:00:00.000Z",
        "question": "Which\x1b[31m?",
        "answer": "a\nb",
    }
    more = {"note": None, "branch": None, "overruled": "2026-11-15T12:00:00.000Z"}

    assert [*shown({**entry, **more, "source": "file", "by": None, "who": "me"})] == [
        "2026-11-14  Which?",
        "            a",
        "            b",
        "            (source: file)",
        "            overruled: answered otherwise on 2026-11-15",
    ]
