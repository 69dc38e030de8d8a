"""A replica as a real process: drained or killed, whoever waits comes back elsewhere and loses nothing."""

import signal
from contextlib import AbstractAsyncContextManager
from typing import Any

import anyio
import pytest
from anyio.lowlevel import checkpoint
from mcp.client import Client

from askline.asks.model import Ask
from askline.core.people import Actor
from tests.builders import given
from tests.doors.asks import ASK
from tests.hubs.processes import a_process
from tests.promises import promise
from tests.replicas import Standing, a_hub


async def told(connected: AbstractAsyncContextManager[Client]) -> Any:
    """What an agent's call brings; none if it breaks off."""
    try:
        async with connected as client:
            return await client.call_tool("ask_user", ASK)
    except Exception:  # noqa: BLE001 - however a client says it, also in groups
        return None


async def held(hub: Standing, ada: Actor, at: str = "") -> Ask:
    """The one ask of the inbox, once somebody waits for it there."""
    while True:
        for ask in await hub.replica.desk.reading.inbox(ada):
            if ask.holder and ask.holder.startswith(at):
                return ask
        await checkpoint()


@promise("answer-once")
@promise("no-silent-end")
@pytest.mark.parametrize(
    ("end", "code"),
    [pytest.param(signal.SIGTERM, 0, id="drained"), pytest.param(signal.SIGKILL, -9, id="killed")],
)
async def test_an_agent_whose_replica_ends_comes_back_at_another_and_gets_its_answer(
    postgres: str, end: signal.Signals, code: int
) -> None:
    results: list[Any] = []
    with anyio.fail_after(50):
        async with a_hub(postgres) as [there], a_process(postgres, DRAIN_S="0.2") as here:
            ada = await there.found()
            token = await there.token(ada)

            async def agent() -> None:
                results.append(await told(here.agent(token)))
                results.append(await told(there.agent(token)))

            async with anyio.create_task_group() as tasks:
                tasks.start_soon(agent)
                first = await held(there, ada)
                here.process.send_signal(end)
                assert await here.process.wait() == code
                again = await held(there, ada, there.replica.name)
                await there.replica.desk.answering.answer(
                    ada, again.id, given(db="SQLite"), receipt="r"
                )
            history = await there.replica.desk.reading.history(ada)

    broken, result = results
    assert broken is None
    assert result.structured_content["answers"][0]["values"] == ["SQLite"]
    assert [ask.id for ask in history] == [first.id] == [again.id]
    assert not [line for line in here.lines if "Traceback" in line]


async def test_a_second_signal_ends_the_leave_at_once(postgres: str) -> None:
    with anyio.fail_after(50):
        async with a_process(postgres, DRAIN_S="3600") as replica:
            await replica.once((200, "ok"))
            replica.process.terminate()
            await replica.once((503, "draining"))
            assert await replica.probe("/healthz") == (200, "ok")
            replica.process.terminate()

            assert await replica.process.wait() == 0
