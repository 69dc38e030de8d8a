"""The workshop: the use cases of commands, each side a room of its own.

Every door comes through here; there is no second way in. `open_workshop` puts the sides over their ports,
`run` does their work for as long as the process lives.
"""

import logging
from dataclasses import dataclass
from typing import Final

import anyio

from askline.asks.desk import Desk
from askline.commands.agreeing import Agreeing
from askline.commands.approving import Approving
from askline.commands.availability import Availability
from askline.commands.beginning import Beginning
from askline.commands.cancelling import Cancelling
from askline.commands.delivering import Delivering
from askline.commands.hands import Hands
from askline.commands.looking import Looking
from askline.commands.moving import Moving
from askline.commands.offer import NewOperation, Offer
from askline.commands.offering import Offering
from askline.commands.ports import (
    Files,
    OperationStore,
    Outputs,
    Owners,
    Projects,
    Runs,
    StandingBook,
    TrustBook,
)
from askline.commands.resuming import Resuming
from askline.commands.retaining import Keep, Retaining
from askline.commands.running import AT_ONCE, Running
from askline.commands.waiting import Waiting
from askline.commands.watching import Watching
from askline.core.background import steady
from askline.core.clock import Clock
from askline.core.errors import AsklineError
from askline.core.ids import Mint
from askline.core.people import LOCAL_TENANT

__all__ = ["NewOperation", "Offer", "Workshop", "open_workshop"]

TAKE_UP_EVERY_S: Final = 30.0
LOOKS_PER_SWEEP: Final = 120
"""An hour."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Workshop:
    offering: Offering
    beginning: Beginning
    looking: Looking
    watching: Watching
    waiting: Waiting
    delivering: Delivering
    cancelling: Cancelling
    agreeing: Agreeing
    running: Running
    approving: Approving
    resuming: Resuming
    retaining: Retaining
    hands: Hands

    def __len__(self) -> int:
        """How many operations of this process have not ended: it is needed as long as there are any."""
        return len(self.running) + len(self.approving)

    async def run(self) -> None:
        """Carry out what is begun, take up what others left, forget what is old; forever."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.hands.run)
            tasks.start_soon(steady(self.offering.watch))
            tasks.start_soon(steady(self._keep_order))

    async def _keep_order(self) -> None:
        look = 0
        while True:
            try:
                await self.resuming.take_up()
                if look % LOOKS_PER_SWEEP == 0:
                    await self.retaining.sweep()
            except AsklineError as error:
                log.warning("operations were not looked after: %s", error.message)
            look += 1
            await anyio.sleep(TAKE_UP_EVERY_S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """What a workshop is built over."""

    store: OperationStore
    standing: StandingBook
    runs: Runs
    outputs: Outputs
    projects: Projects
    book: TrustBook
    files: Files
    owners: Owners


def open_workshop(
    desk: Desk,
    ports: Ports,
    clock: Clock,
    mint: Mint,
    *,
    owner: str,
    at_once: int = AT_ONCE,
    keep: Keep | None = None,
    tenant: str = LOCAL_TENANT,
) -> Workshop:
    """`owner` names this process, like no other before or after it."""
    store, hands, watching = ports.store, Hands(), Watching()
    moving = Moving(store, clock, watching)
    looking = Looking(store, ports.outputs)
    offering = Offering(
        ports.projects, ports.book, ports.files, Availability(ports.runs, ports.files, clock, hands)
    )
    agreeing = Agreeing(desk=desk, store=store, book=ports.standing, clock=clock, mint=mint)
    running = Running(
        moving=moving,
        offering=offering,
        agreeing=agreeing,
        runs=ports.runs,
        files=ports.files,
        hands=hands,
        at_once=at_once,
    )
    approving = Approving(desk=desk, moving=moving, running=running, agreeing=agreeing, hands=hands)
    resuming = Resuming(
        store=store,
        moving=moving,
        approving=approving,
        running=running,
        owners=ports.owners,
        owner=owner,
        tenant=tenant,
    )
    return Workshop(
        offering=offering,
        looking=looking,
        watching=watching,
        waiting=Waiting(looking, watching),
        delivering=Delivering(store, looking, moving),
        agreeing=agreeing,
        running=running,
        approving=approving,
        hands=hands,
        beginning=Beginning(
            store=store,
            clock=clock,
            mint=mint,
            offering=offering,
            looking=looking,
            watching=watching,
            running=running,
            approving=approving,
            agreeing=agreeing,
            owner=owner,
        ),
        cancelling=Cancelling(
            moving=moving,
            looking=looking,
            running=running,
            approving=approving,
            resuming=resuming,
            owners=ports.owners,
            owner=owner,
        ),
        resuming=resuming,
        retaining=Retaining(
            store=store,
            outputs=ports.outputs,
            clock=clock,
            keep=keep or Keep(),
            tenant=tenant,
        ),
    )
