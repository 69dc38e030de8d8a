"""The port and the token stay the same over restarts, and are nobody else's."""

import socket
from pathlib import Path

import pytest

from askline.config.settings import load
from askline.core.errors import InvalidArguments
from askline.core.locations import Locations
from askline.service.loopback import Loopback, open_loopback


def opened(state: Path, wanted: int = 0) -> Loopback:
    place = open_loopback(state, wanted)
    assert place is not None
    return place


def test_port_and_token_are_those_of_the_last_time(tmp_path: Path) -> None:
    first = opened(tmp_path)
    port = first.port
    first.listener.close()

    second = opened(tmp_path)

    with second.listener:
        assert (second.port, second.token) == (port, first.token)
        assert second.url == f"http://127.0.0.1:{port}"
    assert len(first.token) >= 32
    assert (tmp_path / "mcp-token").read_text().strip() == first.token


def test_only_the_owner_can_read_the_token(tmp_path: Path) -> None:
    with opened(tmp_path).listener:
        assert (tmp_path / "mcp-token").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("broken", [b"", b"short", b"\xff" * 64])
def test_a_token_that_is_none_is_made_anew(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "mcp-token").write_bytes(broken)

    place = opened(tmp_path)

    with place.listener:
        assert (tmp_path / "mcp-token").read_text().strip() == place.token
        assert len(place.token) >= 32


@pytest.mark.parametrize("kept", ["", "much", "70000"])
def test_a_port_that_is_none_gives_way_to_a_free_one(tmp_path: Path, kept: str) -> None:
    (tmp_path / "port").write_text(kept)

    place = opened(tmp_path)

    with place.listener:
        assert (tmp_path / "port").read_text().strip() == str(place.port)


def test_a_last_port_that_somebody_took_gives_way_to_a_free_one(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (tmp_path / "port").write_text(str(port))

        place = opened(tmp_path)

    with place.listener:
        assert place.port != port


def test_a_wanted_port_is_taken_or_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        assert open_loopback(tmp_path, port) is None

    assert "nothing is served on loopback" in caplog.text
    wanted = opened(tmp_path, port)
    with wanted.listener:
        assert wanted.port == port


@pytest.mark.parametrize("name", ["web.host", "web.address", "web.bind"])
def test_no_setting_opens_the_door_to_other_machines(tmp_path: Path, name: str) -> None:
    locations = Locations.from_environment({"ASKLINE_HOME": str(tmp_path)})
    with pytest.raises(InvalidArguments):
        load({}, None, locations=locations, flags={name: "0.0.0.0"})  # noqa: S104 - refused is the point

    place = open_loopback(tmp_path, 0)

    assert place is not None
    with place.listener:
        assert place.listener.getsockname()[0] == "127.0.0.1"
