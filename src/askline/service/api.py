"""Serves HTTP, on whatever listener it is given: the user's own socket, loopback, a hub's address.

On the user's own socket to processes of the same user only.
"""

import socket
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

import anyio
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from askline.service.sockets import BACKLOG, is_own


class OwnOnly(H11Protocol):
    """Hangs up on any other user, even on root: whatever could open the socket, it is not for them."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)  # also of a refused one the end is told
        if not is_own(cast("socket.socket", transport.get_extra_info("socket"))):
            transport.abort()


class Server(uvicorn.Server):
    """Leaves signals to the service: it ends at once, without a drain. And it rests: there is nothing
    to look after ten times a second."""

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await anyio.sleep_forever()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


def server_of(
    app: Starlette, *, http: type[H11Protocol] = H11Protocol, backlog: int = BACKLOG
) -> Server:
    """`backlog` as the listener was given it: the loop sets it again."""
    config = uvicorn.Config(
        app,
        http=http,
        ws="none",
        lifespan="on",
        proxy_headers=False,
        backlog=backlog,
        date_header=False,
        log_config=None,
        access_log=False,
    )
    return Server(config)


async def serve_api(
    app: Starlette, listener: socket.socket, *, http: type[H11Protocol] = OwnOnly
) -> None:
    await server_of(app, http=http).serve([listener])
