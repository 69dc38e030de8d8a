"""Runs the steps of operations: what the workshop wants, in the words of the runner.

The runner is opened when something is first run, with the user's own environment, which is read then.
Every operation has a directory of its own for what it writes. Not done here: what may run, and whether
there is room for it.
"""

import os
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Final

import anyio

from askline.commands import declared
from askline.commands.ports import Ended
from askline.commands.run import Run
from askline.core.errors import StoreUnavailable
from askline.core.ids import OperationId
from askline.core.locations import Locations, make_private
from askline.runner import login_env
from askline.runner.model import Bounds, Confinement, Order, Sandbox
from askline.runner.runner import Runner, running
from askline.runner.surroundings import Surroundings
from askline.runner.watch import Running

OUT: Final = "out"
ROOM_BESIDE: Final = 8
"""For programs that are only looked for, while every place is taken."""


class Executing:
    """Use it while `run` runs."""

    def __init__(
        self,
        locations: Locations,
        directory: Path,
        at_once: int,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._locations = locations
        self._directory = directory
        self._at_once = at_once + ROOM_BESIDE
        self._environ = environ
        self._wanted = anyio.Event()
        self._ready = anyio.Event()
        self._login: Mapping[str, str] = {}
        self._numbers = count(1)

    async def run(self) -> None:
        """Forever. In the thread of the event loop: wardens end with the thread that started them."""
        await self._wanted.wait()
        self._login = await login_env.captured(self._environ)
        around = Surroundings.here(self._locations, self._login)
        async with running(around, self._at_once) as self._runner:
            self._ready.set()
            await anyio.sleep_forever()

    async def start(self, operation_id: OperationId, run: Run) -> Running:
        file = self._file(operation_id)
        runner = await self._opened()
        try:
            written = file.stat().st_size if file.exists() else 0
            return await runner.start(self._order(str(operation_id), run, str(file), written))
        except OSError as error:
            raise _no_place(error) from error

    async def note(self, operation_id: OperationId, line: str) -> None:
        try:
            descriptor = os.open(
                self._file(operation_id),
                os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC,
                0o600,
            )
            with os.fdopen(descriptor, "ab") as file:
                file.write(line.encode(errors="replace") + b"\n")
        except OSError as error:
            raise _no_place(error) from error

    async def probe(self, run: Run) -> Ended:
        runner = await self._opened()
        return await (await runner.start(self._order("probe", run, os.devnull, 0))).wait()

    async def _opened(self) -> Runner:
        self._wanted.set()
        await self._ready.wait()
        return self._runner

    def _file(self, operation_id: OperationId) -> Path:
        """Raises: StoreUnavailable."""
        try:
            make_private(str(self._directory))
            make_private(str(self._directory / str(operation_id)))
        except OSError as error:
            raise _no_place(error) from error
        return self._directory / str(operation_id) / OUT

    def _order(self, name: str, run: Run, file: str, written: int) -> Order:
        return Order(
            # Steps of one operation may not be taken for each other.
            id=f"{name}-{next(self._numbers)}",
            argv=run.argv,
            cwd=run.cwd,
            env=login_env.allowed(self._login, passed=run.pass_env, declared=dict(run.env)),
            sandbox=sandbox_of(run.project, run.sandbox),
            stdout=file,
            files=tuple((each.index, each.text) for each in run.files),
            bounds=Bounds(
                timeout_s=run.limits.timeout_s,
                # The runner looks at the whole file, and each step may write as much as it declares.
                output_bytes=written + run.limits.output_bytes,
            ),
        )


def sandbox_of(project: str, wanted: declared.Sandbox) -> Sandbox:
    return Sandbox(
        project=project,
        writable=wanted.write,
        readable=wanted.read,
        project_writable=wanted.project == "write",
        network=wanted.network,
        unix_sockets=wanted.unix_sockets,
        confinement=Confinement(wanted.mode),
    )


def _no_place(error: OSError) -> StoreUnavailable:
    return StoreUnavailable(
        f"What the command writes has no place: {error.strerror or error}.",
        hint="Look at free space and rights of Askline's state directory. Nothing more was run.",
    )
