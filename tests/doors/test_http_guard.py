"""What a hostile page or a stranger tries on loopback, and where it ends."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from askline.doors.http.guard import Bearer, Guard, on_loopback
from tests.doors.mcp_house import McpHouse, an_mcp_house

OWN = "127.0.0.1:4711"
TOKEN = "a" * 43


async def behind(scope: Scope, receive: Receive, send: Send) -> None:
    """Whatever is guarded: it says that somebody got there."""
    del receive
    scope["seen"] = True
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def asked(*headers: tuple[str, str], method: str = "GET") -> httpx.Response:
    app = Guard(Bearer(behind, token=TOKEN), ours=on_loopback(4711))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{OWN}") as http:
        request = http.build_request(method, "/any/route")
        request.headers = httpx.Headers(headers, encoding="utf-8")
        return await http.send(request)


def knowing(token: str = TOKEN, scheme: str = "Bearer") -> tuple[str, str]:
    return ("Authorization", f"{scheme} {token}")


@pytest.mark.parametrize("host", [OWN, "localhost:4711", "LOCALHOST:4711", "[::1]:4711"])
async def test_our_own_names_with_the_token_are_let_in(host: str) -> None:
    reply = await asked(("Host", host), ("Origin", f"http://{host.lower()}"), knowing())

    assert reply.status_code == 204


@pytest.mark.parametrize(
    "hosts",
    [
        ["evil.example"],
        ["evil.example:4711"],
        ["127.0.0.1"],
        ["127.0.0.1:4712"],
        ["localhost.evil.example:4711"],
        ["0.0.0.0:4711"],
        [OWN, "evil.example"],
        [OWN, OWN],
        [],
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "DELETE"])
async def test_a_name_that_was_made_to_point_here_is_refused(hosts: list[str], method: str) -> None:
    reply = await asked(*(("Host", host) for host in hosts), knowing(), method=method)

    assert reply.status_code == 421
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.json()["code"] == "not_allowed"


@pytest.mark.parametrize(
    "origins",
    [
        ["http://evil.example"],
        ["null"],
        [""],
        [f"https://{OWN}"],
        ["http://127.0.0.1"],
        [f"http://{OWN}.evil.example"],
        [f"http://{OWN}", "http://evil.example"],
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
async def test_another_origin_is_refused_whatever_it_knows(origins: list[str], method: str) -> None:
    said = [("Origin", origin) for origin in origins]

    reply = await asked(("Host", OWN), *said, knowing(), method=method)

    assert reply.status_code == 403
    assert reply.headers["content-type"] == "application/problem+json"
    assert "access-control-allow-origin" not in reply.headers


@pytest.mark.parametrize(
    "said",
    [
        [],
        [("Authorization", "")],
        [("Authorization", TOKEN)],
        [knowing(scheme="Basic")],
        [knowing("")],
        [knowing(TOKEN[:-1])],
        [knowing(f"{TOKEN}a")],
        [knowing("ä" * 43)],
    ],
)
async def test_without_the_token_nobody_is_let_in(said: list[tuple[str, str]]) -> None:
    reply = await asked(("Host", OWN), *said)

    assert reply.status_code == 401
    assert reply.headers["www-authenticate"] == "Bearer"
    assert TOKEN not in reply.text


async def test_the_word_bearer_is_read_in_any_case() -> None:
    assert (await asked(("Host", OWN), knowing(scheme="bearer"))).status_code == 204


async def test_what_is_no_request_passes() -> None:
    async def nothing(message: Message | None = None) -> Any:
        del message

    scope: Scope = {"type": "lifespan"}
    await Guard(Bearer(behind, token=TOKEN), ours=on_loopback(4711))(scope, nothing, nothing)

    assert scope["seen"]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[McpHouse]:
    async with an_mcp_house(tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Authorization": "Bearer wrong"}, 401),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
async def test_the_real_port_refuses_before_the_protocol_begins(
    house: McpHouse, method: str, headers: dict[str, str], status: int
) -> None:
    async with house.http as http:
        reply = await http.request(method, house.url, headers=headers)

    assert reply.status_code == status


async def test_a_stranger_is_not_told_which_routes_there_are(house: McpHouse) -> None:
    async with house.http as http:
        reply = await http.get(f"{house.place.url}/nowhere")

    assert reply.status_code == 401
    assert reply.json()["code"] == "not_allowed"
