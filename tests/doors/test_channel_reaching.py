"""What somebody of a hub names is spoken to on the open internet, or not at all."""

import socket
import ssl
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import pytest

from askline.alerts.ports import ChannelFailed
from askline.channels.reaching import Allowed, Reaching, is_open, resolved
from tests.doors.receivers import Receiver, a_receiver
from tests.doors.test_client_tls import a_certificate

WITHIN = [
    *("127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1"),  # noqa: S104 - refused
    *("169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192", "198.18.0.1"),
    *("224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "192.0.2.1"),
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1"),
    *("2002:7f00:1::", "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "::127.0.0.1"),
]
OPEN = ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


def to(*addresses: str, allowed: str = "", **more: object) -> Reaching:
    """Where every name has these addresses."""

    def resolve(host: str, port: int) -> Sequence[str]:
        assert host
        assert port
        return addresses

    hosts = frozenset(filter(None, [allowed]))
    return Reaching(allowed=Allowed(hosts=hosts), resolve=resolve, **more)  # pyright: ignore[reportArgumentType]


async def post(reaching: Reaching, url: str) -> None:
    await reaching(url, {"Content-Type": "application/json"}, b"{}")


@pytest.mark.parametrize("address", WITHIN)
async def test_no_name_leads_within(address: str) -> None:
    assert not is_open(address)
    with pytest.raises(ChannelFailed, match="not on the open internet"):
        await post(to(address), "https://innocent.example/")
    with pytest.raises(ChannelFailed, match="not on the open internet"):
        await post(to(OPEN[0], address), "https://innocent.example/")


@pytest.mark.parametrize("address", OPEN)
def test_the_open_internet_is_open(address: str) -> None:
    assert is_open(address)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::1]", "localhost"]
)
async def test_however_an_address_within_is_spelled_it_is_refused(host: str) -> None:
    with pytest.raises(ChannelFailed, match="not on the open internet"):
        await post(Reaching(), f"https://{host}/")


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.example/",
        "https://hook.example:22/",
        "https://hook.example:6379/",
        "ftp://hook.example/",
        "//hook.example/",
    ],
)
async def test_only_https_at_a_usual_port_is_spoken(url: str) -> None:
    with pytest.raises(ChannelFailed, match="usual port"):
        await post(to(OPEN[0]), url)


async def test_a_host_without_an_address_is_out_of_reach() -> None:
    with pytest.raises(ChannelFailed, match="no address"):
        await post(to(), "https://hook.example/")
    with pytest.raises(ChannelFailed, match="gaierror"):
        await post(Reaching(), "https://nothing.invalid/")
    with pytest.raises(ChannelFailed, match="ValueError"):
        await post(Reaching(), "https://hook.example:nine/")


async def test_the_address_that_was_looked_at_is_the_one_that_is_spoken_to() -> None:
    """A name that says something else the second time is not asked a second time."""
    asked: list[str] = []

    def changing(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else resolved("192.0.2.1", port)

    with a_receiver() as receiver:
        name = f"rebound.example:{receiver.port}"
        reaching = Reaching(allowed=Allowed(hosts=frozenset({name})), resolve=changing)
        await post(reaching, f"http://{name}/in?a=1")
        posted = receiver.next()

    assert asked == ["rebound.example"]
    assert (posted.path, posted.headers["host"]) == ("/in?a=1", name)


async def test_a_redirect_is_not_followed() -> None:
    with a_receiver() as other, a_receiver(307, f"http://127.0.0.1:{other.port}/") as receiver:
        with pytest.raises(ChannelFailed, match="said 307"):
            await post(here(receiver), f"http://127.0.0.1:{receiver.port}")

        assert other.posted.empty()


def here(receiver: Receiver, **more: object) -> Reaching:
    return to("127.0.0.1", allowed=f"127.0.0.1:{receiver.port}", **more)


def test_an_allowed_host_has_the_usual_ports_or_the_one_that_was_named() -> None:
    allowed = Allowed(hosts=frozenset({"hook.lan", "chat.lan:9443", "[::1]:1"}))

    assert allowed.has("hook.lan", 8443)
    assert not allowed.has("hook.lan", 22)
    assert allowed.has("chat.lan", 9443)
    assert not allowed.has("chat.lan", 443)
    assert allowed.has("::1", 1)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ([b"HTTP/1.1 204 No Content\r\n\r\n"], None),
        ([b"SSH-2.0-OpenSSH\r\n"], "HTTPException"),
        ([b"\n"], "HTTPException"),
        ([b"a" * 9000], "HTTPException"),
        ([], "HTTPException"),
        ([b"H"], "TimeoutError"),
    ],
)
async def test_of_a_reply_its_first_line_counts_and_only_for_so_long(
    said: list[bytes], why: str | None
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=_speak, args=(server, said, why == "TimeoutError"), daemon=True)
        thread.start()
        port = server.getsockname()[1]
        reaching = to("127.0.0.1", allowed=f"127.0.0.1:{port}", patience_s=0.5)

        if why is None:
            await post(reaching, f"http://127.0.0.1:{port}/")
        else:
            with pytest.raises(ChannelFailed, match=why):
                await post(reaching, f"http://127.0.0.1:{port}/")
        thread.join(5)


def _speak(server: socket.socket, said: list[bytes], holds: bool) -> None:
    wire, _ = server.accept()
    with wire:
        _heard(wire)
        for each in said:
            wire.sendall(each)
        if holds:
            wire.recv(1)  # until the other side gives up


async def test_time_that_is_over_before_the_reply_is_over() -> None:
    with (
        a_receiver() as receiver,
        pytest.raises(ChannelFailed, match=r"TimeoutError|BlockingIOError"),
    ):
        await post(here(receiver, patience_s=1e-9), f"http://127.0.0.1:{receiver.port}/")


async def test_the_certificate_is_that_of_the_name(tmp_path: Path) -> None:
    """Known for 127.0.0.1; by any other name it is not."""
    file = a_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    trust = ssl.create_default_context(cafile=str(file))

    for host, why in (("127.0.0.1", None), ("hook.example", "SSLCertVerificationError")):
        with socket.create_server(("127.0.0.1", 0)) as server:
            thread = Thread(target=_speak_secretly, args=(server, context), daemon=True)
            thread.start()
            name = f"{host}:{server.getsockname()[1]}"
            reaching = to("127.0.0.1", allowed=name, trust=trust)
            if why is None:
                await post(reaching, f"https://{name}/")
            else:
                with pytest.raises(ChannelFailed, match=why):
                    await post(reaching, f"https://{name}/")
            thread.join(5)


def _speak_secretly(server: socket.socket, context: ssl.SSLContext) -> None:
    raw, _ = server.accept()
    try:
        with context.wrap_socket(raw, server_side=True) as wire:
            _heard(wire)
            wire.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    except ssl.SSLError:
        raw.close()  # the other side did not trust us


def _heard(wire: socket.socket) -> None:
    """The whole of it: who hangs up before takes their own words back."""
    said = b""
    while not said.endswith(b"{}"):
        said += wire.recv(65536)
