"""Connections that renew themselves, and what their failures mean to a caller.

A fixed, small number per purpose, opened when first needed. A connection on which anything went
wrong is thrown away, and the next use makes another: so no call ever meets a half-finished
transaction, and a server that was away is found again by the next call.
"""

import re
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, TypeAlias

import anyio
import asyncpg

from askline.core.errors import Internal, StoreUnavailable

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

CONNECT_S = 10.0
HOST_S = 3.0
"""For each host, where an address names several."""
STATEMENT_S = 60.0
GOODBYE_S = 1.0

# Our statements only ever look up by index, and their plans do not depend on what is looked for: so
# no table is read whole because it was empty when a plan was made, and no time is spent on planning.
ALWAYS = {
    "application_name": "askline",
    "jit": "off",
    "enable_seqscan": "off",
    "plan_cache_mode": "force_generic_plan",
    # A process that froze amid a sweep must not hold its rows for longer.
    "idle_in_transaction_session_timeout": "30s",
}

# What we sent was wrong; nothing is wrong with the server.
OUR_FAULT = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.SyntaxOrAccessError,
)
AWAY = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
# Whoever signs in, between the scheme and the path or the options.
HOSTS = re.compile(r"(\w+://(?:[^/?]*@)?)([^/?@]+)([/?].*)?")

# This host is away, or is not the one that is looked for: another may be.
NEXT_HOST = (
    asyncpg.CannotConnectNowError,
    asyncpg.PostgresConnectionError,
    asyncpg.TargetServerAttributeNotMatched,
    OSError,
)


@contextmanager
def translated() -> Generator[None]:
    """Turns the driver's errors into ours. No values: a message may be logged."""
    try:
        yield
    except OUR_FAULT as error:
        raise Internal(
            f"PostgreSQL refused a statement: {type(error).__name__}.",
            hint="Nothing was kept. This is a defect of Askline: report it with its log.",
        ) from error
    except AWAY as error:
        raise StoreUnavailable(
            f"PostgreSQL could not be used: {type(error).__name__}: {error}.",
            hint="Try again; if it goes on, look at the server and its address.",
        ) from error


async def connect(
    dsn: str, settings: Mapping[str, str] = ALWAYS, *, patience: float | None = STATEMENT_S
) -> "Connection":
    """A connection that gives a statement so many seconds; raises the driver's errors.

    Of several hosts each has its own time: to the driver all have one, and a host that went silent,
    as one without power does, would use it up before the next is tried.
    """
    *others, last = each_host(dsn)
    for one in others:
        with suppress(*NEXT_HOST):
            return await _connect(one, settings, patience, HOST_S)
    return await _connect(last, settings, patience, HOST_S if others else CONNECT_S)


async def _connect(
    dsn: str, settings: Mapping[str, str], patience: float | None, within: float
) -> "Connection":
    return await asyncpg.connect(
        dsn, timeout=within, command_timeout=patience, server_settings=dict(settings)
    )


def each_host(dsn: str) -> list[str]:
    """The address once for each host that it names before its path."""
    found = HOSTS.fullmatch(dsn)
    if found is None:
        return [dsn]
    before, hosts, after = found.groups(default="")
    return [f"{before}{host}{after}" for host in hosts.split(",")]


@asynccontextmanager
async def connected(
    dsn: str, *, patience: float | None = STATEMENT_S
) -> AsyncGenerator["Connection"]:
    """One connection for one purpose, closed at the end."""
    with translated():
        db = await connect(dsn, patience=patience)
        try:
            yield db
        finally:
            await goodbye(db)


async def goodbye(db: "Connection") -> None:
    with anyio.move_on_after(GOODBYE_S, shield=True), suppress(*AWAY):
        await db.close()


class Wires:
    """At most `count` connections; who comes when all are in use waits."""

    def __init__(self, dsn: str, count: int, **settings: str) -> None:
        self._dsn = dsn
        self._settings = {**ALWAYS, **settings}
        self._room = anyio.Semaphore(count)
        self._idle: list[Connection] = []
        self._closed = False

    @asynccontextmanager
    async def use(self) -> AsyncGenerator["Connection"]:
        """A connection for one piece of work.

        Raises:
            StoreUnavailable: the server cannot be reached, or was lost; or this was closed.
        """
        async with self._room:
            with translated():
                db = await self._ready()
                try:
                    yield db
                except BaseException:
                    db.terminate()
                    raise
            self._idle.append(db)
            if self._closed:
                await self.close()

    async def close(self) -> None:
        self._closed = True
        while self._idle:
            await goodbye(self._idle.pop())

    async def _ready(self) -> "Connection":
        if self._closed:
            raise StoreUnavailable("The store is closed.", hint="Open it again.")
        while self._idle:
            db = self._idle.pop()
            if not db.is_closed():
                return db
        return await connect(self._dsn, self._settings)
