"""What the card's own tools take, as JSON Schema. Names are public and pinned."""

from typing import Any

from askline.asks.replies import LONGEST_RECEIPT

Schema = dict[str, Any]


def _text(about: str, **more: Any) -> Schema:
    return {"type": "string", "description": about, **more}


def _object(properties: Schema, *required: str) -> Schema:
    need = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **need, "additionalProperties": False}


_ID = _text("The whole id of the ask.")
_RECEIPT = _text(
    "The same when a decision is sent again, new for a new one.", maxLength=LONGEST_RECEIPT
)
_ANSWERS: Schema = {
    "type": "object",
    "description": "What was answered, by the id of the question.",
    "additionalProperties": {
        "type": "object",
        "properties": {
            "values": {"type": "array", "items": {"type": "string"}},
            "customText": {"type": ["string", "null"]},
            "note": {"type": ["string", "null"]},
            "skipped": {"type": "boolean"},
            "attachments": {"type": "array", "items": {"type": "object"}},
        },
        "additionalProperties": False,
    },
}

OPEN_INPUT = _object(
    {
        "id": _ID,
        "call": {
            "type": ["string", "integer"],
            "description": "The id of the request that the card belongs to.",
        },
        "arguments": {"type": "object", "description": "What `ask_user` was called with."},
        "seen": {"type": "boolean", "description": "Whether the human has it in view."},
    }
)
ANSWER_INPUT = _object(
    {
        "id": _ID,
        "answers": _ANSWERS,
        "note": _text("A note on the whole."),
        "correction": {"type": "boolean", "description": "Whether it corrects what was sent."},
        "reason": _text("Why it is corrected."),
        "receipt": _RECEIPT,
    },
    "id",
    "answers",
)
REJECT_INPUT = _object({"id": _ID, "reason": _text("Why."), "receipt": _RECEIPT}, "id")
ASK_BACK_INPUT = _object(
    {"id": _ID, "words": _text("What the human wants to know first."), "receipt": _RECEIPT},
    "id",
    "words",
)
DRAFT_INPUT = _object({"id": _ID, "answers": _ANSWERS}, "id", "answers")
