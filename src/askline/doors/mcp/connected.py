"""What the clients that are connected now said of themselves, for whoever looks after the house.

Nothing is decided by it: what a call may do is looked up with the call. A client that speaks over HTTP
has no connection that lasts, and is not here.
"""

import math
from collections.abc import Callable
from typing import Any, cast

from mcp.server.session import ServerSession

from askline.asks.spelling import Json
from askline.core.text import clean
from askline.doors.mcp.callers import Caller
from askline.doors.mcp.caps import cap_of
from askline.doors.mcp.settings import McpSettings

LONGEST = 80
MOST = 1_000


class Connected:
    def __init__(self) -> None:
        self._seen: dict[str, Json] = {}

    def note(self, caller: Caller, session: ServerSession, settings: McpSettings) -> None:
        client = session.client_params
        if client is None or caller.one_call or caller.holder in self._seen:
            return
        if len(self._seen) >= MOST:
            del self._seen[next(iter(self._seen))]
        name = client.client_info.name
        cap = cap_of(caller, name, settings, beats=True)
        self._seen[caller.holder] = {
            "name": _short(name),
            "version": _short(client.client_info.version),
            "project": caller.project,
            "profile": caller.profile,
            "protocol": session.protocol_version,
            "declares": _declared(session),
            "waits_s": None if math.isinf(cap) else cap,
        }

    def shapes(self, is_here: Callable[[str], bool]) -> list[Json]:
        """Of those that are here still; the others are forgotten."""
        self._seen = {holder: seen for holder, seen in self._seen.items() if is_here(holder)}
        return [*self._seen.values()]


def _declared(session: ServerSession) -> list[str]:
    """Its capabilities by name, with their parts."""
    can = session.client_capabilities
    said = can.model_dump(by_alias=True, exclude_none=True) if can else {}
    names = [
        f"{name}.{part}" if part else name
        for name, parts in said.items()
        for part in (_parts(parts) or ("",))
    ]
    return [_short(name) for name in names]


def _parts(parts: Any) -> tuple[str, ...]:
    return tuple(cast("dict[str, Any]", parts)) if isinstance(parts, dict) else ()


def _short(text: str) -> str:
    return clean(text, multiline=False)[:LONGEST]
