"""Google's generateContent."""

import json
from collections.abc import Iterator

from tests.clients.conversation import Call, Conversation, Json, Move, Prompt, Result, Tool, Words

USAGE = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}


def read(body: Json) -> Conversation:
    said = [entry for content in body["contents"] for entry in _entries(content)]
    declared = [each.get("functionDeclarations") or () for each in body.get("tools") or ()]
    tools = [Tool(tool["name"]) for tools in declared for tool in tools]
    return Conversation(tuple(said), tuple(tools))


def _entries(content: Json) -> Iterator[Prompt | Call | Result]:
    for part in content["parts"]:
        match part:
            case {"functionResponse": {"response": response}}:
                yield Result(json.dumps(response))
            case {"functionCall": call}:
                yield Call(call["name"], call["args"])
            case {"text": text} if content.get("role") != "model":
                yield Prompt(text)
            case _:
                pass


def whole(move: Move, _body: Json) -> Json:
    match move:
        case Call():
            part: Json = {"functionCall": {"name": move.name, "args": move.arguments}}
        case Words():
            part = {"text": move.text}
    content = {"role": "model", "parts": [part]}
    candidate = {"content": content, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": USAGE, "modelVersion": "scripted"}


def stream(move: Move, body: Json) -> list[Json]:
    return [whole(move, body)]
