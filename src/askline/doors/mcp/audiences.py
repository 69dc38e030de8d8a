"""For whom a list of tools is: what the client can do, and whether its list may differ from others'.

After a handshake a connection's list is its own. In the stateless era lists do not vary by
connection, so there nothing is left out; a call itself must look at what its client can do.
"""

from dataclasses import dataclass, field

from mcp.server.session import ServerSession
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from askline.doors.mcp.policy import draws_forms
from askline.doors.mcp.settings import McpSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    elicits: bool = False
    """Whether the client can put a form to its user."""
    own_list: bool = True
    settings: McpSettings = field(default_factory=McpSettings)
    rehearsed: bool = False
    """Nobody is there: somebody wants to know what would be said."""


ANYBODY = Audience()


def audience_of(session: ServerSession, settings: McpSettings, *, rehearsed: bool) -> Audience:
    can = session.client_capabilities
    return Audience(
        elicits=draws_forms(can.elicitation if can else None),
        own_list=session.protocol_version not in MODERN_PROTOCOL_VERSIONS,
        settings=settings,
        rehearsed=rehearsed,
    )
