"""A workshop for doors: real, over an ephemeral store, with programs that only pretend to run.

A test lays operations down as they stand (`put`, `move`), or begins one of the project's and lets its
program write and end.
"""

from collections import defaultdict
from dataclasses import replace
from typing import Any

import anyio

from askline.asks.desk import Desk
from askline.commands.loading import Source
from askline.commands.operation import Operation
from askline.commands.ports import Ended, How
from askline.commands.running import AT_ONCE
from askline.commands.workshop import Ports, open_workshop
from askline.config.offered import DiskFiles, OfferedDeclarations
from askline.config.per_project import ProjectSettings
from askline.config.settings import load
from askline.config.trusted import DiskTrustBook
from askline.core.clock import Clock
from askline.core.errors import StoreUnavailable
from askline.core.ids import OperationId, RandomMint
from askline.core.locations import Locations
from askline.stores.ephemeral_operations import EphemeralOperations, EphemeralStanding
from tests.builders import AGENT, an_operation
from tests.unit.workshop_house import DECLARED, DONE, PATIENCE_S, Bench, Book, Disk, Living

AWAY = StoreUnavailable("The store is away.", hint="Wait.")


class Shelf(EphemeralOperations):
    """A store that can go away."""

    away = False

    async def get(self, operation_id: OperationId) -> Operation | None:
        self._be_there()
        return await super().get(operation_id)

    async def owed(self, tenant: str, agent_key: str, limit: int) -> list[Operation]:
        self._be_there()
        return await super().owed(tenant, agent_key, limit)

    def _be_there(self) -> None:
        if self.away:
            raise AWAY


class Workbench:
    def __init__(
        self,
        desk: Desk,
        clock: Clock,
        home: Locations | None = None,
        *,
        declared: Source = DECLARED,
        at_once: int = AT_ONCE,
    ) -> None:
        """With a home, projects and trust are those on the disk."""
        self.programs = Bench()
        self.programs.written = defaultdict(str)
        self.disk = Disk((declared,))
        self.store = Shelf()
        ports = Ports(
            store=self.store,
            standing=EphemeralStanding(),
            runs=self.programs,
            outputs=self.programs,
            projects=_on_disk(home) if home else self.disk,
            book=DiskTrustBook(home) if home else Book(self.disk),
            files=DiskFiles() if home else self.disk,
            owners=Living({"here", an_operation().owner}),
        )
        self.workshop = open_workshop(
            desk, ports, clock, RandomMint(), owner="here", at_once=at_once
        )

    def ends(self, word: str, exit_code: int = 0) -> None:
        """Programs whose second word this is end by themselves."""
        self.programs.ends[word] = Ended(How.EXITED, exit_code=exit_code)

    async def end(self, operation: Operation, wrote: str = "", ended: Ended = DONE) -> Operation:
        """Its program writes this, and ends."""
        self.written[operation.id] += wrote
        [running] = [each for each in self.programs.running if each.operation_id == operation.id]
        running.end(ended)
        with anyio.fail_after(PATIENCE_S):
            return await self.workshop.waiting.ended(AGENT, operation.id)

    async def begun(self) -> Operation:
        """The newest one that runs, once one does."""
        running = await self.programs.begun()
        return self.operations[running.operation_id]

    @property
    def the_operation(self) -> Operation:
        [operation] = self.operations.values()
        return operation

    @property
    def operations(self) -> dict[OperationId, Operation]:
        return self.store._kept

    @property
    def written(self) -> dict[OperationId, str]:
        return self.programs.written

    def put(self, text: str = "", **changes: Any) -> Operation:
        """Of another process, which lives: nobody here looks after it."""
        operation = an_operation(**changes)
        self.written[operation.id] = text
        return self.move(operation)

    def move(self, operation: Operation, **changes: Any) -> Operation:
        after = replace(operation, **changes)
        self.operations[after.id] = after
        self.workshop.watching.tell(after)
        return after

    def forget(self, operation: Operation) -> None:
        """As if it was kept long enough; whoever follows it looks again."""
        del self.operations[operation.id]
        self.workshop.watching.tell(operation)


def _on_disk(home: Locations) -> OfferedDeclarations:
    return OfferedDeclarations(
        ProjectSettings({}, home, load({}, None, locations=home)).of, DiskTrustBook(home)
    )
