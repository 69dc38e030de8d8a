"""The seal on what a client is given to bring back: nobody else can make or change it.

Bound to the principal, the tool and the arguments; kept valid for as long as a person may take. It
can be brought back twice, and then finds the outcome that stands.
"""

import os
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity

from askline.core.people import Agent, local_agent

TTL_S = 7 * 86_400.0
KEY_BYTES = 32


def sealed(key: bytes | None, audience: str) -> RequestStateBoundary:
    """Without a key that outlives the process, what was given out ends with it."""
    security = RequestStateSecurity(
        keys=[key or os.urandom(KEY_BYTES)], ttl=TTL_S, bind_principal=_principal
    )
    return RequestStateBoundary(security, default_audience=audience)


def _principal(_: ServerRequestContext[Any, Any]) -> str:
    """On whose behalf agents ask here: the one person's."""
    actor = local_agent(Agent(name=""))
    return f"{actor.tenant}/{actor.id}"
