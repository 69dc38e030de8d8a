"""Since 2026-07-28 a form is a call's result, and the client calls again with what came of it."""

from datetime import timedelta
from typing import Any

import anyio
import pytest

from askline.asks.changes import Change
from askline.asks.desk import Desk
from askline.asks.state import State
from askline.core.errors import StoreUnavailable
from askline.doors.mcp.server import build_server
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, StoppedClock, a_desk, given
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import MODERN, Json, LineEnd, a_hello, a_line
from tests.promises import promise

FORMS: Json = {"elicitation": {"form": {}}}
LINKS: Json = {"elicitation": {"url": {}}}
CALL: Json = {"name": "ask_user", "arguments": ASK}
SQLITE: Json = {"action": "accept", "content": {"q1_db": "SQLite"}}
PERSON = timedelta(seconds=1)
CLIENT = timedelta(seconds=0.9)


class House:
    """A desk whose clock moves, and a server over it."""

    def __init__(self, store: EphemeralAsks | None = None, key: bytes | None = None) -> None:
        self.clock = StoppedClock()
        self.desk: Desk = a_desk(store, clock=self.clock)
        self.server: Any = build_server(self.desk, self.clock, key=key)

    def line(self, *hello: Any, capabilities: Json = FORMS) -> Any:
        return a_line(self.server, *hello, revision=MODERN, capabilities=capabilities)


async def asking(line: LineEnd) -> Json:
    """The first result: the form to show."""
    result = (await line.call("tools/call", CALL))["result"]
    assert result["resultType"] == "input_required"
    return result


def brought(asking: Json, reply: Json) -> Json:
    """The call again, with the reply to every form."""
    replies = dict.fromkeys(asking["inputRequests"], reply)
    return {**CALL, "inputResponses": replies, "requestState": asking["requestState"]}


async def facts_of(line: LineEnd, params: Json) -> Json:
    return (await line.call("tools/call", params))["result"]["structuredContent"]


@promise("truth")
@pytest.mark.parametrize(("after", "kind"), [(PERSON, "human"), (CLIENT, "client")])
async def test_what_the_client_brings_back_settles_the_ask_and_says_who_filled_it(
    after: timedelta, kind: str
) -> None:
    house = House()
    async with house.line() as line:
        form = await asking(line)
        ask = await the_ask(house.desk)
        house.clock.time += after
        facts = await facts_of(line, brought(form, SQLITE))

    assert (facts["askId"], facts["answers"][0]["values"]) == (str(ask.id), ["SQLite"])
    assert (facts["settledBy"]["kind"], facts["settledBy"]["door"]) == (kind, "form")
    assert not ask.detached


@promise("ask-once")
async def test_what_is_brought_back_twice_finds_the_outcome_that_stands() -> None:
    house = House()
    async with house.line() as line:
        form = await asking(line)
        house.clock.time += PERSON
        call = await line.ask("tools/call", brought(form, SQLITE))
        first = (await line.result_of(call))["structuredContent"]
        await line.say("!delivered 2")
        other = {"action": "accept", "content": {"q1_db": "PostgreSQL"}}
        second = await facts_of(line, brought(form, other))

    assert second == first
    assert len(await house.desk.reading.history(ADA)) == 1


@promise("one-truth-everywhere")
async def test_a_form_that_comes_late_gets_the_answer_of_the_inbox() -> None:
    house = House()
    async with house.line() as line:
        form = await asking(line)
        ask = await the_ask(house.desk)
        await house.desk.answering.answer(ADA, ask.id, given(db="PostgreSQL"), receipt="r1")
        house.clock.time += PERSON
        facts = await facts_of(line, brought(form, SQLITE))

    assert facts["answers"][0]["values"] == ["PostgreSQL"]


@promise("late-kept")
async def test_a_form_filled_after_the_deadline_is_kept_as_a_late_answer() -> None:
    house = House()
    timed = {**CALL, "arguments": {**ASK, "timeout": 10_000}}
    async with house.line() as line:
        form = (await line.call("tools/call", timed))["result"]
        house.clock.time += timedelta(seconds=11)
        facts = await facts_of(line, {**brought(form, SQLITE), "arguments": timed["arguments"]})

    assert facts["timedOut"]
    assert facts["amendments"][0]["answers"][0]["values"] == ["SQLite"]


@promise("truth")
async def test_a_persons_decline_rejects_the_ask() -> None:
    house = House()
    async with house.line() as line:
        form = await asking(line)
        house.clock.time += PERSON
        facts = await facts_of(line, brought(form, {"action": "decline"}))

    assert (facts["state"], facts["settledBy"]["door"]) == ("rejected", "form")


@promise("truth")
@promise("no-silent-end")
@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_a_form_that_no_person_decided_holds_the_call_for_the_inbox(action: str) -> None:
    house = House()
    async with house.line() as line:
        form = await asking(line)
        house.clock.time += CLIENT
        call = await line.ask("tools/call", brought(form, {"action": action}))
        await anyio.wait_all_tasks_blocked()
        ask = await the_ask(house.desk)
        await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        facts = (await line.result_of(call))["structuredContent"]

    assert ask.state is State.PENDING
    assert facts["settledBy"]["door"] == "tui"


