"""Parts that run: started as they are deployed, asked whether they are ready, ended as supervisors do it."""

import signal
import socket
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx
from anyio.abc import Process

from tests.deploy.parts import Part

PATIENCE_S = 150
"""For a process to start or to end: several of ours at once, on a machine that does other things too."""
OFTEN_S = 0.05


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def done(part: Part, **more: str) -> subprocess.CompletedProcess[str]:
    """One that ends by itself."""
    return subprocess.run(
        part.command,
        env=part.told(**more),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


async def begun(part: Part, log: Path, **more: str) -> Process:
    with log.open("ab") as out:
        return await anyio.open_process(
            part.command, env=part.told(**more), stdin=None, stdout=out, stderr=out
        )


async def ended(process: Process, *, kill: bool = True) -> None:
    """If it still is there."""
    if process.returncode is None:
        process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
    with anyio.CancelScope(shield=True):
        await process.wait()


@asynccontextmanager
async def started(part: Part, log: Path, **more: str) -> AsyncGenerator[Process]:
    process = await begun(part, log, **more)
    try:
        yield process
    finally:
        await ended(process)


async def ready(url: str) -> None:
    """Once it says that it may be given calls."""
    with anyio.fail_after(PATIENCE_S):
        while not await _says_so(url):  # noqa: ASYNC110 - a process tells nobody
            await anyio.sleep(OFTEN_S)


async def _says_so(url: str) -> bool:
    async with httpx.AsyncClient(trust_env=False, verify=False, timeout=10) as prober:  # noqa: S501 - nothing is sent
        try:
            return (await prober.get(f"{url}/readyz")).status_code == 200
        except httpx.TransportError:
            return False
