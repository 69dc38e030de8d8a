"""Programs on stdio that are compared: ours as installed, the SDK's, and a bare loop."""

import sys
import time
from pathlib import Path

from tests.journeys.agents import MODERN, Agent, Home

SCRIPT = [str(Path(sys.executable).with_name("askline"))]
"""The console script, as a client starts it."""

SDK = [sys.executable, str(Path(__file__).with_name("sdk_stdio.py"))]

LOOP = """import sys, json
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": []}}), flush=True)
"""
BARE = [sys.executable, "-I", "-c", LOOP]


def listed(home: Home, command: list[str]) -> float:
    """Seconds from the start of a process to its list of tools."""
    begun = time.perf_counter()
    agent = Agent(home, MODERN, command=command)
    agent.call("tools/list")
    took = time.perf_counter() - begun
    agent.close()
    return took


def in_its_chat(agent: Agent, number: int) -> int:
    """A call of one of many conversations: none of them may ask so much within a minute."""
    arguments = {"questions": [{"id": "q", "question": f"Question {number}?"}]}
    meta = {"progressToken": f"p-{number}", "threadId": f"chat-{number // 10}"}
    return agent.start("tools/call", {"name": "ask_user", "arguments": arguments, "_meta": meta})
