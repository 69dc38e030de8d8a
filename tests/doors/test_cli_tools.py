"""Declared commands from the command line: list, check, schema, trust, init."""

import json
import os
import pty
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from askline.commands.schema import file_schema
from askline.doors.cli.main import run
from tests.unit.declarations import a_file, a_source

Said = pytest.CaptureFixture[str]
Type = Callable[[str], object]

BAD = '{\n  "name": "bad",\n  "description": "x",\n  "command": 7,\n  "subcomand": []\n}\n'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one good file, and us in it."""
    found = tmp_path / "shop"
    declare(found, "demo.json", a_source({"name": "a"}).text)
    monkeypatch.chdir(found)
    return found


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Generator[Type]:
    """A terminal on standard input; what is typed there is read by the command."""
    hand, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin, os.fdopen(hand, "wb", 0) as typing:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield lambda text: typing.write(text.encode())


def declare(project: Path, name: str, text: str) -> None:
    place = project / ".askline/tools"
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_text(text)


def call(project: Path, *words: str, **environ: str) -> int:
    home = str(project.parent / "home")
    return run(["tools", *words], environ={"ASKLINE_HOME": home, **environ})


def listed(project: Path, capsys: Said) -> dict[str, Any]:
    capsys.readouterr()
    assert call(project, "list", "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_problems_are_told_in_the_language_of_the_reader(project: Path, capsys: Said) -> None:
    declare(project, "bad.json", BAD)

    assert call(project, "check", LANG="de_DE.UTF-8") == 2

    shown = capsys.readouterr().out
    assert 'unbekanntes Feld "subcomand"' in shown
    assert "  erwartet  ein Text" in shown
    assert '  Abhilfe   meinst du "subcommand"?' in shown


def test_every_problem_is_printed_with_its_place(project: Path, capsys: Said) -> None:
    declare(project, "bad.json", BAD)

    assert call(project, "check") == 2

    lines = capsys.readouterr().out.splitlines()
    assert ".askline/tools/bad.json:4:14: expected a string, got integer 7" in lines
    assert '.askline/tools/bad.json:5:3: unknown field "subcomand"' in lines
    assert '  fix       did you mean "subcommand"?' in lines
    assert lines[-1] == "1 good files with 1 tools, 2 errors, 0 warnings"


def test_good_files_pass_and_warnings_only_fail_a_strict_check(project: Path, capsys: Said) -> None:
    assert call(project, "check") == 0
    declare(project, "demo.json", a_source({"name": "a"}, monitor_level="warn").text)

    assert call(project, "check") == 0
    assert call(project, "check", "--strict") == 2
    assert "1 warnings" in capsys.readouterr().out


def test_files_are_checked_by_name_too(project: Path, capsys: Said) -> None:
    (project / "other.json").write_text(BAD)

    assert call(project, "check", "other.json", "--json") == 2

    found = json.loads(capsys.readouterr().out)
    assert [each["kind"] for each in found] == ["wrong_type", "unknown_field"]
    assert found[0]["file"] == "other.json"


def test_code_scanning_gets_its_own_format(project: Path, capsys: Said) -> None:
    declare(project, "bad.json", BAD)

    assert call(project, "check", "--sarif") == 2

    said = json.loads(capsys.readouterr().out)
    first = said["runs"][0]["results"][0]
    assert (said["version"], first["ruleId"], first["level"]) == ("2.1.0", "wrong_type", "error")
    where = first["locations"][0]["physicalLocation"]
    assert where["region"] == {"startLine": 4, "startColumn": 14}
    assert where["artifactLocation"]["uri"] == ".askline/tools/bad.json"


def test_the_schema_is_printed(project: Path, capsys: Said) -> None:
    assert call(project, "schema") == 0
    assert json.loads(capsys.readouterr().out) == file_schema()


def test_tools_are_listed_with_how_they_run(project: Path, capsys: Said) -> None:
    rules = {"default": "ask", "rules": [{"do": "deny", "when": {"args": {"x": 1}}}]}
    declare(
        project,
        "demo.json",
        a_source({"name": "a", "synchronous": True}, {"name": "bc", "approval": rules}).text,
    )
    declare(project, "bad.json", BAD)

    assert call(project, "list") == 0

    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "demo_a   Does it. (waits)",
        "demo_bc  Does it. (in the background, ask, 1 rule)",
    ]
    assert "Not trusted yet" in said.err
    assert "2 errors" in said.err


def test_a_list_for_programs_says_what_agents_would_see(project: Path, capsys: Said) -> None:
    said = listed(project, capsys)

    assert (said["project"], said["trust"], said["problems"]) == (str(project), "new", [])
    assert said["tools"][0]["name"] == "demo_a"
    assert said["tools"][0]["inputSchema"]["additionalProperties"] is False


def test_where_nothing_is_declared_the_way_to_a_first_file_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.chdir(tmp_path)

    assert call(tmp_path, "list") == 0
    assert call(tmp_path, "check") == 0

    assert capsys.readouterr().out.count("askline tools init") == 2


def test_more_directories_are_read_where_the_project_says_so(project: Path, capsys: Said) -> None:
    (project / ".ahma").mkdir()
    (project / ".ahma/git.json").write_text(json.dumps(a_file({"name": "status"}, name="git")))
    (project / ".askline/config.toml").write_text('tools.paths = [".ahma"]')

    assert [tool["name"] for tool in listed(project, capsys)["tools"]] == ["demo_a", "git_status"]


def test_without_a_person_nothing_is_trusted(project: Path, capsys: Said) -> None:
    assert call(project, "trust", "--yes") == 8
    assert "person_required" in capsys.readouterr().err
    assert listed(project, capsys)["trust"] == "new"


@pytest.mark.usefixtures("keyboard")
def test_an_agent_at_a_terminal_trusts_nothing(project: Path, capsys: Said) -> None:
    assert call(project, "trust", "--yes", CLAUDECODE="1") == 8
    assert listed(project, capsys)["trust"] == "new"


@pytest.mark.usefixtures("keyboard")
def test_trust_ends_with_any_change_and_the_change_is_shown(project: Path, capsys: Said) -> None:
    assert call(project, "trust", "--yes") == 0
    assert "demo_a: demo a … (allow; sandbox required" in capsys.readouterr().out
    assert listed(project, capsys)["trust"] == "trusted"
    declare(project, "demo.json", a_source({"name": "a"}, command="rm -rf").text)
    assert call(project, "list") == 0
    assert "Changed since" in capsys.readouterr().err

    assert call(project, "trust", "--yes") == 0

    said = capsys.readouterr().out.splitlines()
    assert '+  "command": "rm -rf",' in said
    assert '-  "command": "demo",' in said
    assert call(project, "trust") == 0
    assert capsys.readouterr().out == "These are trusted already.\n"


def test_trust_is_a_question_and_silence_is_no(project: Path, keyboard: Type, capsys: Said) -> None:
    keyboard("\n")
    assert call(project, "trust") == 3
    assert "Nothing was trusted." in capsys.readouterr().out
    keyboard("y\n")
    assert call(project, "trust") == 0


@pytest.mark.usefixtures("keyboard")
def test_what_hides_in_a_file_is_shown_before_it_is_trusted(project: Path, capsys: Said) -> None:
    declare(project, "bad.json", '{"name": "\u202egit"}')

    assert call(project, "trust", "--yes") == 0

    said = capsys.readouterr().out
    assert "\\u202egit" in said
    assert "\u202e" not in said


@pytest.mark.usefixtures("keyboard")
@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\v", "\f", "\x1c", "\x1e", "\r"])
def test_half_a_comment_does_not_look_like_a_line_that_counts(
    project: Path, capsys: Said, mark: str
) -> None:
    declare(project, "more.yaml", f"# see:{mark}sandbox: required\nname: more\r\n")

    assert call(project, "trust", "--yes") == 0

    said = capsys.readouterr().out.split("\n")
    assert not [line for line in said if line.startswith(("+sandbox", "sandbox"))]
    assert [line for line in said if "# see:" in line and "\\" in line]
    assert "+name: more" in said


@pytest.mark.usefixtures("keyboard")
def test_a_name_or_a_word_with_a_line_break_makes_no_line_of_its_own(
    project: Path, capsys: Said
) -> None:
    declare(project, "x\n+harmless: yes\n.json", a_source({"name": "b"}, name="other").text)
    declare(project, "demo.json", a_source({"name": "a", "words": ["x\n  demo_z: true"]}).text)

    assert call(project, "trust", "--yes") == 0

    said = capsys.readouterr().out.split("\n")
    assert not [line for line in said if line.startswith(("+harmless", "  demo_z"))]


def test_a_directory_that_is_gone_has_no_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()

    assert call(tmp_path, "list") == 2
    assert "The directory is gone" in capsys.readouterr().err


def test_first_files_are_written_for_what_is_found_and_none_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (".git", "Cargo.toml", "justfile"):
        (tmp_path / name).touch()
    declare(tmp_path, "git.json", "mine")

    assert call(tmp_path, "init") == 0

    said = capsys.readouterr().out
    assert "git.json is there already." in said
    assert "rust.json is new." in said
    files = {each.name: each.read_text() for each in (tmp_path / ".askline/tools").iterdir()}
    assert sorted(files) == ["git.json", "just.json", "rust.json"]
    assert files["git.json"] == "mine"
    assert call(tmp_path, "check", ".askline/tools/rust.json", "--strict") == 0


def test_a_bundle_is_written_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.chdir(tmp_path)

    assert call(tmp_path, "init") == 0
    assert "Name one: git, python" in capsys.readouterr().out
    assert call(tmp_path, "init", "nod") == 2
    assert "Did you mean 'node'?" in capsys.readouterr().err
    assert call(tmp_path, "init", "zzz") == 2
    assert "There are git, python" in capsys.readouterr().err
    assert call(tmp_path, "init", "node") == 0
    assert (tmp_path / ".askline/tools/node.json").exists()


def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".askline").write_text("a file")

    assert call(tmp_path, "init", "git") == 2
    assert "cannot be written" in capsys.readouterr().err
