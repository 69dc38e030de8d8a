"""The bell over NOTIFY: what it says, and how it heals."""

import json
import logging
from collections.abc import AsyncIterator
from functools import partial

import anyio
import pytest

from askline.asks.ports import Hint, News, Ring
from askline.stores import hints
from askline.stores.postgres import bell as bells
from askline.stores.postgres.bell import PostgresBell
from askline.stores.postgres.opening import open_postgres
from tests.builders import NOON, minted
from tests.contract.test_bell import heard
from tests.contract.test_postgres import raw, until

NOWHERE = "postgresql://postgres@127.0.0.1:1/postgres"
LISTENER = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'askline' AND query LIKE 'LISTEN%'
"""
ASKED = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT 1'
"""
NOTIFIER = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'askline' AND query LIKE '%pg_notify%'
"""


def a_hint(tenant: str = "local") -> Hint:
    return Hint(News.SETTLED, minted.ask_id(NOON), tenant)


async def warned_twice(caplog: pytest.LogCaptureFixture) -> None:
    async def twice() -> bool:
        return len(caplog.records) >= 2

    with caplog.at_level(logging.WARNING):
        await until(twice)


async def missed(rings: AsyncIterator[Ring]) -> None:
    ring = Ring()
    with anyio.fail_after(20):
        while not ring.missed:
            ring = await anext(rings)


async def test_a_listener_whose_connection_was_cut_is_told_and_hears_again(postgres: str) -> None:
    async with (
        raw(postgres) as killer,
        open_postgres(postgres) as here,
        open_postgres(postgres) as there,
        there.bell.listen() as rings,
        anyio.create_task_group() as tasks,
    ):
        stop = anyio.Event()

        async def ring() -> None:
            while not stop.is_set():
                here.bell.ring(a_hint())
                await anyio.sleep(0.002)

        tasks.start_soon(ring)
        for _ in range(3):
            await heard(rings, 1)
            assert await killer.fetch(LISTENER)
            await missed(rings)
        stop.set()
        here.bell.ring(last := a_hint("last"))

        got: list[Hint] = []
        while last not in got:
            got = await heard(rings, 1)


async def test_a_cut_connection_of_the_ringer_loses_no_ring(postgres: str) -> None:
    async with (
        raw(postgres) as killer,
        open_postgres(postgres) as here,
        open_postgres(postgres) as there,
        there.bell.listen() as rings,
    ):
        sent = [a_hint() for _ in range(3)]
        for hint in sent:
            here.bell.ring(hint)
            assert await heard(rings, 1) == [hint]
            assert await killer.fetch(NOTIFIER)


async def test_a_thousand_long_rings_reach_another_process_in_order(postgres: str) -> None:
    sent = [a_hint("a-tenant-with-a-name-of-some-length-\u00e4\U0001f389") for _ in range(1000)]
    async with (
        open_postgres(postgres) as here,
        open_postgres(postgres) as there,
        there.bell.listen() as rings,
    ):
        for hint in sent:
            here.bell.ring(hint)

        assert await heard(rings, 1000) == sent


async def test_an_own_ring_is_not_heard_again_from_outside(postgres: str) -> None:
    async with (
        open_postgres(postgres) as here,
        open_postgres(postgres) as there,
        here.bell.listen() as near,
        there.bell.listen() as far,
    ):
        here.bell.ring(own := a_hint())
        assert await heard(far, 1) == [own]
        there.bell.ring(answer := a_hint())

        assert await heard(near, 2) == [own, answer]


async def test_what_was_rung_just_before_the_end_still_goes_out(postgres: str) -> None:
    async with open_postgres(postgres) as there, there.bell.listen() as rings:
        async with open_postgres(postgres) as here:
            here.bell.ring(first := a_hint())
            here.bell.ring(last := a_hint())

        assert await heard(rings, 2) == [first, last]


def test_a_text_is_never_too_large_for_the_server() -> None:
    sent = [a_hint("x" * 100) for _ in range(500)]

    texts = list(hints.texts("me", sent))

    assert len(texts) == 9
    assert max(len(text.encode()) for text in texts) <= hints.LARGEST
    assert [hint for text in texts for hint in hints.read(text)] == sent


def test_a_hint_that_no_text_could_hold_is_left_out() -> None:
    small = a_hint()

    texts = list(hints.texts("me", [a_hint("x" * 8000), small, a_hint("\u00e4" * 2000)]))

    assert [hint for text in texts for hint in hints.read(text)] == [small]
    assert list(hints.texts("me", [a_hint("x" * 8000)])) == []


@pytest.mark.parametrize(
    "garbage",
    ["", "?", "[]", "5", '["me",5]', '["me","zz"]', '["me","a12"]', "[" * 7000, '{"a":1}'],
)
async def test_what_strangers_say_on_the_channel_is_passed_over(
    postgres: str, garbage: str
) -> None:
    async with (
        raw(postgres) as stranger,
        open_postgres(postgres) as here,
        open_postgres(postgres) as there,
        there.bell.listen() as rings,
    ):
        await stranger.execute("SELECT pg_notify('askline', $1)", garbage)
        here.bell.ring(hint := a_hint())

        assert await heard(rings, 1) == [hint]


def test_a_text_of_our_own_says_nothing_of_an_asks_content() -> None:
    hint = a_hint()

    (text,) = hints.texts("me", [hint])

    assert json.loads(text) == ["me", f"s{hint.ask_id.hex}local"]


async def test_while_the_database_is_away_hints_wait_but_not_without_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bell = PostgresBell(NOWHERE)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(bell.notify)
        for _ in range(bells.MOST_WAITING + 1):
            bell.ring(hint := a_hint())

        await warned_twice(caplog)
        tasks.cancel_scope.cancel()

    assert len(bell._waiting) == bells.MOST_WAITING
    assert hint not in bell._waiting


async def test_a_bell_that_cannot_listen_keeps_trying(caplog: pytest.LogCaptureFixture) -> None:
    bell = PostgresBell(NOWHERE)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(partial(bell.hear, task_status=anyio.TASK_STATUS_IGNORED))

        await warned_twice(caplog)

        assert "the bell is deaf" in caplog.text
        assert bell.deaf
        tasks.cancel_scope.cancel()


async def test_a_quiet_server_is_asked_now_and_then_and_still_heard(postgres: str) -> None:
    deaf = PostgresBell(postgres, pulse=0.02)
    async with anyio.create_task_group() as tasks, raw(postgres) as db:
        await tasks.start(deaf.hear)
        await until(lambda: db.fetchval(ASKED))
        async with open_postgres(postgres) as here, deaf.listen() as rings:
            here.bell.ring(hint := a_hint())

            assert await heard(rings, 1) == [hint]
        tasks.cancel_scope.cancel()
