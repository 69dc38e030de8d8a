"""Is a person present? Told to the service, which lets nobody else settle what only a person may.

Present is whoever has a terminal on standard input and carries no sign of an agent in the environment.
A process of the same user is no security boundary: it can open a terminal of its own, take the
signs away or speak to the socket itself. This keeps an agent from approving its own command by
the nearest way, and records where an answer came from; a hub's approver is a boundary.
"""

from collections.abc import Mapping
from typing import Final, Protocol

SIGNS: Final = frozenset(
    {
        "AGENT",
        "AGENT_SESSION_ID",
        "AI_AGENT",
        "AMP_THREAD_ID",
        "CLAUDECODE",
        "CLAUDE_CODE_ENTRYPOINT",
        "CLAUDE_CODE_SESSION_ID",
        "CURSOR_AGENT",
        "GEMINI_CLI",
        "OPENCODE",
        "OPENCODE_PID",
        "QWEN_CODE",
        "QWEN_CODE_PROJECT_DIR",
        "QWEN_CODE_SESSION_ID",
    }
)
"""Set by clients for the programs that they start. Not here is what people set for their clients
(CLAUDE_CODE_USE_BEDROCK, COPILOT_MODEL) or what an editor sets in everybody's terminal
(CURSOR_TRACE_ID): with those, nobody could approve anything there."""

BEGINNINGS: Final = ("CODEX_", "COPILOT_AGENT_")
"""Beginnings of signs, where a client has many of them."""

SETTINGS: Final = frozenset({"CODEX_API_KEY", "CODEX_HOME"})
"""What begins like a sign and is a person's own."""

VALUES: Final = {"CURSOR_EXTENSION_HOST_ROLE": "agent-exec"}
"""Signs only with this value."""


class Input(Protocol):
    def isatty(self) -> bool: ...


def present(environ: Mapping[str, str], stdin: Input | None) -> bool:
    """Whether a person sits here. Python has no standard input where its parent gave it none."""
    return stdin is not None and stdin.isatty() and sign(environ) is None


def sign(environ: Mapping[str, str]) -> str | None:
    """The first thing that tells of an agent running this command."""
    return next((name for name, value in sorted(environ.items()) if _shows(name, value)), None)


def _shows(name: str, value: str) -> bool:
    if not value or name in SETTINGS:
        return False
    return name in SIGNS or name.startswith(BEGINNINGS) or VALUES.get(name) == value
