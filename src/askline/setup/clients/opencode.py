"""OpenCode, whose second version spells its file differently from the first."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from askline.setup.client import DAY_MS, Client, Scope, Wants, Wish, instruction, wanted
from askline.setup.edits import Own, Put
from askline.setup.formats import Format


def _opencode_file(directory: Path, wish: Wish) -> Path:
    commented = directory / "opencode.jsonc"
    return commented if wish.machine.exists(commented) else directory / "opencode.json"


def _opencode(directory: Path, plugins: Path, wish: Wish, words: Path) -> Wants:
    entry: dict[str, Any] = {"type": "local", "command": [*wish.line], **wish.env("environment")}
    if _opencode_major(wish) > 1:
        edits = [Put(("mcp", "servers", "askline"), entry)]
    else:
        entry |= {"enabled": True, "timeout": DAY_MS}
        edits = [Put(("mcp", "askline"), entry)]
        if wish.options.own_questions_off:
            edits.append(Put(("permission", "question"), "deny"))
    file = _opencode_file(directory, wish)
    return (
        wanted(file, Format.JSON, *edits),
        *_plugin(plugins, wish),
        *instruction(words, wish),
    )


def _plugin(directory: Path, wish: Wish) -> Wants:
    """OpenCode has no hooks that decide; a plugin hears its prompts and replies to them."""
    if not wish.options.hook or _opencode_major(wish) > 1:
        return ()
    text = files("askline.setup").joinpath("texts/opencode.js").read_text(encoding="utf-8")
    own = text.replace('"COMMAND"', json.dumps([*wish.command]))
    return (wanted(directory / "askline.js", Format.TEXT, Own(own)),)


def _opencode_major(wish: Wish) -> int:
    """The second one spells its file differently; 2 where nobody knows, as it is installed today."""
    said = wish.machine.version("opencode") or ""
    return 1 if said.strip().startswith(("0.", "1.")) else 2


def _opencode_notes(wish: Wish) -> tuple[str, ...]:
    if _opencode_major(wish) == 1:
        return ()
    off = "How the questions of OpenCode 2 go off is not known; they stay."
    hook = "How the prompts of OpenCode 2 are replied to is not known; they stay with it."
    return (*((off,) * wish.options.own_questions_off), *((hook,) * wish.options.hook))


def _user(wish: Wish) -> Wants:
    home = wish.home / ".config" / "opencode"
    return _opencode(home, home / "plugins", wish, home / "AGENTS.md")


def _project(wish: Wish) -> Wants:
    plugins = wish.project / ".opencode" / "plugins"
    return _opencode(wish.project, plugins, wish, wish.project / "AGENTS.md")


OPENCODE: Final = Client(
    name="opencode",
    title="OpenCode",
    hooks=True,
    programs=("opencode",),
    signs=lambda machine: (machine.home / ".config" / "opencode",),
    wants={Scope.USER: _user, Scope.PROJECT: _project},
    limit="a day",
    notes=_opencode_notes,
)
