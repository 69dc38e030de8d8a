"""Which profiles there are: each contract under the name by which people choose it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from askline.doors.mcp.contracts import (
    ahma,
    askline,
    askline_app,
    auq,
    codenomad,
    feedback,
    operations,
    permission,
    promptmanager,
    swissarmyhammer,
)
from askline.doors.mcp.settings import DEFAULT_PROFILE
from askline.doors.mcp.tools import Profile

PROFILES: Final[Mapping[str, Profile]] = {
    DEFAULT_PROFILE: replace(
        askline.PROFILE, tools=(*askline.TOOLS, *operations.TOOLS, *askline_app.TOOLS)
    ),
    "auq": auq.PROFILE,
    "swissarmyhammer": swissarmyhammer.PROFILE,
    "codenomad": codenomad.PROFILE,
    "promptmanager": promptmanager.PROFILE,
    "feedback": feedback.PROFILE,
    "permission": permission.PROFILE,
    "ahma": ahma.PROFILE,
}
