"""The profile `ahma`: the commands of the caller's project and the tools for operations, nothing else.

As its contract has it, a command in the background returns its operation at once.
"""

from askline.doors.mcp.contracts import operations
from askline.doors.mcp.tools import Profile

PROFILE = Profile(
    server="ahma",
    title="Commands",
    instructions="ahma/instructions",
    tools=operations.TOOLS,
    commands=True,
    inline=False,
)
