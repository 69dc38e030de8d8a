"""Where a page is run: an empty home, Python and uv, and the program whose page it is with its model.

The page's own `uv tool install askline` finds the wheel of this checkout because uv is told of a
directory where it lies; what it depends on comes at the locked versions from the index or the cache.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.clients.conversation import Conversation, Move, Words
from tests.clients.installing import installed
from tests.clients.play import QUESTION
from tests.clients.scene import PROJECT, Scene, end_all_in
from tests.clients.script import Script, results_in
from tests.clients.setups import SETUPS, SetUp, ready
from tests.clients.start.comparing import READER

NETWORK = ("SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY", "UV_SYSTEM_CERTS", "UV_DEFAULT_INDEX")
"""How this machine reaches the index, which is not the page's matter."""
ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Decided(Script):
    """Says in a few words what it was told."""

    def move(self, conversation: Conversation) -> Move:
        results = results_in(conversation)
        told = results[-1] if results else ""
        return Words("We take SQLite.") if "SQLite" in told else super().move(conversation)


SCRIPT = Decided({"questions": [QUESTION]})


@dataclass(frozen=True)
class Wheels:
    """What is installed from."""

    directory: Path

    @property
    def constraints(self) -> Path:
        return self.directory / "constraints.txt"


@dataclass(frozen=True)
class Room(Scene):
    wheels: Wheels
    client: str | None = None

    @property
    def home(self) -> Path:
        return self.root / Path(READER).name

    @property
    def project(self) -> Path:
        return self.home / PROJECT

    @property
    def programs(self) -> Path:
        return self.root / "bin"

    @property
    def env(self) -> dict[str, str]:
        path = f"{self.home / '.local' / 'bin'}:{self.programs}:{super().env['PATH']}"
        uv = {
            "UV_FIND_LINKS": str(self.wheels.directory),
            "UV_CONSTRAINT": str(self.wheels.constraints),
            "UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR", str(Path.home() / ".cache" / "uv")),
            "UV_PYTHON_DOWNLOADS": "never",
            **{name: os.environ[name] for name in NETWORK if name in os.environ},
        }
        own = known(self.client).client.env(self) if self.client else {}
        return {**super().env, "PATH": path, **uv, **own}


def known(client: str) -> SetUp:
    return next(setup for setup in SETUPS if setup.client.name == client)


def _as_clients_write(file: Path) -> None:
    """One thing on a line, as in files that were not written by tests."""
    if file.suffix == ".json":
        file.write_text(json.dumps(json.loads(file.read_text()), indent=2) + "\n")


def build(directory: Path) -> Wheels:
    """The wheel of this checkout, and the versions that it is locked to."""
    wheels = Wheels(directory)
    whole = ("--frozen", "--no-dev", "--no-emit-project", "--no-hashes")
    for words in (
        ("build", "--wheel", "--quiet", "--out-dir", str(directory)),
        ("export", *whole, "--quiet", "--output-file", str(wheels.constraints)),
    ):
        subprocess.run([uv(), *words], cwd=ROOT, check=True, capture_output=True)
    return wheels


def uv() -> str:
    """Itself, and no shim of it, which would want a home that is furnished."""
    return os.environ.get("UV") or shutil.which("uv") or "uv"


@contextmanager
def a_room(wheels: Wheels, client: str | None, model: str) -> Generator[Room]:
    # Short, because a socket's path may not be long.
    root = Path(tempfile.mkdtemp(prefix="askline-"))
    room = Room(root, model, wheels, client)
    room.home.mkdir()
    room.programs.mkdir()
    python = Path(sys.executable).resolve()
    (room.programs / "python3").symlink_to(python)
    (room.programs / "uv").symlink_to(uv())
    if client:
        for name in ready(room, known(client)):
            _as_clients_write(room.home / name)
        program = installed(client)
        (room.programs / program.name).symlink_to(program)
    try:
        yield room
    finally:
        end_all_in(room.home)
        shutil.rmtree(root, ignore_errors=True)
