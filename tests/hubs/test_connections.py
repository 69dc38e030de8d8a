"""How many connections a replica has at PostgreSQL when it uses all of them, and that the guides say so."""

import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import anyio
import pytest

from askline.service.hub.ties import open_ties
from askline.service.sharing import open_shared
from askline.stores.postgres.clock import open_clock
from askline.stores.postgres.connections import Wires, connected
from askline.stores.postgres.counting import open_counting
from askline.stores.postgres.migrating import migrate_postgres
from askline.stores.postgres.opening import open_register
from tests.nats import NatsServer

GUIDES = Path(__file__).parents[2] / "docs/guides"
PLAIN, WITH_FIGURES, WITH_NATS = 27, 28, 25
OPEN = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'askline' AND pid <> pg_backend_pid()
"""


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Wires, int]]:
    """Every kind of connection that is made ready, with how many it may be."""
    made: list[tuple[Wires, int]] = []
    begin = Wires.__init__

    def noted(self: Wires, dsn: str, count: int, **settings: str) -> None:
        made.append((self, count))
        begin(self, dsn, count, **settings)

    monkeypatch.setattr(Wires, "__init__", noted)
    return made


@pytest.mark.parametrize(
    ("figures", "with_nats", "many"),
    [(False, False, PLAIN), (True, False, WITH_FIGURES), (False, True, WITH_NATS)],
    ids=["plain", "figures", "nats"],
)
async def test_a_replica_opens_as_many_connections_as_the_guides_say(
    postgres: str,
    nats: NatsServer,
    opened: list[tuple[Wires, int]],
    *,
    figures: bool,
    with_nats: bool,
    many: int,
) -> None:
    await migrate_postgres(postgres)
    bell = nats.address() if with_nats else None
    parts: list[Any] = [
        *(open_shared(postgres, nats=bell), open_register(postgres)),
        *(open_ties(postgres), open_clock(postgres)),
        *([open_counting(postgres)] if figures else []),
    ]
    with anyio.fail_after(30):
        async with connected(postgres) as db:
            before = await db.fetchval(OPEN)
            async with AsyncExitStack() as replica:
                for part in parts:
                    await replica.enter_async_context(part)
                async with AsyncExitStack() as busy:
                    for wires, count in opened:
                        for _ in range(count):
                            await busy.enter_async_context(wires.use())
                    found = await db.fetchval(OPEN)

    assert found - before == many


def test_the_guides_say_how_many_connections_a_replica_opens() -> None:
    hub, sizing = ((GUIDES / name).read_text() for name in ("hub.md", "hub-sizing.md"))
    said = re.search(
        r"opens up to (\d+) to PostgreSQL, (\d+) where figures are read, (\d+) with NATS", hub
    )
    table = re.search(
        r"(\d+) connections to PostgreSQL, (\d+) with figures, (\d+) with NATS", sizing
    )

    assert said
    assert table
    assert said.groups() == table.groups() == (str(PLAIN), str(WITH_FIGURES), str(WITH_NATS))
    assert f"{WITH_FIGURES} for each replica" in sizing
