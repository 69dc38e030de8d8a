"""Lets go of asks whose agents died unnoticed.

A new service finds asks held by connections of the one before. Their lines come back within moments;
whoever has not come by then is gone, and the ask says so. An agent that runs in-process has no
connection that could break: whether it lives is looked at from time to time.
"""

import logging
from collections.abc import Callable

import anyio

from askline.asks import searching
from askline.asks.desk import Desk
from askline.asks.searching import Wanted
from askline.core.errors import AsklineError
from askline.core.people import Door, local_person
from askline.service.holders import Processes

COME_BACK_S = 10.0
LOOK_EVERY_S = 2.0

log = logging.getLogger(__name__)


async def let_go(
    desk: Desk, connected: Callable[[str], bool], within_s: float = COME_BACK_S
) -> None:
    """Once, when the lines had time to come back; later, if the store is away then."""
    while True:
        await anyio.sleep(within_s)
        try:
            return await _detach(desk, lambda holder: not connected(holder))
        except AsklineError as error:
            log.warning("nothing was let go yet: %s", error.message)


async def watch_processes(desk: Desk, processes: Processes, every_s: float = LOOK_EVERY_S) -> None:
    """Forever. Costs next to nothing where no agent runs in-process."""
    while True:
        try:
            await let_go_of_processes(desk, processes)
        except (AsklineError, OSError) as error:
            log.warning("nobody was let go: %s", type(error).__name__)
        await anyio.sleep(every_s)


async def let_go_of_processes(desk: Desk, processes: Processes) -> None:
    if gone := processes.gone():
        await _detach(desk, gone.__contains__)
    for name in gone:  # only now: an end in between leaves them to the next look
        processes.forget(name)


async def _detach(desk: Desk, is_gone: Callable[[str], bool]) -> None:
    keeper = local_person(Door.API)
    everything = searching.EVERYTHING
    for ask in await searching.pending(desk.reading, keeper, Wanted(), limit=everything):
        if ask.holder is not None and is_gone(ask.holder):
            await desk.asking.detach(keeper, ask.id, ask.holder)
