"""A home of its own for one client: nothing of this machine's user is in it, and nothing leaves it.

The client gets an empty environment with dummy keys, every address is loopback, and its service is
found by HOME alone, as it is by real clients.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.journeys.agents import Home

TAP = Path(__file__).with_name("tap.py")
PROJECT, BRANCH = "shop", "trunk"
LINGERING_S = 5.0


@dataclass(frozen=True)
class Scene:
    root: Path
    model: str
    """Where the client finds its model."""

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def project(self) -> Path:
        return self.root / PROJECT

    @property
    def record(self) -> Path:
        """What the tap heard."""
        return self.root / "tap.jsonl"

    @property
    def line(self) -> list[str]:
        """What the client starts as its MCP server: the line of this checkout, tapped."""
        tap = [sys.executable, str(TAP), str(self.record)]
        return [*tap, sys.executable, "-m", "askline", "mcp"]

    @property
    def env(self) -> dict[str, str]:
        node = Path(shutil.which("node") or "/usr/bin/node").parent
        return {
            "PATH": f"{node}:/usr/bin:/bin",
            "HOME": str(self.home),
            "USER": "tester",
            "LOGNAME": "tester",
            "SHELL": "/bin/sh",
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "NO_PROXY": "127.0.0.1,localhost",
        }

    @property
    def human(self) -> Home:
        """The person's side of the same home."""
        return Home(self.env, self.project)

    def write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@contextmanager
def a_scene(model: str) -> Generator[Scene]:
    # Short, because a socket's path may not be long.
    root = Path(tempfile.mkdtemp(prefix="askline-"))
    scene = Scene(root, model)
    scene.home.mkdir()
    subprocess.run(
        ["git", "init", "-q", "-b", BRANCH, str(scene.project)], env=scene.env, check=True
    )
    try:
        yield scene
    finally:
        scene.human.run("service", "stop")
        end_all_in(scene.home)
        shutil.rmtree(root, ignore_errors=True)


def end_all_in(home: Path) -> None:
    """End what a client left behind, such as a daemon: whoever has this home, by its process id."""
    for pid in _living_in(home):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _living_in(home: Path) -> list[int]:
    mark = f"HOME={home}".encode()
    found: list[int] = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in environ.read_bytes().split(b"\0"):
                found.append(int(environ.parent.name))
    return found


@contextmanager
def running(
    scene: Scene, command: list[str], env: dict[str, str]
) -> Generator[subprocess.Popen[bytes]]:
    """A client without a terminal, in a session of its own, ended with all it started."""
    with (scene.root / "client.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            env={**scene.env, **env},
            cwd=scene.project,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(LINGERING_S)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(LINGERING_S)
