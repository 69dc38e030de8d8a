"""Clients with windows. They do not see what a shell adds to the path, so the command is a whole path."""

import json
from pathlib import Path
from typing import Any, Final

from askline.setup import block_text
from askline.setup.client import (
    INSTRUCTION,
    SERVERS,
    TOOLS,
    Client,
    Machine,
    Scope,
    Wants,
    Wish,
    instruction,
    wanted,
)
from askline.setup.edits import Own, Put
from askline.setup.formats import Format

HOUR_S = 3600

RULE = f"""---
description: How to ask the human
alwaysApply: true
---
{block_text.START}
{INSTRUCTION}
{block_text.END}
"""


def _servers(file: Path, wish: Wish, **more: Any) -> Wants:
    return (wanted(file, Format.JSON, Put(SERVERS, wish.entry(**more))),)


def _rule(file: Path, wish: Wish) -> Wants:
    """The instruction in a file of its own, where the client reads a directory of them."""
    return (wanted(file, Format.TEXT, Own(RULE)),) if wish.options.instruct else ()


def _no_text(wish: Wish) -> tuple[str, ...]:
    return ("Where it takes a standing instruction from is not sure.",) * wish.options.instruct


def _desktop(machine: Machine) -> Path:
    return machine.editors / "Claude"


CLAUDE_DESKTOP: Final = Client(
    name="claude-desktop",
    title="Claude Desktop",
    signs=lambda machine: (_desktop(machine),),
    wants={
        Scope.USER: lambda wish: _servers(
            _desktop(wish.machine) / "claude_desktop_config.json", wish
        )
    },
    limit="about a minute, which it does not let anybody change",
    notes=lambda wish: ("Quit and start Claude Desktop anew.", *_no_text(wish)),
)

CURSOR: Final = Client(
    name="cursor",
    title="Cursor",
    programs=("cursor", "cursor-agent"),
    signs=lambda machine: (machine.home / ".cursor",),
    wants={
        Scope.USER: lambda wish: _servers(wish.home / ".cursor" / "mcp.json", wish),
        Scope.PROJECT: lambda wish: (
            *_servers(wish.project / ".cursor" / "mcp.json", wish),
            *_rule(wish.project / ".cursor" / "rules" / "askline.mdc", wish),
        ),
    },
    limit="not known; a call returns before a minute has passed",
    notes=lambda wish: (
        "Cursor asks before it calls a tool for the first time; allow `askline` there.",
        *(_only_in_projects(wish)),
    ),
)


def _only_in_projects(wish: Wish) -> tuple[str, ...]:
    missing = wish.options.instruct and wish.scope is Scope.USER
    return ("Its instruction can only be given for a project: `--scope project`.",) * missing


def _code(machine: Machine) -> Path:
    return machine.editors / "Code" / "User"


def _vscode(file: Path, wish: Wish) -> Wants:
    entry = Put(("servers", "askline"), {"type": "stdio", **wish.entry()})
    return (wanted(file, Format.JSON, entry),)


def _vscode_notes(wish: Wish) -> tuple[str, ...]:
    trust = "VS Code asks whether you trust the server when it starts for the first time."
    off = "Its own questions go off with the setting `chat.askQuestions.enabled`: false."
    return (trust, *((off,) * wish.options.own_questions_off), *_only_in_projects(wish))


VSCODE: Final = Client(
    name="vscode",
    title="VS Code",
    programs=("code",),
    signs=lambda machine: (_code(machine),),
    wants={
        Scope.USER: lambda wish: _vscode(_code(wish.machine) / "mcp.json", wish),
        Scope.PROJECT: lambda wish: (
            *_vscode(wish.project / ".vscode" / "mcp.json", wish),
            *instruction(wish.project / ".github" / "copilot-instructions.md", wish),
        ),
    },
    limit="not known; a call returns before a minute has passed",
    notes=_vscode_notes,
)


def _zed(wish: Wish) -> Wants:
    # An entry without an `env` is taken for that of an extension.
    entry: dict[str, Any] = {"env": {}, **wish.entry()}
    allowed = {f"mcp:askline:{tool}": {"default": "allow"} for tool in TOOLS}
    directory = wish.home / ".config" / "zed"
    return (
        wanted(
            directory / "settings.json",
            Format.JSON,
            Put(("context_servers", "askline"), entry),
            Put(("agent", "tool_permissions", "tools"), allowed),
        ),
        *instruction(directory / "AGENTS.md", wish),
    )


ZED: Final = Client(
    name="zed",
    title="Zed",
    programs=("zed", "zeditor"),
    signs=lambda machine: (machine.home / ".config" / "zed",),
    wants={Scope.USER: _zed},
    limit="a minute; `context_server_timeout` raises it for all servers at once",
)

WINDSURF: Final = Client(
    name="windsurf",
    title="Windsurf",
    programs=("windsurf",),
    signs=lambda machine: (machine.home / ".codeium" / "windsurf",),
    wants={
        Scope.USER: lambda wish: _servers(
            wish.home / ".codeium" / "windsurf" / "mcp_config.json", wish
        )
    },
    limit="not known; a call returns before a minute has passed",
    notes=_no_text,
)


def _cline_file(machine: Machine) -> Path:
    extension = _code(machine) / "globalStorage" / "saoudrizwan.claude-dev"
    return extension / "settings" / "cline_mcp_settings.json"


CLINE: Final = Client(
    name="cline",
    title="Cline",
    signs=lambda machine: (_cline_file(machine).parent,),
    wants={
        Scope.USER: lambda wish: _servers(
            _cline_file(wish.machine), wish, timeout=HOUR_S, autoApprove=[*TOOLS]
        )
    },
    limit="an hour, the most that it takes",
    notes=_no_text,
)


def _pasted(wish: Wish) -> str:
    return json.dumps({"mcpServers": {"askline": wish.entry()}}, indent=2)


JETBRAINS: Final = Client(
    name="jetbrains",
    title="JetBrains AI Assistant",
    signs=lambda machine: (machine.editors / "JetBrains",),
    wants={},
    limit="not known; a call returns before a minute has passed",
    notes=lambda _: (
        "Paste it in Settings, Tools, AI Assistant, Model Context Protocol: where that is kept is not known.",
    ),
    snippet=_pasted,
)
