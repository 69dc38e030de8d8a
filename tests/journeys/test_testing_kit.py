"""The test kit as others use it: an agent that knows nothing of it, and a run of pytest that has it."""

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

from askline.testing import FakeHuman, House

AGENT = """
import json, subprocess
line = subprocess.Popen(["askline", "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def say(**message):
    line.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\\n")
    line.stdin.flush()

def hear(number):
    while (heard := json.loads(line.stdout.readline())).get("id") != number:
        pass
    return heard["result"]

client = {"name": "foreign-agent", "version": "1"}
say(id=1, method="initialize", params={
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
hear(1)
say(method="notifications/initialized")
for number, question in enumerate(["Which database?", "Deploy?"], 2):
    say(id=number, method="tools/call", params={
        "name": "ask_user", "arguments": {"question": question, "options": ["SQLite", "yes"]}})
    result = hear(number)["structuredContent"]
    print(json.dumps([result["state"], [each["values"] for each in result["answers"]]]))
line.stdin.close()
line.wait(10)
"""

SUITE = """
import sys

def test_that_does_not_use_it():
    assert not any(name.startswith(("anyio", "mcp", "starlette")) for name in sys.modules)

def test_without_a_script(askline_house):
    client = askline_house.client()
    ask = client.ask(question="Which database?", options=["PostgreSQL", "SQLite"])
    assert client.outcome(ask["id"], wait=30)["state"] == "rejected"
"""


def test_a_foreign_agent_is_tested_with_a_script(tmp_path: Path) -> None:
    human = FakeHuman().answers("Which database?", "SQLite").rejects("Deploy?")
    with House(human) as house:
        done = subprocess.run(
            [sys.executable, "-c", AGENT],
            env=house.env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=50,
            check=True,
        )
        asks = house.asks()

    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert said == [["answered", [["SQLite"]]], ["rejected", []]]
    assert [ask["agent"]["name"] for ask in asks] == ["foreign-agent"] * 2


def test_a_run_of_pytest_has_the_fixtures_and_pays_nothing_for_them(tmp_path: Path) -> None:
    [entry] = entry_points(group="pytest11", name="askline")
    (tmp_path / "test_agent.py").write_text(SUITE)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", entry.value],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )

    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert "Add: .answers('Which database?', ...)  # of 'PostgreSQL', 'SQLite'" in done.stdout
