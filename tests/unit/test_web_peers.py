"""Whose browser is it? Only what the system tells counts."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from askline.doors.http import peers
from askline.doors.http.codes import Codes
from askline.doors.http.cookie import SessionCookie
from askline.doors.http.pages import Pages
from askline.doors.http.peers import GONE, Peers, peers_of
from askline.doors.http.sessions import Sessions
from askline.service.secret_files import KeptText
from tests.builders import StoppedClock

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n"
PORT = 4711
ME = os.geteuid()


def rows(uid: int, *, state: str = "01") -> str:
    """Port 123, which httpx says for its test clients, to 4711."""
    ends = "0100007F:007B 0100007F:1267"
    return f"{HEAD}   0: {ends} {state} 00000000:00000000 00:00000000 00000000 {uid:5} 0 7 1\n"


@pytest.mark.parametrize(
    ("table", "may"),
    [
        (rows(ME), True),
        (rows(0), True),
        (rows(4242), False),
        (rows(0, state="06"), False),
        (HEAD, False),
        ("", False),
    ],
)
async def test_a_code_opens_for_no_other_user_of_the_machine(
    tmp_path: Path, table: str, *, may: bool
) -> None:
    codes = Codes(StoppedClock())
    cookie = SessionCookie(Sessions(StoppedClock(), KeptText(tmp_path / "sessions")), port=PORT)
    pages = Pages(codes, cookie, port=PORT, peers=Peers(table=lambda: table))
    transport = httpx.ASGITransport(Starlette(routes=pages.routes()))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:4711") as browser:
        reply = await browser.get("/", params={"code": codes.make()})

    assert (reply.status_code, "set-cookie" in reply.headers) == (
        (303, True) if may else (401, False)
    )


@pytest.mark.parametrize(
    ("family", "source", "target"),
    [
        (socket.AF_INET, "127.0.0.1", "127.0.0.1"),
        (socket.AF_INET, "127.0.0.2", "127.0.0.1"),
        (socket.AF_INET6, "::ffff:127.0.0.1", "::ffff:127.0.0.1"),
        (socket.AF_INET6, "::ffff:127.9.8.7", "::ffff:127.0.0.1"),
    ],
)
def test_a_connection_is_known_from_wherever_on_the_machine_it_comes(
    family: socket.AddressFamily, source: str, target: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(family) as client:
        ours = server.getsockname()[1]
        client.bind((source, 0))
        client.connect((target, ours))
        peer, theirs = server.accept()
        found = peers.owner(peers.table(), theirs=theirs, ours=ours)
        client.close()
        left = peers.owner(peers.table(), theirs=theirs, ours=ours)
        peer.close()

    assert (found, left) == (ME, GONE)
    assert not Peers(table=lambda: "").may_enter(theirs, ours)


VISIT = """
import os, socket, sys
os.setuid(65534)
family = socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET
with socket.socket(family) as client:
    client.bind((sys.argv[1], 0))
    client.connect((sys.argv[2], int(sys.argv[3])))
    client.recv(1)
"""


@pytest.mark.skipif(ME != 0, reason="only root can be somebody else")
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.2", "127.0.0.1"),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1"),
    ],
)
@pytest.mark.parametrize("unshown", [False, True])
def test_a_process_of_another_user_is_seen_as_theirs(
    source: str, target: str, *, unshown: bool
) -> None:  # pragma: no cover - where the tests are not root's
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        ours = server.getsockname()[1]
        words = [sys.executable, "-I", "-S", "-c", VISIT, source, target, str(ours)]
        with subprocess.Popen(words) as visitor:
            peer, theirs = server.accept()
            may = Peers(unshown=unshown).may_enter(theirs, ours)
            peer.close()

    assert (may, visitor.returncode) == (False, 0)


@pytest.mark.parametrize(
    ("system", "kernel", "may"),
    [
        ("linux", "6.1.0-18-amd64", False),
        ("linux", "5.15.153.1-microsoft-standard-WSL2", True),
        ("darwin", "23.4.0", True),
    ],
)
def test_who_is_not_shown_is_let_in_only_where_the_system_does_not_show_all(
    system: str, kernel: str, *, may: bool
) -> None:
    told = peers_of(system, kernel)

    assert Peers(table=lambda: HEAD, unshown=told.unshown).may_enter(("127.0.0.1", 9), PORT) is may
    assert told.may_enter(None, PORT) is may
    assert peers_of().unshown is peers_of(sys.platform, os.uname().release).unshown


def test_where_the_system_has_no_table_it_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(peers, "TABLES", (tmp_path / "none",))

    assert peers.table() == ""
