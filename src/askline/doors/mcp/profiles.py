"""Which profiles there are: each contract under the name by which people choose it."""

from collections.abc import Mapping
from typing import Final

from askline.doors.mcp.contracts import (
    askline,
    auq,
    codenomad,
    feedback,
    promptmanager,
    swissarmyhammer,
)
from askline.doors.mcp.settings import DEFAULT_PROFILE
from askline.doors.mcp.tools import Profile

PROFILES: Final[Mapping[str, Profile]] = {
    DEFAULT_PROFILE: askline.PROFILE,
    "auq": auq.PROFILE,
    "swissarmyhammer": swissarmyhammer.PROFILE,
    "codenomad": codenomad.PROFILE,
    "promptmanager": promptmanager.PROFILE,
    "feedback": feedback.PROFILE,
}
