"""The place on loopback: a port that stays the same over restarts, and the token for it.

Both are kept in the state directory, which is the user's alone. A machine where the port cannot be
had still has its lines and its socket, so nothing here ends the service.
"""

import logging
import socket
from dataclasses import dataclass
from pathlib import Path

from askline.service.secret_files import keep_line, kept_secret, read_line
from askline.service.sockets import listen_at

ADDRESS = "127.0.0.1"
HIGHEST_PORT = 65_535

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Loopback:
    listener: socket.socket
    token: str
    token_file: Path

    @property
    def port(self) -> int:
        return self.listener.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://{ADDRESS}:{self.port}"


def open_loopback(state: Path, wanted: int) -> Loopback | None:
    """Listen on the wanted port alone, or if it is 0 on the last one, or on one that is free."""
    token_file = state / "mcp-token"
    try:
        token = kept_secret(token_file)
        listener = _listener([wanted] if wanted else [_last(state / "port"), 0])
        keep_line(state / "port", str(listener.getsockname()[1]))
    except OSError as error:
        log.warning("nothing is served on loopback: %s", error)
        return None
    return Loopback(listener, token, token_file)


def _listener(ports: list[int]) -> socket.socket:
    *first, last = ports
    for port in first:
        try:
            return listen_at(ADDRESS, port)
        except OSError as error:
            log.info("port %d is taken: %s", port, error)
    return listen_at(ADDRESS, last)


def _last(path: Path) -> int:
    said = read_line(path)
    return int(said) if said.isdigit() and int(said) <= HIGHEST_PORT else 0
