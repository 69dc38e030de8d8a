"""Anthropic's Messages."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from tests.clients.conversation import (
    Call,
    Conversation,
    Json,
    Move,
    Prompt,
    Result,
    Tool,
    Words,
    flat,
)

USAGE = {"input_tokens": 10, "output_tokens": 5}


def read(body: Json) -> Conversation:
    said = [entry for message in body["messages"] for entry in _entries(message)]
    return Conversation(tuple(said), tuple(Tool(each["name"]) for each in body.get("tools") or ()))


def _entries(message: Json) -> Iterator[Prompt | Call | Result]:
    content: Any = message["content"]
    parts: list[Json] = [{"type": "text", "text": content}] if isinstance(content, str) else content
    for part in parts:
        match part:
            case {"type": "tool_use"}:
                yield Call(part["name"], part["input"])
            case {"type": "tool_result"}:
                yield Result(flat(part.get("content")))
            case {"type": "text"} if message["role"] == "user":
                yield Prompt(part["text"])
            case _:
                pass


def whole(move: Move, body: Json) -> Json:
    calls = isinstance(move, Call)
    return _message(body) | {
        "content": [_block(move)],
        "stop_reason": "tool_use" if calls else "end_turn",
    }


def stream(move: Move, body: Json) -> list[Json]:
    message = whole(move, body)
    [block] = message["content"]
    if isinstance(move, Call):
        empty: Json = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(move.arguments)}
    else:
        empty = {**block, "text": ""}
        delta = {"type": "text_delta", "text": move.text}
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    return [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": empty},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": end, "usage": {"output_tokens": 5}},
        {"type": "message_stop"},
    ]


def _message(body: Json) -> Json:
    return {
        "id": f"msg_{uuid4().hex}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "stop_sequence": None,
        "usage": USAGE,
    }


def _block(move: Move) -> Json:
    match move:
        case Call():
            name = f"toolu_{uuid4().hex}"
            return {"type": "tool_use", "id": name, "name": move.name, "input": move.arguments}
        case Words():
            return {"type": "text", "text": move.text}
