"""A small chat application that runs an agent without a terminal, and shows its questions inline.

The host does three things for Askline and no more: it begins a stream before it starts the agent, hands the
stream's token to the agent by the environment and the page's token to the page, and ends the stream with the
agent. Questions and answers pass it by: they go from the agent's line to the desk and from there to the page.
Its own loop only copies the agent's output.
"""

import json
import os
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import DEVNULL
from uuid import uuid4

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from examples.host_chat.askline import Askline, Json
from examples.host_chat.workspace import AskUser, prepare

PAGE = Path(__file__).parent / "page"
ROOT = Path(__file__).parents[2]
LONGEST_LINE = 1 << 20
STREAM = "ASKLINE_STREAM"


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    origin: str
    workspace: Path
    askline: Askline | None
    """None where asking is off: then this is a chat as it was before."""
    ask_user: AskUser = field(default_factory=AskUser)
    prompts: dict[str, str] = field(default_factory=dict[str, str])
    streams: dict[str, str] = field(default_factory=dict[str, str])
    """Askline's streams of the chats that run now."""

    async def page(self, _request: Request) -> Response:
        return FileResponse(PAGE / "index.html", headers=self._policy())

    async def file(self, request: Request) -> Response:
        return FileResponse(PAGE / request.path_params["name"], headers=self._policy())

    async def send(self, request: Request) -> Response:
        chat = str(uuid4())
        self.prompts[chat] = (await request.json())["prompt"]
        return JSONResponse({"chat": chat}, 201)

    async def events(self, request: Request) -> Response:
        """Runs the agent for as long as somebody listens."""
        chat = request.path_params["chat"]
        if chat not in self.prompts:
            return JSONResponse({"error": "no such chat"}, 404)
        return StreamingResponse(
            self._run(chat, self.prompts.pop(chat)), media_type="text/event-stream"
        )

    async def renew(self, request: Request) -> Response:
        stream = self.streams.get(request.path_params["chat"])
        if self.askline is None or stream is None:
            return JSONResponse({"error": "no such chat"}, 404)
        return JSONResponse(await self.askline.renew(stream))

    async def _run(self, chat: str, prompt: str) -> AsyncGenerator[str]:
        async with self._stream(chat) as (environ, facts):
            if facts:
                yield _event(facts)
            async with _agent(self.workspace, environ, prompt) as lines:
                async for line in lines:
                    yield f"data: {line}\n\n"
        yield _event({"type": "end"})

    @asynccontextmanager
    async def _stream(self, chat: str) -> AsyncGenerator[tuple[dict[str, str], Json | None]]:
        """A live stream around the agent: what the agent gets of it, and what the page does."""
        if self.askline is None:
            yield {}, None
            return
        project = {"name": self.workspace.name, "path": str(self.workspace)}
        begun = await self.askline.begin(project=project, origin=self.origin)
        self.streams[chat] = begun["stream"]
        try:
            yield (
                {STREAM: begun["token"]},
                {"type": "askline", "url": begun["url"], "token": begun["embed_token"]},
            )
        finally:
            del self.streams[chat]
            with anyio.CancelScope(shield=True):
                await self.askline.end(begun["stream"])

    def _policy(self) -> dict[str, str]:
        there = f" {self.askline.url}" if self.askline else ""
        policy = (
            f"default-src 'none'; script-src 'self'{there}; connect-src 'self'{there};"
            " style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return {"Content-Security-Policy": policy, "Cache-Control": "no-store"}


def build(host: Host) -> Starlette:
    prepare(host.workspace, host.ask_user)
    return Starlette(
        routes=[
            Route("/", host.page),
            Route("/chats", host.send, methods=["POST"]),
            Route("/chats/{chat}/events", host.events),
            Route("/chats/{chat}/embed", host.renew, methods=["POST"]),
            Route("/page/{name:str}", host.file),
        ]
    )


@asynccontextmanager
async def _agent(
    workspace: Path, environ: dict[str, str], prompt: str
) -> AsyncGenerator[AsyncIterator[str]]:
    """The lines of a running agent; it is ended with the block."""
    command = [sys.executable, "-m", "examples.host_chat.agent"]
    own = {**os.environ, "PYTHONPATH": str(ROOT), **environ}
    process = await anyio.open_process(command, cwd=workspace, env=own, stderr=DEVNULL)
    try:
        assert process.stdin is not None  # noqa: S101 - it was asked for
        await process.stdin.send(prompt.encode())
        await process.stdin.aclose()
        yield _lines(process)
    finally:
        with anyio.CancelScope(shield=True):
            if process.returncode is None:
                process.terminate()
            await process.wait()
            await process.aclose()


async def _lines(process: Process) -> AsyncIterator[str]:
    assert process.stdout is not None  # noqa: S101 - it was asked for
    output = BufferedByteReceiveStream(process.stdout)
    while True:
        try:
            yield (await output.receive_until(b"\n", LONGEST_LINE)).decode()
        except (anyio.EndOfStream, anyio.IncompleteRead):
            return


def _event(said: Json) -> str:
    return f"data: {json.dumps(said)}\n\n"
