"""What a service does before it serves: take the place, be reachable, and leave word of itself."""

import gc
import signal
import socket
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from askline.core.locations import Locations
from askline.core.version import VERSION
from askline.service import assembly, lifetime
from tests.unit.line_scene import short_home

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

Served = list[tuple[object, ...]]


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Generator[Locations]:
    """A home of its own; afterwards signals do what they did before."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    with short_home() as locations:
        assert locations.home
        monkeypatch.setenv("ASKLINE_HOME", locations.home)
        yield locations
    for number, handler in before.items():
        signal.signal(number, handler)
    gc.unfreeze()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """What the service looked like to a client at the moment when it began to serve."""
    seen: Served = []

    def serve(
        locations: Locations,
        lines: socket.socket,
        api: socket.socket,
        end: Callable[[], None],
    ) -> None:
        with lines, api:
            for path in (locations.socket, locations.api_socket):
                with socket.socket(socket.AF_UNIX) as client:
                    client.connect(path)
        stopped = Path(locations.stopped).exists()
        seen.append((Path(locations.launcher).read_text().split("\0")[0], stopped, end))

    monkeypatch.setattr(assembly, "run", serve)
    return seen


def test_a_service_can_be_reached_and_is_known_before_it_serves(
    home: Locations, served: Served
) -> None:
    Path(home.stopped).touch()

    assert lifetime.run() == 0

    assert served == [(VERSION, False, lifetime.end)]
    assert [signal.getsignal(number) for number in SIGNALS] == [
        lifetime.end,
        lifetime.end,
        signal.SIG_IGN,
    ]


def test_what_a_start_imports_is_not_searched_for_garbage_then_or_later() -> None:
    gc.unfreeze()

    with lifetime.uncollected():
        searched_meanwhile = gc.isenabled()

    kept_apart = gc.get_freeze_count()
    gc.unfreeze()
    assert not searched_meanwhile
    assert kept_apart
    assert gc.isenabled()


def test_a_second_service_leaves_everything_as_it_is(
    home: Locations,
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def taken(_home: Locations) -> None:
        return None

    monkeypatch.setattr("askline.core.starting.claim", taken)

    assert lifetime.run() == 0

    assert served == []
    assert "runs already" in capsys.readouterr().err
    assert not Path(home.socket).exists()


class Ended(Exception):
    pass


def test_the_end_is_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(code: int) -> None:
        raise Ended(code)

    monkeypatch.setattr("os._exit", ended)

    with pytest.raises(Ended, match="0"):
        lifetime.end(signal.SIGTERM, None)
