"""Processes below this one: who they are, whose they are, and their end.

A process carries its operation's tag in the environment it was started with. One that shed its
session and its tag is nobody's, and is not left alive for that. Standard library only: the warden
runs it inside the sandbox, where /proc shows that sandbox alone.
"""
# ruff: noqa: PTH123

import os
from contextlib import suppress
from signal import SIGKILL
from time import monotonic, sleep

TAG = "ASKLINE_OPERATION"

PATIENCE_S = 1.0
"""A killed process is gone at once, except while the kernel waits for a disk."""
STEP_S = 0.001
LOOK_S = 0.05
MANY = 1 << 20


class Adopted:
    """This process's own children, also where /proc is out of reach by now: the file stays open."""

    def __init__(self) -> None:
        me = os.getpid()
        self._listed = os.open(f"/proc/{me}/task/{me}/children", os.O_RDONLY | os.O_CLOEXEC)

    def all(self) -> list[int]:
        return [int(each) for each in os.pread(self._listed, MANY, 0).split()]

    def end_strays(self, held: "dict[int, str]") -> None:
        """End what belongs to none of these operations, by process and id, and wait for it."""
        self._end(lambda: _strays(self.all(), held))

    def end_all(self) -> None:
        """End every process below this one."""
        self._end(self.all)

    def _end(self, victims: "Callable[[], list[int]]") -> None:
        # Ending one hands its own children to this process, so it looks until none is left.
        give_up = monotonic() + PATIENCE_S
        while (found := victims()) and monotonic() < give_up:
            for each in found:
                send(each, SIGKILL)
            gone = [_gone(each) for each in found]
            if not any(gone):
                sleep(STEP_S)


def _strays(pids: list[int], held: "dict[int, str]") -> list[int]:
    # One patience for all: a crowd without an environment would keep the warden busy for ever.
    until = monotonic() + LOOK_S
    return [each for each in pids if not _belongs(each, held, until)]


def _belongs(pid: int, held: "dict[int, str]", until: float) -> bool:
    return pid in held or session(pid) in held or owner(pid, until) in held.values()


def session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except OSError:
        return 0


def children(pid: int) -> list[int]:
    """Of the process's first thread; what others leave behind is adopted."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as listed:
            return [int(each) for each in listed.read().split()]
    except OSError:
        return []


def descendants(pid: int) -> list[int]:
    found = children(pid)
    for each in found:
        found += children(each)
    return found


def owner(pid: int, until: float) -> str | None:
    """The operation whose tag the process was started with."""
    words = _environment(pid)
    while words == b"" and monotonic() < until:
        # While a process becomes another program it shows no environment for a moment.
        sleep(STEP_S)
        words = _environment(pid)
    tags = [each for each in (words or b"").split(b"\0") if each.startswith(_PREFIX)]
    return os.fsdecode(tags[0][len(_PREFIX) :]) if tags else None


def _environment(pid: int) -> bytes | None:
    """None of one that has ended, or is no child of this process."""
    try:
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return None
        with open(f"/proc/{pid}/environ", "rb") as environment:
            return environment.read()
    except OSError:
        return None


def send(pid: int, signal: int) -> None:
    with suppress(OSError):
        os.kill(pid, signal)


def send_group(pid: int, signal: int) -> None:
    with suppress(OSError):
        os.killpg(pid, signal)


def _gone(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


_PREFIX = os.fsencode(f"{TAG}=")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
