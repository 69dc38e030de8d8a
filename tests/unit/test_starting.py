"""One service per user: who starts it, who may end it, and which installation it comes from."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from askline.core import starting
from askline.core.locations import Locations
from askline.core.version import VERSION
from tests.invariants import invariant
from tests.unit.line_scene import PATIENCE_S, Starts, does_not_wait, short_home

HOLDER = """
import signal, sys, time
from askline.core import starting
from askline.core.locations import Locations
if sys.argv[1] == "deaf":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
assert starting.claim(Locations.from_environment()) is not None
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
def home() -> Generator[Locations]:
    with short_home() as locations:
        yield locations


@contextmanager
def holder(home: Locations, manner: str = "obedient") -> Generator[int]:
    """A process that has the service's lock."""
    assert home.home
    env = {**os.environ, "ASKLINE_HOME": home.home}
    command = [sys.executable, "-c", HOLDER, manner]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"held\n"
        yield process.pid
        process.kill()


@contextmanager
def listening(home: Locations, said: bytes | None = None) -> Generator[list[bytes]]:
    """Somebody at the service's socket who answers each connection with `said`, or never."""
    heard: list[bytes] = []
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(home.socket)
    listener.listen()

    def answer() -> None:
        while True:
            connection, _ = listener.accept()
            with connection:
                heard.append(connection.recv(100))
                if not heard[-1]:
                    return
                if said is None:
                    connection.recv(1)
                else:
                    connection.sendall(said)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    try:
        yield heard
    finally:
        with socket.socket(socket.AF_UNIX) as last:
            last.connect(home.socket)
        thread.join(PATIENCE_S)
        listener.close()


@invariant("I2")
def test_of_two_services_one_has_the_place(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "sleep", does_not_wait)
    first = starting.claim(home)
    assert first is not None

    assert starting.claim(home) is None
    assert starting.running_pid(home) == os.getpid()

    os.close(first)
    again = starting.claim(home)
    assert again is not None
    os.close(again)


def test_no_service_has_no_process(home: Locations) -> None:
    assert starting.running_pid(home) is None
    Path(home.service_lock).touch()
    assert starting.running_pid(home) is None


def test_stopping_ends_the_service_and_leaves_word(home: Locations) -> None:
    with holder(home) as pid:
        assert starting.running_pid(home) == pid

        assert starting.stop(home)

        assert starting.running_pid(home) is None
    assert Path(home.stopped).exists()


def test_a_restart_leaves_no_word(home: Locations) -> None:
    with holder(home):
        assert starting.stop(home, stay=False)

    assert not Path(home.stopped).exists()


def test_what_does_not_run_is_not_stopped(home: Locations) -> None:
    assert not starting.stop(home)
    assert not Path(home.stopped).exists()


def test_a_service_deaf_to_signals_is_killed(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "STOP_S", 0.1)
    with holder(home, "deaf"):
        assert starting.stop(home)

        assert starting.running_pid(home) is None


def test_a_service_that_is_gone_before_the_signal_is_no_trouble(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_pid: int, _signal: int) -> None:
        raise ProcessLookupError

    lock = starting.claim(home)
    assert lock is not None
    monkeypatch.setattr(os, "kill", gone)

    assert starting.stop(home)
    os.close(lock)


def test_only_the_service_that_was_meant_is_ended(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    runs = iter([7, 7, 7, 8])

    def runs_now(_home: Locations) -> int:
        return next(runs)

    def kill(pid: int, _signal: int) -> None:
        killed.append(pid)

    monkeypatch.setattr(starting, "running_pid", runs_now)
    monkeypatch.setattr(os, "kill", kill)

    assert starting.stop(home)

    assert killed == [7]


def test_a_connection_is_made_where_somebody_listens(home: Locations, starts: Starts) -> None:
    with listening(home, b"!pong\n"):
        connection = starting.connect(home)
        assert connection is not None
        connection.close()

    assert starts == []


def test_one_starts_the_service_and_the_others_wait_for_it(home: Locations, starts: Starts) -> None:
    first, second = starting.Reach(home), starting.Reach(home)

    assert [first.step(), second.step(), first.step(), second.step()] == [None] * 4
    assert starts == [home.socket]

    with listening(home, b"!pong\n"):
        for reach in (second, first):
            connection = reach.step()
            assert connection is not None
            connection.close()


def test_who_waits_starts_the_service_when_the_starter_dies(
    home: Locations, starts: Starts
) -> None:
    first, second = starting.Reach(home), starting.Reach(home)
    first.step()
    second.step()

    first.end()
    second.step()

    assert len(starts) == 2
    second.end()
    second.end()


def test_a_start_that_leads_to_nothing_is_tried_again_and_given_up(
    home: Locations, starts: Starts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "AGAIN_S", 0.05)

    assert starting.connect(home, 0.2) is None

    assert 2 <= len(starts) <= 5


def test_a_dead_socket_is_no_service(home: Locations, starts: Starts) -> None:
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(home.socket)
    dead.close()

    assert starting.connect(home, 0.0) is None
    assert starts


def test_a_service_that_answers_is_left_alone(home: Locations, starts: Starts) -> None:
    with listening(home, b"!pong\n") as heard:
        assert starting.ensure(home)
        starting.replace_hung(home)

    assert heard[0] == b"!ping\n"
    assert starts == []


def test_a_hung_service_is_killed(home: Locations, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "PONG_S", 0.1)
    monkeypatch.setattr(starting, "LOOK_S", 0.1)
    with holder(home), listening(home):
        os.utime(home.service_lock, (0, 0))

        assert not starting.ensure(home, 0.3)

        assert starting.running_pid(home) is None


def test_silence_is_told_from_starting_and_from_nobody(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "LOOK_S", 0.05)
    assert not starting.silent(home)
    with holder(home), listening(home):
        young = starting.silent(home)
        os.utime(home.service_lock, (0, 0))

        assert (young, starting.silent(home)) == (False, True)


def test_a_service_that_has_only_just_been_started_is_not_hung(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "PONG_S", 0.1)
    monkeypatch.setattr(starting, "LOOK_S", 0.1)
    with holder(home) as pid, listening(home):
        assert not starting.ensure(home, 0.3)

        assert starting.running_pid(home) == pid


def test_a_service_that_listens_and_hangs_up_does_not_answer() -> None:
    ours, theirs = socket.socketpair()
    theirs.close()

    assert not starting.answers(ours, 1.0)


def test_an_older_service_is_told_which_version_comes(home: Locations) -> None:
    with listening(home, b"some last words") as heard:
        starting.retire(home)

    assert heard[0] == f"!retire {VERSION}\n".encode()
    assert Path(home.launcher).read_text().split("\0")[0] == VERSION


def test_an_older_service_that_does_not_go_is_not_waited_for(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "PONG_S", 0.1)
    with listening(home):
        starting.retire(home)


def test_where_no_older_service_runs_nobody_is_told(home: Locations) -> None:
    starting.retire(home)

    assert Path(home.launcher).exists()


def test_signals_are_the_ones_they_are_called() -> None:
    assert (starting.SIGTERM, starting.SIGKILL) == (signal.SIGTERM, signal.SIGKILL)
