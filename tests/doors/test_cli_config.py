"""Settings from the command line."""

import json
from pathlib import Path

import pytest

from askline.config.schema import json_schema
from askline.doors.cli.main import run

Said = pytest.CaptureFixture[str]


def call(home: Path, *words: str) -> int:
    return run(["config", *words], environ={"ASKLINE_HOME": str(home), "ASKLINE_LOG": "debug"})


def test_settings_are_shown_with_where_they_come_from(tmp_path: Path, capsys: Said) -> None:
    call(tmp_path, "set", "wait.clients.codex.cap_s", "30m")
    call(tmp_path, "set", "wait.cap_s", "5")
    capsys.readouterr()

    assert call(tmp_path, "get") == 0

    lines = capsys.readouterr().out.splitlines()
    assert "profile = askline  (default)" in lines
    assert "wait.cap_s = 5  (user)" in lines
    assert "wait.clients.codex.cap_s = 1800  (user)" in lines
    assert "log.level = debug  (environment)" in lines


def test_one_setting_is_shown_bare(tmp_path: Path, capsys: Said) -> None:
    (tmp_path / "config.toml").write_text('approvals.deny = ["git", "rm"]')

    for name in ("wait.cap_s", "web.enabled", "approvals.deny"):
        assert call(tmp_path, "get", name) == 0
    assert call(tmp_path, "get", "wait.clients.codex.cap_s") == 0
    assert call(tmp_path, "get", "web.port", "--json") == 0

    assert capsys.readouterr().out == "auto\ntrue\ngit, rm\n\n0\n"


def test_a_secret_is_shown_only_to_who_asks_for_it(tmp_path: Path, capsys: Said) -> None:
    (tmp_path / "config.toml").write_text('alerts.push = ["ntfy://ntfy.sh/hush"]')

    for words in ([], ["--json"], ["alerts.push"], ["alerts.push", "--json"]):
        assert call(tmp_path, "get", *words) == 0
        said = capsys.readouterr().out
        assert "hidden" in said
        assert "hush" not in said
    assert call(tmp_path, "get", "alerts.push", "--reveal") == 0
    assert capsys.readouterr().out == "ntfy://ntfy.sh/hush\n"


def test_all_settings_are_one_object_as_json(tmp_path: Path, capsys: Said) -> None:
    assert call(tmp_path, "get", "--json") == 0
    assert json.loads(capsys.readouterr().out)["service.idle_exit"] == 1800


def test_a_setting_that_is_none_names_the_nearest(tmp_path: Path, capsys: Said) -> None:
    assert call(tmp_path, "get", "wait.cap") == 2
    assert "Did you mean 'wait.cap_s'?" in capsys.readouterr().err


def test_what_a_project_may_not_set_is_said_and_not_applied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    (tmp_path / ".askline").mkdir()
    (tmp_path / ".askline/config.toml").write_text("web.port = 80")
    monkeypatch.chdir(tmp_path)

    assert call(tmp_path, "get", "web.port") == 0

    said = capsys.readouterr()
    assert said.out == "0\n"
    assert "in the project's file: web.port" in said.err


def test_a_wrong_value_is_refused(tmp_path: Path, capsys: Said) -> None:
    assert call(tmp_path, "set", "web.port", "eighty") == 2
    assert "expected a whole number" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("approvals.ask", ""),
        ("approvals.deny", ""),
        ("hub.approvals", "home"),
        ("hub.approvals", "hub"),
        ("hub.url", "https://hub.example"),
    ],
)
def test_who_decides_over_approvals_is_a_persons_to_say(
    tmp_path: Path, capsys: Said, name: str, value: str
) -> None:
    assert call(tmp_path, "set", name, value) == 8

    assert f"{name} decides over approvals: only a person sets it." in capsys.readouterr().err
    assert not (tmp_path / "config.toml").exists()


def test_path_and_schema_are_printed(tmp_path: Path, capsys: Said) -> None:
    assert call(tmp_path, "path") == 0
    assert capsys.readouterr().out == f"{tmp_path / 'config.toml'}\n"
    assert call(tmp_path, "schema") == 0
    assert json.loads(capsys.readouterr().out) == json_schema()
