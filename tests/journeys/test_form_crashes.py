"""The service dies while a client shows a form: the person answers the form they see, once."""

import time

import pytest

from tests.invariants import invariant
from tests.journeys.agents import JUNE, MODERN, NOVEMBER, Agent, Home, Json, home
from tests.promises import promise

FORMS: Json = {"elicitation": {"form": {}}}
THINKING_S = 1.1
"""A person takes longer than this; a client that answers by itself does not."""


def think() -> None:
    """People need real time: it is the line, a process of its own, that measures it."""
    time.sleep(THINKING_S)


def settled(place: Home) -> Json:
    (ask,) = place.json("list", "--all")
    return ask["outcome"]


@invariant("I5")
@promise("never-lost")
@promise("answer-once")
@promise("truth")
@pytest.mark.parametrize("revision", [pytest.param(JUNE, marks=pytest.mark.nightly), NOVEMBER])
def test_the_form_of_a_killed_service_is_answered_and_settles_the_ask_once(revision: str) -> None:
    with home() as place:
        agent = Agent(place, revision, capabilities=FORMS)
        call = agent.ask("Still there?")
        form = agent.form()
        place.kill_service()
        place.pending(1)
        think()
        agent.fill(form, "yes")

        assert agent.answer_to(call) == "yes"
        assert agent.forms.empty()
        by = settled(place)["settledBy"]
        assert (by["kind"], by["door"]) == ("human", "form")
        agent.close()


@promise("never-lost")
@promise("truth")
def test_what_a_person_fills_in_while_no_service_is_there_reaches_the_next_one() -> None:
    with home() as place:
        agent = Agent(place, JUNE, capabilities=FORMS)
        call = agent.ask("Anybody there?")
        form = agent.form()
        think()
        place.kill_service()
        agent.fill(form, "yes")

        assert agent.answer_to(call) == "yes"
        assert settled(place)["settledBy"]["kind"] == "human"
        agent.close()


@promise("one-truth-everywhere")
def test_a_form_of_a_killed_service_is_withdrawn_when_the_inbox_answers_first() -> None:
    with home() as place:
        agent = Agent(place, JUNE, capabilities=FORMS)
        call = agent.ask("Who is first?")
        form = agent.form()
        (ask,) = place.pending(1)
        place.kill_service()
        place.answer(ask, "the inbox")

        assert agent.answer_to(call) == "the inbox"
        assert agent.withdrawn() == [form["id"]]
        assert agent.forms.empty()
        agent.close()


@promise("never-lost")
def test_what_a_client_brings_back_is_taken_by_the_next_service() -> None:
    with home() as place:
        agent = Agent(place, MODERN, capabilities=FORMS)
        arguments = {"questions": [{"id": "q", "question": "And now?"}]}
        params = {"name": "ask_user", "arguments": arguments}
        asking = agent.call("tools/call", params)
        (name,) = asking["inputRequests"]
        think()
        place.kill_service()
        filled = {name: {"action": "accept", "content": {"q1_q": "go on"}}}
        state = asking["requestState"]

        call = agent.start(
            "tools/call", {**params, "inputResponses": filled, "requestState": state}
        )

        assert agent.answer_to(call) == "go on"
        assert settled(place)["settledBy"]["kind"] == "human"
        agent.close()
