"""`askline setup` at work on real files: it shows, asks, writes, and takes back."""

import json
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from askline.core.errors import InvalidArguments
from askline.doors.cli.main import run
from askline.setup import files
from askline.setup.json_text import JsonText
from askline.setup.machine import own_command, this_machine
from askline.setup.planning import Change
from tests.doors.keyboards import Type, a_keyboard

Said = pytest.CaptureFixture[str]

STATE = '{\n  "userID": "0", // mine\n}\n'


UNKNOWN = json.dumps(
    {
        "records": [
            {"client": "x", "scope": "user", "file": "", "format": "json", "made": True}
            | {"digest": "", "splice": [0, "", 0], "steps": [], "options": [], "edits": [["?"]]}
        ]
    }
)


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Generator[Type]:
    with a_keyboard(monkeypatch) as typing:
        yield typing


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".claude.json").write_text(STATE)
    project = tmp_path / "shop" / "src"
    project.mkdir(parents=True)
    (tmp_path / "shop" / ".git").mkdir()
    monkeypatch.chdir(project)
    return tmp_path


def setup(home: Path, *words: str, **environ: str) -> int:
    return run(["setup", *words], environ={"HOME": str(home), "PATH": "", **environ})


def test_a_client_that_is_found_is_set_up_and_taken_back(home: Path, capsys: Said) -> None:
    assert setup(home, "--yes") == 0

    said = capsys.readouterr().out
    state = JsonText().load((home / ".claude.json").read_text())
    assert state["mcpServers"]["askline"]["args"] == ["mcp"]
    assert Path(state["mcpServers"]["askline"]["command"]).is_absolute()
    assert '+  "mcpServers": {' in said
    assert "Written: ~/.claude.json\n" in said
    assert "restart" in said

    assert setup(home, "--yes") == 0
    assert capsys.readouterr().out == "Claude Code, for you, everywhere: nothing to do.\n"

    assert setup(home, "--undo", "claude-code", "--yes") == 0
    assert (home / ".claude.json").read_text() == STATE
    assert not (home / ".claude" / "settings.json").exists()
    assert "Removed: ~/.claude/settings.json" in capsys.readouterr().out
    assert setup(home, "--undo", "--all", "--yes") == 0
    assert "nothing to take back" in capsys.readouterr().out


def test_nothing_is_written_when_it_is_only_tried(home: Path, capsys: Said) -> None:
    assert setup(home, "codex", "--dry-run") == 0
    assert "+[mcp_servers.askline]" in capsys.readouterr().out
    assert not (home / ".codex").exists()

    setup(home, "codex", "--yes")
    assert setup(home, "--undo", "--all", "--dry-run") == 0
    assert (home / ".codex" / "config.toml").exists()


def test_nothing_is_written_without_leave(home: Path, keyboard: Type, capsys: Said) -> None:
    for reply in ("\n", "no\n", "\x04"):
        keyboard(reply)
        assert setup(home) == 0
        assert (home / ".claude.json").read_text() == STATE
    assert "Write these changes? [y/N]" in capsys.readouterr().out

    keyboard("y\n")
    assert setup(home) == 0
    assert (home / ".claude.json").read_text() != STATE
    keyboard("n\n")
    assert setup(home, "--undo", "--all") == 0
    assert (home / ".claude.json").read_text() != STATE


