"""A latch wakes the one who waits, once, and harms nobody who has gone."""

import anyio
import pytest
from anyio.lowlevel import checkpoint
from anyio.to_thread import run_sync

from askline.core.latch import Happening, Latch, fail, give, new_latch, settle_from_thread


async def test_a_value_given_during_the_wait_wakes() -> None:
    latch: Latch[str] = new_latch()
    heard: list[str] = []

    async def waiter() -> None:
        heard.append(await latch)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(waiter)
            await anyio.wait_all_tasks_blocked()
            give(latch, "now")

    assert heard == ["now"]


async def test_a_value_given_before_the_wait_is_there() -> None:
    latch: Latch[str] = new_latch()

    give(latch, "early")

    with anyio.fail_after(5):
        assert await latch == "early"


async def test_the_first_value_stands() -> None:
    latch: Latch[str] = new_latch()

    give(latch, "first")
    give(latch, "second")
    fail(latch, ValueError("third"))

    with anyio.fail_after(5):
        assert await latch == "first"


async def test_a_failure_is_raised_where_it_is_waited_for() -> None:
    latch: Latch[str] = new_latch()

    fail(latch, ValueError("broken"))
    give(latch, "too late")

    with anyio.fail_after(5), pytest.raises(ValueError, match="broken"):
        await latch


async def test_giving_to_one_who_has_gone_is_harmless() -> None:
    latch: Latch[str] = new_latch()
    with anyio.move_on_after(0):
        await latch

    give(latch, "nobody hears")
    fail(latch, ValueError("nobody hears"))

    assert latch.cancelled()


async def test_a_thread_settles_many_latches_in_one_hop() -> None:
    given: Latch[int] = new_latch()
    failed: Latch[int] = new_latch()

    await run_sync(settle_from_thread, [(given, 7, None), (failed, None, ValueError("broken"))])

    with anyio.fail_after(5):
        assert await given == 7
        with pytest.raises(ValueError, match="broken"):
            await failed


@pytest.mark.parametrize("before", [True, False])
async def test_what_happens_ends_the_wait_for_it_early(before: bool) -> None:
    event = Happening()
    if before:
        event.happen()

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(event.wait, anyio.current_time() + 60)
            await checkpoint()
            event.happen()

    assert event.happened


async def test_a_wait_ends_at_its_time_and_can_be_gone_on_with() -> None:
    event = Happening()

    with anyio.fail_after(5):
        for _ in range(2):
            await event.wait(anyio.current_time() + 0.001)

    assert not event.happened
