"""The past on the command line: history, export, audit, prune, stats, import."""

import csv
import io
import json
import os
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from askline.doors.cli import export_formats, history, importing
from askline.doors.cli.main import run
from askline.doors.http import housekeeping
from tests.builders import StoppedClock
from tests.doors.cli_service import Home, a_home, an_api
from tests.unit.memory import parsed

Said = pytest.CaptureFixture[str]

SAMPLES = Path(__file__).parents[1] / "samples"
HOSTILE = '=1+1 "quoted", yes: no\n- *x* 😀'


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as place, an_api(place, StoppedClock(datetime(2026, 12, 1, 12, tzinfo=UTC))):
        yield place


DATABASE = {"id": "db", "question": "Which database?", "options": ["PostgreSQL", "SQLite"]}


def call(home: Home, *words: str, **environ: str) -> int:
    return run([*words], environ={**home.environ, **environ})


def over(home: Home, value: str = "SQLite", **more: Any) -> dict[str, Any]:
    ask = home.asked(**{"key": os.urandom(8).hex(), **more})
    home.client.answer(ask["id"], {"db": {"values": [], "customText": value}})
    home.client.delivered(ask["id"])
    return ask


def test_history_shows_what_fits_with_what_was_said(home: Home, capsys: Said) -> None:
    assert call(home, "history") == 0
    over(home, title="First")
    rejected = home.asked(title="Second", agent={"name": "codex"})
    home.client.reject(rejected["id"], reason="not now")

    call(home, "history", "--agent", "codex", "--since", "2026-11-30")
    narrow = capsys.readouterr().out
    call(home, "history", "--search", "sqlite", "--json")
    one = json.loads(capsys.readouterr().out)
    call(home, "history", "--state", "cancelled")
    nothing = capsys.readouterr().out
    home.asked(title="Waits")
    call(home, "history", "--state", "pending")

    assert narrow.startswith("Nothing was asked yet.\n")
    assert "Second" in narrow
    assert "not now" in narrow
    assert "First" not in narrow
    assert [ask["title"] for ask in one if ask["outcome"]["answered"]] == ["First"]
    assert nothing == "Nothing fits.\n"
    assert "Waits" in capsys.readouterr().out


