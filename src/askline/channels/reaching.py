"""Speaks to an address that somebody of a hub named, without being made to speak to what is within.

The name is resolved once, every address that it has must be of the open internet, and the connection goes
to the very address that was looked at: a name that changes its mind meanwhile leads nowhere else. The
certificate is that of the name. Redirects are not followed, of the reply only its first line is read, and
all of it has a time. Whoever runs a hub in a network of their own names hosts that may be spoken to all
the same.
"""

import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from time import monotonic
from typing import Protocol
from urllib.parse import SplitResult, urlsplit

import anyio
import anyio.to_thread

from askline.alerts.ports import ChannelFailed

PATIENCE_S = 10.0
PORTS = frozenset({443, 80, 8443})
USUAL = {"https": 443, "http": 80}
LONGEST_LINE = 4_096
MOST_AT_ONCE = 16
"""Threads of a replica that wait for receivers; the rest of it has its own."""
LAST_GOOD = 299
TRANSLATED = IPv6Network("64:ff9b::/96")
"""Where a network that has no IPv4 puts the addresses of those who have no other."""
CLOSED = tuple(
    map(
        ip_network,
        ("192.0.0.0/24", "192.88.99.0/24", "::/96", "64:ff9b:1::/48", "2001::/23", "5f00::/16"),
    )
)
"""What the interpreter may call open, and is for networks among themselves."""

Resolve = Callable[[str, int], Sequence[str]]
"""Every address of a name, as texts."""


class Post(Protocol):
    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes) -> None:
        """Raises: ChannelFailed."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """Hosts that may be spoken to wherever they are, `host` or `host:port`."""

    hosts: frozenset[str] = frozenset()

    def has(self, host: str, port: int) -> bool:
        said = f"[{host}]" if ":" in host else host
        usual = port in PORTS and said in self.hosts
        return usual or f"{said}:{port}" in self.hosts


def resolved(host: str, port: int) -> Sequence[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaching:
    """A POST to where it may go, and nowhere else."""

    allowed: Allowed = field(default_factory=Allowed)
    resolve: Resolve = resolved
    patience_s: float = PATIENCE_S
    trust: ssl.SSLContext = field(default_factory=ssl.create_default_context, repr=False)
    limiter: anyio.CapacityLimiter = field(
        default_factory=lambda: anyio.CapacityLimiter(MOST_AT_ONCE), repr=False
    )

    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes) -> None:
        await anyio.to_thread.run_sync(
            self._post, url, headers, body, abandon_on_cancel=True, limiter=self.limiter
        )

    def _post(self, url: str, headers: Mapping[str, str], body: bytes) -> None:
        try:
            parts = urlsplit(url)
            status = self._said(parts, self._address(parts), headers, body)
        except (OSError, HTTPException, ValueError) as error:
            raise ChannelFailed(f"The receiver is out of reach: {type(error).__name__}.") from error
        if not 200 <= status <= LAST_GOOD:  # noqa: PLR2004 - what HTTP calls success
            raise ChannelFailed(f"The receiver said {status}.")

    def _address(self, parts: SplitResult) -> tuple[str, int]:
        host, port = parts.hostname or "", parts.port or USUAL.get(parts.scheme, 0)
        known = self.allowed.has(host, port)
        if not known and (parts.scheme != "https" or port not in PORTS):
            raise ChannelFailed("Only https, at a usual port, is spoken from here.")
        found = self.resolve(host, port)
        if not known and not all(is_open(each) for each in found):
            raise ChannelFailed("That host is not on the open internet.")
        if not found:
            raise ChannelFailed("That host has no address.")
        return found[0], port

    def _said(
        self,
        parts: SplitResult,
        address: tuple[str, int],
        headers: Mapping[str, str],
        body: bytes,
    ) -> int:
        """The status of the reply."""
        until = monotonic() + self.patience_s
        host, target = parts.hostname or "", parts.path or "/"
        raw = socket.create_connection(address, timeout=self.patience_s)
        with raw, self._secured(raw, parts.scheme, host) as wire:
            connection = HTTPConnection(host, address[1])
            connection.sock = wire
            target = f"{target}?{parts.query}" if parts.query else target
            connection.request("POST", target, body, dict(headers))
            return _status(wire, until)

    def _secured(self, raw: socket.socket, scheme: str, host: str) -> socket.socket:
        if scheme != "https":
            return raw
        return self.trust.wrap_socket(raw, server_hostname=host)


def is_open(said: str) -> bool:
    """Whether an address is of the open internet, in whatever form it is written down."""
    address = ip_address(said.partition("%")[0])
    if isinstance(address, IPv6Address) and (within := _within(address)) is not None:
        address = within
    closed = any(address in each for each in CLOSED)
    return address.is_global and not address.is_multicast and not closed


def _within(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that it leads to, if it does."""
    if address in TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]


def _status(wire: socket.socket, until: float) -> int:
    """Of the reply's first line; a receiver that says it letter by letter runs out of time."""
    line = b""
    while b"\n" not in line:
        left = until - monotonic()
        if left <= 0:
            raise TimeoutError
        wire.settimeout(left)
        more = wire.recv(LONGEST_LINE)
        line += more
        if not more or len(line) > 2 * LONGEST_LINE:
            raise HTTPException
    words = line.split(None, 2)
    if len(words) < 2 or not words[0].startswith(b"HTTP/1."):  # noqa: PLR2004 - version and status
        raise HTTPException
    return int(words[1])
