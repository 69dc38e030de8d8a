"""Which way a call puts its ask, for every kind of client, and what a client's reply is worth."""

from typing import Any

import pytest

from askline.asks.answers import Given
from askline.asks.forms import Revision
from askline.doors.mcp.form_replies import FormReply, Worth, worth_of
from askline.doors.mcp.policy import Facts, Way, is_headless, way_of
from tests.promises import promise

JUNE, NOVEMBER, JULY = Revision
DRAWS: dict[str, Any] = {"revision": NOVEMBER, "form": True}
OPENS: dict[str, Any] = {"revision": NOVEMBER, "link": True, "address": True}


@pytest.mark.parametrize(
    ("facts", "way"),
    [
        ({}, Way.HOLD),
        ({"form": True}, Way.HOLD),
        ({"revision": NOVEMBER}, Way.HOLD),
        (DRAWS, Way.FORM),
        (DRAWS | {"revision": JUNE}, Way.FORM),
        (DRAWS | {"revision": JULY}, Way.FORM),
        (DRAWS | {"headless": True}, Way.HOLD),
        (DRAWS | {"reachable": False}, Way.HOLD),
        (DRAWS | {"first": "inbox"}, Way.HOLD),
        (DRAWS | {"sensitive": True}, Way.HOLD),
        (DRAWS | OPENS, Way.FORM),
        (DRAWS | OPENS | {"sensitive": True}, Way.LINK),
        (OPENS, Way.LINK),
        (OPENS | {"revision": JULY}, Way.LINK),
        (OPENS | {"revision": JUNE}, Way.HOLD),
        (OPENS | {"address": False}, Way.HOLD),
        (OPENS | {"headless": True}, Way.HOLD),
        (DRAWS | {"blocking": False}, Way.AT_ONCE),
        ({"blocking": False}, Way.AT_ONCE),
    ],
)
def test_the_form_comes_first_where_a_person_can_see_it(facts: dict[str, Any], way: Way) -> None:
    assert way_of(Facts(**facts)) is way


@pytest.mark.parametrize(
    ("labels", "meta", "headless"),
    [
        ({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, {}, True),
        ({"CLAUDE_CODE_ENTRYPOINT": "cli"}, {}, False),
        ({}, {"x-codex-turn-metadata": {"turn_trigger": "exec"}}, True),
        ({}, {"x-codex-turn-metadata": {"turn_trigger": "user"}}, False),
        ({}, {"x-codex-turn-metadata": "exec"}, False),
        ({}, {}, False),
    ],
)
def test_a_client_without_a_person_is_known_by_its_marks(
    labels: dict[str, str], meta: dict[str, Any], headless: bool
) -> None:
    assert is_headless(labels, meta) is headless


FAST, SLOW = 0.999, 1.0


@promise("truth")
@promise("person")
@pytest.mark.parametrize(
    ("action", "took", "facts", "worth"),
    [
        ("accept", SLOW, {}, Worth.PERSONS_ANSWER),
        ("accept", SLOW, {"human_only": True}, Worth.PERSONS_ANSWER),
        ("accept", SLOW, {"given": {}}, Worth.PERSONS_ANSWER),
        ("accept", SLOW, {"headless": True}, Worth.CLIENTS_ANSWER),
        ("accept", SLOW, {"headless": True, "human_only": True}, Worth.NOTHING),
        ("accept", FAST, {}, Worth.CLIENTS_ANSWER),
        ("accept", FAST, {"human_only": True}, Worth.NOTHING),
        ("accept", FAST, {"given": {}}, Worth.NOTHING),
        ("decline", SLOW, {}, Worth.PERSONS_REFUSAL),
        ("decline", SLOW, {"headless": True}, Worth.NOTHING),
        ("decline", FAST, {}, Worth.NOTHING),
        ("cancel", SLOW, {}, Worth.NOTHING),
        ("cancel", FAST, {}, Worth.NOTHING),
    ],
)
def test_only_a_person_declines_and_a_client_answers_in_its_own_name(
    action: str, took: float, facts: dict[str, Any], worth: Worth
) -> None:
    reply = FormReply(
        action=action,
        given=facts.get("given", {"db": Given(values=("SQLite",))}),
        took=took,
        headless=facts.get("headless", False),
        receipt="r1",
    )

    assert worth_of(reply, human_only=facts.get("human_only", False)) is worth
