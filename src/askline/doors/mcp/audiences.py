"""For whom a list of tools is: what the client can do, and whether its list may differ from others'.

After a handshake a connection's list is its own. In the stateless era lists do not vary by
connection, so there nothing is left out; a call itself must look at what its client can do.
"""

from dataclasses import dataclass, field

from mcp.server.session import ServerSession
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from askline.doors.mcp.policy import draws_forms
from askline.doors.mcp.settings import ConnectionSettings, McpSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    elicits: bool = False
    """Whether the client can put a form to its user."""
    own_list: bool = True
    apps: bool = False
    """Whether its line was told that it may show the card."""
    settings: McpSettings = field(default_factory=McpSettings)
    connection: ConnectionSettings = field(default_factory=ConnectionSettings)
    rehearsed: bool = False
    """Nobody is there: somebody wants to know what would be said."""
    commands: bool = False
    """Whether its project offers commands."""


ANYBODY = Audience()


def audience_of(
    session: ServerSession,
    settings: McpSettings,
    connection: ConnectionSettings,
    *,
    apps: bool,
    rehearsed: bool,
    commands: bool = False,
) -> Audience:
    can = session.client_capabilities
    return Audience(
        elicits=draws_forms(can.elicitation if can else None),
        own_list=session.protocol_version not in MODERN_PROTOCOL_VERSIONS,
        apps=apps,
        settings=settings,
        connection=connection,
        rehearsed=rehearsed,
        commands=commands,
    )
