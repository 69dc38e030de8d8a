"""A runner whose wardens are measured: they start with the site, and so with the coverage of it."""

import os
import shlex
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import anyio

from askline.commands.ports import Ended
from askline.core.locations import Locations
from askline.runner.model import Bounds, Confinement, Order, Sandbox
from askline.runner.runner import AT_ONCE, Runner, running
from askline.runner.surroundings import Surroundings
from askline.runner.watch import Running

ENV = {"PATH": "/usr/bin:/bin"}


@dataclass(frozen=True)
class House:
    directory: Path
    runner: Runner

    def run(
        self,
        *argv: str,
        name: str = "op",
        sandbox: Sandbox | None = None,
        bounds: Bounds | None = None,
        stderr: str | None = None,
    ) -> Order:
        return Order(
            id=name,
            argv=argv,
            cwd=str(self.directory / "project"),
            env=ENV,
            sandbox=sandbox or self.sandbox(),
            stdout=str(self.directory / f"{name}.out"),
            stderr=stderr,
            bounds=bounds or Bounds(timeout_s=20, grace_s=0.2),
        )

    def sandbox(self, confinement: Confinement = Confinement.OFF) -> Sandbox:
        # The measurement is written where the tests run.
        writable = (str(Path.cwd()),)
        return Sandbox(str(self.directory / "project"), writable, confinement=confinement)

    async def through(self, run: Order) -> tuple[Ended, str]:
        with anyio.fail_after(30):
            ended = await (await self.runner.start(run)).wait()
        return ended, self.printed(run)

    def printed(self, run: Order) -> str:
        return Path(run.stdout).read_text()

    async def begun(self, run: Order, line: str) -> Running:
        """Started, and so far that it has printed this."""
        started = await self.runner.start(run)
        with anyio.fail_after(20):
            while line not in self.printed(run):  # noqa: ASYNC110 - another process tells nobody
                await anyio.sleep(0.01)
        return started


def surroundings(directory: Path) -> Surroundings:
    home = {"HOME": str(directory / "house"), "PATH": "/usr/bin:/bin"}
    return Surroundings.here(Locations.from_environment(home), home)


def measured(directory: Path) -> Surroundings:
    """An interpreter that reads its site and measures, where the tests are measured."""
    words = [f"{name}={value}" for name, value in os.environ.items() if name.startswith("COVERAGE")]
    script = directory / "python"
    script.write_text(f'#!/bin/sh\nshift 2\nexec env {shlex.join(words)} {sys.executable} "$@"\n')
    script.chmod(0o755)
    return replace(surroundings(directory), interpreter=str(script), bubblewrap=None)


@asynccontextmanager
async def house(
    directory: Path, around: Surroundings | None = None, at_once: int = AT_ONCE
) -> AsyncGenerator[House]:
    (directory / "project").mkdir(exist_ok=True)
    (directory / "house").mkdir(exist_ok=True)
    async with running(around or measured(directory), at_once) as runner:
        yield House(directory, runner)
