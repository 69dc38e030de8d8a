"""A real OpenID provider as a process of its own, and somebody who signs in there."""

import json
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from time import monotonic, sleep

import httpx

from tests.replicas import Json

PATIENCE_S = 30.0


@contextmanager
def a_provider(*people: Json) -> Generator[str]:
    """The address of one that knows these people by their claims."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    claims = [word for each in people for word in ("--user-claims", json.dumps(each))]
    process = subprocess.Popen(
        [sys.executable, "-m", "oidc_provider_mock", "--port", str(port), *claims],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _until_it_listens(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def _until_it_listens(port: int) -> None:
    end = monotonic() + PATIENCE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert monotonic() < end, "the provider did not start"
            sleep(0.02)  # another process: there is nothing to wait for but its port
        else:
            return


async def signed_in_there(where: str, subject: str) -> str:
    """The address back, for somebody who says who they are at the provider's page."""
    async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE_S) as client:
        reply = await client.post(where, data={"sub": subject})
    assert reply.status_code == 302
    return reply.headers["location"]
