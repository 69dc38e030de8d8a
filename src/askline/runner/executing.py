"""Runs the steps of operations: what the workshop wants, in the words of the runner.

The runner is opened when something is first run, with the user's own environment, which is read then.
Every operation has a directory of its own for what it writes. Not done here: what may run, and whether
there is room for it.
"""

import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import count
from pathlib import Path
from typing import Final

import anyio
from anyio import to_thread

from askline.commands import declared
from askline.commands.ports import Ended, Execution
from askline.commands.run import Run
from askline.core.errors import StoreUnavailable
from askline.core.ids import OperationId
from askline.core.locations import Locations, make_private
from askline.runner import login_env, repositories
from askline.runner.aftermath import Attended, Ground
from askline.runner.model import Bounds, Confinement, Order, Sandbox
from askline.runner.repositories import Tree
from askline.runner.runner import Runner, running
from askline.runner.sandbox import declared_places
from askline.runner.surroundings import Surroundings

log = logging.getLogger(__name__)

OUT: Final = "out"
MOST_TREES: Final = 8
"""Projects whose directories are remembered."""
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
        *,
        scratch: Path | None = None,
    ) -> None:
        """`scratch` is for temporary files of commands that have no place of their own for them."""
        self._locations = locations
        self._directory = directory
        self._at_once = at_once + ROOM_BESIDE
        self._scratch = scratch or Path(locations.state, "scratch")
        self._environ = environ
        self._wanted = anyio.Event()
        self._ready = anyio.Event()
        self._login: Mapping[str, str] = {}
        self._numbers = count(1)
        self._tree = lru_cache(MOST_TREES)(Tree)

    async def run(self) -> None:
        """Forever. In the thread of the event loop: wardens end with the thread that started them."""
        await self._wanted.wait()
        self._login = await login_env.captured(self._environ)
        here = Surroundings.here(self._locations, self._login)
        self._around = replace(here, scratch=str(self._scratch))
        async with running(self._around, self._at_once) as self._runner:
            self._ready.set()
            await anyio.sleep_forever()

    async def start(self, operation_id: OperationId, run: Run) -> Execution:
        file = self._file(operation_id)
        try:
            written = file.stat().st_size if file.exists() else 0
            order = partial(self._order, str(operation_id), run, str(file), written)
            return await self._begun(order, run, partial(self._append, operation_id))
        except OSError as error:
            raise _no_place(error) from error

    async def note(self, operation_id: OperationId, line: str) -> None:
        self._append(operation_id, line)

    async def probe(self, run: Run) -> Ended:
        order = partial(self._order, "probe", run, os.devnull, 0)
        try:
            return await (await self._begun(order, run, log.warning)).wait()
        except OSError as error:
            raise _no_place(error) from error

    async def _begun(
        self, order: Callable[[Sandbox], Order], run: Run, note: Callable[[str], None]
    ) -> Execution:
        runner = await self._opened()
        before = self._ground(run)
        if before is None:
            return await runner.start(order(sandbox_of(run.project, run.sandbox)))
        before = await to_thread.run_sync(before.looked)
        walled = sandbox_of(run.project, run.sandbox, before)
        return Attended(await runner.start(order(walled)), before, note)

    def _append(self, operation_id: OperationId, line: str) -> None:
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

    def _ground(self, run: Run) -> Ground | None:
        """Where it can write; None where that is nowhere, or where nothing is promised."""
        wanted, home = run.sandbox, self._around.home
        if wanted.mode == "off" or not (wanted.project == "write" or wanted.write):
            return None
        return Ground(
            tree=self._tree(os.path.realpath(run.project)) if wanted.project == "write" else None,
            places=tuple(declared_places(wanted.write, home)),
            home=home,
            writes=wanted.repository == "write",
        )

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

    def _order(self, name: str, run: Run, file: str, written: int, sandbox: Sandbox) -> Order:
        return Order(
            # Steps of one operation may not be taken for each other.
            id=f"{name}-{next(self._numbers)}",
            argv=run.argv,
            cwd=run.cwd,
            env=login_env.allowed(self._login, passed=run.pass_env, declared=dict(run.env)),
            sandbox=replace(sandbox, passed=run.pass_env),
            stdout=file,
            files=tuple((each.index, each.text) for each in run.files),
            bounds=Bounds(
                timeout_s=run.limits.timeout_s,
                # The runner looks at the whole file, and each step may write as much as it declares.
                output_bytes=written + run.limits.output_bytes,
            ),
        )


def sandbox_of(project: str, wanted: declared.Sandbox, before: Ground | None = None) -> Sandbox:
    """Raises: SandboxUnavailable, for a repository that cannot be held."""
    made = Sandbox(
        project=project,
        writable=wanted.write,
        readable=wanted.read,
        project_writable=wanted.project == "write",
        network=wanted.network,
        unix_sockets=wanted.unix_sockets,
        confinement=Confinement(wanted.mode),
    )
    if before is None:
        return made
    shared = [each for each in repositories.shared(before.links) if not _in(each, project)]
    if before.writes:
        made = replace(made, writable=(*made.writable, *shared))
    else:
        made = replace(made, readable=(*made.readable, *shared))
    held = repositories.held(before.links, before.home, writable=before.writes)
    return replace(made, protected=(".askline", *held))


def _in(path: str, project: str) -> bool:
    return Path(path).is_relative_to(os.path.realpath(project))


def _no_place(error: OSError) -> StoreUnavailable:
    return StoreUnavailable(
        f"What the command writes has no place: {error.strerror or error}.",
        hint="Look at free space and rights of Askline's state directory. Nothing more was run.",
    )
