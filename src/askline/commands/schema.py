"""What agents and editors are told: a tool's input, its description and hints, and the file's schema.

Descriptions are two lines: what the tool does, and how to work with it. A synchronous tool says
nothing of operations, because there are none.
"""

from typing import Any, Final, cast

from askline.commands.declared import Command, Hints, Items, Option
from askline.commands.policy import may_ask
from askline.commands.tools import DEFAULT, Tool
from askline.core.text import clean

Json = dict[str, Any]

CONTINUE: Final = (
    "Runs in the background: if the call returns an operation, go on with other work; its end is"
    " announced with a later result. Call operation_await only when nothing else is left to do."
)
RETURNS: Final = "Returns what it wrote when it has ended."
APPROVED: Final = "Your human may have to approve it first; the call waits for that."

_SHORT: Final = {"approval": ["allow", "ask", "deny"], "sandbox": ["required", "reduced", "off"]}
"""Fields that may be one word instead of an object."""


def input_schema(tool: Tool) -> Json:
    properties = {option.name: _property(option) for option in tool.arguments}
    required = [option.name for option in tool.arguments if option.required]
    return {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def description(tool: Tool) -> str:
    first = clean(tool.description, multiline=False)
    second = [APPROVED] if may_ask(tool.policy) else []
    if tool.synchronous:
        second.append(RETURNS)
    else:
        hint = _hint(tool.hints, tool.subcommand)
        second += [CONTINUE, *([f"Meanwhile: {clean(hint, multiline=False)}"] if hint else [])]
    return f"{first}\n{' '.join(second)}"


def annotations(tool: Tool) -> Json:
    """From what is enforced: only a project that cannot be written to is said to be only read."""
    reads = tool.sandbox.mode == "required" and tool.sandbox.project == "read"
    wide = tool.sandbox.network or tool.sandbox.unix_sockets or tool.sandbox.write
    reads = reads and not wide
    return {
        "title": f"{tool.command} {tool.subcommand}".removesuffix(f" {DEFAULT}").replace("_", " "),
        "readOnlyHint": reads,
        "destructiveHint": not reads,
        "openWorldHint": tool.sandbox.network,
    }


def file_schema() -> Json:
    """The JSON Schema of a file of declarations, for editors."""
    made = cast("Json", _without_titles(Command.model_json_schema(by_alias=True)))
    for shape in (made, *made["$defs"].values()):
        for name, words in _SHORT.items():
            if name in shape.get("properties", {}):
                anyhow: list[Json] = shape["properties"][name]["anyOf"]
                anyhow.insert(0, {"enum": words})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Declared commands of Askline",
        **made,
    }


def _property(option: Option) -> Json:
    made: Json = {"type": option.type}
    if option.description:
        made["description"] = clean(option.description)
    bounds = {
        "enum": list(option.enum) or None,
        "pattern": option.pattern,
        "minimum": _whole(option.minimum),
        "maximum": _whole(option.maximum),
        "minLength": option.min_length,
        "maxLength": option.max_length,
        "minItems": option.min_items,
        "maxItems": option.max_items,
        "default": option.default,
    }
    made |= {name: value for name, value in bounds.items() if value is not None}
    if option.type == "array":
        made["items"] = _items(option.items or Items(type="string"))
    return made


def _items(items: Items) -> Json:
    made: Json = {"type": items.type}
    if items.description:
        made["description"] = clean(items.description)
    if items.enum:
        made["enum"] = list(items.enum)
    if items.pattern is not None:
        made["pattern"] = items.pattern
    return made


def _whole(number: float | None) -> float | None:
    return int(number) if number is not None and number == int(number) else number


def _hint(hints: Hints, subcommand: str) -> str | None:
    """The hint for this kind of work, by the subcommand's name; else the one for all."""
    kinds = ("build", "test", "dependencies", "clean", "run")
    named = cast("str | None", getattr(hints, subcommand)) if subcommand in kinds else None
    return named or hints.custom.get(subcommand) or hints.custom.get(DEFAULT)


def _without_titles(shape: Any) -> Any:
    """pydantic titles every field with its own name; a title that is a field's stays."""
    if isinstance(shape, dict):
        found = cast("Json", shape)
        return {
            name: _without_titles(value)
            for name, value in found.items()
            if not (name == "title" and isinstance(value, str))
        }
    if isinstance(shape, list):
        return [_without_titles(each) for each in cast("list[Any]", shape)]
    return shape
