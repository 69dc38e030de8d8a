"""A replica of a hub as a process of its own, beside those in the test's own process."""

import os
import re
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import anyio
import httpx
import httpx2
from anyio.abc import Process
from anyio.streams.text import TextReceiveStream
from mcp.client import Client as McpClient
from mcp.client.streamable_http import streamable_http_client

from askline.core.background import background
from tests.replicas import trust

NAME = "hub.test"
LISTENS = re.compile(r"the hub listens on ([\d.]+:\d+)")


def surroundings(dsn: str, **more: str) -> dict[str, str]:
    """What a hub is told: by the names of its variables without their beginning."""
    said = {"DATABASE": dsn, "URL": f"http://{NAME}", "LISTEN": "127.0.0.1:0", **more}
    return {f"ASKLINE_HUB_{name}": value for name, value in said.items()}


@dataclass
class Running:
    process: Process
    lines: list[str] = field(default_factory=list[str])
    heard: anyio.Event = field(default_factory=anyio.Event)
    url: str = ""

    async def read(self) -> None:
        """What it logs, until it ends."""
        assert self.process.stderr is not None
        rest = ""
        async for text in TextReceiveStream(self.process.stderr):
            *lines, rest = (rest + text).split("\n")
            self.lines += lines
            for line in lines:
                if found := LISTENS.search(line):
                    self.url = f"http://{found[1]}"
                    self.heard.set()

    async def probe(self, path: str) -> tuple[int, str]:
        """As a load balancer does it, who knows no name."""
        async with httpx.AsyncClient(
            base_url=self.url, trust_env=False, timeout=30, verify=trust()
        ) as prober:
            reply = await prober.get(path)
        return reply.status_code, reply.text

    async def once(self, wanted: tuple[int, str]) -> None:
        """Returns when it tells this of its readiness."""
        told: tuple[int, str] | None = None
        while told != wanted:
            told = await self.probe("/readyz")

    @asynccontextmanager
    async def agent(self, token: str) -> AsyncGenerator[McpClient]:
        headers = {"Authorization": f"Bearer {token}", "Host": NAME}
        async with httpx2.AsyncClient(
            headers=headers, trust_env=False, timeout=60, verify=trust()
        ) as http:
            transport = streamable_http_client(f"{self.url}/mcp", http_client=http)
            async with McpClient(transport) as client:
                yield client


@asynccontextmanager
async def a_process(dsn: str, **more: str) -> AsyncGenerator[Running]:
    """A replica that listens; killed at the end, if it still is there."""
    command = [sys.executable, "-m", "askline", "hub", "run"]
    env = {**os.environ, **surroundings(dsn, **more)}
    async with await anyio.open_process(command, env=env, stdin=None) as process:
        running = Running(process)
        async with background(running.read):
            try:
                await running.heard.wait()
                yield running
            finally:
                with suppress(ProcessLookupError):
                    process.kill()
                with anyio.CancelScope(shield=True):
                    await process.wait()
