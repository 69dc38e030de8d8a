"""What a client is given to bring back is sealed: nobody else can make or change it.

Bound to the principal, the tool and the arguments; kept valid for as long as a person may take. It
can be brought back twice, and then finds the outcome that stands.
"""

from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity

from askline.doors.mcp.seal import Seal
from askline.doors.mcp.visits import call_in

TTL_S = 7 * 86_400.0


def sealed(seal: Seal, audience: str) -> RequestStateBoundary:
    security = RequestStateSecurity(codec=seal, ttl=TTL_S, bind_principal=_principal)
    return RequestStateBoundary(security, default_audience=audience)


def _principal(context: ServerRequestContext[Any, Any]) -> str:
    """On whose behalf its agent asks."""
    return call_in(context).behalf.principal
