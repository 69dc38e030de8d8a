"""The desk: the use cases of asks, each side a room of its own.

Every door comes through here; there is no second way in. `open_desk` puts the sides over one store
and one bell, `run` keeps time and wakes who waits for as long as the process lives.
"""

from dataclasses import dataclass
from datetime import timedelta

import anyio

from askline.asks.addressing import Addressing, Approvers, ToTheOnePerson
from askline.asks.answering import Answering
from askline.asks.asking import Asking
from askline.asks.attachments import Attachments
from askline.asks.auditing import Auditing
from askline.asks.dealing import Dealing
from askline.asks.following import Following
from askline.asks.handing import Elsewhere
from askline.asks.handing_over import HandingOver
from askline.asks.importing import Importing
from askline.asks.limits import Limits
from askline.asks.moving import Moving
from askline.asks.pacing import Allowance, Pacing
from askline.asks.ports import AskStore, Bell, Shelf
from askline.asks.pruning import Pruning
from askline.asks.reading import Reading
from askline.asks.sweeping import Sweeping
from askline.asks.waiting import Waiting
from askline.core.carrying import Carrying
from askline.core.clock import Clock
from askline.core.ids import Mint


@dataclass(frozen=True, slots=True)
class Desk:
    asking: Asking
    answering: Answering
    reading: Reading
    sweeping: Sweeping
    waiting: Waiting
    following: Following
    attachments: Attachments
    pruning: Pruning
    auditing: Auditing
    importing: Importing
    handing: HandingOver
    dealing: Dealing
    carrying: Carrying
    """What a door has in hand and must not lose, though who brought it goes away."""

    async def run(self) -> None:
        """Wake waiters, settle what is due, carry what was left; forever."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.waiting.run)
            tasks.start_soon(self.sweeping.run)
            tasks.start_soon(self.carrying.run)


def open_desk(
    store: AskStore,
    bell: Bell,
    clock: Clock,
    mint: Mint,
    *,
    limits: Limits | None = None,
    detach_grace: timedelta | None = None,
    shelf: Shelf | None = None,
    addressing: Addressing | None = None,
    elsewhere: Elsewhere | None = None,
    allowance: Allowance | None = None,
    approvers: Approvers | None = None,
) -> Desk:
    """Without a shelf no answer can have attachments; `elsewhere` is the hub that was joined;
    `allowance` bounds all agents of a tenant together; `approvers` tells who may still approve."""
    limits = limits or Limits()
    addressing = addressing or ToTheOnePerson()
    reading = Reading(store)
    waiting = Waiting(store, bell)
    moving = Moving(store, bell, clock, reading, waiting, elsewhere=elsewhere)
    return Desk(
        asking=Asking(
            store=store,
            bell=bell,
            clock=clock,
            mint=mint,
            reading=reading,
            moving=moving,
            waiting=waiting,
            pacing=Pacing(store, clock, limits, allowance),
            limits=limits,
            detach_grace=detach_grace,
            addressing=addressing,
        ),
        answering=Answering(
            *(store, bell, clock, reading, moving), limits=limits, shelf=shelf, approvers=approvers
        ),
        reading=reading,
        sweeping=Sweeping(store, clock, moving),
        waiting=waiting,
        following=Following(waiting),
        attachments=Attachments(shelf, reading, limits=limits),
        pruning=Pruning(store, reading, clock, shelf),
        auditing=Auditing(reading),
        importing=Importing(store, clock, mint, limits=limits),
        handing=HandingOver(moving),
        dealing=Dealing(moving, addressing),
        carrying=Carrying(),
    )
