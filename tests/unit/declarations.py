"""Declarations for tests: short ones, and the tools they become."""

import json
from typing import Any

from askline.commands.declared import Command
from askline.commands.loading import Source
from askline.commands.tools import Tool, tools_of

Json = dict[str, Any]


def a_file(*subcommands: Json, **more: Any) -> Json:
    return {
        "name": "demo",
        "description": "A program for tests.",
        "command": "demo",
        "subcommand": [{"description": "Does it.", **each} for each in subcommands],
        **more,
    }


def a_source(*subcommands: Json, file: str = "demo.json", **more: Any) -> Source:
    return Source(file, json.dumps(a_file(*subcommands, **more), indent=2))


def tools(*subcommands: Json, **more: Any) -> tuple[Tool, ...]:
    return tools_of(Command.model_validate(a_file(*subcommands, **more)))


def a_tool(*options: Json, positionals: tuple[Json, ...] = (), **more: Any) -> Tool:
    declared = {"name": "do", "options": [*options], "positional_args": [*positionals], **more}
    [tool] = tools(declared)
    return tool


def option(name: str, kind: str = "string", **more: Any) -> Json:
    return {"name": name, "type": kind, **more}
