"""Locks of the database: each stands for one thing, so that nobody waits for a stranger."""

import re
from datetime import timedelta
from pathlib import Path

import anyio

import askline.stores.postgres
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.locks import CONTACTS, Lock
from askline.stores.postgres.migrating import migrate_postgres
from askline.stores.postgres.sealing import PostgresSealing
from askline.stores.postgres.turns import PostgresTurn

ROOM = Path(askline.stores.postgres.__path__[0])


async def test_replicas_seal_while_one_of_them_prunes(postgres: str) -> None:
    await migrate_postgres(postgres)
    turns, signs = Wires(postgres, 1), Wires(postgres, 1)
    key = b"k" * 32

    with anyio.fail_after(10):
        async with PostgresTurn(turns).alone() as mine:
            await PostgresSealing(signs).make(key, timedelta())
            assert mine
        await PostgresSealing(signs).drop([key])
        for each in (turns, signs):
            await each.close()


def test_every_lock_has_a_number_of_its_own() -> None:
    assert len(Lock.__members__) == len({*Lock}) == 4
    assert CONTACTS not in {*Lock}


def test_no_lock_is_spelled_elsewhere() -> None:
    spelled = re.compile(r"advisory_|0x61736B", re.IGNORECASE)
    files = [*ROOM.rglob("*.py"), *ROOM.rglob("*.sql")]

    places = {file.name for file in files if spelled.search(file.read_text())}

    assert places == {"locks.py"}
