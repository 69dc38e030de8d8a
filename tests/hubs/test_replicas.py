"""A hub of several replicas: asked at one, answered at another, each with its own people."""

from urllib.parse import quote

import anyio
import pytest
from anyio.lowlevel import checkpoint

from askline.core.background import background
from tests.doors.asks import ASK
from tests.replicas import a_hub


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_what_is_asked_at_one_replica_is_answered_at_another(
    postgres: str, mode: str
) -> None:
    with anyio.fail_after(30):
        async with a_hub(postgres, replicas=2) as (here, there):
            ada = await here.found()
            token = await here.token(ada)

            async def answered() -> None:
                async with there.browser("ada") as browser:
                    while not (inbox := (await browser.get("/asks")).json()):
                        await checkpoint()
                    body = {"answers": {"db": {"values": ["SQLite"]}}, "receipt": "r"}
                    await browser.post(f"/asks/{inbox[0]['id']}/answer", json=body)

            async with here.agent(token, mode) as agent, background(answered):
                result = await agent.call_tool("ask_user", ASK)

    assert result.structured_content["answers"][0]["values"] == ["SQLite"]
    assert result.structured_content["settledBy"]["who"] == "ada"


async def test_nobody_comes_in_without_a_key(postgres: str) -> None:
    async with a_hub(postgres) as [hub], hub.program() as nobody, hub.program("askl_tok_x") as eve:
        for stranger in (nobody, eve):
            refused = await stranger.get("/asks")
            assert (refused.status_code, refused.json()["code"]) == (401, "not_allowed")
        refused = await eve.post(f"{hub.url}/mcp", json={})
        assert refused.status_code == 401
        assert "resource_metadata=" in refused.headers["www-authenticate"]


@pytest.mark.parametrize("bound", [True, False])
async def test_an_agent_over_http_asks_for_the_project_of_its_token_or_the_one_it_names(
    postgres: str, bound: bool
) -> None:
    with anyio.fail_after(30):
        async with a_hub(postgres) as [hub]:
            ada = await hub.found()
            await hub.replica.administering.make_team(ada, "web")
            await hub.replica.administering.open_project(ada, "Café", "web")
            token = await hub.token(ada, service="ci", project="Café" if bound else None)
            named = {} if bound else {"Askline-Project": quote("Café")}
            async with hub.agent(token, **named) as agent:
                await agent.call_tool("ask_user", {**ASK, "blocking": False})
            [ask] = await hub.replica.desk.reading.history(ada)

    assert (ask.project.name, ask.recipients) == ("Café", ("team:web",))
