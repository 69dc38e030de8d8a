"""Goose: an extension in its one file, in YAML."""

from typing import Final

from askline.setup.client import DAY_S, Client, Scope, Wants, Wish, instruction, wanted
from askline.setup.edits import Put
from askline.setup.formats import Format


def _goose(wish: Wish) -> Wants:
    program, *arguments = wish.line
    entry = {
        "name": "askline",
        "type": "stdio",
        "cmd": program,
        "args": arguments,
        "enabled": True,
        "timeout": DAY_S,
        "envs": wish.env().get("env", {}),
    }
    directory = wish.home / ".config" / "goose"
    return (
        wanted(directory / "config.yaml", Format.YAML, Put(("extensions", "askline"), entry)),
        *instruction(directory / ".goosehints", wish),
    )


GOOSE: Final = Client(
    name="goose",
    title="Goose",
    programs=("goose",),
    signs=lambda machine: (machine.home / ".config" / "goose",),
    wants={Scope.USER: _goose},
    limit="a day; its own form five minutes",
)
