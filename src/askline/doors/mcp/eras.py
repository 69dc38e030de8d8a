"""Which era of the protocol a client on a line is served in.

The SDK takes the era from the first request it sees and keeps it. A `server/discover` is only a
probe, so the wire keeps it from the SDK: what the client goes on with decides. Some clients offer
both eras and treat forms better in the older one, where a form can be withdrawn when another door
wins; by default their probe is told that there is no such method, and they fall back by themselves.
"""

from typing import Any, cast

from mcp_types import (
    CLIENT_INFO_META_KEY,
    METHOD_NOT_FOUND,
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
)

DISCOVER = "server/discover"

HANDSHAKE_CLIENTS = ("claude-code", "copilot-cli")
"""How the names begin of the clients that are better served in the handshake era."""


def declines(era: str, client: str) -> bool:
    """Whether this client's probe is told that there is nothing to discover."""
    if era == "auto":
        return client.startswith(HANDSHAKE_CLIENTS)
    return era == "handshake"


def declined(request: JSONRPCRequest) -> JSONRPCError:
    error = ErrorData(code=METHOD_NOT_FOUND, message="Method not found", data=request.method)
    return JSONRPCError(jsonrpc="2.0", id=request.id, error=error)


def client_in(request: JSONRPCRequest) -> str:
    """The name that a probe gives its client; empty if it gives none."""
    info = _members(_members((request.params or {}).get("_meta")).get(CLIENT_INFO_META_KEY))
    name = info.get("name")
    return name if isinstance(name, str) else ""


def _members(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
