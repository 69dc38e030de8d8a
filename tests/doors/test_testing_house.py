"""A house in the test's own process, as the authors of agents use it."""

from functools import partial
from threading import Thread
from types import SimpleNamespace
from typing import Any, cast

import anyio
import pytest
from anyio import to_thread
from mcp import Client
from mcp_types import TextContent

from askline.core.errors import AsklineError
from askline.testing import FakeHuman, House, ScriptFailed, StoppedClock, asked
from askline.testing import pytest_plugin as plugin
from tests.promises import promise

Json = dict[str, Any]

DATABASE: Json = {"question": "Which database?", "options": ["PostgreSQL", "SQLite"]}


def settled(house: House, **said: Any) -> Json:
    """What an agent does: ask, and wait."""
    client = house.client()
    return client.outcome(client.ask(**said)["id"], wait=5, take=True)


@promise("truth")
def test_a_scripted_answer_is_the_scripts_and_nobodys_else(
    askline_house: House, fake_human: FakeHuman
) -> None:
    fake_human.answers("Which database?", "SQLite")

    outcome = settled(askline_house, **DATABASE)

    assert outcome["answers"][0]["values"] == ["SQLite"]
    assert (outcome["settledBy"]["kind"], outcome["settledBy"]["door"]) == ("script", None)


def test_rejecting_asking_back_and_timing_out_are_scripted_too() -> None:
    human = (
        FakeHuman()
        .rejects("Deploy?", reason="Not on a Friday.")
        .asks_back("Delete it?", "All of it?")
        .lets_time_out("Hurry?")
    )
    with House(human) as house:
        said = [
            settled(house, question="Deploy?"),
            settled(house, question="Delete it?"),
            settled(house, question="Hurry?", timeout=60_000),
        ]

        states = [each["state"] for each in said]
        assert states == ["rejected", "asked_back", "timed_out"]
        assert (said[0]["reason"], said[1]["askBack"]) == ("Not on a Friday.", "All of it?")
        assert [ask["state"] for ask in house.asks()] == states


def test_an_ask_without_a_line_is_rejected_and_the_test_fails() -> None:
    def test() -> None:
        with House() as house:
            outcomes.append(settled(house, **DATABASE))

    outcomes: list[Json] = []
    with pytest.raises(ScriptFailed, match=r"\.answers\('Which database\?', \.\.\.\)"):
        test()

    assert outcomes[0]["state"] == "rejected"
    assert outcomes[0]["reason"] == "no answer was scripted for: Which database?"


def test_an_answer_that_does_not_fit_is_not_bent_until_it_does() -> None:
    human = FakeHuman().answers("Which database?", "Oracle")
    with pytest.raises(ScriptFailed, match="'Oracle'"), House(human) as house:
        assert settled(house, **DATABASE)["state"] == "rejected"


def test_an_ask_without_a_deadline_does_not_time_out() -> None:
    with (
        pytest.raises(ScriptFailed, match="`timeout`"),
        House(FakeHuman().lets_time_out("?")) as house,
    ):
        assert settled(house, question="Hurry?")["state"] == "rejected"


def test_what_is_left_alone_is_pending_until_time_has_passed() -> None:
    clock = StoppedClock()
    with House(FakeHuman().leaves("Hurry?"), clock=clock) as house:
        said: list[Json] = []
        agent = Thread(
            target=lambda: said.append(settled(house, question="Hurry?", timeout=60_000))
        )
        agent.start()

        pending = house.pending("Hurry?")
        house.move(61)
        agent.join(5)

        assert pending["state"] == "pending"
        assert said[0]["state"] == "timed_out"


def test_who_waits_for_what_nobody_asks_is_told_so() -> None:
    with House(FakeHuman().leaves("Which database?")) as house:
        house.client().ask(**DATABASE)

        with pytest.raises(TimeoutError):
            house.pending(asked(header="Storage"), within=0.01)


def test_what_the_agent_withdrew_is_no_failure_of_the_script() -> None:
    with House(FakeHuman().leaves("Which database?", times=None)) as house:
        client = house.client()
        first = client.ask(**DATABASE)
        client.cancel(first["id"])

        assert house.asks()[0]["state"] == "cancelled"


