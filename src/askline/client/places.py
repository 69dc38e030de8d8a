"""Where a service is reached, and what a client says there with every call."""

import os
from dataclasses import dataclass
from urllib.parse import urlsplit

from askline.core.errors import InvalidArguments
from askline.core.locations import Locations

PORTS = {"http": 80, "https": 443}
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class Place:
    """A unix socket by its path, or a host and port of TCP, where `secure` speaks TLS."""

    address: str
    host: str = ""
    port: int = 0
    secure: bool = False

    @property
    def host_header(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        if self.secure and self.port == PORTS["https"]:
            return name
        return f"{name}:{self.port}" if name else "localhost"


def place_of(address: str | None) -> Place:
    """None is the user's own service, as the environment says.

    Raises: InvalidArguments.
    """
    if address is None:
        return Place(Locations.from_environment(os.environ).api_socket)
    if "://" not in address:
        return Place(address)
    parts = urlsplit(address)
    if parts.scheme not in PORTS or not parts.hostname:
        raise InvalidArguments(
            f"{address!r} is no address of a service.",
            hint="Give the path of its socket, or an address such as http://127.0.0.1:8080.",
        )
    secure, port = parts.scheme == "https", parts.port or PORTS[parts.scheme]
    return Place(address.rstrip("/"), parts.hostname, port, secure)


def hub_address(said: str) -> str:
    """The origin of a hub. A token goes there, so it is TLS or this machine.

    Raises: InvalidArguments.
    """
    parts = urlsplit(said.strip().rstrip("/"))
    try:
        whole = bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    bare = not (parts.path or parts.query or parts.fragment or parts.username)
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    if not (whole and bare and safe):
        raise InvalidArguments(
            f"{said!r} is no address of a hub.",
            hint="Give its origin, such as https://ask.example; http only on this machine.",
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def headers_of(place: Place, door: str, token: str | None, cookie: str | None) -> dict[str, str]:
    """On the socket the word of the program counts for its door; over TCP it shows a token or a
    cookie."""
    headers = {"Host": place.host_header, "Askline-Door": door}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if cookie:
        scheme = "https" if place.secure else "http"
        # Where a browser would, so does who has its cookie: a write must come from our own pages.
        headers |= {"Cookie": cookie, "Origin": f"{scheme}://{place.host_header}"}
    return headers
