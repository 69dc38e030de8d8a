"""An agent in a project that offers commands, and the workshop behind."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
from anyio import to_thread
from anyio.lowlevel import checkpoint

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.commands.loading import Source
from askline.commands.operation import Operation
from askline.commands.running import AT_ONCE
from askline.commands.workshop import Workshop
from askline.core.background import background
from askline.doors.mcp.server import server_with
from askline.doors.mcp.settings import ConnectionSettings, McpSettings
from tests.builders import AGENT, SHOP, StoppedClock, a_desk
from tests.doors.bench import Workbench
from tests.doors.lines import JUNE, Json, LineEnd, a_hello, a_line
from tests.doors.profiles import some_means
from tests.doors.task_client import CAPABILITIES, TASKS
from tests.unit.declarations import a_source, option

DEMO = a_source(
    {"name": "version", "synchronous": True, "options": [option("loud", "boolean")]},
    {"name": "run", "positional_args": [option("file", required=True)]},
    {"name": "gated", "approval": "ask", "options": [option("names", "array")]},
    {"name": "never", "approval": "deny"},
)
ONE = a_source({"name": "version", "synchronous": True})


@dataclass
class CommandScene:
    desk: Desk
    clock: StoppedClock
    bench: Workbench
    line: LineEnd
    connection: str

    @property
    def workshop(self) -> Workshop:
        return self.bench.workshop

    async def offer(self, *sources: Source, trusted: bool = True) -> None:
        """The project's files become these, and somebody looks."""
        self.bench.disk.sources, self.bench.disk.trusted = sources, trusted
        await self.workshop.offering.offer(SHOP.path)

    async def used(self, tool: str, arguments: Json | None = None) -> Json:
        return await self.line.result_of(await self.line.use(tool, arguments or {}))

    async def working(self, tool: str = "demo_run", arguments: Json | None = None) -> Operation:
        """An operation that outlived its call."""
        result = await self.used(tool, {"file": "a.py"} if arguments is None else arguments)
        return await self.workshop.looking.find(AGENT, result["structuredContent"]["operation_id"])

    async def as_task(self, method: str, params: Json) -> Json:
        """The same request of a client that declares tasks with it."""
        meta: Json = {"_meta": {CAPABILITIES: {"extensions": {TASKS: {}}}}}
        return await self.line.call(method, {**params, **meta})


def the_page(_: Ask) -> str:
    """Where every ask is answered."""
    return "http://here/ask"


async def at_rest() -> None:
    """Nobody has anything to do, in a thread neither."""
    threads = to_thread.current_default_thread_limiter()
    while threads.borrowed_tokens:
        await checkpoint()
    await anyio.wait_all_tasks_blocked()


@asynccontextmanager
async def a_command_scene(
    declared: Source = DEMO,
    *,
    profile: str = "askline",
    revision: str = JUNE,
    inline_s: float = 0.0,
    cap_s: float | None = None,
    cwd: str | None = SHOP.path,
    at_once: int = AT_ONCE,
    **more: Any,
) -> AsyncGenerator[CommandScene]:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    bench = Workbench(desk, clock, declared=declared, at_once=at_once)
    bench.programs.echoes = False
    settings = McpSettings(inline_s=inline_s)
    means = some_means(desk, clock, settings=settings, workshop=bench.workshop, **more)
    hello = a_hello(cap_s=cap_s, cwd=cwd, settings=ConnectionSettings(profile=profile))
    server = server_with(means, profile)
    serving = a_line(server, hello, revision=revision)
    async with background(desk.run, bench.workshop.run), serving as line:
        yield CommandScene(desk, clock, bench, line, hello.caller.connection)
