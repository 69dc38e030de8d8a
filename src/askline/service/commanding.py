"""Builds the workshop over this machine: its disk, its runner, its processes."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import anyio
from anyio import to_thread

from askline.asks.desk import Desk
from askline.commands.retaining import Keep
from askline.commands.workshop import Ports, Workshop, open_workshop
from askline.config.offered import DiskFiles, OfferedDeclarations
from askline.config.trusted import DiskTrustBook
from askline.core.clock import Clock
from askline.core.ids import RandomMint
from askline.core.locations import Locations
from askline.runner import confining
from askline.runner.executing import Executing
from askline.runner.outputs import DiskOutputs
from askline.service import leftovers
from askline.service.deciding import SettingsOf
from askline.service.holders import Processes, a_name
from askline.stores.keeping import Keeping

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Living:
    """Which processes still run operations: this one, and those that hold their lock."""

    processes: Processes

    def lives(self, owner: str) -> bool:
        return owner in self.processes


@dataclass(frozen=True, slots=True)
class Commanding:
    workshop: Workshop
    executing: Executing
    owner: str
    processes: Processes
    announced: bool
    """Whether somebody else has written down that this process lives."""
    passing: Path | None
    """The directory of what is written, where nothing is kept."""
    state: str

    async def run(self) -> None:
        """Forever."""
        conceal()
        with ExitStack() as stack:
            if not self.announced:
                stack.enter_context(self.processes.present(self.owner))
            stack.callback(leftovers.remove, leftovers.scratch(self.state, self.owner))
            if self.passing is not None:
                stack.callback(leftovers.remove, self.passing)
            await to_thread.run_sync(leftovers.prune, self.state, self.processes)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self.executing.run)
                tasks.start_soon(self.workshop.run)


def commanding_over(
    desk: Desk,
    keeping: Keeping,
    clock: Clock,
    locations: Locations,
    settings_of: SettingsOf,
    *,
    processes: Processes,
    owner: str | None = None,
) -> Commanding:
    """`owner` is a process that is present already; without one this is a new name."""
    tools = settings_of(None).tools
    name = owner or a_name()
    passing = None if keeping.lasting else leftovers.passing(name)
    place = passing or Path(locations.operations)
    scratch = leftovers.scratch(locations.state, name)
    executing = Executing(locations, place, tools.at_once, scratch=scratch)
    book = DiskTrustBook(locations)
    workshop = open_workshop(
        desk,
        Ports(
            store=keeping.operations,
            standing=keeping.standing,
            runs=executing,
            outputs=DiskOutputs(place),
            projects=OfferedDeclarations(settings_of, book),
            book=book,
            files=DiskFiles(),
            owners=Living(processes),
        ),
        clock,
        RandomMint(),
        owner=name,
        at_once=tools.at_once,
        keep=Keep(days=tools.keep_days, bytes=tools.keep_mb * MEGABYTE),
    )
    return Commanding(
        workshop,
        executing,
        name,
        processes,
        announced=owner is not None,
        passing=passing,
        state=locations.state,
    )


def conceal() -> None:
    """What a command outside the sandbox could read of this process: nothing."""
    if sys.platform == "linux":
        confining.conceal()