async def test_an_agent_that_awaits_uses_the_same_house(
    askline_house: House, fake_human: FakeHuman
) -> None:
    fake_human.answers("Which database?", "SQLite")
    client = askline_house.async_client()

    with anyio.fail_after(5):
        ask = await client.ask(**DATABASE)
        outcome = await client.outcome(ask["id"], wait=5)

    assert outcome["answers"][0]["values"] == ["SQLite"]


def test_an_agent_may_ask_more_often_than_a_person_could_bear(
    askline_house: House, fake_human: FakeHuman
) -> None:
    fake_human.answers("Number", "yes", times=21)
    client = askline_house.client()

    for number in range(21):
        client.ask(question=f"Number {number}?")

    assert {ask["state"] for ask in askline_house.asks()} == {"answered"}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_an_agent_of_mcp_is_answered_and_told_by_what(
    mode: str, askline_house: House, fake_human: FakeHuman
) -> None:
    fake_human.answers("Which database?", "SQLite", times=2)

    with anyio.fail_after(5):
        async with Client(askline_house.mcp(), mode=mode) as client:
            await client.call_tool("ask_user", DATABASE)
            result = await client.call_tool("ask_user", DATABASE)

    [block] = result.content
    assert isinstance(block, TextContent)
    assert "was answered by the script of a test (script)" in block.text
    asks = await to_thread.run_sync(askline_house.asks)
    assert len(asks) == 2
    assert asks[0]["project"]["name"]


async def test_a_clients_prompt_for_a_tool_is_approved_by_the_script() -> None:
    human = FakeHuman().approves("git push").rejects("rm -rf", reason="Never.")
    with House(human) as house, anyio.fail_after(5):
        async with Client(house.mcp(profile="permission", cwd="/")) as client:
            tools = await client.list_tools()
            use = partial(client.call_tool, tools.tools[0].name)
            push = await use({"tool_name": "Bash", "input": {"command": "git push"}})
            remove = await use({"tool_name": "Bash", "input": {"command": "rm -rf /"}})

    texts = [
        each.content[0].text for each in (push, remove) if isinstance(each.content[0], TextContent)
    ]
    assert '"behavior": "allow"' in texts[0]
    assert '"message": "Never."' in texts[1]


def test_no_door_lets_a_script_in() -> None:
    with House(FakeHuman().leaves("Which database?")) as house:
        client = house.client()
        ask = client.ask(**DATABASE, human_only=True)
        house.pending("Which database?")

        with pytest.raises(AsklineError) as refused:
            client.answer(ask["id"], {"q1": {"values": ["SQLite"]}})

        assert refused.value.code == "person_required"


def test_a_process_of_its_own_finds_this_house_and_no_other(
    askline_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKLINE_HUB", "https://ask.example")

    env = askline_house.env

    assert "ASKLINE_HUB" not in env
    assert env["ASKLINE_HOME"] == askline_house.env["ASKLINE_HOME"]


def an_item(house: House | None) -> pytest.Item:
    """As much of one as the plugin looks at."""
    return cast("pytest.Item", SimpleNamespace(funcargs={plugin.HOUSE: house} if house else {}))


def test_a_failed_script_fails_the_test_itself() -> None:
    with House() as house:
        settled(house, **DATABASE)
        call = plugin.pytest_runtest_call(an_item(house))
        next(call)

        with pytest.raises(ScriptFailed):
            call.send(None)


@pytest.mark.parametrize("alone", [True, False])
def test_a_test_that_failed_is_told_why(*, alone: bool) -> None:
    with House() as house:
        settled(house, **DATABASE)
        call = plugin.pytest_runtest_call(an_item(None if alone else house))
        next(call)

        with pytest.raises(AssertionError) as failed:
            call.throw(AssertionError("no database"))

        assert hasattr(failed.value, "__notes__") is not alone
        house.human.explain(AssertionError())


def test_a_house_that_is_left_by_an_error_explains_it() -> None:
    def test() -> None:
        with House() as house:
            raise KeyError(settled(house, **DATABASE)["state"])

    with pytest.raises(KeyError, match="rejected") as failed:
        test()

    assert failed.value.__notes__[0].startswith("No answer was scripted for")
