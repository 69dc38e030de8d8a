"""The command line itself: its words, its edge, what it imports."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from askline.core.errors import AsklineError, Internal
from askline.doors.cli import main, problems
from askline.doors.cli.commands import COMMANDS
from askline.doors.cli.main import run
from tests.doors.cli_service import a_home, an_api

Said = pytest.CaptureFixture[str]

HEAVY = ("mcp", "starlette", "pydantic", "uvicorn", "tomlkit", "anyio", "asyncio")
LOOK = f"""
import os, sys
from askline.doors.cli.main import run
code = run(sys.argv[1:])
print(code, *(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize("words", [[], ["-h"], ["--help"], ["help"]])
def test_the_help_lists_every_command(words: list[str], capsys: Said) -> None:
    assert run(words) == 0
    said = capsys.readouterr().out
    for command in COMMANDS:
        assert f"  {command.name} " in said
        assert command.about in said


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_explains_itself(command: main.Command, capsys: Said) -> None:
    assert run([*command.name.split(), "--help"]) == 0
    said = capsys.readouterr().out
    assert f"usage: askline {command.name} {command.usage}".rstrip() in said
    assert ("--json" in said) is ("--json" in command.usage)


def test_a_group_lists_its_commands(capsys: Said) -> None:
    assert run(["config", "--help"]) == 0
    assert "askline config set KEY VALUE" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["dance"], ["config"], ["config", "dance"], ["--dance"]])
def test_an_unknown_word_is_a_mistake_of_usage(words: list[str], capsys: Said) -> None:
    assert run(words) == 2
    assert f"unknown command: {' '.join(words)}" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["show"], ["list", "--limit", "x"], ["list", "--nonsense"]])
def test_wrong_options_are_a_mistake_of_usage(words: list[str], capsys: Said) -> None:
    assert run(words) == 2
    assert "usage: askline" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["list", "--json"],
        ["ask", "--help"],
        ["answer", "zzzzzz", "yes"],
        ["service", "status"],
        ["config", "get"],
        ["config", "schema"],
    ],
    ids=" ".join,
)
def test_no_command_imports_what_only_the_service_needs(words: list[str]) -> None:
    with a_home() as home, an_api(home):
        done = subprocess.run(
            [sys.executable, "-c", LOOK, *words],
            env=home.environ,
            capture_output=True,
            text=True,
            check=True,
        )

    assert len(done.stderr.splitlines()[-1].split()) == 1


def test_whoever_has_read_enough_may_go() -> None:
    reading, writing = os.pipe()
    os.close(reading)

    done = subprocess.run(
        [sys.executable, "-c", LOOK, "--help"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    os.close(writing)

    assert done.stderr == "0\n"


class Gone(io.TextIOBase):
    """Output whose reader has gone, over a real file descriptor."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("w")

    def fileno(self) -> int:
        return self._file.fileno()

    def write(self, _: str) -> int:
        raise BrokenPipeError

    def close(self) -> None:
        self._file.close()


def test_a_reader_that_has_gone_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Gone(tmp_path / "out") as gone:
        monkeypatch.setattr(sys, "stdout", gone)
        assert run(["--help"]) == 0


def test_a_defect_is_told_without_what_it_may_quote(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    class Broken(io.TextIOBase):
        def write(self, _: str) -> int:
            raise ValueError("the human's answer")

    monkeypatch.setattr(sys, "stdout", Broken())

    assert run(["--help"]) == 1
    said = capsys.readouterr().err
    assert "internal" in said
    assert "ValueError" in said
    assert "answer" not in said


def test_a_home_that_means_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    assert run(["list"], environ={"ASKLINE_HOME": "relative"}) == 2
    assert "no longer exists" in capsys.readouterr().err


def below(kind: type[AsklineError]) -> list[type[AsklineError]]:
    return [each for child in kind.__subclasses__() for each in (child, *below(child))]


def test_every_error_has_its_exit_code() -> None:
    codes = {kind.code: problems.exit_code(kind("x", hint="y")) for kind in below(AsklineError)}

    assert codes.pop("already_settled") == 7
    assert codes.pop("person_required") == 8
    assert [codes.pop(code) for code in ("not_found", "ambiguous_id")] == [9, 9]
    for code in ("service_unreachable", "hub_unreachable", "store_unavailable"):
        assert codes.pop(code) == 10
    for code in ("no_human_channel", "elicitation_required", "sandbox_unavailable"):
        assert codes.pop(code) == 10
    assert codes.pop(Internal.code) == 1
    assert set(codes.values()) == {2}


def test_each_field_is_told_once_with_its_hint(capsys: Said) -> None:
    with a_home() as home, an_api(home):
        assert run(["ask", "x", "--type", "guess", "--key", " "], environ=home.environ) == 2

    said = capsys.readouterr().err
    assert said.count("questions.q1.type: expected") == 1
    assert said.count("key: expected") == 1
