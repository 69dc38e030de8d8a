"""A program in a terminal of its own: when it painted what, how many bytes it takes, how much CPU."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import Self

ROWS, COLUMNS = 36, 120
TICKS = os.sysconf("SC_CLK_TCK")


class Screen:
    """Reads what the program draws; nothing is interpreted."""

    def __init__(self, command: list[str], env: dict[str, str], cwd: Path) -> None:
        self._end, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            env={**env, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
            cwd=cwd,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        self.drawn = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        os.close(self._end)

    def until(self, words: str, within: float = 30) -> float:
        """Seconds from the start until these words were drawn."""
        end = time.perf_counter() + within
        while words.encode() not in self.drawn:
            assert time.perf_counter() < end, f"{words!r} was not drawn within {within} s"
            self._read(0.05)
        return time.perf_counter() - self.begun

    def for_seconds(self, seconds: float) -> int:
        """Bytes drawn in so long a time."""
        before, end = len(self.drawn), time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._read(left)
        return len(self.drawn) - before

    def press(self, keys: str) -> None:
        os.write(self._end, keys.encode())

    def cpu_s(self) -> float:
        """Of the program itself, so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def _read(self, within: float) -> None:
        if select.select([self._end], [], [], within)[0]:
            self.drawn += os.read(self._end, 65_536)
