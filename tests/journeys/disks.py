"""Disks that are full when a journey says so.

A small one of its own where this machine lets us mount (a container's root). Elsewhere the service
is forbidden to let any file grow, which it meets at the same places under another error.
"""

import os
import resource
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from tests.journeys.agents import Home

SIZE = 4 * 1024 * 1024


class Disk(Protocol):
    def fill(self, place: Home) -> None: ...

    def free(self, place: Home) -> None: ...


class Mounted:
    """A file system of its own, with a ballast in it."""

    def fill(self, place: Home) -> None:
        with (place.root / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
            while True:
                ballast.write(b"x" * 4096)
        assert os.statvfs(place.root).f_bavail == 0

    def free(self, place: Home) -> None:
        (place.root / "ballast").unlink()


class Limited:
    """The disk of the machine, of which the running service gets no more."""

    def fill(self, place: Home) -> None:
        _allow(place, 0)

    def free(self, place: Home) -> None:
        _allow(place, resource.RLIM_INFINITY)


def _allow(place: Home, size: int) -> None:
    resource.prlimit(place.service(), resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextmanager
def small_disk() -> Generator[Path | None]:
    """A directory on a disk of its own; None where nothing may be mounted."""
    with tempfile.TemporaryDirectory(prefix="askline-") as directory:
        words = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", directory]
        try:
            subprocess.run(words, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            yield None
            return
        try:
            yield Path(directory)
        finally:
            subprocess.run(["umount", "--lazy", directory], check=True)
