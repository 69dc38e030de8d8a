"""A house in the test's own process: desk, store and doors in one thread, and a script for its human.

The agent under test reaches it as it would a service: by the Python client, by the SDK's client of MCP,
or as a process of its own through `askline mcp`. All of it ends with the `with` block.
"""

import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from socket import socketpair
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from anyio.from_thread import BlockingPortal, start_blocking_portal

from askline.client.asynchronous import AsyncClient
from askline.client.local import Client
from askline.core.locations import Locations, make_private
from askline.doors.mcp.callers import Hello, read_hello
from askline.service.holders import a_name
from askline.service.sockets import listen
from askline.testing.clock import StoppedClock
from askline.testing.connecting import Streams, messages_over
from askline.testing.human import FakeHuman
from askline.testing.matching import Matching, matching_of
from askline.testing.serving import Standing, a_standing_house

Json = dict[str, Any]

OWN = ("ASKLINE_", "ASK_USER_CONFIG")
"""Of the environment, what would lead an agent to another house than this one."""


class House:
    def __init__(
        self, human: FakeHuman | None = None, *, clock: StoppedClock | None = None
    ) -> None:
        """Without a human every ask is one without an answer."""
        self.human = human or FakeHuman()
        self.clock = clock or StoppedClock()
        self._stack = ExitStack()
        self._locations: Locations
        self._portal: BlockingPortal
        self._standing: Standing
        self._is_open = False

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            # Short, because a socket's path may not be long.
            home = stack.enter_context(TemporaryDirectory(prefix="askline-"))
            self._locations = Locations.from_environment({"ASKLINE_HOME": home})
            make_private(self._locations.state)
            make_private(self._locations.runtime)
            self._portal = stack.enter_context(start_blocking_portal())
            standing = a_standing_house(self._locations, self.clock, self.human)
            self._standing = stack.enter_context(self._portal.wrap_async_context_manager(standing))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._stack:
            self._portal.call(self._standing.catch_up)
        if error is None:
            self.human.verify()
        else:
            self.human.explain(error)

    @property
    def env(self) -> dict[str, str]:
        """The environment of a process whose `askline` is to find this house and no other."""
        self._open()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
        beside = str(Path(sys.executable).parent)
        path = os.pathsep.join(filter(None, (beside, kept.get("PATH"))))
        return {**kept, "PATH": path, "ASKLINE_HOME": self._locations.home or ""}

    def client(self) -> Client:
        self._open()
        return Client(self._locations.api_socket)

    def async_client(self) -> AsyncClient:
        self._open()
        return AsyncClient(self._locations.api_socket)

    def mcp(
        self, *, profile: str | None = None, cwd: str | None = None
    ) -> AbstractAsyncContextManager[Streams]:
        """For `mcp.Client`: its end of a connection to this house, in whatever loop it runs."""
        said = {
            "wire": 1,
            "connection": a_name(),
            "cwd": cwd or str(Path.cwd()),
            "profile": profile,
        }
        return self._connected(read_hello(json.dumps(said)))

    def asks(self) -> list[Json]:
        """Everything that was asked, oldest first, as the API shows it."""
        self._portal.call(self._standing.catch_up)
        return self._portal.call(self._standing.asks)

    def pending(self, matching: str | Matching, *, within: float = 5) -> Json:
        """The ask with such a question, once it is in the inbox.

        Raises: TimeoutError.
        """
        return self._portal.call(self._standing.pending, matching_of(matching), within)

    def move(self, seconds: float) -> None:
        """Time passes: what is due afterwards has been settled."""
        self._portal.call(self._standing.move, seconds)

    def verify(self) -> None:
        """Raises: ScriptFailed, if an ask had no answer or a line was never needed."""
        self._portal.call(self._standing.catch_up)
        self.human.verify()

    @asynccontextmanager
    async def _connected(self, hello: Hello) -> AsyncGenerator[Streams]:
        ours, theirs = socketpair()
        self._portal.start_task_soon(self._standing.welcome, theirs, hello)
        async with messages_over(ours) as streams:
            yield streams

    def _open(self) -> None:
        """Sockets in the house's own directory, for those who wish for one."""
        if self._is_open:
            return
        self._is_open = True
        # Both are held until the directory is gone: a line that outlives this house starts no service.
        for lock in (self._locations.service_lock, self._locations.start_lock):
            held = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            flock(held, LOCK_EX | LOCK_NB)
            self._stack.callback(os.close, held)
        lines, api = listen(Path(self._locations.socket)), listen(Path(self._locations.api_socket))
        self._portal.call(self._standing.open, lines, api)
