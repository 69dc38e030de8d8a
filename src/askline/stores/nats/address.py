"""Where a NATS is and how one signs in there. Speaks to no server, and shows no secret when printed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from ssl import SSLContext
from urllib.parse import SplitResult, unquote, urlsplit

from askline.core.errors import StoreUnavailable

# A dot or a wildcard in the name would ring, or hear, another installation's bell.
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
SCHEMES = ("nats", "tls")
EXAMPLE = "Write it as nats://user:password@host:4222, or tls:// for TLS."


@dataclass(frozen=True, slots=True, kw_only=True)
class NatsAddress:
    servers: tuple[str, ...]
    """Without what one signs in with."""
    name: str
    """The installation's: all processes over one store have the same."""
    user: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)
    tls: SSLContext | None = field(default=None, repr=False)

    @property
    def subject(self) -> str:
        return f"askline.{self.name}.bell"


def nats_address(urls: Sequence[str], *, name: str, tls: SSLContext | None = None) -> NatsAddress:
    """The address that these URLs of one cluster mean; the first that signs in does so for all.

    Raises:
        StoreUnavailable: a URL or the name cannot be used. The message quotes no URL.
    """
    if not NAME.fullmatch(name):
        raise StoreUnavailable(
            "The name of the bell cannot be part of a NATS subject.",
            hint="Use 1 to 64 letters, digits, - and _.",
        )
    parts = [_parts(url) for url in urls]
    if not parts:
        raise StoreUnavailable("No NATS server is named.", hint=EXAMPLE)
    servers = tuple(f"{part.scheme}://{part.netloc.rpartition('@')[2]}" for part in parts)
    address = NatsAddress(servers=servers, name=name, tls=tls)
    signing = next((part for part in parts if part.username), None)
    return _signed_in(address, signing) if signing else address


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in SCHEMES and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise StoreUnavailable("The address of a NATS server cannot be read.", hint=EXAMPLE)
    return parts  # pyright: ignore[reportPossiblyUnboundVariable]


def _signed_in(address: NatsAddress, part: SplitResult) -> NatsAddress:
    user = unquote(part.username or "")
    if part.password is None:
        return replace(address, token=user)
    return replace(address, user=user, password=unquote(part.password))
