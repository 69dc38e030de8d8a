"""Every client that is known, by name. What is sure about each is in its own module."""

from typing import Final

from askline.core.errors import InvalidArguments
from askline.setup.client import Client
from askline.setup.clients.claude_code import CLAUDE_CODE
from askline.setup.clients.codex import CODEX
from askline.setup.clients.copilot import COPILOT
from askline.setup.clients.editors import (
    CLAUDE_DESKTOP,
    CLINE,
    CURSOR,
    JETBRAINS,
    VSCODE,
    WINDSURF,
    ZED,
)
from askline.setup.clients.gemini import GEMINI, QWEN
from askline.setup.clients.goose import GOOSE
from askline.setup.clients.opencode import OPENCODE

CLIENTS: Final = (
    *(CLAUDE_CODE, CLAUDE_DESKTOP, CODEX, CURSOR, VSCODE, OPENCODE, GEMINI),
    *(QWEN, COPILOT, GOOSE, ZED, WINDSURF, CLINE, JETBRAINS),
)


def find(name: str) -> Client:
    """Raises: InvalidArguments."""
    known = {client.name: client for client in CLIENTS}
    if name not in known:
        raise InvalidArguments(
            f"There is no client {name!r}.", hint=f"Name some of: {', '.join(known)}."
        )
    return known[name]
