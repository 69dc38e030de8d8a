"""A user's service that works for a hub, in the test's own process, and a network that can be cut."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import ByteStream, SocketAttribute, SocketStream
from anyio.lowlevel import checkpoint

from askline.asks.desk import Desk, open_desk
from askline.asks.model import Ask
from askline.config.joined import HubKey, keep_key
from askline.core.background import background
from askline.core.clock import SystemClock
from askline.core.ids import AskId, RandomMint
from askline.core.locations import Locations, make_private
from askline.core.people import Actor, Right
from askline.service.courier import Courier
from askline.service.joined import elsewhere_over
from askline.stores.keeping import Keeping
from askline.stores.sqlite.opening import open_sqlite
from tests.builders import ADA, AGENT, a_new_ask, given
from tests.replicas import Standing

Json = dict[str, Any]
CHUNK = 65_536


@dataclass
class Wire:
    """The network between a service and its hub: every connection passes here, until it is cut."""

    hub: Standing
    port: int = 0
    cut_before: Callable[[bytes], bool] = lambda _: False
    """Whether a request is lost on its way there,"""
    cut_after: Callable[[bytes], bool] = lambda _: False
    """and whether its reply is lost on its way back."""
    up: bool = True
    passing: set[SocketStream] = field(default_factory=set[SocketStream])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def cut(self) -> None:
        """Nobody comes through any more, and who was through hears nothing."""
        self.up = False
        for each in [*self.passing]:
            await anyio.aclose_forcefully(each)

    def mend(self) -> None:
        self.up = True
        self.cut_before = self.cut_after = lambda _: False

    async def carry(self, near: SocketStream) -> None:
        host, _, port = self.hub.url.removeprefix("http://").partition(":")
        async with near:
            if not self.up:
                return
            self.passing.add(near)
            try:
                async with await anyio.connect_tcp(host, int(port)) as far:
                    await self._exchange(near, far)
            except* (anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream):
                pass
            finally:
                self.passing.discard(near)

    async def _exchange(self, near: SocketStream, far: SocketStream) -> None:
        request = await near.receive(CHUNK)
        if self.cut_before(request):
            await self.cut()
            return
        named = f"Host: 127.0.0.1:{self.port}".encode()
        await far.send(request.replace(named, f"Host: {self.hub.url[7:]}".encode()))
        if self.cut_after(request):
            await far.receive(CHUNK)
            await self.cut()
            return
        async with background(lambda: _pumped(near, far)):
            await _pumped(far, near)


async def _pumped(source: ByteStream, sink: ByteStream) -> None:
    try:
        while True:
            await sink.send(await source.receive(CHUNK))
    except anyio.EndOfStream:
        return


@asynccontextmanager
async def a_wire(hub: Standing) -> AsyncGenerator[Wire]:
    wire = Wire(hub)
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
        wire.port = listener.extra(SocketAttribute.local_port)  # noqa: S610 - no Django
        async with background(lambda: listener.serve(wire.carry)):
            yield wire


@dataclass
class Home:
    """One life of a user's service."""

    keeping: Keeping
    desk: Desk
    courier: Courier

    async def asked(self, **changes: Any) -> Ask:
        return await self.desk.asking.ask(AGENT, a_new_ask(**changes))

    async def read(self, ask: Ask) -> Ask:
        return await self.desk.reading.read(ADA, ask.id)

    async def handed(self, ask: Ask) -> str:
        """Its id at the hub, once it is there."""
        assert self.keeping.handed is not None
        while (there := await self.keeping.handed.of(ask.id)) is None or there.hub_id is None:
            await checkpoint()
        return there.hub_id

    async def reached(self, *, yes: bool = True) -> None:
        while self.courier.reached is not yes:
            await checkpoint()

    async def amended(self, ask: Ask, times: int) -> None:
        while len((await self.read(ask)).amendments) < times:
            await checkpoint()

    async def done_with(self, ask_id: AskId) -> None:
        assert self.keeping.handed is not None
        while (there := await self.keeping.handed.of(ask_id)) and there.settled_at is None:
            await checkpoint()

    async def refused(self, ask: Ask) -> None:
        assert self.keeping.handed is not None
        while await self.keeping.handed.of(ask.id) is None:
            await checkpoint()

    async def settled(self, ask: Ask) -> Ask:
        return await self.desk.asking.outcome(AGENT, ask.id)

    async def answer(self, ask: Ask, value: str, by: Actor = ADA, receipt: str = "here") -> Ask:
        question = ask.questions[0].id
        return await self.desk.answering.answer(
            by, ask.id, given(**{question: value}), receipt=receipt
        )


@asynccontextmanager
async def a_home(
    path: Path, key: HubKey, *, joined: bool = True, approvals: bool = False
) -> AsyncGenerator[Home]:
    """The same file again is the same service, after a crash."""
    locations = Locations.from_environment({"ASKLINE_HOME": str(path)})
    make_private(locations.state)
    keep_key(locations.hub_key, key)
    clock = SystemClock()
    async with open_sqlite(Path(locations.database)) as keeping:
        assert keeping.handed is not None
        desk = open_desk(
            *(keeping.asks, keeping.bell, clock, RandomMint()),
            elsewhere=elsewhere_over(keeping, locations),
        )
        courier = Courier(
            *(desk, keeping.bell, keeping.handed, clock, key),
            joined=lambda: joined,
            approvals=lambda: approvals,
            pause_s=0.01,
        )
        async with background(desk.run, courier.run):
            yield Home(keeping, desk, courier)


async def a_key(hub: Standing, url: str, *scopes: Right) -> HubKey:
    """Of the founder's service."""
    founder = await hub.found()
    token = await hub.token(founder, *(scopes or (Right.ASK, Right.ANSWER)))
    return HubKey(url, token)
