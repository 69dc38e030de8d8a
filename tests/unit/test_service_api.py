"""The API's socket: for processes of the same user, and for nobody else."""

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import anyio
import httpx
import pytest
from starlette.applications import Starlette

from askline.core.background import background
from askline.service import api
from askline.service.api import serve_api
from askline.service.sockets import listen
from tests.invariants import invariant
from tests.unit.line_scene import short_home


@asynccontextmanager
async def serving() -> AsyncGenerator[httpx.AsyncClient]:
    with short_home() as home, listen(Path(home.api_socket)) as bound, anyio.fail_after(10):
        transport = httpx.AsyncHTTPTransport(uds=home.api_socket)
        client = httpx.AsyncClient(transport=transport, base_url="http://askline")
        async with background(partial(serve_api, Starlette(), bound)), client:
            yield client


async def test_processes_of_the_same_user_are_served() -> None:
    async with serving() as client:
        assert (await client.get("/")).status_code == 404


@invariant("I10")
async def test_strangers_are_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_peer: socket.socket) -> bool:
        return False

    monkeypatch.setattr(api, "is_own", nobody)
    async with serving() as client:
        with pytest.raises(httpx.TransportError):
            await client.get("/")
