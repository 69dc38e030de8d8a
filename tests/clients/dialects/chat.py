"""OpenAI's Chat Completions, and everybody who speaks like it."""

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

USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


def read(body: Json) -> Conversation:
    said = [entry for message in body["messages"] for entry in _entries(message)]
    tools = [Tool(each["function"]["name"]) for each in body.get("tools") or ()]
    return Conversation(tuple(said), tuple(tools))


def _entries(message: Json) -> Iterator[Prompt | Call | Result]:
    match message["role"]:
        case "user":
            yield Prompt(flat(message["content"]))
        case "tool":
            yield Result(flat(message["content"]))
        case "assistant":
            for call in message.get("tool_calls") or ():
                yield Call(call["function"]["name"], {})
        case _:
            pass


def whole(move: Move, body: Json) -> Json:
    message, finish = _message(move)
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return _frame(body, "chat.completion") | {"choices": [choice], "usage": USAGE}


def stream(move: Move, body: Json) -> list[Any]:
    message, finish = _message(move)
    chunk = _frame(body, "chat.completion.chunk")
    return [
        {**chunk, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
        {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]},
        {**chunk, "choices": [], "usage": USAGE},
        "[DONE]",
    ]


def _frame(body: Json, kind: str) -> Json:
    name = f"chatcmpl-{uuid4().hex}"
    return {"id": name, "object": kind, "created": 0, "model": body.get("model")}


def _message(move: Move) -> tuple[Json, str]:
    match move:
        case Call():
            function = {"name": move.name, "arguments": json.dumps(move.arguments)}
            name = f"call_{uuid4().hex[:12]}"
            call = {"index": 0, "id": name, "type": "function", "function": function}
            return {"role": "assistant", "content": None, "tool_calls": [call]}, "tool_calls"
        case Words():
            return {"role": "assistant", "content": move.text}, "stop"
