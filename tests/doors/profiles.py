"""An agent whose line was started with a profile, and what it hears."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import anyio
from anyio.lowlevel import checkpoint

from askline.asks.answers import Given
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.core.clock import Clock
from askline.core.people import Actor
from askline.doors.mcp.server import server_with
from askline.doors.mcp.settings import ConnectionSettings, McpSettings
from askline.doors.mcp.visits import Means
from askline.memory.memory import open_memory
from tests.builders import ADA, StoppedClock, a_desk
from tests.doors.asks import the_ask
from tests.doors.lines import JUNE, MODERN, Json, LineEnd, a_hello, a_line, an_envelope

AT_ONCE = 0.001


@dataclass
class Scene:
    desk: Desk
    clock: StoppedClock
    line: LineEnd
    capabilities: Json

    async def call(self, tool: str, arguments: Json) -> Any:
        """Call and go on; the id of the request."""
        meta = _meta(self.capabilities) if self.line.revision == MODERN else {}
        return await self.line.ask("tools/call", {"name": tool, "arguments": arguments, **meta})

    async def used(self, tool: str, arguments: Json) -> Json:
        return await self.line.result_of(await self.call(tool, arguments))

    async def listed(self) -> list[Json]:
        meta = _meta(self.capabilities) if self.line.revision == MODERN else {}
        return (await self.line.call("tools/list", meta))["result"]["tools"]

    async def answered(self, tool: str, arguments: Json, *answers: Given, by: Actor = ADA) -> Json:
        """The result of a call whose questions somebody answers, one after the other."""
        call = await self.call(tool, arguments)
        ask = await the_ask(self.desk)
        given = {question.id: each for question, each in zip(ask.questions, answers, strict=True)}
        await self.desk.answering.answer(by, ask.id, given, receipt="r1")
        return await self.line.result_of(call)

    async def overdue(self, tool: str, arguments: Json, *, after_s: float) -> Json:
        """The result of a call that nobody answers in time."""
        call = await self.call(tool, arguments)
        await the_ask(self.desk)
        self.clock.time += timedelta(seconds=after_s - 1)
        assert await self.desk.sweeping.sweep() == 0
        self.clock.time += timedelta(seconds=1)
        assert await self.desk.sweeping.sweep() == 1
        return await self.line.result_of(call)

    async def gone(self, ask: Ask) -> Ask:
        """The ask, once it is settled."""
        with anyio.fail_after(5):
            while not (found := await self.desk.reading.read(ADA, ask.id)).state.settled:
                await checkpoint()
        return found


def some_means(desk: Desk | None = None, clock: Clock | None = None, **more: Any) -> Means:
    desk, clock = desk or a_desk(), clock or StoppedClock()
    return replace(Means(desk=desk, clock=clock, memory=open_memory(desk, clock)), **more)


@asynccontextmanager
async def an_agent(
    profile: str,
    *,
    revision: str = JUNE,
    capabilities: Json | None = None,
    cap_s: float | None = None,
    settings: McpSettings | None = None,
    desk: Desk | None = None,
    cwd: str = "/home/ada/shop",
    labels: Mapping[str, str] | None = None,
    connection: ConnectionSettings | None = None,
    **means: Any,
) -> AsyncGenerator[Scene]:
    clock = StoppedClock()
    desk = desk or a_desk(clock=clock)
    can = capabilities or {}
    with_these = some_means(desk, clock, settings=settings or McpSettings(), **means)
    server = server_with(with_these, profile)
    facts: Json = {"settings": connection or ConnectionSettings(), "labels": labels or {}}
    hello = a_hello(profile=profile, cap_s=cap_s, cwd=cwd, **facts)
    async with a_line(server, hello, revision=revision, begun=False) as line:
        if revision != MODERN:
            info = {"name": "somebody", "version": "1"}
            hands = {"protocolVersion": revision, "capabilities": can, "clientInfo": info}
            await line.call("initialize", hands)
            await line.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        yield Scene(desk, clock, line, can)


def words(result: Json) -> str:
    """The text of a result that went well."""
    assert result["isError"] is False, result["content"][0]["text"]
    return result["content"][0]["text"]


def trouble(result: Json) -> str:
    """The text of an error."""
    assert result["isError"] is True
    assert "structuredContent" not in result
    return result["content"][0]["text"]


def _meta(capabilities: Json) -> Json:
    return {"_meta": an_envelope() | {"io.modelcontextprotocol/clientCapabilities": capabilities}}
