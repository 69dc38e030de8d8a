"""Lets go of asks whose agents died while no service was there to notice.

A new service finds asks held by connections of the one before. Their lines come back within
moments; whoever has not come by then is gone, and the ask says so.
"""

from collections.abc import Callable

import anyio

from askline.asks.desk import Desk
from askline.core.people import Door, local_person

COME_BACK_S = 10.0


async def let_go(
    desk: Desk, connected: Callable[[str], bool], within_s: float = COME_BACK_S
) -> None:
    await anyio.sleep(within_s)
    keeper = local_person(Door.API)
    for ask in await desk.reading.inbox(keeper):
        if ask.holder is not None and not connected(ask.holder):
            await desk.asking.detach(keeper, ask.id, ask.holder)
