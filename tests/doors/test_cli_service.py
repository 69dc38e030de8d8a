"""The service from the command line: seen, started, ended, its log read."""

import io
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from askline.core import starting
from askline.core.errors import ServiceUnreachable
from askline.doors.cli import service
from askline.doors.cli.here import Here
from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home, a_pulse, an_api

Said = pytest.CaptureFixture[str]

HOLD = """
import os, signal, sys
from askline.core.locations import Locations
from askline.core.starting import claim
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
claim(Locations.from_environment())
print("held", flush=True)
signal.pause()
"""


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as place:
        yield place


@pytest.fixture
def holder(home: Home) -> Generator["subprocess.Popen[str]"]:
    """A process that holds the place of the service."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD], env=home.environ, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_no_service_is_no_service_and_none_is_started(home: Home, capsys: Said) -> None:
    assert run(["service", "status"], environ=home.environ) == 10
    assert capsys.readouterr().out == "The service does not run.\n"
    assert run(["service", "status", "--json"], environ=home.environ) == 10
    facts = json.loads(capsys.readouterr().out)
    assert facts == {
        "running": False,
        "pid": None,
        "version": None,
        "url": None,
        "mcp": None,
        "hosts": None,
        "hub": None,
        "socket": home.locations.socket,
        "home": home.environ["ASKLINE_HOME"],
        "counts": {"pending": 0, "waiting": 0, "lines": 0},
    }
    assert run(["service", "stop"], environ=home.environ) == 0
    assert capsys.readouterr().out == "The service does not run.\n"


def test_a_running_service_says_what_it_does(
    home: Home, holder: "subprocess.Popen[str]", capsys: Said
) -> None:
    with an_api(home):
        home.asked()
        assert run(["service", "status", "--json"], environ=home.environ) == 0
        facts = json.loads(capsys.readouterr().out)
        assert run(["service", "status"], environ=home.environ) == 0

    assert (facts["running"], facts["pid"], facts["version"]) == (True, holder.pid, "0.1.0")
    assert facts["counts"] == {"pending": 1, "waiting": 0, "lines": 2}
    assert f"process {holder.pid}, version 0.1.0): 1 pending, 0 waiting, 2 lines." in (
        capsys.readouterr().out
    )


@pytest.mark.usefixtures("holder")
def test_a_service_that_does_not_reply_counts_as_none(home: Home) -> None:
    assert run(["service", "status"], environ=home.environ) == 10


def test_the_service_is_ended(home: Home, holder: "subprocess.Popen[str]", capsys: Said) -> None:
    assert run(["service", "stop"], environ=home.environ) == 0
    assert capsys.readouterr().out == "The service has ended.\n"
    assert holder.wait(5) == 0
    assert Path(home.locations.stopped).exists()


def test_a_restart_ends_the_old_one_and_waits_for_the_new(
    home: Home, holder: "subprocess.Popen[str]", capsys: Said
) -> None:
    with a_pulse(home):
        assert run(["service", "restart"], environ=home.environ) == 0

    assert holder.wait(5) == 0
    assert not Path(home.locations.stopped).exists()
    assert "The service runs" in capsys.readouterr().out


def test_a_command_starts_the_service_and_goes_on(home: Home, capsys: Said) -> None:
    later = ExitStack()

    def starts() -> None:
        later.enter_context(an_api(home))

    with later, a_pulse(home, starts):
        assert run(["list"], environ=home.environ) == 0

    assert capsys.readouterr().out == "Nothing waits for an answer.\n"


def test_a_service_that_never_answers_is_out_of_reach(home: Home) -> None:
    with a_pulse(home), pytest.raises(ServiceUnreachable, match="No service answers"):
        Here(home.environ, patience_s=0.1).through(lambda client: client.asks())


def test_a_service_that_does_not_start_is_out_of_reach(home: Home) -> None:
    with pytest.raises(ServiceUnreachable, match="does not start"):
        Here(home.environ, patience_s=0).start()

    assert starting.running_pid(home.locations) is None


def test_where_nothing_can_be_written_the_service_is_out_of_reach(
    tmp_path: Path, capsys: Said
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")

    assert run(["list"], environ={"ASKLINE_HOME": str(blocked)}) == 10
    assert "no place to stand" in capsys.readouterr().err


def test_the_service_runs_as_the_caller_gave_it(home: Home, capsys: Said) -> None:
    assert run(["service", "run"], lambda: 42, environ=home.environ) == 42
    assert run(["service", "run"], environ=home.environ) == 1
    assert "without a service" in capsys.readouterr().err


def test_the_log_is_shown_from_its_end_without_what_a_terminal_obeys(
    home: Home, capsys: Said
) -> None:
    assert run(["service", "logs"], environ=home.environ) == 0
    Path(home.locations.log).write_text("one\n\x1b[2Jtwo\nthree\n")

    assert run(["service", "logs", "-n", "2"], environ=home.environ) == 0
    assert capsys.readouterr().out == "two\nthree\n"


def test_a_followed_log_goes_on_line_by_line_and_over_a_rotation(tmp_path: Path) -> None:
    log = tmp_path / "service.log"
    log.write_text("one\ntwo\n")
    numbers = count(1)

    def grow(_: float) -> None:
        match next(numbers):
            case 1:
                log.write_text("one\ntwo\nthree\nfo")
            case 2:
                log.write_text("one\ntwo\nthree\nfour\n")
            case 3:
                log.rename(tmp_path / "service.log.1")
            case 4:
                log.write_text("a longer line after the rotation\n")
            case _:
                raise KeyboardInterrupt

    lines: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        lines.extend(line.strip() for line in service.followed(log, 1, grow))

    assert lines == ["two", "three", "four", "a longer line after the rotation"]


def test_following_the_log_ends_with_ctrl_c(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    class Pressed(io.TextIOBase):
        def write(self, _: str) -> int:
            raise KeyboardInterrupt

    Path(home.locations.log).write_text("one\n")
    monkeypatch.setattr(sys, "stdout", Pressed())

    assert run(["service", "logs", "-f"], environ=home.environ) == 130


@pytest.fixture
def hung(
    home: Home, holder: "subprocess.Popen[str]", monkeypatch: pytest.MonkeyPatch
) -> Generator["subprocess.Popen[str]"]:
    """A service that listens, is not young any more, and says nothing."""
    monkeypatch.setattr(starting, "LOOK_S", 0.05)
    monkeypatch.setattr(starting, "PONG_S", 0.05)
    os.utime(home.locations.service_lock, (0, 0))
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(home.locations.socket)
        listener.listen()
        yield holder


def test_a_service_that_hangs_is_not_said_to_run(
    home: Home, hung: "subprocess.Popen[str]", capsys: Said
) -> None:
    assert run(["service", "status"], environ=home.environ) == 10
    assert f"Process {hung.pid} has the service's place" in capsys.readouterr().err


def test_a_service_that_hangs_is_ended_before_it_is_called(
    home: Home, hung: "subprocess.Popen[str]", capsys: Said
) -> None:
    with an_api(home):
        assert Here(home.environ).through(lambda client: client.asks()) == []

    assert hung.wait(10) == -signal.SIGKILL
    assert "The service does not answer" in capsys.readouterr().err