def test_a_long_history_is_read_page_by_page(
    home: Home, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE", 2)
    for number in range(5):
        over(home, title=f"Ask {number}")

    call(home, "history", "--limit", "3", "--json")
    some = json.loads(capsys.readouterr().out)
    call(home, "export")
    everything = json.loads(capsys.readouterr().out)

    assert [ask["title"] for ask in some] == ["Ask 4", "Ask 3", "Ask 2"]
    assert len(everything) == 5


@pytest.mark.parametrize("format_", ["json", "yaml", "csv", "markdown"])
def test_every_format_keeps_hostile_words_and_leaves_sensitive_ones_out(
    home: Home, capsys: Said, format_: str
) -> None:
    over(home, HOSTILE, title="Open")
    over(home, "a secret", title="Closed", sensitive=True)
    home.asked(title="Waits")

    call(home, "export", "--format", format_)
    said = capsys.readouterr().out
    call(home, "export", "--format", format_, "--sensitive")

    assert "secret" not in said
    assert "a secret" in capsys.readouterr().out
    match format_:
        case "json":
            assert _answer(json.loads(said)) == HOSTILE
        case "yaml":
            assert _answer(parsed(said)) == HOSTILE
        case "csv":
            rows = [*csv.DictReader(io.StringIO(said))]
            assert [row["answer"] for row in rows] == ["", f"'{HOSTILE}"]
            assert rows[1]["settled_by"] == "human"
        case _:
            assert '> =1\\+1 "quoted", yes: no \\- \\*x\\* 😀' in said


def _answer(asks: list[Any]) -> str:
    assert [ask["title"] for ask in asks] == ["Waits", "Open"]
    return asks[1]["outcome"]["answers"][0]["customText"]


def test_an_empty_history_is_still_a_whole_document() -> None:
    assert json.loads("".join(export_formats.as_json([]))) == []
    assert parsed("".join(export_formats.as_yaml([]))) == []
    assert "".join(export_formats.as_markdown([])) == "# History\n"


def test_markdown_tells_notes_reasons_and_questions_to_agents(home: Home, capsys: Said) -> None:
    name = {"id": "name", "question": "What shall it be called?"}
    ask = home.asked(DATABASE, name, title="Noted")
    said_of = {"db": {"values": ["SQLite"]}, "name": {"values": ["store"]}}
    home.client.answer(ask["id"], said_of, note="for now")
    home.client.ask_back(home.asked(title="Back")["id"], "Why now?")

    call(home, "export", "--format", "markdown")

    said = capsys.readouterr().out
    assert "> Why now?" in said
    assert "> (for now)" in said


def test_an_export_goes_into_a_private_file_whole_or_not_at_all(
    home: Home, capsys: Said, tmp_path: Path
) -> None:
    over(home)
    out = tmp_path / "out.json"

    assert call(home, "export", "--out", str(out)) == 0
    assert len(json.loads(out.read_text())) == 1
    assert out.stat().st_mode & 0o777 == 0o600
    assert "1 ask is in" in capsys.readouterr().err
    assert call(home, "export", "--out", str(tmp_path / "no/where")) == 2
    assert call(home, "export", "--out", str(out), "--since", "soon") == 2
    assert [*tmp_path.iterdir()] == [out]
    assert len(json.loads(out.read_text())) == 1


def test_trails_are_verified_and_a_pruned_ask_still_has_its_hash(
    home: Home, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = over(home)
    monkeypatch.setattr(housekeeping, "PAGE", 1)
    assert call(home, "audit", "verify") == 0
    assert call(home, "audit", "verify", ask["id"], "--json") == 0
    assert call(home, "prune", "--before", "2027-01-01", "--yes") == 0
    assert call(home, "audit", "verify", ask["id"]) == 0
    assert call(home, "audit", "verify", "0" * 32) == 9

    said = capsys.readouterr().out
    assert "Checked 1, none broken." in said
    assert '"checked": 1' in said
    assert f"{ask['id']}: pruned at" in said


def _other_words(_matter: object) -> str:
    return "other"


def test_a_broken_trail_ends_with_another_code(
    home: Home, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askline.asks.auditing.matter_text", _other_words)
    home.asked()

    assert call(home, "audit", "verify") == 1
    assert "event 1 is about other words" in capsys.readouterr().out


def _only_with_yes(_question: str, *, yes: bool) -> bool:
    return yes


def test_pruning_says_how_many_and_needs_a_yes(
    home: Home, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askline.asks.pruning.AT_ONCE", 1)
    over(home)
    over(home)
    home.asked()

    assert call(home, "prune", "--keep-days", "3000") == 0
    assert call(home, "prune", "--before", "2027-01-01", "--dry-run", "--json") == 0
    assert call(home, "prune", "--before", "2027-01-01") == 2
    monkeypatch.setattr("askline.doors.cli.pruning.agreed", _only_with_yes)
    assert call(home, "prune", "--before", "2027-01-01", "--journal") == 2
    assert len(home.client.history()["asks"]) == 3
    assert call(home, "prune", "--before", "2027-01-01", "--state", "answered", "--yes") == 0
    assert len(home.client.history()["asks"]) == 1

    said = capsys.readouterr().out
    assert said.startswith('0 asks would go.\n{"asks": 2, "files": 0, "entries": 0}\n')
    assert said.endswith("2 asks went.\n")


@pytest.mark.parametrize("words", [[], ["--keep-days", "0"], ["--keep-days", "99999999999"]])
def test_a_rule_that_makes_no_sense_prunes_nothing(home: Home, words: list[str]) -> None:
    assert call(home, "prune", *words, "--yes") == 2


def test_a_pruned_attachment_is_told(home: Home, capsys: Said) -> None:
    ask = home.asked()
    file = home.client.attach("a.txt", "text/plain", b"a")
    home.client.answer(ask["id"], {"db": {"values": ["SQLite"], "attachments": [file]}})
    home.client.delivered(ask["id"])

    call(home, "prune", "--before", "2027-01-01", "--yes")

    assert capsys.readouterr().out == "1 ask went and 1 attachment.\n"


def test_stats_are_bars_for_people_and_numbers_for_programs(home: Home, capsys: Said) -> None:
    assert call(home, "stats") == 0
    assert "Half are settled within no time yet" in capsys.readouterr().out
    over(home)
    home.asked()

    assert call(home, "stats", "--since", "2026-12-01") == 0
    assert call(home, "stats", "--json") == 0

    said, _, numbers = capsys.readouterr().out.partition("\n{")
    assert "2 asked, 1 settled by a person, 1 pending." in said
    assert "under 10 s  ############################## 1" in said
    assert "  shop  0 s, 2 asked" in said
    assert json.loads("{" + numbers)["asked"] == 2


@pytest.mark.parametrize("way", ["named", "AUQ_SESSION_DIR", "XDG_DATA_HOME", "HOME"])
def test_sessions_of_auq_are_found_where_auq_keeps_them(
    home: Home, capsys: Said, tmp_path: Path, way: str
) -> None:
    beneath = {"HOME": ".local/share/auq/sessions", "XDG_DATA_HOME": "auq/sessions"}.get(way, "s")
    place = tmp_path / beneath
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(SAMPLES / "auq")
    value = str(place if way == "AUQ_SESSION_DIR" else tmp_path)
    words, environ = ([str(place)], {}) if way == "named" else ([], {way: value})

    assert call(home, "memory", "import", "auq", *words, **environ) == 0
    assert call(home, "memory", "import", "auq", *words, "--dry-run", **environ) == 0

    first, refused, dry = capsys.readouterr().out.splitlines()
    assert first == "5 imported, 0 were here already."
    assert refused.startswith("  not 1ed69cd4-7e9d-47c0-97f2-cad74b7a6f9f: it is 'pending'")
    assert dry == "6 records are there."


@pytest.mark.parametrize("named", [True, False])
def test_question_files_are_found_in_the_project(
    home: Home, capsys: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    questions = tmp_path / ".swissarmyhammer/questions"
    questions.mkdir(parents=True)
    for file in (SAMPLES / "swissarmyhammer").iterdir():
        (questions / file.name).write_text(file.read_text())
    (questions / "notes.txt").write_text("no question")
    (questions / "folder.yaml").mkdir()
    monkeypatch.chdir(tmp_path)

    words = [str(tmp_path)] if named else []
    assert call(home, "memory", "import", "swissarmyhammer", *words, "--json") == 0

    done = json.loads(capsys.readouterr().out)
    assert (done["imported"], done["known"], len(done["refused"])) == (3, 0, 1)
    assert {a["project"]["path"] for a in home.client.history()["asks"]} == {str(tmp_path)}


def test_files_that_are_no_records_are_left_out(
    home: Home, capsys: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("a", "{"), ("b", "[]"), ("c", "{}" + " " * 99), ("d", "{}")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "request.json").write_text(text)
    monkeypatch.setattr(importing, "LARGEST", 50)
    monkeypatch.setattr(importing, "AT_ONCE", 1)

    assert call(home, "memory", "import", "auq", str(tmp_path), "--json") == 0
    assert call(home, "memory", "import", "auq", str(tmp_path / "none")) == 2
    assert call(home, "memory", "import", "elsewhere") == 2

    assert [r["name"] for r in json.loads(capsys.readouterr().out)["refused"]] == ["a", "d"]


def test_an_empty_directory_brings_nothing(home: Home, capsys: Said, tmp_path: Path) -> None:
    assert call(home, "memory", "import", "swissarmyhammer", str(tmp_path)) == 0
    assert capsys.readouterr().out == "0 imported, 0 were here already.\n"
