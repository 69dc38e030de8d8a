"""A terminal for clients that draw: a tmux of its own, keys in, the screen out.

Its server listens in the scene's own directory and is ended by its own socket; no other tmux is touched.
"""

import re
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.clients.scene import Scene

COLUMNS, ROWS = 110, 40
LOOK_S = 0.1
PACE_S = 0.5


@dataclass(frozen=True)
class Terminal:
    scene: Scene
    env: dict[str, str]

    def screen(self) -> str:
        lines = self._tmux("capture-pane", "-p", "-t", "main").splitlines()
        return "\n".join(filter(None, (line.rstrip() for line in lines)))

    def shows(self, pattern: str, within: float = 20) -> str:
        """The screen, once it shows this."""
        return self._until(pattern, within, shown=True)

    def hides(self, pattern: str, within: float = 20) -> str:
        """The screen, once this is gone from it."""
        return self._until(pattern, within, shown=False)

    def types(self, text: str) -> None:
        self._tmux("send-keys", "-t", "main", "-l", text)

    def presses(self, key: str) -> None:
        """At a person's pace: what comes faster, some clients take for a paste or do not hear."""
        time.sleep(PACE_S)
        self._tmux("send-keys", "-t", "main", key)

    def start(self, command: list[str]) -> None:
        size = ("-x", str(COLUMNS), "-y", str(ROWS))
        where = ("-c", str(self.scene.project))
        self._tmux("new-session", "-d", "-s", "main", *size, *where, *command)
        # What was drawn last can still be read if the client ends.
        self._tmux("set-option", "-t", "main", "remain-on-exit", "on")

    def end(self) -> None:
        self._tmux("kill-server")

    def _until(self, pattern: str, within: float, *, shown: bool) -> str:
        end = time.monotonic() + within
        while bool(re.search(pattern, screen := self.screen())) is not shown:
            wanted = "shows" if shown else "hides"
            assert time.monotonic() < end, f"never {wanted} {pattern!r} in {within} s:\n{screen}"
            time.sleep(LOOK_S)
        return screen

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", str(self.scene.root / "tmux"), "-f", "/dev/null", *words],
            env={**self.scene.env, **self.env},
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert done.returncode == 0, f"tmux {words[0]}: {done.stderr}"
        return done.stdout


@contextmanager
def a_terminal(scene: Scene, command: list[str], env: dict[str, str]) -> Generator[Terminal]:
    terminal = Terminal(scene, env)
    terminal.start(command)
    try:
        yield terminal
    finally:
        terminal.end()
