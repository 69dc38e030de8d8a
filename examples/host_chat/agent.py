"""A scripted agent that stands in for a model: reads a prompt from stdin, writes JSON lines to stdout.

Like `claude -p` it has no terminal. Each line of the prompt is one thing to do:

    say TEXT                     says it
    count N                      says the numbers up to N, one line each
    ask QUESTION                 asks for a text
    ask QUESTION: A, B           asks for one of them
    ask-many QUESTION: A, B      asks for any of them
"""

import json
import sys
from pathlib import Path
from typing import Any

from examples.host_chat.mcp_client import McpClient, registered

UNAVAILABLE = "I cannot ask here, so I go on with my best judgment."


def main() -> None:
    client = registered(Path.cwd())
    emit("system", tools=client.tools if client else [])
    for line in sys.stdin.read().splitlines():
        word, _, rest = line.strip().partition(" ")
        match word:
            case "say":
                emit("assistant", text=rest)
            case "count":
                for number in range(1, int(rest) + 1):
                    emit("assistant", text=str(number))
            case "ask" | "ask-many":
                emit("assistant", text=asked(client, rest, many=word == "ask-many"))
            case _:
                emit("assistant", text=f"I do not understand {line!r}.")
    emit("result")
    if client:
        client.close()


def asked(client: McpClient | None, rest: str, *, many: bool) -> str:
    if client is None or "ask_user" not in client.tools:
        return UNAVAILABLE
    question, _, labels = rest.partition(": ")
    options = [{"label": label.strip()} for label in labels.split(",") if label.strip()]
    arguments: dict[str, Any] = {"question": question, "options": options, "multiSelect": many}
    emit("tool_use", name="ask_user")
    return client.use("ask_user", arguments)


def emit(kind: str, **facts: Any) -> None:
    sys.stdout.write(json.dumps({"type": kind, **facts}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
