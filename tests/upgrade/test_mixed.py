"""A hub is brought to this version while it works: the version before and this one on one database."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio.lowlevel import checkpoint
from anyio.to_thread import run_sync

from askline.core.background import background
from askline.service.hub.migrating import DONE, READY, migrate_hub
from tests.contract.test_postgres import new_database, raw, until
from tests.hubs.processes import Running
from tests.promises import promise
from tests.upgrade import callers
from tests.upgrade.versions import PRESENT, Version, installed_in

VALUES = ["SQLite"]
HELD = "SELECT held_at FROM asks WHERE id::text = $1::text"


@asynccontextmanager
async def a_hub_of(version: Version, dsn: str) -> AsyncGenerator[Running]:
    """With one replica, where Ada has founded a tenant."""
    await run_sync(version.founds, dsn)
    async with version.replica(dsn) as replica:
        yield replica


async def works(at: Running, token: str) -> None:
    """Alone: asked, told of, answered."""
    await crosses(at, at, token)


async def crosses(here: Running, there: Running, token: str) -> None:
    """Asked at one and answered at the other; both tell of it, and at both its trail holds."""
    ask = await callers.asked(here, token)
    answered = partial(callers.answered, there, ask)
    async with callers.a_browser(here) as ada, callers.a_browser(there) as again:
        await callers.follow(ada, ask, partial(callers.follow, again, ask, answered))
        trails = [(await each.get(f"/asks/{ask}/trail")).json() for each in (ada, again)]
    assert await callers.outcome(here, token, ask) == VALUES
    assert [trail["flaw"] for trail in trails] == [None, None]


async def takes(here: Running, there: Running) -> None:
    """What one gave out the other takes: a token, a sealed form, a session."""
    title = f"A form of {here.url}?"
    token = await callers.token_from(here, "ask", "answer")
    form = await callers.put_form(here, token, title)
    assert await callers.bring_back(there, token, title, form) == VALUES
    async with callers.a_browser(here) as ada, callers.a_browser(there, ada.cookies) as same:
        assert (await same.get("/asks")).status_code == 200


async def ends(dsn: str, old: Running, new: Running, token: str, ask: str) -> None:
    """An agent that waits at the one that ends comes back at the other."""
    told: list[Any] = []

    async def wait() -> None:
        told.append(await callers.outcome(old, token, ask))
        told.append(await callers.outcome(new, token, ask))

    async with background(wait), raw(dsn) as db:
        await until(partial(db.fetchval, HELD, ask))
        old.process.terminate()
        assert await old.process.wait() == 0
        await callers.answered(new, ask)
        while len(told) < 2:
            await checkpoint()
    assert told == [None, VALUES]


@promise("answer-once")
@promise("no-silent-end")
@pytest.mark.timeout(300)
async def test_a_hub_is_brought_to_this_version_while_it_works_and_nothing_is_lost(
    postgres: str, tmp_path: Path
) -> None:
    before = installed_in(tmp_path)
    with anyio.fail_after(280):
        async with (
            new_database(postgres, migrated=False) as dsn,
            a_hub_of(before, dsn) as old,
        ):
            token = await callers.token_from(old, "ask", "operate")
            waiting = await callers.asked(old, token)
            assert await migrate_hub(dsn, ("pre",)) == READY
            await works(old, token)
            async with PRESENT.replica(dsn) as new:
                await new.once((200, "ok"))
                await crosses(old, new, token)
                await crosses(new, old, token)
                await takes(old, new)
                await takes(new, old)
                await ends(dsn, old, new, token, waiting)
                assert await migrate_hub(dsn, ("post",)) == DONE
                await works(new, token)
                async with callers.a_browser(new) as ada:
                    audit = (await ada.get("/audit")).json()

    assert (audit["checked"], audit["flaws"]) == (7, [])
    assert not [line for line in (*old.lines, *new.lines) if "Traceback" in line]
