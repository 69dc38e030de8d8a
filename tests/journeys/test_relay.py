"""A real line whose host keeps its own endpoints; here the host is a stream of the same service, so that
both sides of the contract meet."""

import json
from dataclasses import replace
from pathlib import Path

import httpx

from tests.journeys.agents import JUNE, Agent, Home, home

ASKED = {"question": "Which approach?", "options": [{"label": "Option A"}, {"label": "Option B"}]}


def a_host_file(at: Home, folder: Path) -> Path:
    """As such a host writes it, for a stream that lives."""
    facts = at.json("service", "status")
    bearer = {"Authorization": f"Bearer {Path(facts['hosts']['token_file']).read_text().strip()}"}
    body = {"project": {"name": "shop"}}
    begun = httpx.post(facts["hosts"]["url"], json=body, headers=bearer, trust_env=False).json()
    file = folder / "config.json"
    file.touch(0o600)
    config = {"apiUrl": facts["url"], "streamToken": begun["token"], "userId": 1, "projectId": 5}
    file.write_text(json.dumps(config))
    return file


def test_a_question_goes_to_the_host_and_its_answer_comes_back(tmp_path: Path) -> None:
    with home() as at:
        at.json("list")
        file = a_host_file(at, tmp_path)
        started_by_host = replace(at, env={**at.env, "ASK_USER_CONFIG": str(file)})
        agent = Agent(started_by_host, JUNE, "--profile", "promptmanager")
        call = agent.start("tools/call", {"name": "ask_user", "arguments": ASKED})
        [there] = [ask for ask in at.pending(2) if ask["agent"]["name"] == "claude"]
        at.answer(there, "Option B")
        result = agent.wait(call)
        agent.close()

    assert result["content"][0]["text"] == "User selected: Option B"
