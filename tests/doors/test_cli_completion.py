"""A shell offers the commands and their options."""

import shutil
import subprocess

import pytest

from askline.doors.cli.commands import COMMANDS
from askline.doors.cli.main import run

Said = pytest.CaptureFixture[str]


def script(shell: str, capsys: Said) -> str:
    assert run(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["serv"], ["service"]),
        (["se"], ["setup", "service"]),
        (["service", "st"], ["status", "stop"]),
        (["service", "status", "--"], ["--json", "--help"]),
        (["list", "--a"], ["--all"]),
        (["setup", "codex", "--un"], ["--undo"]),
        (["nonsense", "x"], []),
    ],
)
def test_bash_offers_what_fits(typed: list[str], offered: list[str], capsys: Said) -> None:
    words = " ".join(["askline", *typed])
    asked = f'COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _askline; echo "${{COMPREPLY[*]}}"'
    done = subprocess.run(
        ["bash", "-c", script("bash", capsys) + asked],
        capture_output=True,
        text=True,
        check=True,
    )

    assert sorted(done.stdout.split()) == sorted(offered)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_knows_every_command(shell: str, capsys: Said) -> None:
    said = script(shell, capsys)

    for command in COMMANDS:
        assert command.name.split()[-1] in said
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=said, text=True, check=True)


def test_another_shell_is_refused(capsys: Said) -> None:
    assert run(["completion", "csh"]) == 2
    assert "bash" in capsys.readouterr().err
