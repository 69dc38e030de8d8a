"""The proxies' own files before two real replicas: only addresses, names and certificates are changed."""

import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import httpx
import httpx2
from anyio.abc import Process, SocketAttribute, SocketStream
from anyio.streams.buffered import BufferedByteReceiveStream
from mcp.client import Client as McpClient
from mcp.client.streamable_http import streamable_http_client

from askline.core.background import background
from tests.deploy.parts import DEPLOY, PROGRAMS, Part
from tests.deploy.running import begun, ended, free_port, ready

ONLY_HERE = "127.0.0.1"
NGINX = """
daemon off; worker_processes 1; pid {room}/pid; error_log {room}/error.log;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {room}/body; proxy_temp_path {room}/proxy; fastcgi_temp_path {room}/f;
    uwsgi_temp_path {room}/u; scgi_temp_path {room}/s;
    include {room}/askline.conf;
}}
"""


@dataclass
class Front:
    """A proxy, and the replicas behind it."""

    url: str
    replica: Part
    replicas: dict[str, Process]
    """By their addresses."""
    log: Path

    @asynccontextmanager
    async def without_one(self) -> AsyncGenerator[None]:
        """Killed without leave; another takes its place at the end."""
        address, process = next(iter(self.replicas.items()))
        process.kill()
        await process.wait()
        try:
            yield
        finally:
            self.replicas[address] = await begun(self.replica, self.log, ASKLINE_HUB_LISTEN=address)
            await ready(f"http://{address}")

    @asynccontextmanager
    async def browser(self, **headers: str) -> AsyncGenerator[httpx.AsyncClient]:
        async with httpx.AsyncClient(
            base_url=self.url,
            headers={"Origin": self.url, **headers},
            trust_env=False,
            verify=False,  # noqa: S501 - the test's own certificate
            timeout=30,
        ) as client:
            yield client

    @asynccontextmanager
    async def agent(self, token: str, mode: str = "auto") -> AsyncGenerator[McpClient]:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(
            headers=headers,
            trust_env=False,
            verify=False,
            timeout=30,
        ) as http:
            transport = streamable_http_client(f"{self.url}/mcp", http_client=http)
            async with McpClient(transport, mode=mode) as client:
                yield client


def by_nginx(room: Path, port: int, replicas: list[str]) -> tuple[Part, str]:
    """What runs it, and the public origin."""
    make = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost"
    )
    files = ["-keyout", str(room / "key.pem"), "-out", str(room / "cert.pem")]
    subprocess.run([*make.split(), *files], check=True, capture_output=True)
    text = (DEPLOY / "nginx/askline.conf").read_text()
    for old, new in {
        "127.0.0.1:8081": replicas[0],
        "127.0.0.1:8082": replicas[1],
        "/etc/askline/tls": str(room),
        "listen 443": f"listen {ONLY_HERE}:{port}",
        "listen 80": f"listen {ONLY_HERE}:{free_port()}",
        "ask.example": "localhost",
    }.items():
        assert old in text
        text = text.replace(old, new)
    (room / "askline.conf").write_text(text)
    (room / "nginx.conf").write_text(NGINX.format(room=room))
    return Part(command=["/usr/sbin/nginx", "-c", str(room / "nginx.conf")]), "https://localhost"


def by_caddy(room: Path, port: int, replicas: list[str]) -> tuple[Part, str]:
    env = {
        "ASKLINE_SITE": f"http://localhost:{port}",
        "ASKLINE_REPLICAS": " ".join(replicas),
        "HOME": str(room),
        "XDG_DATA_HOME": str(room),
        "XDG_CONFIG_HOME": str(room),
    }
    config = (DEPLOY / "caddy/Caddyfile").read_text()
    # The door by which a running Caddy is changed is not ours, and one port for all.
    (room / "Caddyfile").write_text("{\n\tadmin off\n}\n" + config)
    words = ["run", "--config", str(room / "Caddyfile"), "--adapter", "caddyfile"]
    return Part(command=[str(PROGRAMS / "caddy"), *words], env=env), "http://localhost"


Makes = Callable[[Path, int, list[str]], tuple[Part, str]]


@asynccontextmanager
async def a_front(dsn: str, room: Path, makes: Makes) -> AsyncGenerator[Front]:
    """Two replicas, and a proxy before them."""
    port, addresses = free_port(), [f"{ONLY_HERE}:{free_port()}" for _ in range(2)]
    part, origin = makes(room, port, addresses)
    url, log = f"{origin}:{port}", room / "log"
    env = {"ASKLINE_HUB_DATABASE": dsn, "ASKLINE_HUB_URL": url, "ASKLINE_HUB_PROXIES": "1"}
    front = Front(url, Part(command=["askline", "hub", "run"], env=env), {}, log)
    try:
        for address in addresses:
            front.replicas[address] = await begun(front.replica, log, ASKLINE_HUB_LISTEN=address)
        for address in addresses:
            await ready(f"http://{address}")
        async with proxied(part, log, url):
            yield front
    finally:
        for process in front.replicas.values():
            await ended(process)


@asynccontextmanager
async def proxied(part: Part, log: Path, url: str) -> AsyncGenerator[None]:
    proxy = await begun(part, log)
    try:
        await ready(url)
        yield
    finally:
        # Told, not killed: its workers would stay.
        await ended(proxy, kill=False)


@asynccontextmanager
async def echoing() -> AsyncGenerator[str]:
    """Says in its reply what it was sent; ready, if it is asked. Its address."""
    listener = await anyio.create_tcp_listener(local_host=ONLY_HERE)

    async def echo(stream: SocketStream) -> None:
        async with stream:
            said = await BufferedByteReceiveStream(stream).receive_until(b"\r\n\r\n", 65_536)
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(said)}\r\nConnection: close\r\n\r\n"
            await stream.send(head.encode() + said)

    async with listener, background(lambda: listener.serve(echo)):
        yield f"{ONLY_HERE}:{listener.extra(SocketAttribute.local_port)}"  # noqa: S610 - no Django
