"""The sockets that the service listens on, made before anything slow is imported.

A client that finds the name can connect: the socket is bound under another name and renamed when it
listens. Until the service is ready clients wait in the backlog.
"""

import os
import socket
import struct
from pathlib import Path

BACKLOG = 1024
"""Given wherever a listener is made: a smaller one would refuse lines that start all at once."""


def listen(path: Path) -> socket.socket:
    """A listening socket for its owner alone, in place of a dead one."""
    unfinished = path.with_name(f".{path.name}.new")
    unfinished.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(unfinished))
    finally:
        os.umask(before)
    listener.listen(BACKLOG)
    unfinished.rename(path)
    return listener


def listen_at(host: str, port: int, backlog: int = BACKLOG) -> socket.socket:
    """On TCP. Connections of the process before may still be winding down; no port is shared.

    Raises: OSError.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=backlog)
    # The loop does not see that this is TCP, and a reply's second part would wait for the first's receipt.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def is_own(peer: socket.socket) -> bool:
    """Whether the other end is a process of the same user; where it cannot be told, the directory's
    mode has to do."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    credentials = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, uid, _ = struct.unpack("3i", credentials)
    return uid == os.geteuid()
