"""Claude Code: its state holds the servers of a user, its settings what is allowed."""

from pathlib import Path
from typing import Any, Final

from askline.setup.client import (
    DAY_MS,
    SERVERS,
    Client,
    Scope,
    Wants,
    Wish,
    hook,
    instruction,
    wanted,
)
from askline.setup.edits import Include, Put, Wanted
from askline.setup.formats import Format


def _claude_entry(wish: Wish) -> dict[str, Any]:
    # Without `alwaysLoad` its model has to search for our tools before it can ask.
    return {"type": "stdio", **wish.entry(timeout=DAY_MS, alwaysLoad=True)}


def _claude_settings(wish: Wish, file: Path, *more: Put | Include) -> Wanted:
    edits: list[Put | Include] = [Include(("permissions", "allow"), "mcp__askline__*")]
    if wish.options.own_questions_off:
        edits.append(Include(("permissions", "deny"), "AskUserQuestion"))
    if wish.options.hook:
        edits.append(hook(wish, "claude-code", timeout=610))
    return wanted(file, Format.JSON, *edits, *more)


def _claude_user(wish: Wish) -> Wants:
    moved = wish.machine.environ.get("CLAUDE_CONFIG_DIR")
    state = Path(moved or wish.home) / ".claude.json"
    own = wish.moved("CLAUDE_CONFIG_DIR", ".claude")
    return (
        wanted(state, Format.JSON, Put(SERVERS, _claude_entry(wish))),
        _claude_settings(wish, own / "settings.json"),
        *instruction(own / "CLAUDE.md", wish),
    )


def _claude_project(wish: Wish) -> Wants:
    own = wish.project / ".claude"
    return (
        wanted(wish.project / ".mcp.json", Format.JSON, Put(SERVERS, _claude_entry(wish))),
        _claude_settings(wish, own / "settings.json"),
        # What comes with a project is not started before its user has said so, as here.
        wanted(
            own / "settings.local.json", Format.JSON, Include(("enabledMcpjsonServers",), "askline")
        ),
        *instruction(wish.project / "CLAUDE.md", wish),
    )


def _claude_local(wish: Wish) -> Wants:
    moved = wish.machine.environ.get("CLAUDE_CONFIG_DIR")
    state = Path(moved or wish.home) / ".claude.json"
    program, *arguments = wish.line
    # Claude Code itself reads no servers from here; applications that start it do.
    host = Put(
        ("mcpServers", "ask-user"),
        {"command": program, "args": [*arguments, "--profile", "promptmanager"]},
    )
    entry = Put(("projects", str(wish.project), *SERVERS), _claude_entry(wish))
    return (
        wanted(state, Format.JSON, entry),
        _claude_settings(wish, wish.project / ".claude" / "settings.local.json", host),
    )


def _notes(wish: Wish) -> tuple[str, ...]:
    local = wish.scope is Scope.LOCAL and wish.options.instruct
    no_place = "There is no text for this project and you alone: the instruction was left out."
    seen = "A Claude Code that runs already sees it after a restart."
    return (no_place, seen) if local else (seen,)


CLAUDE_CODE: Final = Client(
    name="claude-code",
    title="Claude Code",
    hooks=True,
    programs=("claude",),
    signs=lambda machine: (machine.home / ".claude.json",),
    wants={Scope.USER: _claude_user, Scope.PROJECT: _claude_project, Scope.LOCAL: _claude_local},
    limit="a day; in its terminal a call goes on in the background after two minutes",
    notes=_notes,
)
