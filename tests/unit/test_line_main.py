"""The process that a client starts: what it reads from its words, and what it tells the service."""

import json
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

from askline import __main__
from askline.core.locations import Locations
from askline.core.version import VERSION
from askline.doors.mcp.callers import read_hello
from askline.line import main as line_main
from askline.line.main import expected, hello_form, main, may_be_listed, value_of
from tests.unit.test_config_settings import write
from tests.unit.test_relay_config import GOOD, written


def hello(profile: str | None = None, *, apps: bool = False, **environ: str) -> dict[str, object]:
    return json.loads(hello_form(environ, apps=apps) % (json.dumps(profile), "ab", 1, 3, "1,2"))


@pytest.mark.parametrize(
    ("words", "profile"),
    [
        pytest.param([], None, id="none"),
        pytest.param(["--profile", "askline"], "askline", id="two words"),
        pytest.param(["x", "--profile=askline"], "askline", id="one word"),
        pytest.param(["--profile"], None, id="nothing follows"),
        pytest.param(["--profile="], None, id="empty"),
    ],
)
def test_the_profile_is_read_from_the_words(words: list[str], profile: str | None) -> None:
    assert value_of(words, "--profile") == profile


def test_a_hello_tells_no_secret_and_every_known_label() -> None:
    facts = hello("askline", AI_AGENT='"100 %" ä', DATABASE_URL="hush")

    assert facts["labels"] == {"AI_AGENT": '"100 %" ä'}
    assert (facts["profile"], facts["again"], facts["replay"]) == ("askline", 1, [1, 2])


@pytest.mark.parametrize("apps", [True, False])
def test_a_hello_says_whether_the_card_may_be_shown(apps: bool) -> None:
    facts = hello(apps=apps)

    assert facts["apps"] is apps
    assert read_hello(json.dumps(facts)).caller.apps is apps


@pytest.mark.parametrize(
    ("said", "cap"),
    [
        ("", None),
        ("60", 60.0),
        ("0", 0.0),
        ("a minute", None),
        ("-1", None),
        ("nan", None),
        ("inf", None),
        ("1e999", None),
    ],
)
def test_a_cap_that_is_no_time_is_none(said: str, cap: float | None) -> None:
    facts = hello(ASKLINE_WAIT_CAP_S=said)

    assert facts["cap_s"] == cap
    assert read_hello(json.dumps(facts)).caller.cap_s == cap


def test_a_line_in_a_directory_that_is_gone_stands_at_the_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    assert hello()["cwd"] == "/"


def test_a_line_expects_the_default_profile_where_no_settings_name_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locations = Locations.from_environment({"ASKLINE_HOME": str(tmp_path / "home")})
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path))

    assert expected(locations) == "askline"
    write(tmp_path / ".askline/config.toml", 'profile = "auq"')
    assert expected(locations) is None


@pytest.mark.parametrize("more", [[], ["--in-process"]])
def test_an_unknown_profile_is_refused_with_the_profiles_there_are(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--profile", "nonsense", *more], len) == 2

    assert capsys.readouterr().err == (
        "askline: there is no profile 'nonsense'; profiles:"
        " ahma, askline, auq, codenomad, feedback, permission, promptmanager, swissarmyhammer\n"
    )


def test_in_process_is_asked_for_by_its_word() -> None:
    assert main(["--in-process"], len) == 1


def test_where_nothing_can_be_written_all_runs_in_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "home").write_text("a file")
    monkeypatch.setenv("ASKLINE_HOME", str(tmp_path / "home"))

    assert main([], lambda _: 7) == 7
    assert "askline: " in capsys.readouterr().err


class Ended(BaseException):
    pass


def ended(code: int) -> None:
    raise Ended(code)


@pytest.fixture
def own_signals() -> Generator[None]:
    handler = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.mark.usefixtures("own_signals")
@pytest.mark.parametrize("reason", [BrokenPipeError, SystemExit])
def test_a_line_whose_client_is_gone_ends_well(
    reason: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone:
        def __init__(self, *_: object) -> None:
            pass

        def run(self) -> None:
            raise reason

    monkeypatch.setenv("ASKLINE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(line_main, "Pump", Gone)
    monkeypatch.setattr(os, "_exit", ended)

    with pytest.raises(Ended, match="0"):
        main([], len)


def test_the_version_is_told_without_importing_a_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["askline", "--version"])

    with pytest.raises(SystemExit) as exit_code:
        __main__.main()

    assert exit_code.value.code == 0
    assert capsys.readouterr().out == f"askline {VERSION}\n"


def test_the_first_word_finds_its_room(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("askline.service.in_process.run", len)
    monkeypatch.setattr("askline.service.lifetime.run", lambda: 5)

    assert __main__.run(["mcp", "--in-process"]) == 1
    assert __main__.run(["service", "run"]) == 5
    assert __main__.run(["--help"]) == 0
    assert "usage: askline" in capsys.readouterr().out


def test_a_line_whose_hosts_file_is_wrong_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--profile", "promptmanager", "--in-process"]
    monkeypatch.setenv("ASK_USER_CONFIG", written(tmp_path, {**GOOD, "userId": "hush"}))

    assert main(words, lambda _: 0) == 2
    assert "userId: expected a whole number" in capsys.readouterr().err


@pytest.mark.parametrize("profile", ["promptmanager", "auq"])
def test_a_line_with_a_sound_file_or_another_profile_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    host = GOOD if profile == "promptmanager" else {}
    monkeypatch.setenv("ASK_USER_CONFIG", written(tmp_path, host))

    words = ["--profile", profile, "--in-process"]
    assert main(words, lambda _: 7) == 7
    monkeypatch.delenv("ASK_USER_CONFIG")
    assert main(words, lambda _: 7) == 7


@pytest.mark.parametrize(
    ("profile", "settings", "listed"),
    [
        ("promptmanager", "promptmanager.enabled = false", None),
        ("promptmanager", "web.port = 1", "promptmanager"),
        ("auq", "promptmanager.enabled = false", "auq"),
        (None, "web.port = 1", "askline"),
    ],
)
def test_what_settings_may_turn_off_is_not_listed_before_the_service_speaks(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    profile: str | None,
    settings: str,
    listed: str | None,
) -> None:
    locations = Locations.from_environment({"ASKLINE_HOME": str(tmp_path / "home")})
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path))
    write(tmp_path / ".askline/config.toml", settings)

    assert may_be_listed(profile, locations) == listed
