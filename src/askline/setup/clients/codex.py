"""Codex: one file in TOML, and hooks beside it."""

from pathlib import Path
from typing import Final

from askline.setup.client import DAY_S, Client, Scope, Wants, Wish, hook, instruction, wanted
from askline.setup.edits import Put
from askline.setup.formats import Format


def _codex(home: Path, wish: Wish, words: Path) -> Wants:
    entry = {
        **wish.entry(),
        "startup_timeout_sec": 30,
        "tool_timeout_sec": DAY_S,
        # Otherwise each question needs an approval, which `codex exec` refuses by itself.
        "default_tools_approval_mode": "approve",
        # Without it `codex exec` goes on without our tools after one second.
        "required": True,
        "supports_parallel_tool_calls": True,
    }
    edits = [Put(("mcp_servers", "askline"), entry)]
    if wish.options.own_questions_off:
        edits.append(Put(("tools", "experimental_request_user_input"), {"enabled": False}))
    hooks: Wants = ()
    if wish.options.hook:
        entry_of_hook = hook(wish, "codex", timeout=40)
        hooks = (wanted(home / "hooks.json", Format.JSON, entry_of_hook),)
    return (
        wanted(home / "config.toml", Format.TOML, *edits),
        *hooks,
        *instruction(words, wish),
    )


def _codex_user(wish: Wish) -> Wants:
    home = wish.moved("CODEX_HOME", ".codex")
    return _codex(home, wish, home / "AGENTS.md")


def _codex_notes(wish: Wish) -> tuple[str, ...]:
    notes: list[str] = []
    if wish.scope is Scope.PROJECT:
        notes.append("Codex reads a project's file only once you trust the project.")
    if wish.options.hook:
        notes.append("Codex runs a new hook only after you have reviewed it: type `/hooks` there.")
    return tuple(notes)


CODEX: Final = Client(
    name="codex",
    title="Codex",
    hooks=True,
    programs=("codex",),
    signs=lambda machine: (machine.home / ".codex",),
    wants={
        Scope.USER: _codex_user,
        Scope.PROJECT: lambda wish: _codex(
            wish.project / ".codex", wish, wish.project / "AGENTS.md"
        ),
    },
    limit="a day",
    notes=_codex_notes,
)
