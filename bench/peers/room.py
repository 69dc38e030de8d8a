"""A home of its own for one peer, and every process that lives in it.

Nothing of the machine's environment comes in but the PATH. A process belongs to a room if its own
environment names the room's home; so none is missed, and no other is ever ended.
"""

import os
import signal
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Room:
    folder: Path

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def project(self) -> Path:
        return self.folder / "project"

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "TMPDIR": str(self.folder / "tmp"),
            **more,
        }

    def processes(self) -> list[int]:
        mark = f"HOME={self.home}\0".encode()
        found = list[int]()
        for place in Path("/proc").iterdir():
            with suppress(OSError):
                if place.name.isdigit() and mark in (place / "environ").read_bytes():
                    found.append(int(place.name))
        return found

    def memory_mb(self) -> tuple[float, float]:
        """Of all its processes: resident, and with shared pages counted once."""
        resident = proportional = 0
        for pid in self.processes():
            with suppress(OSError):
                rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
                resident += _kilobytes(rollup, "Rss:")
                proportional += _kilobytes(rollup, "Pss:")
        return round(resident / 1024, 1), round(proportional / 1024, 1)

    def kill(self) -> None:
        """SIGKILL to all of it, and wait until it is gone."""
        end = time.monotonic() + 10
        while (alive := self.processes()) and time.monotonic() < end:
            for pid in alive:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)


def _kilobytes(rollup: str, field: str) -> int:
    return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith(field))


@contextmanager
def room() -> Generator[Room]:
    # Short, because a socket's path may not be long.
    with tempfile.TemporaryDirectory(prefix="peer-", ignore_cleanup_errors=True) as folder:
        made = Room(Path(folder))
        for place in (made.home, made.project, made.folder / "tmp"):
            place.mkdir()
        try:
            yield made
        finally:
            made.kill()
