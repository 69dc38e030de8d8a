"""What a person says to a form in the moment in which its call ends: it counts."""

import json
from dataclasses import dataclass
from typing import Any, cast

import anyio
import pytest
from mcp.server.session import ServerSession
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse

from askline.asks.forms import Revision
from askline.asks.model import Ask
from askline.asks.state import State
from askline.core.background import background
from askline.doors.mcp.callers import Call, Caller
from askline.doors.mcp.elicitation import Elicitation
from askline.doors.mcp.forms import WHOLE
from askline.doors.mcp.own_requests import OwnRequests
from askline.doors.mcp.visits import Visit
from tests.builders import ADA, AGENT, CODER, a_desk, a_new_ask, outcome_of
from tests.doors.asks import ASK
from tests.doors.lines import Json, a_hello, a_line
from tests.doors.profiles import Scene, some_means
from tests.doors.test_mcp_forms import FORMS, PERSON_S, SQLITE, a_server
from tests.promises import promise
from tests.unit.troubles import AwayAsks

FORM = "askline-1-1"
ACCEPTED: Json = {"action": "accept", "content": SQLITE}


@dataclass
class Passing:
    """A session whose client answers, and whose caller is not told before the test is over."""

    own: OwnRequests
    answer: Any
    passed: anyio.Event

    async def send_request(self, *_: Any, **__: Any) -> Any:
        self.own.asked(JSONRPCRequest(jsonrpc="2.0", id=1, method="elicitation/create"), 1)
        if self.answer is not None:
            self.own.measured(PERSON_S)
            assert self.own.answered(self.answer) is not None
        self.passed.set()
        await anyio.sleep_forever()


async def given_up(answer: Any, late: Json | None = None) -> Ask:
    """The ask after its call gave up waiting for a form that was answered just then, or right after."""
    desk, own, passed = a_desk(), OwnRequests(), anyio.Event()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    visit = Visit(
        means=some_means(desk),
        call=Call(caller=Caller(connection="c"), number=1, own=own),
        session=cast("ServerSession", Passing(own, answer, passed)),
        agent=CODER,
        beats=False,
    )
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(Elicitation(visit, ask, WHOLE, Revision.JUNE_2025).race)
            await passed.wait()
            tasks.cancel_scope.cancel()
        async with background(desk.run):
            if late is not None:
                said = JSONRPCResponse(jsonrpc="2.0", id=FORM, result=late)
                assert own.answered(said) is None
                await own.late(said)
            await anyio.wait_all_tasks_blocked()
    return await desk.reading.read(ADA, ask.id)


@promise("never-lost")
@pytest.mark.parametrize(
    ("result", "state"),
    [
        (ACCEPTED, State.ANSWERED),
        ({"action": "decline"}, State.REJECTED),
        ({"action": "cancel"}, State.PENDING),
        ({"action": "shrug"}, State.PENDING),
    ],
)
async def test_what_passed_a_call_that_gave_up_is_settled(result: Json, state: State) -> None:
    ask = await given_up(JSONRPCResponse(jsonrpc="2.0", id=FORM, result=result))

    assert ask.state is state


async def test_a_client_that_cannot_show_it_after_all_said_nothing() -> None:
    error = {"code": -1, "message": "no forms"}
    answer = JSONRPCError.model_validate({"jsonrpc": "2.0", "id": FORM, "error": error})

    assert (await given_up(answer)).state is State.PENDING


@promise("never-lost")
async def test_what_comes_before_the_withdrawal_is_said_is_late_and_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.doors.mcp.form_replies.INSTANT_S", 0.0)

    assert (await given_up(None, late=ACCEPTED)).state is State.ANSWERED


@promise("never-lost")
async def test_an_answer_whose_call_is_cancelled_with_the_next_word_counts() -> None:
    desk = a_desk()
    async with background(desk.run), a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        form = await line.form()
        said = {"jsonrpc": "2.0", "id": form["id"], "result": ACCEPTED}
        cancel = {"method": "notifications/cancelled", "params": {"requestId": call}}
        words = [f"!took {int(PERSON_S * 1000)}", json.dumps(said)]
        await line.say("\n".join([*words, json.dumps({"jsonrpc": "2.0", **cancel})]))
        [ask] = await desk.reading.history(ADA)
        after = await Scene(desk, cast("Any", None), line, {}).gone(ask)

    assert outcome_of(after).answers[0].values == ("SQLite",)


@promise("never-lost")
async def test_a_filled_form_is_kept_when_the_store_is_back_though_its_call_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.core.carrying.AWAY_S", 0.0)
    store = AwayAsks()
    desk = a_desk(store)
    async with a_line(a_server(desk), a_hello(cap_s=0.1), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        form = await line.form()
        store.away = True
        await line.reply(form, "accept", SQLITE, after_s=PERSON_S)
        pending = await line.result_of(call)
        store.away = False
        async with background(desk.run):
            [ask] = await desk.reading.history(ADA)
            after = await Scene(desk, cast("Any", None), line, {}).gone(ask)

    assert pending["structuredContent"]["state"] == "pending"
    assert after.state is State.ANSWERED
