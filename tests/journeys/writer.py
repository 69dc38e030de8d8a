"""A process that asks and answers as fast as it can, and says what was acknowledged. Made to be killed.

Each line is written whole and only after the acknowledgement: `asked ID` or `won ID RECEIPT`.
"""

import os
import sys
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path

import anyio

from askline.asks.desk import Desk
from askline.core.clock import SystemClock
from askline.core.errors import AlreadySettled, StoreUnavailable
from askline.core.ids import AskId
from askline.stores.keeping import Keeping
from askline.stores.postgres.opening import open_postgres
from askline.stores.sqlite.opening import open_sqlite
from tests.builders import ADA, AGENT, BOB, UNPACED, a_desk, a_new_ask, a_select, given

AT_ONCE = 20


def opened(kind: str, address: str) -> AbstractAsyncContextManager[Keeping]:
    return open_sqlite(Path(address)) if kind == "sqlite" else open_postgres(address)


def say(*words: object) -> None:
    os.write(1, (" ".join(str(word) for word in words) + "\n").encode())


async def until_the_store_answers(desk: Desk, key: str) -> AskId:
    """Ask under a key, so that a repeat after an unknown end finds what was kept."""
    new = a_new_ask(a_select(), key=key)
    while True:
        with suppress(StoreUnavailable):
            return (await desk.asking.ask(AGENT, new)).id
        await anyio.sleep(0.02)


async def rival(desk: Desk, ask_id: AskId, name: str) -> None:
    receipt = f"{name}-{ask_id}"
    actor = ADA if name == "ada" else BOB
    while True:
        try:
            await desk.answering.answer(actor, ask_id, given(), receipt=receipt)
        except StoreUnavailable:
            await anyio.sleep(0.02)
        except AlreadySettled:
            return
        else:
            say("won", ask_id, receipt)
            return


async def cycles(desk: Desk, name: str) -> None:
    turn = 0
    while True:
        turn += 1
        ask_id = await until_the_store_answers(desk, f"{name}-{turn}")
        say("asked", ask_id)
        async with anyio.create_task_group() as rivals:
            rivals.start_soon(rival, desk, ask_id, "ada")
            rivals.start_soon(rival, desk, ask_id, "bob")


async def main(kind: str, address: str) -> None:
    async with opened(kind, address) as keeping, anyio.create_task_group() as tasks:
        desk = a_desk(keeping.asks, keeping.bell, SystemClock(), limits=UNPACED)
        for number in range(AT_ONCE):
            tasks.start_soon(cycles, desk, f"{os.getpid()}-{number}")


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], sys.argv[2])
