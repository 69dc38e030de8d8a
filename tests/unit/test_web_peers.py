"""Whose browser is it? Only what the system tells counts."""

import os
import socket
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from askline.doors.http import peers
from askline.doors.http.codes import Codes
from askline.doors.http.cookie import SessionCookie
from askline.doors.http.pages import Pages
from askline.doors.http.sessions import Sessions
from askline.service.secret_files import KeptText
from tests.builders import StoppedClock

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n"


def rows(uid: int) -> str:
    """Port 123, which httpx says for its test clients, to 4711."""
    ends = "0100007F:007B 0100007F:1267"
    return f"{HEAD}   0: {ends} 01 00000000:00000000 00:00000000 00000000 {uid:5} 0 7 1\n"


@pytest.mark.parametrize(
    ("table", "may"),
    [(rows(os.geteuid()), True), (rows(0), True), (rows(4242), False), (HEAD, True), ("", True)],
)
async def test_a_code_opens_for_no_other_user_of_the_machine(
    tmp_path: Path, table: str, *, may: bool
) -> None:
    codes = Codes(StoppedClock())
    cookie = SessionCookie(Sessions(StoppedClock(), KeptText(tmp_path / "sessions")), port=4711)
    app = Starlette(routes=Pages(codes, cookie, port=4711, peers=lambda: table).routes())
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:4711") as browser:
        reply = await browser.get("/", params={"code": codes.make()})

    assert (reply.status_code, "set-cookie" in reply.headers) == (
        (303, True) if may else (401, False)
    )


def test_a_connection_of_our_own_is_known_as_ours() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        ours = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", ours)) as client:
            theirs = client.getsockname()[1]
            found = peers.owner(peers.table(), theirs=theirs, ours=ours)

    assert found in (None, os.geteuid())


def test_where_the_system_tells_nothing_nobody_is_refused_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(peers, "TABLE", tmp_path / "none")

    assert peers.table() == ""