def test_where_nobody_can_be_asked_nothing_is_written(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.setattr(sys, "stdin", None)

    assert setup(home) == 2
    assert (home / ".claude.json").read_text() == STATE
    assert "--yes" in capsys.readouterr().err


def test_a_project_is_the_repository_around(home: Path) -> None:
    assert setup(home, "claude-code", "--scope", "project", "--yes") == 0

    entry = json.loads((home / "shop" / ".mcp.json").read_text())["mcpServers"]["askline"]
    assert entry["command"] == "askline"


def test_one_client_goes_and_what_another_needs_of_the_file_stays(home: Path) -> None:
    words = home / "shop" / "AGENTS.md"
    for client in ("codex", "opencode"):
        assert setup(home, client, "--scope", "project", "--instruct", "--yes") == 0
    text = words.read_text()

    assert setup(home, "--undo", "codex", "--yes") == 0
    assert words.read_text() == text
    assert setup(home, "--undo", "opencode", "--scope", "project", "--yes") == 0
    assert not words.exists()


def test_what_is_not_understood_is_named_and_left_alone(home: Path, capsys: Said) -> None:
    (home / ".claude.json").write_text("{")
    assert setup(home, "--yes") == 2
    said = capsys.readouterr()
    assert "~/.claude.json stays as it is: the file: expected JSON (line 1" in said.err
    assert "Written: ~/.claude/settings.json" in said.out

    (home / ".claude" / "settings.json").write_bytes(b"\xff")
    assert setup(home, "--undo", "--all", "--yes") == 2
    assert "a text that can be read" in capsys.readouterr().err
    (home / ".claude" / "settings.json").unlink()
    (home / ".claude" / "settings.json").mkdir()
    assert setup(home, "--undo", "--all", "--yes") == 2
    assert "this is none" in capsys.readouterr().err
    (home / ".claude" / "settings.json").rmdir()
    assert setup(home, "--undo", "--all", "--yes") == 0


def test_a_client_nobody_is_sure_of_gets_words_to_paste(home: Path, capsys: Said) -> None:
    assert setup(home, "jetbrains", "--yes") == 0
    said = capsys.readouterr().out
    assert '"mcpServers"' in said
    assert "Paste it" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["emacs"], "There is no client 'emacs'"),
        (["codex", "--scope", "local"], "Codex has no scope local"),
        (["--all"], "goes with --undo"),
        (["--undo"], "name clients, or say --all"),
        (["--undo", "codex", "--all"], "name clients, or say --all"),
        (["--scope", "world"], "--scope"),
    ],
)
def test_what_makes_no_sense_is_refused(
    home: Path, words: list[str], told: str, capsys: Said
) -> None:
    assert setup(home, *words) == 2
    assert told in capsys.readouterr().err


def test_where_no_client_is_they_are_listed(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    (home / ".claude.json").unlink()
    assert setup(home) == 2
    assert "claude-code, claude-desktop" in capsys.readouterr().err

    gone = home / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert setup(home) == 2


def test_a_long_line_is_not_shown_whole(home: Path, capsys: Said) -> None:
    (home / ".claude.json").write_text(json.dumps({"secret": "s" * 500}))
    assert setup(home, "--yes") == 0
    said = capsys.readouterr().out
    assert "sss" not in said
    assert '+…, "mcpServers": {"askline"' in said

    assert setup(home, "--undo", "--all", "--yes") == 0
    assert "sss" not in capsys.readouterr().out


def test_a_link_stays_a_link_and_a_mode_a_mode(home: Path) -> None:
    real = home / "dotfiles.json"
    real.write_text("{}")
    real.chmod(0o640)
    (home / ".cursor").mkdir()
    (home / ".cursor" / "mcp.json").symlink_to(real)

    assert setup(home, "cursor", "--yes") == 0

    assert (home / ".cursor" / "mcp.json").is_symlink()
    assert "askline" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_file_that_changed_meanwhile_or_cannot_be_written_is_left_alone(home: Path) -> None:
    file = home / "x.json"
    file.write_text("{}")
    with pytest.raises(InvalidArguments, match="somebody else"):
        files.write(Change(file=str(file), before="[]", after="{1}"))
    (home / "link").symlink_to("/proc/nowhere/x")
    with pytest.raises(InvalidArguments, match="cannot be written"):
        files.write(Change(file=f"{home}/link", before=None, after="{}"))
    assert file.read_text() == "{}"


@pytest.mark.parametrize("text", ["{}", "[", UNKNOWN])
def test_records_that_nobody_wrote_are_told(home: Path, text: str, capsys: Said) -> None:
    state = home / "own" / "state"
    state.mkdir(parents=True)
    (state / "setup.json").write_text(text)

    assert setup(home, "codex", "--yes", ASKLINE_HOME=str(home / "own")) == 2
    assert "is not what setup wrote" in capsys.readouterr().err


def test_programs_are_found_on_the_path_and_asked_for_their_version(tmp_path: Path) -> None:
    for name, said in (("opencode", "echo 1.2.3"), ("mute", "exit 0")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{said}\n")
        program.chmod(0o755)
    machine = this_machine({"PATH": str(tmp_path), "HOME": "/x"}, "/")

    assert machine.has("opencode")
    assert machine.version("opencode") == "1.2.3"
    assert machine.version("mute") is None
    assert machine.version("missing") is None
    (tmp_path / "opencode").write_text("#!/nothing/there\n")
    assert machine.version("opencode") is None


def test_this_installation_is_named_so_that_anybody_can_start_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert own_command({}) == (str(Path(sys.executable).with_name("askline")),)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert own_command({"PATH": ""}) == (str(tmp_path / "python"), "-m", "askline")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "askline").symlink_to("/bin/true")
    assert own_command({"PATH": f"{tmp_path}/bin"}) == (f"{tmp_path}/bin/askline",)
