"""Puts a shared store and its bell together: PostgreSQL keeps, NOTIFY or NATS rings.

The only place that knows both. It reads no settings.
"""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from askline.asks.ports import Bell
from askline.core.errors import StoreUnavailable
from askline.stores.keeping import Keeping
from askline.stores.nats.address import NatsAddress
from askline.stores.postgres.opening import open_postgres
from askline.stores.watching import UNWATCHED, Watch


@asynccontextmanager
async def open_shared(
    dsn: str, *, nats: NatsAddress | None = None, watch: Watch = UNWATCHED
) -> AsyncGenerator[Keeping]:
    """
    Raises:
        StoreUnavailable: the database is not there or not migrated, or NATS' client is not installed.
            A NATS that is away is waited for meanwhile.
    """
    if nats is None:
        async with open_postgres(dsn, watch=watch) as keeping:
            yield keeping
    else:
        async with (
            _nats_bell(nats, watch) as bell,
            open_postgres(dsn, bell=bell, watch=watch) as keeping,
        ):
            yield keeping


def _nats_bell(address: NatsAddress, watch: Watch) -> AbstractAsyncContextManager[Bell]:
    try:
        from askline.stores.nats.bell import open_nats_bell  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise StoreUnavailable(
            "The client of NATS is not installed.", hint="Install askline[nats]."
        ) from error
    return open_nats_bell(address, watch=watch)
