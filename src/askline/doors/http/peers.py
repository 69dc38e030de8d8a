"""Whose program is at the other end of a connection on loopback, where the system tells.

A code stands for a moment in the arguments of the program that opens the browser, and every user of
the machine may read those. So a code opens only for a connection of our own user. Linux tells whose
each connection is; elsewhere nobody can be refused for it. Root is let through: it could read all
anyway, and the other side of Windows speaks through it.
"""

import os
from collections.abc import Callable
from pathlib import Path

TABLE = Path("/proc/net/tcp")
LOOPBACK = "0100007F"
ROOT = 0

Table = Callable[[], str]


def table() -> str:
    """What Linux knows of connections; nothing elsewhere."""
    try:
        return TABLE.read_text(encoding="ascii")
    except OSError:
        return ""


def owner(rows: str, *, theirs: int, ours: int) -> int | None:
    """The user who connected from port `theirs` to port `ours` of loopback."""
    ends = [f"{LOOPBACK}:{theirs:04X}", f"{LOOPBACK}:{ours:04X}"]
    for row in rows.splitlines():
        cells = row.split()
        if cells[1:3] == ends:
            return int(cells[7])
    return None


def may_enter(rows: str, *, theirs: int, ours: int) -> bool:
    return owner(rows, theirs=theirs, ours=ours) in (None, ROOT, os.geteuid())
