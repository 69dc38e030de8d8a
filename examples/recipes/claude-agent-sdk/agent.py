# /// script
# requires-python = ">=3.11"
# dependencies = ["claude-agent-sdk>=0.2"]
# [tool.uv]
# exclude-newer = "1 week"
# ///
"""An agent of the Claude Agent SDK whose commands need a yes. Its session rests while somebody is asked."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, HookMatcher, ResultMessage


def ask(key: str, question: str, about: Any) -> dict[str, Any]:
    """Waits until somebody decides. The same key leads to the same ask, also after its answer."""
    shown = f"```json\n{json.dumps(about, indent=2)}\n```"
    words = ["askline", "ask", question, "--context", shown, "--type", "confirm", "--human-only"]
    done = subprocess.run([*words, "--key", key, "--json"], stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def verdict(said: str, why: str = "") -> dict[str, Any]:
    words = {"permissionDecision": said, "permissionDecisionReason": why}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **words}}


async def main(run: str, task: str) -> str:
    saved = Path(f"{run}.session")
    session = saved.read_text() if saved.exists() else None  # a killed process left it
    outcomes: dict[str, dict[str, Any]] = {}

    async def decide(_given: Any, call: str | None, _context: Any) -> Any:
        if (outcome := outcomes.get(call or "")) is None:
            return verdict("defer")  # ends the process of Claude Code; nobody waits in memory
        saved.unlink(missing_ok=True)  # the session goes on behind this call
        if outcome["answered"] and outcome["answers"][0]["values"] == ["yes"]:
            return verdict("allow")
        return verdict("deny", outcome.get("reason") or "No.")

    guards = [HookMatcher(matcher="Bash|Write|Edit", hooks=[decide], on_failure="block")]
    while True:
        options = ClaudeAgentOptions(resume=session, hooks={"PreToolUse": guards})
        async with ClaudeSDKClient(options) as client:
            if session is None:
                await client.query(task)
            messages = [each async for each in client.receive_response()]
        result = next(each for each in reversed(messages) if isinstance(each, ResultMessage))
        if (call := result.deferred_tool_use) is None:
            return result.result or ""
        session = result.session_id
        saved.write_text(session)
        asking = (f"{run}/{call.id}", f"May Claude use {call.name}?", call.input)
        outcomes[call.id] = await anyio.to_thread.run_sync(ask, *asking)


if __name__ == "__main__":
    print(anyio.run(main, sys.argv[1], "Write the release notes."))
