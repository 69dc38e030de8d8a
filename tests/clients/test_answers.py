"""Real clients ask through our line, and a person's answer reaches the model. Nothing is mocked but the model."""

import pytest

from tests.clients.known import CLAUDE, CLIENTS, CODEX, GEMINI, Client
from tests.clients.model import scripted_model
from tests.clients.play import ASK, PROMPT, Play, playing
from tests.clients.records import declared, keep, taken_over
from tests.clients.scene import BRANCH, PROJECT, a_scene, running
from tests.promises import promise

IN_THE_GATE = (CLAUDE, CODEX)

pytestmark = [pytest.mark.clients, pytest.mark.timeout(600)]

each_client = pytest.mark.parametrize(
    "client",
    [
        pytest.param(
            client,
            id=client.name,
            marks=() if client in IN_THE_GATE else pytest.mark.nightly,
        )
        for client in CLIENTS
    ],
)


def assert_only_the_person_spoke(play: Play, ask: str, value: str) -> None:
    """In the model's view and in ours, nothing was decided but by the one who answered."""
    *before, last = play.model.results()
    facts = play.scene.human.json("show", ask)
    assert facts["state"] == "answered"
    assert facts["outcome"]["settledBy"]["kind"] == "human"
    assert facts["outcome"]["settledBy"]["door"] == "cli"
    assert [answer["values"] for answer in facts["outcome"]["answers"]] == [[value]]
    assert value in last
    assert "answered" in last
    assert all("pending" in result and value not in result for result in before)


@each_client
@promise("truth")
def test_an_answer_given_at_once_is_what_the_model_reads(client: Client) -> None:
    with playing(client) as play:
        ask = play.asked()
        agent, project = ask["agent"], ask["project"]
        play.scene.human.answer(ask, "SQLite")
        play.told()
        facts = declared(play)

        assert_only_the_person_spoke(play, ask["id"], "SQLite")
        assert agent["name"] == client.shown
        assert bool(agent["conversation"]) is client.conversation
        assert project == {
            "name": PROJECT,
            "path": str(play.scene.project),
            "branch": BRANCH,
        }

    keep(client.name, "declares", facts)
    known = taken_over().get(client.name, {}).get("declares")
    assert facts == known, "not what the reference says: take it over with `just clients-table`"


@pytest.mark.nightly
def test_gemini_without_a_terminal_hides_every_tool_that_is_called_like_its_own() -> None:
    with scripted_model(ASK) as model, a_scene(model.url) as scene:
        GEMINI.configure(scene)
        command = [*GEMINI.command(scene), "-p", PROMPT]
        with running(scene, command, GEMINI.env(scene)):
            assert model.wait_until(lambda: bool(model.conversations), 90)

        names = [tool.name for tool in model.conversations[0].tools]
    assert "mcp_askline_ask_await" in names
    assert "mcp_askline_ask_user" not in names
