"""What every bell promises to a listener: hints soon, none lost while it works, here and elsewhere."""

from collections.abc import AsyncGenerator, AsyncIterator

import anyio
import pytest

from askline.asks.ports import Hint, News, Ring
from askline.stores.keeping import Keeping
from tests.builders import NOON, an_opening, minted
from tests.places import Place

FRONT = Hint(News.SETTLED, minted.ask_id(NOON), "local")
BACK = Hint(News.ASKED, minted.ask_id(NOON), "local")


@pytest.fixture
async def keeping(ringing_place: Place) -> AsyncGenerator[Keeping]:
    async with ringing_place.open() as opened:
        yield opened


async def heard(rings: AsyncIterator[Ring], count: int) -> list[Hint]:
    hints: list[Hint] = []
    with anyio.fail_after(20):
        while len(hints) < count:
            hints.extend((await anext(rings)).hints)
    return hints


async def test_a_ring_while_nobody_waits_is_heard_by_the_next_look(keeping: Keeping) -> None:
    async with keeping.bell.listen() as rings:
        keeping.bell.ring(FRONT)
        keeping.bell.ring(BACK)

        assert await heard(rings, 2) == [FRONT, BACK]


async def test_every_listener_hears_every_ring(keeping: Keeping) -> None:
    async with keeping.bell.listen() as one, keeping.bell.listen() as other:
        keeping.bell.ring(FRONT)

        assert await heard(one, 1) == await heard(other, 1) == [FRONT]


async def test_a_bell_that_hears_is_not_deaf(ringing_place: Place) -> None:
    async with ringing_place.open() as keeping:
        assert not keeping.bell.deaf


async def test_a_ring_before_listening_is_not_heard(keeping: Keeping) -> None:
    keeping.bell.ring(FRONT)
    async with keeping.bell.listen() as rings:
        keeping.bell.ring(BACK)

        assert await heard(rings, 1) == [BACK]


async def test_another_process_learns_that_something_changed(ringing_place: Place) -> None:
    async with (
        ringing_place.open() as here,
        ringing_place.open() as there,
        there.bell.listen() as rings,
    ):
        opening = an_opening()
        await here.asks.add(opening, ())
        here.bell.ring(hint := Hint(News.ASKED, opening.after.id, "local"))

        with anyio.fail_after(20):
            ring = await anext(rings)

    assert ring.missed or ring.hints == (hint,)


async def test_a_thousand_rings_are_a_thousand_hints(keeping: Keeping) -> None:
    hints = [
        Hint(News.MARKED, minted.ask_id(NOON), "a-tenant-with-a-long-name") for _ in range(1000)
    ]
    async with keeping.bell.listen() as rings:
        for hint in hints:
            keeping.bell.ring(hint)

        assert await heard(rings, 1000) == hints
