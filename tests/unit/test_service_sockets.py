"""The service's sockets: for one user alone, and in place of whatever a crash left behind."""

import os
import socket
import struct
from collections.abc import Generator
from pathlib import Path
from typing import cast

import pytest

from askline.service.sockets import is_own, listen
from tests.invariants import invariant
from tests.unit.line_scene import short_home


@pytest.fixture
def path() -> Generator[Path]:
    with short_home() as locations:
        yield Path(locations.socket)


@invariant("I10")
def test_a_socket_is_for_its_owner_alone_and_complete_when_it_has_its_name(path: Path) -> None:
    before = os.umask(0)
    try:
        listener = listen(path)
    finally:
        assert os.umask(before) == 0

    with listener, socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        assert path.stat().st_mode & 0o777 == 0o600
        assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_what_a_crash_left_is_replaced(path: Path) -> None:
    listen(path).close()
    path.with_name(f".{path.name}.new").touch()

    with listen(path), socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))


class Foreigner:
    """A peer whose process belongs to somebody else."""

    def getsockopt(self, *_: int) -> bytes:
        return struct.pack("3i", 1, os.geteuid() + 1, 1)


@invariant("I10")
def test_processes_of_other_users_are_strangers() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert is_own(ours)
    assert not is_own(cast("socket.socket", Foreigner()))


def test_where_nobody_can_be_recognised_the_mode_of_the_directory_has_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(socket, "SO_PEERCRED")

    assert is_own(cast("socket.socket", Foreigner()))
