"""What the tools for operations take and give, as JSON Schema. Names are public and pinned."""

from typing import Any

from askline.commands.operation import Status

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_ID = "The id of an operation, from `operation_id`."
_IDS: Schema = {"type": "array", "items": _TEXT, "description": "Ids, from `operation_id`."}


def _object(properties: Schema, *required: str, **more: Any) -> Schema:
    need = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **need, **more}


_NEXT = _object({"tool": _TEXT, "arguments": {"type": "object"}}, "tool", "arguments")

OPERATION = _object(
    {
        "operation_id": _TEXT,
        "tool": _TEXT,
        "status": {"type": "string", "enum": list(map(str, Status))},
        "exit_code": {"type": "integer"},
        "signal": {"type": "integer"},
        "elapsed_s": {"type": "number"},
        "reason": _TEXT,
        "steps": {"type": "array", "items": {"type": "object"}},
        "output": _object({"head": _TEXT, "tail": _TEXT, "omitted_bytes": _COUNT}),
        "next": _NEXT,
        "url": _TEXT,
        "notice": _TEXT,
    },
    "tool",
    "status",
)

OPERATIONS = _object(
    {
        "operations": {"type": "array", "items": {"type": "object"}},
        "unavailable": {"type": "object"},
        "problems": {"type": "array", "items": _TEXT},
        "next": _NEXT,
        "notice": _TEXT,
    },
    "operations",
)

OUTPUT = _object(
    {
        "operation_id": _TEXT,
        "text": _TEXT,
        "next_offset": _COUNT,
        "eof": {"type": "boolean"},
        "notice": _TEXT,
    },
    "operation_id",
    "text",
    "next_offset",
    "eof",
)

STATUS_INPUT = _object({"ids": _IDS}, additionalProperties=False)

AWAIT_INPUT = _object(
    {
        "ids": {**_IDS, "minItems": 1},
        "mode": {
            "type": "string",
            "enum": ["any", "all"],
            "default": "all",
            "description": "Return when all of them have ended, or any.",
        },
        "wait": {
            "type": "number",
            "minimum": 0,
            "description": "Seconds at most; 0 only looks. Leave it out: as long as possible.",
        },
    },
    "ids",
    additionalProperties=False,
)

CANCEL_INPUT = _object(
    {
        "id": {**_TEXT, "description": _ID},
        "reason": {**_TEXT, "description": "Why, for whoever looks at it later."},
    },
    "id",
    additionalProperties=False,
)

OUTPUT_INPUT = _object(
    {
        "id": {**_TEXT, "description": _ID},
        "offset": {**_COUNT, "description": "The byte to begin at, from `next_offset`."},
        "tail": {
            "type": "integer",
            "minimum": 1,
            "description": "Only so many lines, from the end.",
        },
        "grep": {**_TEXT, "description": "Only the lines that contain this text."},
    },
    "id",
    additionalProperties=False,
)
