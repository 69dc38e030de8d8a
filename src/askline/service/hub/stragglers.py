"""Lets go of asks that were held at replicas which died.

A holder's name begins with its replica's. A replica without a sign of life is inherited by one of the
others, which says of its asks that nobody waits for them there any more. Agents that came back elsewhere
meanwhile hold under another name and are not touched.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Protocol

import anyio

from askline.asks.desk import Desk
from askline.core.errors import AsklineError
from askline.core.ids import AskId
from askline.core.people import Right, timekeeper
from askline.service.hub.health import Signs

GONE = timedelta(seconds=20)
LEASE = timedelta(seconds=60)
LOOK_EVERY_S = 5.0
AT_ONCE = 500

log = logging.getLogger(__name__)


class Replicas(Signs, Protocol):
    async def inherit(self, gone: timedelta, lease: timedelta) -> list[str]:
        """Those without a sign of life for so long, each for one caller only for so long."""
        ...

    async def held(self, name: str, limit: int) -> Sequence[tuple[AskId, str, str]]:
        """Some of the pending asks that are held there: id, tenant, holder. Its heir stays so meanwhile."""
        ...

    async def bury(self, name: str) -> None:
        """It holds nothing any more. One that came back meanwhile stays."""
        ...

    async def abreast(self, within: timedelta) -> bool:
        """Whether none that lives knows less of asks than this one."""
        ...


async def watch_replicas(desk: Desk, replicas: Replicas, every_s: float = LOOK_EVERY_S) -> None:
    """Forever. Costs one look at a small table where nobody died."""
    while True:
        await anyio.sleep(every_s)
        try:
            await let_go_of_the_dead(desk, replicas)
        except AsklineError as error:
            log.warning("nobody was let go: %s", error.message)


async def let_go_of_the_dead(desk: Desk, replicas: Replicas, gone: timedelta = GONE) -> None:
    for name in await replicas.inherit(gone, LEASE):
        log.warning("%s gives no sign of life; what it held is let go", name)
        if await _let_go(desk, replicas, name):
            await replicas.bury(name)


async def _let_go(desk: Desk, replicas: Replicas, name: str) -> bool:
    """False where something was not let go: whoever inherits next tries again."""
    while held := await replicas.held(name, AT_ONCE):
        failed: list[AskId] = []
        # All at once, because a store takes them in batches.
        async with anyio.create_task_group() as tasks:
            for ask_id, tenant, holder in held:
                tasks.start_soon(_detach, desk, ask_id, tenant, holder, failed)
        if failed:
            return False
    return True


async def _detach(desk: Desk, ask_id: AskId, tenant: str, holder: str, failed: list[AskId]) -> None:
    keeper = replace(timekeeper(tenant), rights=frozenset({Right.OPERATE}))
    try:
        await desk.asking.detach(keeper, ask_id, holder)
    except AsklineError as error:
        log.warning("ask %s was not let go: %s", ask_id, error.message)
        failed.append(ask_id)
