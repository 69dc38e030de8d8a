"""What the benches of commands share: a project, a runner around it, and the rival in C."""

import itertools
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from askline.commands.ports import Ended
from askline.core.locations import Locations
from askline.runner.model import Bounds, Confinement, Order, Sandbox
from askline.runner.runner import Runner, running
from askline.runner.surroundings import Surroundings

SOURCE = Path(__file__).with_name("spawning.c")
BLOCK = 20
"""Runs of one mode in a row; then the next mode's turn, so that a noisy second hits all alike."""


@dataclass(frozen=True)
class Workplace:
    directory: Path
    ids: "itertools.count[int]" = field(default_factory=itertools.count)

    @property
    def around(self) -> Surroundings:
        home = {"HOME": str(self.directory / "house"), "PATH": os.environ["PATH"]}
        return Surroundings.here(Locations.from_environment(home), home)

    @asynccontextmanager
    async def runner(self) -> AsyncGenerator[Runner]:
        async with running(self.around, at_once=1_000) as made:
            yield made

    def run(self, confinement: Confinement, *argv: str, output: str = "") -> Order:
        project = str(self.directory / "project")
        return Order(
            id=str(next(self.ids)),
            argv=argv,
            cwd=project,
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.directory / "house")},
            sandbox=Sandbox(project, confinement=confinement),
            stdout=output or str(self.directory / "out"),
            bounds=Bounds(output_bytes=4 << 30),
        )


@contextmanager
def workplace() -> Generator[Workplace]:
    with tempfile.TemporaryDirectory(prefix="askline-bench-", dir="/var/tmp") as made:
        for each in ("project", "house"):
            Path(made, each).mkdir()
        yield Workplace(Path(made))


class Rival:
    """C, compiled where it is measured."""

    def __init__(self, directory: Path) -> None:
        self._program = str(directory / "spawning")
        subprocess.run(["cc", "-O2", "-o", self._program, str(SOURCE)], check=True)  # noqa: S607

    def seconds(self, runs: int) -> list[float]:
        return [int(word) / 1e9 for word in self._printed("one", runs)]

    def rate(self, at_once: int, runs: int) -> float:
        return float(self._printed("crowd", at_once, runs)[0])

    def _printed(self, *words: object) -> list[str]:
        argv = [self._program, *map(str, words)]
        return subprocess.run(argv, capture_output=True, text=True, check=True).stdout.split()


async def once(runner: Runner, run: Order) -> Ended:
    ended = await (await runner.start(run)).wait()
    assert ended.exit_code == 0, ended
    return ended


async def seconds(runner: Runner, make: Callable[[], Order], runs: int) -> list[float]:
    taken: list[float] = []
    for _ in range(runs):
        run = make()
        began = time.perf_counter()
        await once(runner, run)
        taken.append(time.perf_counter() - began)
    return taken


def ratio(ours: list[list[float]], theirs: list[list[float]]) -> float:
    """The median over rounds of one round's median against the other's in the same round."""
    pairs = zip(ours, theirs, strict=True)
    return statistics.median(statistics.median(a) / statistics.median(b) for a, b in pairs)
