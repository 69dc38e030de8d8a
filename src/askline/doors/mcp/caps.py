"""How long one call may wait, so that it ends before its client gives up on it.

Observed in the clients themselves; a client that nobody watched is given less than the shortest
limit known. What the line or the settings say goes first, and 0 there is without cap.
"""

import math
from collections.abc import Mapping

from askline.doors.mcp.callers import Caller
from askline.doors.mcp.policy import ENTRYPOINT
from askline.doors.mcp.settings import McpSettings

UNKNOWN_S = 50.0
"""Below 60 s, the limit that many clients have from their library."""
LONG_S = 25 * 60.0

BEFORE_BACKGROUND_S = 110.0
"""Claude Code's terminal puts a call into the background after 120 s, and hands the answer on as
something that no human said."""

WITH_BEATS = {
    "codex-mcp-client": 280.0,
    "copilot-cli": LONG_S,
    "gemini-cli-mcp-client": 9 * 60.0,
    "opencode": LONG_S,
    "qwen": LONG_S,
}
"""By the beginning of the client's name, for calls that want to hear about progress."""
WITHOUT_BEATS = {"copilot-cli": 170.0}

WITH_FORM = ("claude-code", "codex-mcp-client", "copilot-cli")
"""Clients that bear more while their own form is open: they stop their clock, or do not put the call
into the background."""


def cap_of(
    caller: Caller, client: str, settings: McpSettings, *, beats: bool, form: bool = False
) -> float:
    """Seconds; infinite is without cap. `form` while the client's own form is open."""
    own = _longest(settings.clients, client)
    for said in (caller.cap_s, own, settings.cap_s):
        if said is not None:
            return said or math.inf
    if form and beats and client.startswith(WITH_FORM):
        return LONG_S
    return _borne(caller, client, beats=beats)


def _borne(caller: Caller, client: str, *, beats: bool) -> float:
    """What the client bears, as far as anybody knows."""
    if beats and client.startswith("claude-code"):
        return _claude_code(caller)
    known = _longest(WITH_BEATS if beats else WITHOUT_BEATS, client)
    return UNKNOWN_S if known is None else known


def _claude_code(caller: Caller) -> float:
    in_foreground = caller.labels.get("CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS") == "0"
    headless = caller.labels.get(ENTRYPOINT) == "sdk-cli"
    return LONG_S if in_foreground or headless else BEFORE_BACKGROUND_S


def _longest(caps: Mapping[str, float], client: str) -> float | None:
    """The cap of the longest beginning that the client's name has."""
    fitting = [name for name in caps if client.startswith(name)]
    return caps[max(fitting, key=len)] if fitting else None
