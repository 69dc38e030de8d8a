"""A recipe as its user runs it: in an empty environment, in a project of its own, against a real service.

The person's side is the API's client. What a recipe needs from the package index comes through uv's cache.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from askline import Client
from askline.core.errors import ServiceUnreachable
from askline.core.locations import Locations
from tests.clients.conversation import Json
from tests.clients.scene import Scene, a_scene

RECIPES = Path(__file__).parents[2] / "examples" / "recipes"
ASKLINE = Path(sys.executable).with_name("askline")
UV = Path(shutil.which("uv") or "/usr/bin/uv")
WITHIN_S = 120.0
"""The slowest recipe on a busy machine, with its packages to fetch."""


@dataclass(frozen=True)
class Started:
    process: subprocess.Popen[str]
    stderr: IO[str]

    def kill(self) -> None:
        """Nobody of it is left to say goodbye."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(WITHIN_S)

    def said(self) -> str:
        """What it printed, once it is done."""
        out, _ = self.process.communicate(timeout=WITHIN_S)
        assert self.process.returncode == 0, self.complaint()
        return out.strip()

    def complaint(self) -> str:
        self.stderr.seek(0)
        return self.stderr.read()


@dataclass(frozen=True)
class Stage:
    scene: Scene
    client: Client

    @property
    def env(self) -> dict[str, str]:
        path = f"{self.scene.root}/bin:{self.scene.env['PATH']}"
        return {**self.scene.env, "PATH": path}

    @contextmanager
    def running(self, *command: str, **env: str) -> Generator[Started]:
        """In a session of its own, ended with all it started."""
        with (self.scene.root / "stderr").open("w+", encoding="utf-8") as stderr:
            process = subprocess.Popen(
                command,
                env={**self.env, **env},
                cwd=self.scene.project,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                start_new_session=True,
            )
            try:
                yield Started(process, stderr)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.communicate(timeout=WITHIN_S)

    def asked(self, started: Started) -> Json:
        """The one ask that waits, as soon as it is there."""
        end = time.monotonic() + WITHIN_S
        while not (asks := self._inbox()):
            assert started.process.poll() is None, started.complaint()
            assert time.monotonic() < end, f"nobody asked\n{started.complaint()}"
            time.sleep(0.05)
        [ask] = asks
        return ask

    def answer(self, ask: Json, value: str) -> None:
        [question] = ask["questions"]
        self.client.answer(ask["id"], {question["id"]: {"values": [value]}})

    def stored_like(self, ask: Json) -> int:
        """How many asks with these questions were ever stored."""
        asks = self.client.asks(all_states=True)
        return len([each for each in asks if each["questions"] == ask["questions"]])

    def _inbox(self) -> list[Json]:
        with suppress(ServiceUnreachable):  # the recipe starts it
            return self.client.inbox()
        return []


@contextmanager
def a_stage(model: str = "") -> Generator[Stage]:
    with a_scene(model) as scene:
        programs = scene.root / "bin"
        programs.mkdir()
        for program in (ASKLINE, UV):
            (programs / program.name).symlink_to(program)
        socket = Locations.from_environment(scene.env).api_socket
        yield Stage(scene, Client(socket, door="cli", present=True))


def script(name: str) -> tuple[str, ...]:
    """A recipe with an environment of its own."""
    return ("uv", "run", "--quiet", "--script", str(RECIPES / name / "agent.py"))


def fetching() -> dict[str, str]:
    """What uv is told, so that a machine fetches each package once."""
    told = subprocess.run([UV, "cache", "dir"], capture_output=True, text=True, check=True)
    passed = {
        n: v for n, v in os.environ.items() if n.startswith(("UV_INDEX", "UV_DEFAULT", "SSL_"))
    }
    return {**passed, "UV_CACHE_DIR": told.stdout.strip(), "UV_PYTHON": sys.executable}
