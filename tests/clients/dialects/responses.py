"""OpenAI's Responses. Tools of one server may stand together in a namespace."""

import json
from collections.abc import Iterator
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

USAGE = {
    "input_tokens": 10,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 5,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 15,
}
SEARCH = "tool_search"


def read(body: Json) -> Conversation:
    said = [entry for item in body["input"] for entry in _entries(item)]
    tools = [tool for each in body.get("tools") or () for tool in _tools(each)]
    return Conversation(tuple(said), tuple(tools))


def _entries(item: Json) -> Iterator[Prompt | Call | Result]:
    kind = item.get("type", "message")
    if kind.endswith("_output"):
        yield Result(flat(item.get("output", item.get("tools"))))
    elif kind.endswith("_call"):
        yield Call(item.get("name") or kind.removesuffix("_call"), {})
    elif kind == "message" and item["role"] == "user":
        yield Prompt(flat(item["content"]))


def _tools(each: Json) -> Iterator[Tool]:
    if each["type"] == "namespace":
        yield from (Tool(tool["name"], each["name"]) for tool in each["tools"])
    else:
        yield Tool(each.get("name") or each["type"])


def whole(move: Move, body: Json) -> Json:
    return {
        "id": f"resp_{uuid4().hex}",
        "object": "response",
        "created_at": 0,
        "model": body.get("model"),
        "status": "completed",
        "output": [_item(move)],
        "error": None,
        "incomplete_details": None,
        "usage": USAGE,
    }


def stream(move: Move, body: Json) -> list[Json]:
    response = whole(move, body)
    [item] = response["output"]
    begun: Json = {**response, "status": "in_progress", "output": []}
    events: list[Json] = [{"type": "response.created", "response": begun}]
    if isinstance(move, Words):
        place = {"output_index": 0, "content_index": 0, "item_id": item["id"]}
        events += [
            {"type": "response.output_item.added", "output_index": 0, "item": _bare(item)},
            {"type": "response.output_text.delta", **place, "delta": move.text},
        ]
    return [
        *events,
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": response},
    ]


def _bare(item: Json) -> Json:
    return {**item, "content": []}


def _item(move: Move) -> Json:
    name = uuid4().hex
    match move:
        case Call(name="tool_search"):
            # Not a function of the client's but a tool of the dialect's own.
            kind: Json = {
                "type": "tool_search_call",
                "execution": "client",
                "arguments": move.arguments,
            }
        case Call():
            spelled = json.dumps(move.arguments)
            kind = {"type": "function_call", "name": move.name, "arguments": spelled}
            kind |= {"namespace": move.namespace} if move.namespace else {}
        case Words():
            text: Json = {"type": "output_text", "text": move.text, "annotations": []}
            kind = {"type": "message", "role": "assistant", "content": [text]}
    return {"id": f"item_{name}", "call_id": f"call_{name}", "status": "completed", **kind}
