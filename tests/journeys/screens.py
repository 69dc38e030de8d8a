"""The installed inbox in a tmux of its own: keys in, the screen out."""

import re
import shlex
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.journeys.agents import ASKLINE, Home

LOOK_S = 0.1
PACE_S = 0.5
"""Between two keys, as a person types: what comes faster than the guard settles nothing."""


@dataclass(frozen=True)
class Screen:
    home: Home

    def text(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "main")

    def shows(self, pattern: str, within: float = 30) -> str:
        """The screen, once it shows this."""
        end = time.monotonic() + within
        while not re.search(pattern, text := self.text()):
            assert time.monotonic() < end, f"never {pattern!r} in {within} s:\n{text}"
            time.sleep(LOOK_S)
        return text

    def presses(self, *keys: str) -> None:
        for key in keys:
            time.sleep(PACE_S)
            self.tmux("send-keys", "-t", "main", key)

    def types(self, text: str) -> None:
        self.tmux("send-keys", "-t", "main", "-l", text)

    def resize(self, columns: int, rows: int) -> None:
        self.tmux("resize-window", "-t", "main", "-x", str(columns), "-y", str(rows))

    def tmux(self, *words: str) -> str:
        own = ["tmux", "-S", str(self.home.root.parent / "tmux"), "-f", "/dev/null"]
        done = subprocess.run(
            [*own, *words],
            env=self.home.env,
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert done.returncode == 0, f"tmux {words[0]}: {done.stderr}"
        return done.stdout


@contextmanager
def a_screen(
    home: Home,
    *words: str,
    size: tuple[int, int] = (120, 36),
    env: dict[str, str] | None = None,
) -> Generator[Screen]:
    screen = Screen(home)
    command = ["env", *(f"{name}={value}" for name, value in (env or {}).items()), *ASKLINE, *words]
    where = ("-c", str(home.project))
    width, height = (str(side) for side in size)
    screen.tmux(
        "new-session", "-d", "-s", "main", "-x", width, "-y", height, *where, shlex.join(command)
    )
    screen.tmux("set-option", "-t", "main", "remain-on-exit", "on")
    try:
        yield screen
    finally:
        screen.tmux("kill-server")
