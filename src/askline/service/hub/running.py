"""The life of a replica: opens what it needs, serves, and takes its leave when it is told to."""

import logging
import os
import signal
import socket
from contextlib import AsyncExitStack

import anyio
import uvicorn

from askline.config.hub import HubSettings
from askline.core.background import background
from askline.service.api import server_of
from askline.service.hub.house import Replica
from askline.service.hub.observing import open_observing
from askline.service.hub.ties import open_ties
from askline.service.sharing import open_shared
from askline.service.sockets import listen_at
from askline.stores.nats.address import NatsAddress, nats_address
from askline.stores.passwords import Argon2Passwords
from askline.stores.postgres.clock import open_clock
from askline.stores.postgres.opening import open_register

BACKLOG = 4096
"""Agents of a replica that died come all at once."""
LAST_WORDS_S = 1.0
LOOK_EVERY_S = 0.02

log = logging.getLogger(__name__)


async def serve(settings: HubSettings, listener: socket.socket) -> None:
    """Until SIGTERM or SIGINT; a second one ends the leave."""
    async with AsyncExitStack() as stack:
        nats = bell_of(settings)
        observing = await stack.enter_async_context(open_observing(settings, os.environ))
        keeping = await stack.enter_async_context(
            open_shared(settings.database, nats=nats, watch=observing.watch)
        )
        register = await stack.enter_async_context(open_register(settings.database))
        ties = await stack.enter_async_context(open_ties(settings.database))
        clock = await stack.enter_async_context(open_clock(settings.database))
        replica = Replica(
            *(settings, keeping, register, Argon2Passwords()),
            ties=ties,
            clock=clock,
            observing=observing,
        )
        await replica.begin()
        server, rounds = server_of(replica.front, backlog=BACKLOG), observing.rounds(listening)
        async with background(replica.run, lambda: server.serve([listener]), *rounds):
            await told_to_end(replica, settings.drain_s)
            await hang_up(server)


def bell_of(settings: HubSettings) -> NatsAddress | None:
    return nats_address(settings.nats, name=settings.nats_name) if settings.nats else None


async def told_to_end(replica: Replica, drain_s: float) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        await anext(signals)
        log.info("taking leave for %g s", drain_s)
        replica.drain()
        with anyio.move_on_after(drain_s):
            await anext(signals)


async def hang_up(server: uvicorn.Server) -> None:
    """Before calls that wait are cancelled: a connection that ends says that one should call again, an
    error in its place would say that it is of no use. What they held is let go, if that is quick."""
    for connection in [*server.server_state.connections]:
        connection.transport.close()
    with anyio.move_on_after(LAST_WORDS_S):
        while server.server_state.tasks:  # noqa: ASYNC110 - the server tells nobody
            await anyio.sleep(LOOK_EVERY_S)
    with anyio.move_on_after(LAST_WORDS_S):
        if server.started:
            await server.lifespan.shutdown()


def listening(place: tuple[str, int]) -> socket.socket:
    """Raises: OSError."""
    return listen_at(*place, backlog=BACKLOG)
