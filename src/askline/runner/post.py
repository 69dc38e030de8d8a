"""The service's side of one warden: starting it, telling it, hearing it.

Messages on a socket that keeps them apart, descriptors riding along; what is too long for one
message goes into a nameless file. Knows nothing of operations beyond their ids.
"""

import json
import os
import socket
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from signal import SIGKILL
from typing import Any

import anyio
import anyio.to_thread

from askline.runner.means import Launch
from askline.runner.warden import LONGEST_MESSAGE

INLINE = 1 << 16
ROOM = 1 << 20


class WardenLost(Exception):
    """The other side is gone, and with it everything it held."""


class Post:
    """A running warden. Start it in the thread of the event loop: it dies with that thread."""

    def __init__(self, launch: Launch) -> None:
        """Raises: OSError, if there is no room for another process or its descriptors."""
        with ExitStack() as undo:
            self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            undo.callback(self._control.close)
            with theirs:
                self._control.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
                self._control.setblocking(False)
                self._complaints = os.memfd_create("warden")
                undo.callback(os.close, self._complaints)
                self._process = subprocess.Popen(  # noqa: S603 - our own words
                    launch.argv(theirs.fileno()),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=self._complaints,
                    env={},
                    cwd="/",
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,
                )
            undo.pop_all()

    @property
    def pid(self) -> int:
        return self._process.pid

    async def tell(self, message: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
        """Raises:
        WardenLost: nobody hears it.
        OSError: it cannot be sent now, as with too many descriptors on their way.
        """
        data, given = json.dumps(message).encode(), list(descriptors)
        if len(data) > INLINE:
            given.append(nameless(data))
            data = json.dumps({"long": True, "id": message["id"]}).encode()
        try:
            await self._send(data, given)
        except OSError as lost:
            if isinstance(lost, ConnectionError) or self._control.fileno() < 0:
                raise WardenLost from lost
            raise
        finally:
            for each in given[len(descriptors) :]:
                os.close(each)

    async def _send(self, data: bytes, descriptors: list[int]) -> None:
        while True:
            try:
                socket.send_fds(self._control, [data], descriptors)
            except BlockingIOError:
                await anyio.wait_writable(self._control)
            else:
                return

    async def hear(self) -> dict[str, Any]:
        """Raises:
        WardenLost: it will never say anything again.
        """
        while True:
            try:
                data = self._control.recv(LONGEST_MESSAGE)
            except BlockingIOError:
                await anyio.wait_readable(self._control)
            except OSError as lost:
                raise WardenLost from lost
            else:
                if not data:
                    raise WardenLost
                return json.loads(data)

    def dismiss(self) -> None:
        """Nothing more will be told: it ends what it holds and goes, which `hear` then says."""
        with suppress(OSError):  # it is on its way out already
            self._control.shutdown(socket.SHUT_WR)

    def kill(self) -> None:
        """For one that does not even hear that it is to go. Its namespace ends with it."""
        with suppress(OSError):
            os.killpg(self.pid, SIGKILL)

    async def close(self) -> str:
        """End it and all that runs below it; the last it said, such as why there is no sandbox."""
        self._control.close()
        await anyio.to_thread.run_sync(self._process.wait)
        said = os.pread(self._complaints, LONGEST_MESSAGE, 0).decode(errors="replace")
        os.close(self._complaints)
        return said.strip().rpartition("\n")[2][:300]


def nameless(data: bytes) -> int:
    """A file in memory that has no name, to be handed over."""
    made = os.memfd_create("message")
    try:
        with open(made, "wb", closefd=False) as file:
            file.write(data)
    except OSError:
        os.close(made)
        raise
    return made
