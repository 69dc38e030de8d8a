"""Replicas of a hub over a real PostgreSQL, in the test's own process, and what people do at them."""

import ssl
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import anyio
import httpx
import httpx2
import uvicorn
from mcp.client import Client as McpClient
from mcp.client.streamable_http import streamable_http_client
from uvicorn.protocols.http.h11_impl import H11Protocol

from askline.config.hub import HubSettings
from askline.core.background import background
from askline.core.clock import Clock
from askline.core.people import Actor, Door, Right
from askline.people.model import Grant
from askline.people.ports import Register
from askline.people.tokens import NewToken
from askline.service.hub.house import Replica
from askline.service.hub.observing import UNOBSERVED, Observing
from askline.service.hub.running import listening
from askline.service.hub.ties import Ties, open_ties
from askline.service.sharing import open_shared
from askline.stores.keeping import Keeping
from askline.stores.postgres.opening import open_register
from tests.doors.mcp_house import Ending
from tests.hub import PASSWORD, QUICK
from tests.places import PostgresPlace

Json = dict[str, Any]


@cache
def trust() -> ssl.SSLContext:
    """One for all clients: each would read every authority of the machine anew."""
    return ssl.create_default_context()


@dataclass
class Standing:
    """A replica that is served at an address of its own."""

    replica: Replica
    url: str
    ties: Ties

    async def found(self, tenant: str = "acme", login: str = "ada") -> Actor:
        """A tenant; its first person holds every role."""
        person = await self.replica.joining.found(tenant, tenant, login, PASSWORD)
        secret, _ = await self.replica.entering.begin(person)
        return await self.replica.entering.by_session(secret.reveal(), Door.WEB)

    async def joined(self, admin: Actor, login: str, *grants: Grant) -> Actor:
        secret, _ = await self.replica.joining.invite(admin, login, grants)
        person = await self.replica.joining.accept(secret.reveal(), login, PASSWORD)
        session, _ = await self.replica.entering.begin(person)
        return await self.replica.entering.by_session(session.reveal(), Door.WEB)

    async def token(self, whose: Actor, *scopes: Right, **more: Any) -> str:
        wanted = NewToken(name="agent", scopes=frozenset(scopes or {Right.ASK}), **more)
        secret, _ = await self.replica.tokens.make(whose, wanted)
        return secret.reveal()

    @asynccontextmanager
    async def program(self, token: str = "") -> AsyncGenerator[httpx.AsyncClient]:
        """Who calls the API with a token, or with none."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(
            base_url=f"{self.url}/api/v1",
            headers=headers,
            trust_env=False,
            timeout=20,
            verify=trust(),
        ) as client:
            yield client

    @asynccontextmanager
    async def browser(self, login: str, tenant: str = "acme") -> AsyncGenerator[httpx.AsyncClient]:
        """Somebody who signed in, whose writes say where they come from."""
        secret, _ = await self.replica.entering.sign_in(tenant, login, PASSWORD)
        async with httpx.AsyncClient(
            base_url=f"{self.url}/api/v1",
            cookies={self.replica.cookie.name: secret.reveal()},
            headers={"Origin": self.url},
            trust_env=False,
            timeout=20,
            verify=trust(),
        ) as client:
            yield client

    @asynccontextmanager
    async def agent(self, token: str, mode: str = "auto", **more: str) -> AsyncGenerator[McpClient]:
        headers = {"Authorization": f"Bearer {token}", **more}
        async with httpx2.AsyncClient(
            headers=headers, trust_env=False, timeout=60, verify=trust()
        ) as http:
            transport = streamable_http_client(f"{self.url}/mcp", http_client=http)
            async with McpClient(transport, mode=mode) as client:
                yield client


@asynccontextmanager
async def a_replica(
    keeping: Keeping,
    register: Register,
    ties: Ties,
    observing: Observing = UNOBSERVED,
    *,
    host: str = "127.0.0.1",
    clock: Clock | None = None,
    **told: Any,
) -> AsyncGenerator[Standing]:
    """One more process of a hub, as far as it can be one in the test's own; `told` are settings."""
    with listening(("127.0.0.1", 0)) as listener:
        url = f"http://{host}:{listener.getsockname()[1]}"
        settings = HubSettings(database="", url=url, listen=listener.getsockname(), **told)
        replica = Replica(
            *(settings, keeping, register, QUICK), ties=ties, clock=clock, observing=observing
        )
        await replica.begin()
        config = uvicorn.Config(replica.front, http=H11Protocol, lifespan="on", log_config=None)
        server, ended = Ending(config), anyio.Event()

        async def serve() -> None:
            try:
                await server.serve([listener])
            finally:
                _hang_up(server)
            ended.set()

        async with background(replica.run, serve):
            yield Standing(replica, url, ties)
            server.should_exit = True
            with anyio.fail_after(20):
                await ended.wait()


def _hang_up(server: uvicorn.Server) -> None:
    """As the end of a process does it; where it took its leave there is nothing left of this."""
    for each in server.servers:
        each.close()
    for connection in [*server.server_state.connections]:
        connection.transport.abort()


@asynccontextmanager
async def a_hub(dsn: str, replicas: int = 1, **told: Any) -> AsyncGenerator[list[Standing]]:
    """So many replicas over one empty database, each with a store and a bell of its own; `told` are
    settings, and `host` the name in its address."""
    await PostgresPlace(dsn).empty()
    async with AsyncExitStack() as stack:
        standing: list[Standing] = []
        for _ in range(replicas):
            keeping = await stack.enter_async_context(open_shared(dsn))
            register = await stack.enter_async_context(open_register(dsn))
            ties = await stack.enter_async_context(open_ties(dsn))
            replica = a_replica(keeping, register, ties, **told)
            standing.append(await stack.enter_async_context(replica))
        yield standing
