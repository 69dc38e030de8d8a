"""The directory in which an agent works, and what it finds there: the registration of `ask_user`.

The agent's client reads `.claude/settings.local.json` and starts the server that it names; which stream it
asks for comes with the environment, which is inherited, so the file names none and serves every chat.
"""

import json
from dataclasses import dataclass
from pathlib import Path

REGISTRATION = Path(".claude/settings.local.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskUser:
    """The host's own switch: off means that nothing of this is there."""

    enabled: bool = True
    command: str = "askline"


def prepare(workspace: Path, ask_user: AskUser) -> None:
    file = workspace / REGISTRATION
    file.parent.mkdir(parents=True, exist_ok=True)
    settings: dict[str, object] = {"permissions": {"defaultMode": "plan"}}
    if ask_user.enabled:
        line = {"command": ask_user.command, "args": ["mcp", "--profile", "promptmanager"]}
        settings["mcpServers"] = {"ask-user": line}
    file.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
