"""By which keys a repeated ask finds the one that stands, and which asks are no repeat."""

from dataclasses import replace
from typing import Any

import pytest

from askline.asks import repeats
from askline.asks.model import Ask
from askline.core.people import Agent, Project
from tests.builders import CODER, LATER, NOON, a_matter, a_text, an_ask
from tests.promises import promise

ASKED = an_ask()


def in_chat(conversation: str | None, **changes: Any) -> Ask:
    """An ask as the desk builds it, with its key of likeness."""
    ask = an_ask(agent=replace(CODER, conversation=conversation), **changes)
    return replace(ask, same_key=repeats.same_key(ask))


@promise("ask-once")
@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, id="asked again"),
        pytest.param({"asked_at": LATER}, id="later"),
        pytest.param({"deadline": LATER}, id="with a deadline"),
        pytest.param({"holder": "line-2"}, id="by another connection"),
        pytest.param({"agent": replace(CODER, version="9")}, id="after an update of the client"),
        pytest.param({"agent": replace(CODER, label="left")}, id="from a pane with another label"),
        pytest.param({"agent": replace(CODER, conversation="chat-1")}, id="in a conversation"),
        pytest.param(
            {"project": Project(name="renamed", path="/home/ada/shop", branch="fix")},
            id="on another branch",
        ),
    ],
)
def test_an_identical_ask_has_the_same_key(changes: dict[str, Any]) -> None:
    assert repeats.same_key(an_ask(**changes)) == repeats.same_key(ASKED)


@promise("ask-once")
@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"matter": a_matter(a_text())}, id="another question"),
        pytest.param({"matter": a_matter(title="Tables")}, id="another title"),
        pytest.param({"matter": a_matter(human_only=True)}, id="for a person only"),
        pytest.param({"principal": "bob"}, id="another principal"),
        pytest.param({"agent": Agent(name="codex")}, id="another client"),
        pytest.param({"project": Project(name="shop", path="/srv/shop")}, id="another project"),
        pytest.param({"recipients": ("bob",)}, id="put to somebody else"),
    ],
)
def test_an_ask_that_differs_has_another_key(changes: dict[str, Any]) -> None:
    assert repeats.same_key(an_ask(**changes)) != repeats.same_key(ASKED)


def test_a_project_without_a_path_is_known_by_its_name() -> None:
    shop = an_ask(project=Project(name="shop"))

    assert repeats.same_key(shop) == repeats.same_key(an_ask(project=Project(name="shop")))
    assert repeats.same_key(shop) != repeats.same_key(an_ask(project=Project(name="bank")))


def test_a_border_moved_between_two_facts_gives_another_key() -> None:
    one = an_ask(principal="ab", agent=Agent(name="c"))
    other = an_ask(principal="a", agent=Agent(name="bc"))

    assert repeats.same_key(one) != repeats.same_key(other)


@promise("ask-once")
def test_a_key_and_a_request_last_and_their_names_do_not_mix() -> None:
    both = repeats.lasting_keys(ASKED, key="deploy", request="deploy")

    assert len(set(both)) == 2
    assert repeats.lasting_keys(ASKED, key=None, request=None) == ()
    assert both == (
        *repeats.lasting_keys(ASKED, key=None, request="deploy"),
        *repeats.lasting_keys(ASKED, key="deploy", request=None),
    )


def test_an_explicit_key_belongs_to_its_principal_and_project_whatever_is_asked() -> None:
    def key_of(ask: Ask) -> tuple[str, ...]:
        return repeats.lasting_keys(ask, key="deploy", request=None)

    assert key_of(an_ask(matter=a_matter(a_text()))) == key_of(ASKED)
    assert key_of(an_ask(principal="bob")) != key_of(ASKED)
    assert key_of(an_ask(project=Project(name="bank"))) != key_of(ASKED)


def test_a_kept_key_tells_nothing_of_what_was_asked() -> None:
    for key in (*repeats.lasting_keys(ASKED, key="deploy", request="7"), repeats.same_key(ASKED)):
        kind, digest = key.split(":")

        assert kind in ("request", "key", "same")
        assert len(digest) == 40
        assert int(digest, 16)


def test_any_text_of_an_agent_can_be_a_key() -> None:
    assert repeats.lasting_keys(ASKED, key="half a pair \ud83d", request="\x00")


@promise("ask-once")
@pytest.mark.parametrize(
    ("conversation", "count"),
    [
        pytest.param(None, 1, id="the shared one, without a conversation"),
        pytest.param("chat-1", 2, id="the shared and its own, in a conversation"),
    ],
)
def test_an_ask_takes_its_keys_of_likeness(conversation: str | None, count: int) -> None:
    ask = in_chat(conversation)

    keys = repeats.passing_keys(ask)

    assert len(keys) == count
    assert keys[-1] == ask.same_key


def test_a_twin_takes_only_its_own_key_and_a_keyed_ask_takes_none() -> None:
    ask = in_chat("chat-1")
    twin = replace(ask, same_key=repeats.own_key(ask))

    assert repeats.passing_keys(twin) == (repeats.own_key(ask),)
    assert repeats.passing_keys(replace(ask, same_key=None)) == ()


@promise("ask-once")
@pytest.mark.parametrize(
    ("theirs", "ours", "differ"),
    [
        pytest.param(None, None, False, id="nobody names one"),
        pytest.param("chat-1", None, False, id="only the first"),
        pytest.param(None, "chat-1", False, id="only the second"),
        pytest.param("chat-1", "chat-1", False, id="the same"),
        pytest.param("chat-1", "chat-2", True, id="not the same"),
    ],
)
def test_identical_asks_differ_where_both_name_a_conversation_and_not_one(
    theirs: str | None, ours: str | None, differ: bool
) -> None:
    assert repeats.differ(in_chat(theirs), in_chat(ours)) is differ


def test_conversations_differ_even_if_the_first_was_delivered_meanwhile() -> None:
    delivered = replace(in_chat("chat-1"), same_key=None, delivered_at=NOON)

    assert repeats.differ(delivered, in_chat("chat-2"))


def test_what_was_found_by_another_key_is_the_same_ask_in_any_conversation() -> None:
    standing, repeat = in_chat("chat-1"), in_chat("chat-2")

    assert not repeats.differ(standing, replace(repeat, same_key=None))
    assert not repeats.differ(standing, replace(repeat, same_key=repeats.own_key(repeat)))


@pytest.mark.parametrize(
    ("agent", "project", "own"),
    [
        pytest.param(replace(CODER, conversation="chat-1"), ASKED.project, True, id="the same"),
        pytest.param(replace(CODER, conversation=None), ASKED.project, True, id="says not which"),
        pytest.param(
            replace(CODER, conversation="chat-2"), ASKED.project, False, id="another chat"
        ),
        pytest.param(Agent(name="codex"), ASKED.project, False, id="another client"),
        pytest.param(CODER, Project(name="shop", path="/srv/shop"), False, id="another project"),
    ],
)
def test_an_ask_is_that_agents_who_asked_it(agent: Agent, project: Project, own: bool) -> None:
    assert repeats.is_asker(in_chat("chat-1"), agent, project) is own
