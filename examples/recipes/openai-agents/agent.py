# /// script
# requires-python = ">=3.11"
# dependencies = ["openai-agents>=0.24"]
# [tool.uv]
# exclude-newer = "1 week"
# ///
"""An agent of the OpenAI Agents SDK whose tool needs a yes. The run's state is saved before anybody is asked."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
from agents import Agent, Runner, RunState, function_tool


@function_tool(needs_approval=True)
def deploy(environment: str) -> str:
    """Deploy the current version."""
    return f"Deployed to {environment}."


AGENT = Agent(name="Releaser", instructions="Deploy what you are told to.", tools=[deploy])


def ask(key: str, question: str, about: Any) -> dict[str, Any]:
    """Waits until somebody decides. The same key leads to the same ask, also after its answer."""
    shown = f"```json\n{json.dumps(about, indent=2)}\n```"
    words = ["askline", "ask", question, "--context", shown, "--type", "confirm", "--human-only"]
    done = subprocess.run([*words, "--key", key, "--json"], stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


async def main(run: str, task: str) -> str:
    saved, fresh = Path(f"{run}.json"), Path(f"{run}.json.new")
    begun = saved.exists()  # a killed process left it
    state = await RunState.from_string(AGENT, saved.read_text()) if begun else None
    result = await Runner.run(AGENT, state or task)
    while result.interruptions:
        state = result.to_state()
        fresh.write_text(state.to_string())
        fresh.replace(saved)
        for call in result.interruptions:
            question, about = f"May I call {call.name}?", json.loads(call.arguments)
            outcome = await anyio.to_thread.run_sync(ask, f"{run}/{call.call_id}", question, about)
            if outcome["answered"] and outcome["answers"][0]["values"] == ["yes"]:
                state.approve(call)
            else:
                state.reject(call, rejection_message=outcome.get("reason") or "No.")
        result = await Runner.run(AGENT, state)
    saved.unlink(missing_ok=True)
    return result.final_output


if __name__ == "__main__":
    print(anyio.run(main, sys.argv[1], "Deploy to production."))
