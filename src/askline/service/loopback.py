"""The place on loopback: a port that stays the same over restarts, and the token for it.

Both are kept in the state directory, which is the user's alone. A machine where the port cannot be
had still has its lines and its socket, so nothing here ends the service.
"""

import logging
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path

from askline.service.sockets import BACKLOG

ADDRESS = "127.0.0.1"
HIGHEST_PORT = 65_535
SHORTEST_TOKEN = 32

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
        token = _token(token_file)
        listener = _listener([wanted] if wanted else [_last(state / "port"), 0])
        _keep(state / "port", str(listener.getsockname()[1]))
    except OSError as error:
        log.warning("nothing is served on loopback: %s", error)
        return None
    return Loopback(listener, token, token_file)


def _listener(ports: list[int]) -> socket.socket:
    *first, last = ports
    for port in first:
        try:
            return _bound(port)
        except OSError as error:
            log.info("port %d is taken: %s", port, error)
    return _bound(last)


def _bound(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # Connections of the service before are still winding down; it does not share the port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((ADDRESS, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def _last(path: Path) -> int:
    said = _read(path)
    return int(said) if said.isdigit() and int(said) <= HIGHEST_PORT else 0


def _token(path: Path) -> str:
    """Made once: clients are configured with it."""
    token = _read(path)
    if len(token) < SHORTEST_TOKEN:
        token = secrets.token_urlsafe(SHORTEST_TOKEN)
        _keep(path, token)
    return token


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def _keep(path: Path, text: str) -> None:
    """Whole or not at all, and never for anybody else's eyes."""
    unfinished = path.with_name(f".{path.name}.new")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(f"{text}\n")
    unfinished.rename(path)
