"""One connection to NATS that is subscribed, and lost for good when it is lost.

The client's own reconnecting is switched off: it would drop what was written just before the cut,
and would not say so. Who needs another connection opens another.
"""

from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import anyio
from nats import errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from askline.stores.nats.address import NatsAddress

CONNECT_S = 5.0
CONFIRM_S = 5.0
GOODBYE_S = 1.0
PULSE_S = 10
MOST_UNREAD = 8 * 1024 * 1024
"""Bytes that may wait in this process; past that NATS' client drops, and says so."""

AWAY = (errors.Error, OSError, TimeoutError)


class CarefulClient(Client):
    """Signs in only where the connection is as safe as its address says.

    The client itself goes on in the clear when a server, or someone in its place, offers no TLS.
    """

    def _connect_command(self) -> bytes:
        server = self._current_server
        wanted = "tls" in self.options or (server and server.uri.scheme == "tls")
        if wanted and not self._server_info.get("tls_required"):
            raise errors.SecureConnWantedError
        return super()._connect_command()


class Wire:
    def __init__(self, client: Client, subject: str) -> None:
        self._client = client
        self._subject = subject
        self.lost = anyio.Event()

    async def say(self, texts: Iterable[str]) -> None:
        """Returns when the server has them all; raises one of `AWAY` if that is not known."""
        for text in texts:
            await self._client.publish(self._subject, text.encode())
        with anyio.fail_after(CONFIRM_S):
            await self._client.flush()


@asynccontextmanager
async def subscribed(
    address: NatsAddress,
    heard: Callable[[bytes], None],
    troubled: Callable[[Exception], None],
    *,
    most_unread: int = MOST_UNREAD,
) -> AsyncGenerator[Wire]:
    """A connection on which everything from now on is heard but what is said on it itself.

    Raises:
        One of `AWAY`: there is no such connection.
    """
    client = CarefulClient()
    wire = Wire(client, address.subject)

    async def hear(message: Msg) -> None:
        heard(message.data)

    async def trouble(error: Exception) -> None:
        troubled(error)

    async def close() -> None:
        wire.lost.set()

    try:
        with anyio.fail_after(CONNECT_S):
            await client.connect(
                list(address.servers),
                name="askline",
                user=address.user,
                password=address.password,
                token=address.token,
                tls=address.tls,
                no_echo=True,
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                ping_interval=PULSE_S,
                error_cb=trouble,
                closed_cb=close,
            )
            # Any, because its types are not all known.
            await cast("Any", client).subscribe(
                address.subject, cb=hear, pending_bytes_limit=most_unread
            )
            await client.flush()
        yield wire
    finally:
        with anyio.move_on_after(GOODBYE_S, shield=True), suppress(*AWAY):
            await client.close()
