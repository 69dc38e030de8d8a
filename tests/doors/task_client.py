"""A client that declares tasks with each of its requests, and forms if a test says so."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from askline.asks.desk import Desk
from askline.core.background import background
from askline.core.clock import Clock
from askline.doors.mcp.server import build_server
from tests.builders import StoppedClock
from tests.doors.asks import ASK
from tests.doors.lines import MODERN, Json, LineEnd, a_line

CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
TASKS = "io.modelcontextprotocol/tasks"
FORMS: Json = {"form": {}}


@dataclass
class TaskClient:
    line: LineEnd
    elicitation: Json | None = None

    async def start(self, method: str, params: Json) -> Any:
        """Send a request and go on; its id."""
        capabilities: Json = {"extensions": {TASKS: {}}}
        if self.elicitation is not None:
            capabilities["elicitation"] = self.elicitation
        return await self.line.ask(method, {**params, "_meta": {CAPABILITIES: capabilities}})

    async def call(self, method: str, params: Json) -> Json:
        return await self.line.answer_to(await self.start(method, params))

    async def ask(self, **more: Any) -> Json:
        """A task for an ask that nobody waits for."""
        said = {"name": "ask_user", "arguments": {**ASK, "blocking": False, **more}}
        return (await self.call("tools/call", said))["result"]

    async def get(self, task: Json) -> Json:
        return (await self.call("tasks/get", {"taskId": task["taskId"]}))["result"]

    async def fill(self, task: Json, response: Any, name: str = "answer") -> Json:
        """Send something back for the form of a task."""
        said = {"taskId": task["taskId"], "inputResponses": {name: response}}
        return await self.call("tasks/update", said)

    async def note(self) -> Json:
        heard = await self.line.hear()
        assert "method" in heard
        return heard


@asynccontextmanager
async def a_task_client(
    desk: Desk, *, clock: Clock | None = None, elicitation: Json | None = None, **more: Any
) -> AsyncGenerator[TaskClient]:
    server = build_server(desk, clock or StoppedClock(), **more)
    async with background(desk.run), a_line(server, revision=MODERN) as line:
        yield TaskClient(line, elicitation)
