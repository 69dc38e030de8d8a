"""Two versions of a hub: the one that was kept, installed from its wheel, and the present one.

`scripts/keep-version` keeps a wheel at each release: what runs beside us while a hub is brought to us.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import anyio

import askline
from askline.core.background import background
from tests.hub import PASSWORD
from tests.hubs.processes import Running, surroundings

KEPT = Path(__file__).parent / "kept"
FOUND = """
import askline
from askline.service.hub.main import run

print(askline.__file__)
run("migrate", [])
run("found", ["acme", "ada"])
"""


@dataclass(frozen=True)
class Version:
    place: Path
    """Where its code is."""
    environ: dict[str, str] = field(default_factory=dict[str, str])

    def founds(self, dsn: str) -> None:
        """It makes its schema, and a tenant with a first person: both in one process, which is slow to start."""
        said = subprocess.run(
            [sys.executable, "-c", FOUND],
            input=f"{PASSWORD}\n",
            env={**_own(), **surroundings(dsn), **self.environ},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        assert str(self.place) in said.stdout, "another version would run"

    @asynccontextmanager
    async def replica(self, dsn: str) -> AsyncGenerator[Running]:
        """One that listens; killed at the end, if it still is there."""
        command = [sys.executable, "-m", "askline", "hub", "run"]
        env = {**_own(), **surroundings(dsn, DRAIN_S="0.2"), **self.environ}
        async with await anyio.open_process(command, env=env, stdin=None) as process:
            running = Running(process)
            async with background(running.read):
                try:
                    await running.heard.wait()
                    yield running
                finally:
                    with suppress(ProcessLookupError):
                        process.kill()
                    with anyio.CancelScope(shield=True):
                        await process.wait()


PRESENT = Version(Path(askline.__file__).parents[1])


def installed_in(directory: Path) -> Version:
    """The kept version, over the libraries of this environment, which are those of the lock."""
    [wheel] = KEPT.glob("*/askline-*.whl")
    uv = shutil.which("uv")
    assert uv is not None
    install = [uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--target"]
    into = [str(directory), "--python", sys.executable, str(wheel)]
    subprocess.run([*install, *into], check=True, timeout=60)
    # What is measured is this version: the other would be counted as it.
    unmeasured = {"COVERAGE_PROCESS_START": "", "COVERAGE_PROCESS_CONFIG": ""}
    return Version(directory, {"PYTHONPATH": str(directory), **unmeasured})


def _own() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("ASKLINE_")}
