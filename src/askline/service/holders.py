"""Agents that hold asks without a line: processes of their own, on the same file as the service.

Such a process keeps a lock on a file that bears its name. The kernel lets go of the lock however the
process ends, and no later process can be taken for it; so whoever looks knows who is gone.
"""

import os
import re
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path

NAME = re.compile(r"process-\d+-[0-9a-f]{16}")


def a_name() -> str:
    """For this process, and like no other."""
    return f"process-{os.getpid()}-{secrets.token_hex(8)}"


class Processes:
    def __init__(self, state: Path) -> None:
        self._directory = state / "processes"

    @contextmanager
    def present(self, name: str) -> Generator[None]:
        """Known by this name until the end, also until one that nobody could prepare for.

        Raises: OSError, if it cannot be written down.
        """
        self._directory.mkdir(exist_ok=True, mode=0o700)
        unfinished, file = self._directory / f".{name}", self._directory / name
        lock = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            flock(lock, LOCK_EX | LOCK_NB)
            unfinished.rename(file)  # whoever finds it finds it locked
            yield
        finally:
            file.unlink(missing_ok=True)
            os.close(lock)

    def __contains__(self, name: str) -> bool:
        """Whether this is the name of a process that lives."""
        if not NAME.fullmatch(name):
            return False
        try:
            lock = os.open(self._directory / name, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            flock(lock, LOCK_SH | LOCK_NB)
        except BlockingIOError:
            return True
        else:
            return False
        finally:
            os.close(lock)

    def gone(self) -> frozenset[str]:
        """The names of those that ended without a word."""
        try:
            names = [each.name for each in self._directory.iterdir()]
        except FileNotFoundError:
            return frozenset()
        return frozenset(each for each in names if NAME.fullmatch(each) and each not in self)

    def forget(self, name: str) -> None:
        (self._directory / name).unlink(missing_ok=True)
