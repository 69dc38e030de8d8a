"""Whose program is at the other end of a connection on loopback, where the system tells.

A code stands for a moment in the arguments of the program that opens the browser, and every user of
the machine may read those. So a code opens only for a connection of our own user. Linux tells whose
each connection is, whatever address of the machine it comes from and by whichever family of sockets;
whom it does not show is refused. Elsewhere nobody can be refused for it. Root is let through: it could
read all anyway, and the other side of Windows speaks through it, or is in no table at all.
"""

import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
LISTENING: Final = "127.0.0.1"
ESTABLISHED: Final = "01"
ROOT: Final = 0
GONE: Final = -1
"""Of a connection whose program let go of it; the table says root's then."""
WORD: Final = 4

End = tuple[str, int]
"""Address and port."""


def table() -> str:
    """What Linux knows of connections; nothing elsewhere."""
    rows = ""
    for each in TABLES:
        with suppress(OSError):
            rows += each.read_text(encoding="ascii")
    return rows


def owner(rows: str, *, theirs: End, ours: int) -> int | None:
    """The user who connected from `theirs` to our port of loopback."""
    here, there = _spelled(*theirs), _spelled(LISTENING, ours)
    for row in rows.splitlines():
        cells = row.split()
        if cells[1] in here and cells[2] in there:
            return int(cells[7]) if cells[3] == ESTABLISHED else GONE
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Peers:
    table: Callable[[], str] = table
    unshown: bool = False
    """Whether whom the table does not show is let in."""

    def may_enter(self, client: End | None, port: int) -> bool:
        found = owner(self.table(), theirs=client, ours=port) if client else None
        return self.unshown if found is None else found in (ROOT, os.geteuid())


def peers_of(system: str = sys.platform, kernel: str | None = None) -> Peers:
    """What Windows connects to its Linux may come from outside of it; every user inside is shown."""
    release = platform.release() if kernel is None else kernel
    return Peers(unshown=system != "linux" or "microsoft" in release.lower())


def _spelled(host: str, port: int) -> set[str]:
    """As the tables do: in words of the machine's own order. IPv4 may be spoken by sockets of IPv6."""
    address = ip_address(host)
    also = [IPv6Address(f"::ffff:{address}")] if isinstance(address, IPv4Address) else []
    return {f"{_words(each.packed)}:{port:04X}" for each in (address, *also)}


def _words(packed: bytes) -> str:
    parts = (packed[at : at + WORD] for at in range(0, len(packed), WORD))
    return "".join(f"{int.from_bytes(part, sys.byteorder):08X}" for part in parts)
