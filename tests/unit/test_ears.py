"""The listeners of one process: rings latch, and who falls far behind is told so."""

from collections.abc import AsyncIterator

import anyio
import pytest

from askline.asks.ports import Hint, News, Ring
from askline.stores import ears
from askline.stores.ears import Ears
from tests.builders import NOON, minted


def a_hint(news: News = News.SETTLED) -> Hint:
    return Hint(news, minted.ask_id(NOON), "local")


async def heard(rings: AsyncIterator[Ring]) -> Ring:
    with anyio.fail_after(5):
        return await anext(rings)


async def test_what_rings_while_a_listener_works_waits_for_its_next_turn() -> None:
    bell = Ears()
    first, second, third = a_hint(), a_hint(), a_hint()
    async with bell.listen() as rings:
        bell.ring(first)
        assert await heard(rings) == Ring((first,))

        bell.ring(second)
        bell.ring(third)

        assert await heard(rings) == Ring((second, third))


async def test_a_listener_that_waits_is_woken() -> None:
    bell, hint = Ears(), a_hint()
    got: list[Ring] = []

    async def listen(rings: AsyncIterator[Ring]) -> None:
        got.append(await anext(rings))

    with anyio.fail_after(5):
        async with bell.listen() as rings, anyio.create_task_group() as tasks:
            tasks.start_soon(listen, rings)
            await anyio.wait_all_tasks_blocked()
            bell.ring(hint)

    assert got == [Ring((hint,))]


async def test_a_deaf_moment_is_told_to_everyone_in_place_of_what_was_heard() -> None:
    bell, after = Ears(), a_hint()
    async with bell.listen() as one, bell.listen() as other:
        bell.ring(a_hint())

        bell.miss()
        bell.ring(after)

        assert await heard(one) == await heard(other) == Ring((after,), missed=True)
        bell.ring(after)
        assert await heard(one) == Ring((after,))


async def test_who_falls_far_behind_missed_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ears, "FAR_BEHIND", 3)
    bell = Ears()
    async with bell.listen() as rings:
        for _ in range(4):
            bell.ring(a_hint())

        assert await heard(rings) == Ring(missed=True)


async def test_who_left_hears_nothing_and_ringing_for_nobody_is_harmless() -> None:
    bell = Ears()
    async with bell.listen() as rings:
        pass

    bell.ring(a_hint())
    bell.miss()

    with anyio.move_on_after(0) as gone:
        await anext(rings)
    assert gone.cancelled_caught


async def test_a_bell_is_wanted_as_long_as_anybody_listens() -> None:
    bell = Ears()
    with anyio.move_on_after(0) as nobody:
        await bell.wanted()

    async with bell.listen():
        async with bell.listen():
            pass
        with anyio.fail_after(5):
            await bell.wanted()
    with anyio.move_on_after(0) as nobody_again:
        await bell.wanted()

    assert nobody.cancelled_caught
    assert nobody_again.cancelled_caught