@promise("checked-inside")
async def test_an_answer_that_does_not_fit_is_asked_for_once_more_and_then_left_to_the_inbox() -> (
    None
):
    house = House()
    empty: Json = {"action": "accept", "content": {}}
    async with house.line(a_hello(cap_s=0.02)) as line:
        form = await asking(line)
        house.clock.time += PERSON
        again = (await line.call("tools/call", brought(form, empty)))["result"]
        [request] = again["inputRequests"].values()
        house.clock.time += PERSON
        facts = await facts_of(line, brought(again, empty))

    assert "does not fit: db" in request["params"]["message"]
    assert facts["state"] == "pending"


async def test_a_call_that_comes_back_without_a_reply_is_given_the_form_again() -> None:
    house = House()
    async with house.line() as line:
        form = await asking(line)
        bare = {**CALL, "requestState": form["requestState"]}
        again = (await line.call("tools/call", bare))["result"]
        ask = await the_ask(house.desk)
        await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        facts = await facts_of(line, bare)

    assert again["inputRequests"] == form["inputRequests"]
    assert facts["answered"]


@pytest.mark.parametrize("forged", ["tampered", "other arguments"])
async def test_what_was_not_given_out_for_this_call_is_refused(forged: str) -> None:
    house = House()
    async with house.line() as line:
        call = brought(await asking(line), SQLITE)
        if forged == "tampered":
            middle = len(call["requestState"]) // 2
            letter = "A" if call["requestState"][middle] != "A" else "B"
            state = call["requestState"]
            call["requestState"] = state[:middle] + letter + state[middle + 1 :]
        else:
            call["arguments"] = {"question": "Something else?"}
        answer = await line.call("tools/call", call)

    assert answer["error"]["code"] == -32602
    assert (await the_ask(house.desk)).state is State.PENDING


@pytest.mark.parametrize(("key", "code"), [(b"k" * 32, None), (None, -32602)])
async def test_a_key_that_is_kept_opens_what_the_service_before_gave_out(
    key: bytes | None, code: int | None
) -> None:
    store = EphemeralAsks()
    before, after = House(store, key), House(store, key)
    async with before.line() as line:
        form = await asking(line)
    async with after.line() as line:
        answer = await line.call("tools/call", brought(form, SQLITE))

    assert answer.get("error", {}).get("code") == code


@promise("truth")
@pytest.mark.parametrize(
    ("since", "kind"), [("!since 9000", "human"), ("!since 10000", "client"), (None, "client")]
)
async def test_a_repeated_call_counts_from_when_its_client_made_it(
    since: str | None, kind: str
) -> None:
    """Ten seconds lie between the form and the next service; one that nobody dated is no person's."""
    house = House()
    async with house.line(a_hello("cafe")) as line:
        form = await asking(line)
    house.clock.time += timedelta(seconds=10)
    async with house.line(a_hello("cafe", again=1, upcoming=3, replay=(2,))) as line:
        if since:
            await line.say(since)
        facts = await facts_of(line, brought(form, SQLITE))

    assert facts["settledBy"]["kind"] == kind


@promise("detach-not-cancel")
async def test_an_agent_that_goes_while_its_form_is_open_lets_its_ask_go() -> None:
    house = House()
    async with house.line() as line:
        await asking(line)

    ask = await the_ask(house.desk)
    assert (ask.state, ask.detached) == (State.PENDING, True)


async def test_an_ask_that_was_answered_meanwhile_needs_no_form() -> None:
    house = House()
    async with house.line() as line:
        await asking(line)
        ask = await the_ask(house.desk)
        await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

        assert (await facts_of(line, CALL))["answered"]


async def test_a_client_that_only_opens_addresses_sends_the_human_to_the_inbox() -> None:
    desk = a_desk()
    server = build_server(desk, StoppedClock(), inbox_url=lambda _: "http://here/")
    async with a_line(server, revision=MODERN, capabilities=LINKS) as line:
        form = await asking(line)
        held = await line.ask("tools/call", brought(form, {"action": "decline"}))
        await anyio.wait_all_tasks_blocked()
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        facts = (await line.result_of(held))["structuredContent"]

    [request] = form["inputRequests"].values()
    assert request["params"]["url"] == "http://here/"
    assert "elicitationId" not in request["params"]
    assert facts["answered"]


class FullAsks(EphemeralAsks):
    """Takes no answer."""

    async def swap(self, change: Change) -> bool:
        if change.after.state.settled:
            raise StoreUnavailable("The disk is full.", hint="Make room.")
        return await super().swap(change)


@promise("no-silent-end")
async def test_a_store_that_stays_away_ends_the_call_but_not_the_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.doors.mcp.elicitation.STORE_PATIENCE_S", 0.02)
    house = House(FullAsks())
    async with house.line(a_hello(cap_s=0.02)) as line:
        facts = await facts_of(line, brought(await asking(line), SQLITE))

    assert facts["state"] == "pending"
