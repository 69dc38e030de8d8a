"""One conversation, by a line and in-process: the client cannot tell which it has."""

import json

import pytest

from tests.invariants import invariant
from tests.journeys.agents import MODERN, REVISIONS, Agent, Home, Json, home


def conversation(place: Home, agent: Agent) -> list[Json]:
    """Everything the client hears: what there is, what is asked and answered, what goes wrong."""
    heard = [agent.call("tools/list")]
    call = agent.ask("What shall it be called?")
    [ask] = place.pending(1)
    place.answer(ask, "Askline")
    heard.append(agent.wait(call))
    heard.append(agent.wait(agent.ask("Later?", blocking=False)))
    heard.append(agent.wait(agent.ask("", title="An empty question")))
    heard.append(agent.response(agent.start("tools/call", {"name": "nonsense", "arguments": {}})))
    heard.append(agent.response(agent.start("no/such/method")))
    if agent.revision == MODERN:
        heard.append(agent.call("server/discover"))
    agent.close()
    return heard


def without_names(heard: list[Json]) -> str:
    """The same but for ids and times, which are never the same."""
    facts = [each.get("structuredContent") for each in heard]
    text = json.dumps(heard, sort_keys=True)
    for each in filter(None, facts):
        text = text.replace(each["askId"], "<id>")
        text = text.replace(each.get("settledBy", {}).get("at", "<id>"), "<time>")
    return text


@invariant("I12")
@pytest.mark.timeout(120)
@pytest.mark.parametrize("revision", REVISIONS)
def test_in_process_a_client_hears_what_it_hears_by_a_line(revision: str) -> None:
    def by(*words: str) -> str:
        with home() as place:
            # Alone a process has no place in the browser to send the human to.
            place.run("config", "set", "web.enabled", "false")
            return without_names(conversation(place, Agent(place, revision, *words)))

    assert by("--in-process") == by()
