"""A person's shell in a terminal: commands in, what is seen and how it ended out.

One shell for a whole page, so that a directory one has gone to is still the one.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

LOOP = 'while IFS= read -r -d "" -u "$0" said; do eval "$said"; echo "$?" >&"$1"; done'
ROWS, COLUMNS = 60, 240
"""So wide that nothing is wrapped."""
PROMPT = re.compile(r"\[y/N\] (\S+)$", re.MULTILINE)
WITHIN_S = 120.0


class Shell:
    def __init__(self, terminal: int, words: int, ends: int) -> None:
        self._terminal, self._words, self._ends = terminal, words, ends

    def run(self, command: str, shown: str | None, within: float = WITHIN_S) -> tuple[int, str]:
        """How it ended, and what was seen; questions are answered as the page shows it."""
        os.write(self._words, command.encode() + b"\0")
        replies = PROMPT.findall(shown or "")
        seen, end = b"", time.monotonic() + within
        while time.monotonic() < end:
            ready, _, _ = select.select([self._terminal, self._ends], [], [], 1)
            if self._terminal in ready:
                seen += os.read(self._terminal, 65536)
                if replies and seen.endswith(b"[y/N] "):
                    os.write(self._terminal, replies.pop(0).encode() + b"\n")
            elif self._ends in ready:
                return int(os.read(self._ends, 16)), seen.decode(errors="replace")
        raise AssertionError(f"{command!r} did not end in {within} s:\n{seen.decode()}")


@contextmanager
def a_shell(env: dict[str, str], at: Path) -> Generator[Shell]:
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    heard, words = os.pipe()
    ends, said = os.pipe()
    process = subprocess.Popen(
        ["bash", "-c", LOOP, str(heard), str(said)],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        pass_fds=(heard, said),
        env=env,
        cwd=at,
        start_new_session=True,
    )
    for each in (inside, heard, said):
        os.close(each)
    try:
        yield Shell(terminal, words, ends)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)
        for each in (terminal, words, ends):
            os.close(each)
