"""`hub doctor`: looks at everything that a hub stands on, and says what mends what does not hold.

It changes nothing, and needs no replica to be running.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import timedelta
from time import perf_counter
from urllib.parse import urlsplit

import anyio

from askline.asks.ports import Hint, News, Ring
from askline.client.places import LOOPBACK
from askline.config.hub import HubSettings
from askline.core.background import background
from askline.core.clock import SystemClock
from askline.core.errors import AsklineError
from askline.core.ids import RandomMint
from askline.core.version import VERSION
from askline.doors.cli.findings import Finding, bad, fine, note
from askline.service.hub.keys import ROTATED, Aged
from askline.service.hub.running import bell_of
from askline.service.hub.stragglers import GONE
from askline.service.sharing import open_shared
from askline.stores.postgres.connections import Wires, connected
from askline.stores.postgres.migrating import must_be_migrated
from askline.stores.postgres.replicas import PostgresReplicas, Sign
from askline.stores.postgres.routes import straying
from askline.stores.postgres.sealing import PostgresSealing

OLDEST = 14
"""The oldest PostgreSQL that will do."""
PATIENCE_S = 5.0
LATE = timedelta(days=1)
SHOWN = 5
"""So many rules are named, of those that name somebody who left."""
GUARDED = """
SELECT row_security_active('asks') FROM pg_roles WHERE rolname = 'askline_reader'
"""


async def examined(settings: HubSettings) -> list[Finding]:
    found = [of_url(settings.url)]
    try:
        async with connected(settings.database) as db:
            found.append(of_version(db.get_server_version().major))
        await must_be_migrated(settings.database)
        found.append(fine("schema", f"It is as {VERSION} needs it."))
    except AsklineError as error:
        return [*found, bad("database", error.message, error.hint)]
    return [*found, *[each async for each in _within(settings)]]


async def _within(settings: HubSettings) -> AsyncIterator[Finding]:
    """Of a database that is there and migrated."""
    yield await _reader(settings.database)
    yield await _bell(settings)
    wires = Wires(settings.database, 1)
    try:
        yield of_keys(await PostgresSealing(wires).keys())
        yield of_routes(await straying(wires))
        for each in of_replicas(await PostgresReplicas(wires).alive(GONE)):
            yield each
    finally:
        await wires.close()


async def _reader(dsn: str) -> Finding:
    guests = Wires(dsn, 1, role="askline_reader")
    try:
        async with guests.use() as db:
            return of_reader(guarded=bool(await db.fetchval(GUARDED)))
    except AsklineError as error:
        return bad("tenants", f"The reading role cannot be used: {error.message}", error.hint)
    finally:
        await guests.close()


async def _bell(settings: HubSettings) -> Finding:
    name = "NATS" if settings.nats else "NOTIFY"
    try:
        return of_bell(name, await rung(settings))
    except AsklineError as error:
        return bad("bell", error.message, error.hint)


async def rung(settings: HubSettings) -> float | None:
    """How long a ring takes from one process to another; none if it is not heard."""
    nats, dsn = bell_of(settings), settings.database
    hint = Hint(News.MARKED, RandomMint().ask_id(SystemClock().now()), "")
    async with (
        open_shared(dsn, nats=nats) as here,
        open_shared(dsn, nats=nats) as there,
        there.bell.listen() as rings,
    ):
        begun = perf_counter()
        here.bell.ring(hint)
        return await _heard(rings, hint, begun)


async def _heard(rings: AsyncIterator[Ring], hint: Hint, begun: float) -> float | None:
    after: list[float] = []
    over = anyio.Event()

    async def hear() -> None:
        heard: tuple[Hint, ...] = ()
        while hint not in heard:
            heard = (await anext(rings)).hints
        after.append(perf_counter() - begun)
        over.set()

    async def give_up() -> None:
        await anyio.sleep(PATIENCE_S)
        over.set()

    async with background(hear, give_up):
        await over.wait()
    return after[0] if after else None


def of_url(url: str) -> Finding:
    if url.startswith("https://"):
        return fine("address", f"It is called {url}.")
    if urlsplit(url).hostname in LOOPBACK:
        return note("address", f"{url} is this machine only.", "Give a public one over https.")
    says = f"{url} sends passwords, cookies and tokens in the clear."
    return bad("address", says, "Serve it over https, and set ASKLINE_HUB_URL to that.")


def of_version(major: int) -> Finding:
    if major < OLDEST:
        says = f"PostgreSQL {major} is too old."
        return bad("database", says, f"PostgreSQL {OLDEST} or newer is needed.")
    return fine("database", f"PostgreSQL {major} answers.")


def of_reader(*, guarded: bool) -> Finding:
    if guarded:
        return fine("tenants", "The database itself shows a reader one tenant at a time.")
    says = "The database shows a reader the rows of every tenant."
    return bad("tenants", says, "The role askline_reader must not bypass row-level security.")


def of_bell(name: str, seconds: float | None) -> Finding:
    if seconds is None:
        says = f"A ring over {name} was not heard within {PATIENCE_S:g} s."
        return bad("bell", says, "Look at its server, its address and what lies between.")
    return fine("bell", f"A ring over {name} is heard after {seconds * 1000:.1f} ms.")


def of_keys(keys: Sequence[Aged]) -> Finding:
    if not keys:
        return note("keys", "There is none yet.", "The first replica that starts makes one.")
    age = keys[0][1]
    says = f"There are {len(keys)}, the newest made {age.days} days ago."
    if age > ROTATED + LATE:
        return note("keys", says, "A running replica makes the next: start one.")
    return fine("keys", says)


def of_routes(stray: Sequence[tuple[str, str, str]]) -> Finding:
    if not stray:
        return fine("routes", "No routing rule names somebody who left.")
    named = ", ".join(f"{tenant}/{rule} ({login})" for tenant, rule, login in stray[:SHOWN])
    more = f" and {len(stray) - SHOWN} more" if len(stray) > SHOWN else ""
    says = f"Routing rules name people who left: {named}{more}."
    return note("routes", says, "They are passed over. An admin of the tenant mends the rule.")


def of_replicas(alive: Sequence[Sign]) -> Iterator[Finding]:
    if not alive:
        yield note("replicas", "None is running.", "`askline hub run`")
        return
    yield fine("replicas", f"{len(alive)} running: {', '.join(each.name for each in alive)}.")
    versions = sorted({each.version for each in alive})
    if versions != [VERSION]:
        says = f"They are {', '.join(versions)}; this command is {VERSION}."
        yield note("versions", says, "Replace them one after the other.")
