"""Which installation's service is started, and how: with nothing of its starter's."""

import os
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from askline.core import starting
from askline.core.locations import Locations
from askline.core.version import VERSION
from tests.invariants import invariant
from tests.unit.line_scene import short_home

OWN = [sys.executable, "-m", "askline", "service", "run"]
OTHER = [sys.executable, "-m", "askline", "other"]


@pytest.fixture
def home() -> Generator[Locations]:
    with short_home() as locations:
        yield locations


@pytest.mark.parametrize(
    ("left", "command"),
    [
        pytest.param(None, OWN, id="nothing known"),
        pytest.param(["99.0", *OTHER], OTHER, id="a newer one"),
        pytest.param(["0.0.1", *OTHER], OWN, id="an older one"),
        pytest.param([VERSION, *OTHER], OWN, id="another of this version"),
        pytest.param(["99.0", "/no/such/python", "-m"], OWN, id="a newer one that is gone"),
        pytest.param(["99.0"], OWN, id="half a record"),
        pytest.param([""], OWN, id="an empty record"),
    ],
)
@invariant("I7")
def test_the_newest_installation_serves(
    home: Locations, left: list[str] | None, command: list[str]
) -> None:
    if left is not None:
        Path(home.launcher).write_text("\0".join(left))

    assert starting._launcher(home) == command

    starting.record_launcher(home)
    expected = left if left and command == OTHER else [VERSION, *OWN]
    assert Path(home.launcher).read_text().split("\0") == expected


def test_word_that_cannot_be_left_is_not_left(home: Locations) -> None:
    Path(f"{home.launcher}.new").mkdir()

    starting.record_launcher(home)

    assert starting._launcher(home) == OWN


@pytest.mark.parametrize(
    ("version", "key"),
    [
        ("0.10.2", (0, 10, 2)),
        ("1.0rc1", (1,)),
        ("", ()),
        ("2.²", (2,)),
        ("3." + "9" * 5000, (3,)),
    ],
)
def test_versions_compare_by_their_numbers(version: str, key: tuple[int, ...]) -> None:
    assert starting.version_key(version) == key


def test_the_service_has_no_use_for_its_starters_secrets(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hush")
    monkeypatch.setenv("LC_TIME", "de_DE.UTF-8")
    monkeypatch.setenv("PATH", "/bin")

    kept = starting._environment(home)

    assert kept["ASKLINE_HOME"] == home.home
    assert (kept["PATH"], kept["LC_TIME"]) == ("/bin", "de_DE.UTF-8")
    assert "AWS_SECRET_ACCESS_KEY" not in kept
    users_own = Locations(home=None, state="/s", runtime="/r", config="/c")
    assert "ASKLINE_HOME" not in starting._environment(users_own)


class Ended(Exception):
    pass


def ended(code: int) -> None:
    raise Ended(code)


@pytest.mark.parametrize(
    ("forks", "code"),
    [pytest.param([0, 5], 0, id="the one between"), pytest.param([0, 0], 127, id="the service")],
)
def test_a_started_process_never_returns_to_its_starters_work(
    forks: list[int], code: int, home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    became: list[Locations] = []
    monkeypatch.setattr(os, "fork", lambda: forks.pop(0))
    monkeypatch.setattr(os, "setsid", lambda: None)
    monkeypatch.setattr(os, "_exit", ended)
    monkeypatch.setattr(starting, "_become_service", became.append)

    with pytest.raises(Ended) as error:
        starting._spawn(home)

    first = error.value.__context__ if code == 0 else error.value
    assert isinstance(first, Ended)
    assert first.args == (code,)
    assert became == ([home] if code else [])


def test_the_starter_waits_only_for_the_process_between(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[int] = []

    def wait(pid: int, _options: int) -> None:
        waited.append(pid)

    monkeypatch.setattr(os, "fork", lambda: 7)
    monkeypatch.setattr(os, "waitpid", wait)

    starting._spawn(home)

    assert waited == [7]


def test_the_service_keeps_nothing_open_of_its_starters(
    home: Locations, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[object, ...]] = []

    def noting(name: str) -> Callable[..., None]:
        def note(*words: object) -> None:
            done.append((name, *words))

        return note

    for name in ("dup2", "closerange", "chdir", "execve"):
        monkeypatch.setattr(os, name, noting(name))

    starting._become_service(home)

    assert [each[0] for each in done] == ["dup2", "dup2", "dup2", "closerange", "chdir", "execve"]
    assert done[-1][1:3] == (sys.executable, OWN)
    assert Path(home.log).stat().st_mode & 0o777 == 0o600
    nothing, log = done[0][1], done[1][1]
    for descriptor in (nothing, log):
        assert isinstance(descriptor, int)
        os.close(descriptor)
