"""Steps of a sequence: one after the other, until one fails or somebody ends it."""

import anyio

from askline.commands.operation import Status
from askline.commands.ports import Ended, How
from tests.builders import AGENT, SHOP
from tests.unit.workshop_house import DONE, PATIENCE_S, a_shop

FAILED = Ended(How.EXITED, exit_code=3)


async def test_steps_run_one_after_the_other_and_say_so_in_the_output() -> None:
    async with a_shop() as shop:
        shop.disk.there.add(f"{SHOP.path}/done")
        shop.bench.ends["go"] = DONE
        operation = await shop.begin("demo_all")
        await shop.say(operation, "yes")

        ended = await shop.ended(operation)
        written = (await shop.workshop.looking.view(AGENT, operation.id)).head

    assert ended.status is Status.COMPLETED
    assert [(each.tool, each.exit_code, each.skipped) for each in ended.steps] == [
        ("demo_go", 0, None),
        ("demo_wait", None, "done is there"),
        ("demo_ask", None, "needed is not there"),
    ]
    assert written.splitlines() == [
        "== 1/3 demo_go: demo go",
        "demo go",
        "== 2/3 demo_wait: skipped: done is there",
        "== 3/3 demo_ask: skipped: needed is not there",
    ]


async def test_the_first_step_that_fails_ends_a_sequence() -> None:
    async with a_shop() as shop:
        shop.bench.ends["go"] = FAILED
        operation = await shop.begin("demo_all")
        await shop.say(operation, "yes")

        ended = await shop.ended(operation)

    assert (ended.exit_code, len(ended.steps)) == (3, 1)


async def test_a_sequence_that_is_cancelled_between_steps_begins_no_other() -> None:
    async with a_shop() as shop:
        shop.bench.ends["go"] = DONE
        operation = await shop.begin("demo_all")
        async with shop.workshop.watching.changes() as changes:
            await shop.say(operation, "yes")
            with anyio.fail_after(PATIENCE_S):
                while not (await shop.workshop.looking.read(AGENT, operation.id)).steps:
                    await anext(changes)
                await shop.workshop.cancelling.cancel(AGENT, operation.id)

        ended = await shop.ended(operation)

    assert (ended.status, len(ended.steps)) == (Status.CANCELLED, 1)
    assert len(shop.bench.running) == 1
