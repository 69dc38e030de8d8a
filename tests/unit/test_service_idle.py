"""When a service that nobody needs ends, and what it lets go of when it starts."""

from datetime import timedelta

import anyio
import pytest

from askline.asks.model import Ask
from askline.asks.ports import Inbox
from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.service.idle import LOOKS, Idle
from askline.service.stragglers import let_go
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, AGENT, NOON, UNPACED, StoppedClock, a_desk, a_new_ask
from tests.invariants import invariant
from tests.unit.troubles import AwayAsks

SOON_S = 0.06


@invariant("I9")
async def test_a_service_that_nobody_needs_ends() -> None:
    looks: list[bool] = []

    def busy() -> bool:
        looks.append(len(looks) < 2)
        return looks[-1]

    with anyio.fail_after(10):
        await Idle(a_desk(), StoppedClock(), SOON_S, busy).wait()

    assert len(looks) == 2 + LOOKS


async def test_a_service_without_idle_time_stays() -> None:
    with anyio.move_on_after(0.1) as waiting:
        await Idle(a_desk(), StoppedClock(), None, lambda: False).wait()

    assert waiting.cancelled_caught


@pytest.mark.parametrize(
    ("due_in", "stays"),
    [
        pytest.param(None, False, id="no deadline"),
        pytest.param(timedelta(seconds=SOON_S / 2), True, id="a deadline soon"),
        pytest.param(timedelta(hours=1), False, id="a deadline some time"),
    ],
)
@invariant("I9")
async def test_a_service_stays_for_a_deadline_that_comes_soon(
    due_in: timedelta | None, *, stays: bool
) -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    await desk.asking.ask(AGENT, a_new_ask(deadline=NOON + due_in if due_in else None))
    ended = anyio.Event()

    async def wait() -> None:
        await Idle(desk, clock, SOON_S, lambda: False).wait()
        ended.set()

    async with background(wait):
        with anyio.move_on_after(SOON_S * 3 if stays else 10):
            await ended.wait()

    assert ended.is_set() is not stays


async def test_a_service_stays_while_its_store_is_away() -> None:
    class Away(EphemeralAsks):
        async def inbox(self, which: Inbox) -> list[Ask]:
            looks.append(which)
            if len(looks) < 2:
                raise StoreUnavailable("The store is away.", hint="Wait for it.")
            return await super().inbox(which)

    looks: list[Inbox] = []

    with anyio.fail_after(10):
        await Idle(a_desk(Away()), StoppedClock(), SOON_S, lambda: False).wait()

    assert len(looks) == 1 + LOOKS


async def test_asks_whose_agents_did_not_come_back_are_let_go() -> None:
    desk = a_desk()
    gone = await desk.asking.ask(AGENT, a_new_ask(holder="gone"))
    back = await desk.asking.ask(AGENT, a_new_ask(holder="back"))
    free = await desk.asking.ask(AGENT, a_new_ask())
    before = await desk.reading.read(AGENT, free.id)

    with anyio.fail_after(10):
        await let_go(desk, {"back"}.__contains__, within_s=0)

    assert (await desk.reading.read(AGENT, gone.id)).holder is None
    assert (await desk.reading.read(AGENT, back.id)).holder == "back"
    assert await desk.reading.read(AGENT, free.id) == before


async def test_of_more_asks_than_a_page_holds_every_one_is_let_go() -> None:
    desk = a_desk(limits=UNPACED)
    for _ in range(1_001):
        await desk.asking.ask(AGENT, a_new_ask(holder="gone"))

    with anyio.fail_after(20):
        await let_go(desk, lambda _: False, within_s=0)

    history = await desk.reading.history(ADA, limit=2_000)
    assert {ask.holder for ask in history} == {None}
    assert len(history) == 1_001


async def test_asks_are_let_go_when_the_store_is_back() -> None:
    store = AwayAsks()
    desk = a_desk(store)
    ask = await desk.asking.ask(AGENT, a_new_ask(holder="gone"))
    store.away = True

    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(let_go, desk, set[str]().__contains__, 0.01)
            await store.missed.wait()
            store.away = False

    assert (await desk.reading.read(AGENT, ask.id)).detached
