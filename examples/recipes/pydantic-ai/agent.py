# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic-ai-slim[openai]>=2.60"]
# [tool.uv]
# exclude-newer = "1 week"
# ///
"""A Pydantic AI agent with a tool that asks its human. The conversation is saved before anybody is asked."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic_ai import Agent, CallDeferred, DeferredToolRequests, ModelMessage

AGENT = Agent("openai:gpt-5.1", output_type=[str, DeferredToolRequests])
SAVED = TypeAdapter(tuple[list[ModelMessage], DeferredToolRequests])


@AGENT.tool_plain
def ask_human(question: str, options: list[str]) -> str:
    """Ask your human what you cannot know. No options: they answer in their own words."""
    raise CallDeferred  # answered below, by a person, in this process or in a later one


def ask(key: str, question: dict[str, Any]) -> dict[str, Any]:
    """Waits until somebody decides. The same key leads to the same ask, also after its answer."""
    words = ["askline", "ask", "--json", "--key", key, "--questions", json.dumps([question])]
    return json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=False).stdout)


def main(run: str, task: str) -> str:
    saved, fresh = Path(f"{run}.json"), Path(f"{run}.json.new")
    if saved.exists():  # a killed process left it
        messages, waiting = SAVED.validate_json(saved.read_bytes())
    else:
        result = AGENT.run_sync(task)
        messages, waiting = result.all_messages(), result.output
    while isinstance(waiting, DeferredToolRequests):
        fresh.write_bytes(SAVED.dump_json((messages, waiting)))
        fresh.replace(saved)
        calls = waiting.calls
        told = {c.tool_call_id: ask(f"{run}/{c.tool_call_id}", c.args_as_dict()) for c in calls}
        results = waiting.build_results(calls=told)
        result = AGENT.run_sync(message_history=messages, deferred_tool_results=results)
        messages, waiting = result.all_messages(), result.output
    saved.unlink(missing_ok=True)
    return waiting


if __name__ == "__main__":
    print(main(sys.argv[1], "Ask which database we take, then write it down."))
