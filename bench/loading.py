"""Fills a database with pending asks quickly, the way the store would have written them."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import asyncpg

from askline.asks import lifecycle
from askline.asks.model import Ask
from askline.core.clock import SystemClock
from askline.core.ids import AskId, RandomMint, short_id
from askline.stores.postgres.columns import new_ask
from askline.stores.postgres.partitions import make_ahead
from askline.stores.postgres.statements import ASK, EVENT
from bench.workload import AGENT, CODER, SHOP
from bench.workload import new_ask as next_ask

AT_ONCE = 20_000
Deadline = Callable[[datetime, int], datetime | None]


class DistinctMint(RandomMint):
    """No two short ids alike, as the store would see to, one by one."""

    def __init__(self) -> None:
        super().__init__()
        self._taken: set[str] = set()

    def ask_id(self, at: datetime) -> AskId:
        ask_id = super().ask_id(at)
        while short_id(ask_id) in self._taken:
            ask_id = super().ask_id(at)
        self._taken.add(short_id(ask_id))
        return ask_id


def never(now: datetime, number: int) -> datetime | None:
    del now, number
    return None


def within_an_hour(count: int) -> Deadline:
    """Deadlines spread evenly over the hour that begins now."""

    def at(now: datetime, number: int) -> datetime:
        return now + timedelta(milliseconds=3_600_000 * number // count)

    return at


async def load(dsn: str, count: int, deadline: Deadline = never) -> list[AskId]:
    db = await asyncpg.connect(dsn)
    now = SystemClock().now()
    await make_ahead(db, now)
    mint, ids = DistinctMint(), list[AskId]()
    template = next_ask().matter
    for start in range(0, count, AT_ONCE):
        part = range(start, min(start + AT_ONCE, count))
        asks = [
            Ask(
                id=mint.ask_id(now),
                tenant="local",
                recipients=("me",),
                matter=template,
                agent=CODER,
                project=SHOP,
                principal="me",
                asked_at=now,
                deadline=deadline(now, number),
            )
            for number in part
        ]
        await _write(db, asks)
        ids.extend(ask.id for ask in asks)
    await db.execute("ANALYZE")
    await db.close()
    return ids


async def _write(db: Any, asks: Sequence[Ask]) -> None:
    news = [new_ask(lifecycle.opened(ask, AGENT), ()) for ask in asks]
    rows = [
        (*new.row[:3], asks[number].recipients, *new.row[4:]) for number, new in enumerate(news)
    ]
    await _copy(db, "asks", ASK, rows)
    await _copy(db, "ask_events", EVENT, [event for new in news for event in new.events])
    await _copy(
        db,
        "ask_keys",
        "tenant, key, ask_id",
        [(new.tenant, key, new.id) for new in news for key in new.keys],
    )
    await _copy(
        db,
        "ask_inboxes",
        "tenant, recipient, ask_id",
        [(ask.tenant, recipient, ask.id) for ask in asks for recipient in ask.recipients],
    )


async def _copy(db: Any, table: str, columns: str, rows: list[tuple[Any, ...]]) -> None:
    names = [name.strip() for name in columns.split(",")]
    await db.copy_records_to_table(table, records=rows, columns=names)
