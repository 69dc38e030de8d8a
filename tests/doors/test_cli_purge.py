"""Everything of ours goes when a person says so, and nothing before."""

import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from askline.doors.cli.main import run
from tests.doors.keyboards import Type, a_keyboard
from tests.promises import promise

Said = pytest.CaptureFixture[str]


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Generator[Type]:
    with a_keyboard(monkeypatch) as typing:
        yield typing


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    environ = {"HOME": str(tmp_path), "PATH": ""}
    assert run(["setup", "codex", "--yes"], environ=environ) == 0
    assert run(["config", "set", "profile", "auq"], environ=environ) == 0
    return environ


def test_a_person_takes_everything_away(
    tmp_path: Path, environ: dict[str, str], keyboard: Type, capsys: Said
) -> None:
    keyboard("n\n")
    assert run(["purge"], environ=environ) == 0
    assert (tmp_path / ".local/state/askline").exists()

    keyboard("y\n")
    assert run(["purge"], environ=environ) == 0
    said = capsys.readouterr().out
    assert f"our entry in {tmp_path}/.codex/config.toml" in said
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []

    assert run(["purge"], environ=environ) == 0
    assert "nothing of Askline here" in capsys.readouterr().out


@promise("person")
def test_an_agent_takes_nothing_away(
    environ: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with a_keyboard(monkeypatch):
        assert run(["purge"], environ={**environ, "CLAUDECODE": "1"}) == 8
    monkeypatch.setattr(sys, "stdin", None)
    assert run(["purge"], environ=environ) == 8
    assert (tmp_path / ".codex/config.toml").exists()


def test_what_cannot_be_taken_back_stops_it(
    tmp_path: Path, environ: dict[str, str], keyboard: Type, capsys: Said
) -> None:
    (tmp_path / ".codex/config.toml").write_text("broken =")
    keyboard("y\n")

    assert run(["purge"], environ=environ) == 2
    assert "Some entry could not be taken back" in capsys.readouterr().err
    assert (tmp_path / ".local/state/askline/setup.json").exists()
