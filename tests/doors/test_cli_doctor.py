"""The doctor looks at a real home: service, settings, clients."""

import json
from pathlib import Path
from typing import Any

import pytest

from askline.doors.cli import doctor
from askline.doors.cli.here import Here
from askline.doors.cli.main import run
from tests.builders import SHOP
from tests.doors.cli_service import Home, a_home, an_api
from tests.unit.declarations import a_source

Said = pytest.CaptureFixture[str]


def looked(home: Home, capsys: Said, *, code: int = 0, **environ: str) -> dict[str, Any]:
    """The findings by what they are about."""
    assert run(["doctor", "--json"], environ=around(home, **environ)) == code
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is (code == 0)
    return {finding["check"]: finding for finding in said["findings"]}


def around(home: Home, **environ: str) -> dict[str, str]:
    return {**home.environ, "HOME": home.locations.home or "", "PATH": "", **environ}


def test_a_home_that_is_well(capsys: Said) -> None:
    with a_home() as home, an_api(home):
        (Path(home.environ["ASKLINE_HOME"]) / ".codex").mkdir()
        found = looked(home, capsys)
        assert found["client"]["says"] == "Codex is not set up."
        assert found["client"]["fix"] == "`askline setup codex`"

        environ = around(home)
        assert run(["setup", "codex", "--yes"], environ=environ) == 0
        capsys.readouterr()
        assert looked(home, capsys)["client"]["says"].startswith("Codex is set up (user)")
        (Path(home.environ["ASKLINE_HOME"]) / ".codex/config.toml").write_text("")
        assert looked(home, capsys)["client"]["says"] == "Codex is set up differently."

        assert run(["doctor"], environ=environ) == 0
        said = capsys.readouterr().out
        assert "ok    service" in said
        assert "note  client        Codex is set up differently.\n" in said
        assert "                    `askline setup codex`\n" in said


def test_a_clients_file_that_is_broken_is_ill(capsys: Said) -> None:
    with a_home() as home, an_api(home):
        directory = Path(home.environ["ASKLINE_HOME"]) / ".codex"
        directory.mkdir()
        (directory / "config.toml").write_text("broken =")

        found = looked(home, capsys, code=1)

    assert "is not understood" in found["client"]["says"]


def test_settings_and_records_that_are_wrong_are_ill(
    capsys: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".askline").mkdir()
    (tmp_path / ".askline/config.toml").write_text("web.port = 1\n")
    monkeypatch.chdir(tmp_path)
    with a_home() as home, an_api(home):
        assert looked(home, capsys)["settings"]["state"] == "note"
        Path(home.locations.config).write_text("nonsense = 1\n")
        (Path(home.locations.state) / "setup.json").write_text("[]")

        found = looked(home, capsys, code=1)

    assert found["settings"]["state"] == "bad"
    assert found["clients"]["state"] == "bad"


def test_a_sandbox_is_tried_and_not_guessed(tmp_path: Path) -> None:
    for name, text in (("good", "exit 0"), ("bad", "echo no permission >&2; exit 1")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)

    assert doctor.tried(str(tmp_path / "good")) is None
    assert doctor.tried(str(tmp_path / "bad")) == "no permission"
    assert doctor.tried(str(tmp_path / "missing")) == "FileNotFoundError"


def test_commands_of_the_project_and_what_runs_are_looked_at(
    capsys: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".askline/tools").mkdir(parents=True)
    (tmp_path / ".askline/tools/demo.json").write_text(a_source({"name": "a"}).text)
    monkeypatch.chdir(tmp_path)
    with a_home() as home, an_api(home):
        home.client.begin_operation("demo_ask", {}, project={"path": SHOP.path})
        found = looked(home, capsys)
        assert found["declarations"]["says"].startswith("1 declared tools of")
        assert found["operations"]["says"] == "1 of 1 unended wait for your approval."

        (tmp_path / "gone").mkdir()
        monkeypatch.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()
        assert "declarations" not in looked(home, capsys)


def test_without_a_service_that_is_what_is_ill(tmp_path: Path, capsys: Said) -> None:
    file = tmp_path / "file"
    file.write_text("")
    environ = {"ASKLINE_HOME": str(file / "home"), "HOME": str(tmp_path), "PATH": ""}

    assert doctor.doctor([], Here(environ, patience_s=0.1)) == 1
    assert "bad   service       The service has no place to stand" in capsys.readouterr().out
