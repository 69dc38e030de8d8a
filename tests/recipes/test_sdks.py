"""Recipes for agents' SDKs, each in an environment of its own, with a scripted model on loopback."""

from dataclasses import dataclass

import pytest

from tests.clients.conversation import Call, Conversation, Json, Move, Words
from tests.clients.model import scripted_model
from tests.clients.script import Script
from tests.recipes.stage import Stage, a_stage, fetching, script


@dataclass(frozen=True)
class OneCall(Script):
    """Calls one tool, and repeats what came back."""

    tool: str = ""

    def move(self, conversation: Conversation) -> Move:
        results = [result.text for _, result in conversation.exchanges()]
        return Words(f"I was told: {results[-1]}") if results else Call(self.tool, self.arguments)


@dataclass(frozen=True, kw_only=True)
class Recipe:
    name: str
    answer: str
    said: str
    script: OneCall


LANGGRAPH = Recipe(name="langgraph", answer="staging", said="Done: staging.", script=OneCall({}))
OPENAI = Recipe(
    name="openai-agents",
    answer="yes",
    said="I was told: Deployed to production.",
    script=OneCall({"environment": "production"}, "deploy"),
)
PYDANTIC = Recipe(
    name="pydantic-ai",
    answer="SQLite",
    said="SQLite",
    script=OneCall({"question": "Which?", "options": ["SQLite", "Postgres"]}, "ask_human"),
)
CLAUDE = Recipe(
    name="claude-agent-sdk",
    answer="yes",
    said="I was told: 7",
    script=OneCall({"command": "echo 7 > seven; cat seven"}, "Bash"),
)


# The gate runs the one whose packages are the fewest.
LATER = [pytest.param(each, marks=pytest.mark.nightly) for each in (LANGGRAPH, OPENAI, CLAUDE)]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("recipe", [PYDANTIC, *LATER], ids=lambda each: each.name)
def test_an_agent_that_was_killed_takes_up_its_ask_again(recipe: Recipe) -> None:
    with scripted_model(recipe.script) as model, a_stage(model.url) as stage:
        with stage.running(*script(recipe.name), "run-1", **keys(stage)) as first:
            ask = stage.asked(first)
            first.kill()
        stage.answer(ask, recipe.answer)
        with stage.running(*script(recipe.name), "run-1", **keys(stage)) as again:
            said = again.said()

        assert recipe.said in said
        assert stage.stored_like(ask) == 1


@pytest.mark.nightly
@pytest.mark.timeout(300)
@pytest.mark.parametrize("recipe", [OPENAI, CLAUDE], ids=lambda each: each.name)
def test_a_no_reaches_the_model_with_its_reason(recipe: Recipe) -> None:
    with scripted_model(recipe.script) as model, a_stage(model.url) as stage:
        with stage.running(*script(recipe.name), "run-1", **keys(stage)) as started:
            stage.client.reject(stage.asked(started)["id"], reason="It is Friday.")
            said = started.said()

        assert "It is Friday." in said


def keys(stage: Stage) -> Json:
    """Dummies; every address is loopback."""
    return {
        **fetching(),
        "OPENAI_BASE_URL": f"{stage.scene.model}/v1",
        "OPENAI_API_KEY": "dummy",
        "OPENAI_AGENTS_DISABLE_TRACING": "1",
        "ANTHROPIC_BASE_URL": stage.scene.model,
        "ANTHROPIC_API_KEY": "dummy",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "IS_SANDBOX": "1",
    }
