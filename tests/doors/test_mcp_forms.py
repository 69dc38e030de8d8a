"""The client's own form is one more door: after a handshake it is open beside the inbox."""

from typing import Any

import anyio
import pytest

from askline.asks.changes import Change
from askline.asks.desk import Desk
from askline.asks.forms import Revision
from askline.asks.state import State
from askline.core.errors import StoreUnavailable
from askline.doors.mcp.forms import SINGLE
from askline.doors.mcp.server import build_server
from askline.doors.mcp.settings import McpSettings
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import ADA, StoppedClock, a_desk, an_ask, given, outcome_of
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import JUNE, NOVEMBER, Json, LineEnd, a_hello, a_line
from tests.promises import promise

FORMS: Json = {"elicitation": {}}
LINKS: Json = {"elicitation": {"url": {}}}
BOTH: Json = {"elicitation": {"form": {}, "url": {}}}
PERSON_S, CLIENT_S = 1.5, 0.07
SQLITE = {"q1_db": "SQLite"}


def a_server(desk: Desk, **settings: Any) -> Any:
    return build_server(desk, StoppedClock(), settings=McpSettings(**settings))


async def facts_of(line: LineEnd, call: Any) -> Json:
    return (await line.result_of(call))["structuredContent"]


def withdrawn(line: LineEnd) -> list[Any]:
    return [
        note["params"]["requestId"]
        for note in line.notes
        if note["method"] == "notifications/cancelled"
    ]


@promise("truth")
@pytest.mark.parametrize("revision", [JUNE, NOVEMBER])
@pytest.mark.parametrize(("after_s", "kind"), [(PERSON_S, "human"), (CLIENT_S, "client")])
async def test_a_filled_form_settles_the_ask_and_says_who_filled_it(
    revision: str, after_s: float, kind: str
) -> None:
    desk = a_desk()
    async with a_line(a_server(desk), revision=revision, capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        form = await line.form()
        await line.reply(form, "accept", SQLITE, after_s=after_s)
        facts = await facts_of(line, call)

    assert facts["answers"][0]["values"] == ["SQLite"]
    assert (facts["settledBy"]["kind"], facts["settledBy"]["door"]) == (kind, "form")
    assert list(form["params"]["requestedSchema"]["properties"]) == [
        "q1_db",
        "q1_db_other",
        "z_note",
    ]


async def test_a_client_that_wants_every_text_filled_in_is_given_none_to_leave_empty() -> None:
    async with a_line(a_server(a_desk()), client="codex-mcp-client", capabilities=FORMS) as line:
        await line.use("ask_user", ASK)
        form = (await line.form())["params"]

    assert list(form["requestedSchema"]["properties"]) == ["q1_db"]
    assert form["message"].endswith("answer in the inbox: run `askline`.")


async def test_a_form_is_flat_for_clients_that_know_no_lists() -> None:
    question = {"id": "t", "question": "Which?", "type": "multi-select", "options": ["a", "b"]}
    desk = a_desk()
    async with a_line(a_server(desk), revision=JUNE, capabilities=FORMS) as line:
        call = await line.use("ask_user", {"questions": [question]})
        form = await line.form()
        await line.reply(form, "accept", {"q1_t_1": True, "q1_t_2": True}, after_s=PERSON_S)
        facts = await facts_of(line, call)

    assert facts["answers"][0]["values"] == ["a", "b"]


async def test_what_was_not_offered_is_taken_as_the_humans_own_words() -> None:
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        await line.reply(await line.form(), "accept", {"q1_db": "MariaDB"}, after_s=PERSON_S)
        facts = await facts_of(line, call)

    assert facts["answers"][0]["customText"] == "MariaDB"


@promise("one-truth-everywhere")
async def test_a_form_is_withdrawn_when_the_inbox_answers_and_its_late_answer_changes_nothing() -> (
    None
):
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        form = await line.form()
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        facts = await facts_of(line, call)
        await line.reply(form, "accept", {"q1_db": "PostgreSQL"}, after_s=PERSON_S)
        await line.call("tools/list")

    assert facts["answers"][0]["values"] == ["SQLite"]
    assert withdrawn(line) == [form["id"]]
    left = await desk.reading.read(ADA, ask.id)
    assert outcome_of(left).answers[0].values == ("SQLite",)


@promise("truth")
async def test_a_persons_decline_rejects_the_ask() -> None:
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        await line.reply(await line.form(), "decline", after_s=PERSON_S)
        facts = await facts_of(line, call)

    assert (facts["state"], facts["settledBy"]["door"]) == ("rejected", "form")
    assert facts["settledBy"]["kind"] == "human"


@promise("truth")
@promise("no-silent-end")
@pytest.mark.parametrize(
    ("action", "after_s"),
    [("decline", CLIENT_S), ("cancel", CLIENT_S), ("cancel", PERSON_S), ("decline", None)],
)
async def test_a_form_that_no_person_decided_leaves_the_ask_to_the_inbox(
    action: str, after_s: float | None
) -> None:
    """Without a line that measures, the service does."""
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        await line.reply(await line.form(), action, after_s=after_s)
        await anyio.wait_all_tasks_blocked()
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        facts = await facts_of(line, call)

    assert (ask.state, ask.detached) == (State.PENDING, False)
    assert facts["settledBy"]["kind"] == "human"
    assert withdrawn(line) == []


@promise("person")
async def test_a_client_by_itself_settles_nothing_that_needs_a_person() -> None:
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", {**ASK, "human_only": True})
        await line.reply(await line.form(), "accept", SQLITE, after_s=CLIENT_S)
        await anyio.wait_all_tasks_blocked()
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        facts = await facts_of(line, call)

    assert ask.state is State.PENDING
    assert facts["settledBy"]["door"] == "tui"


@promise("person")
async def test_a_person_at_a_form_may_settle_what_needs_a_person() -> None:
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", {**ASK, "human_only": True})
        await line.reply(await line.form(), "accept", SQLITE, after_s=PERSON_S)

        assert (await facts_of(line, call))["settledBy"]["kind"] == "human"


@promise("checked-inside")
async def test_an_answer_that_does_not_fit_is_asked_for_once_more_with_what_is_wrong() -> None:
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        first = await line.form()
        await line.reply(first, "accept", {}, after_s=PERSON_S)
        second = await line.form()
        await line.reply(second, "accept", SQLITE, after_s=PERSON_S)
        facts = await facts_of(line, call)

    assert facts["answered"]
    assert first["id"] != second["id"]
    assert "does not fit: db" in second["params"]["message"]


@promise("no-silent-end")
async def test_after_a_second_answer_that_does_not_fit_the_ask_is_left_to_the_inbox() -> None:
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        for _ in range(2):
            await line.reply(await line.form(), "accept", {}, after_s=PERSON_S)
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

        assert (await facts_of(line, call))["settledBy"]["door"] == "tui"


async def test_an_automatic_answer_that_does_not_fit_is_not_asked_for_again() -> None:
    desk = a_desk()
    strict = {"questions": [{**ASK["questions"][0], "allow_other": False}]}
    async with a_line(a_server(desk), a_hello(cap_s=0.05), capabilities=FORMS) as line:
        call = await line.use("ask_user", strict)
        await line.reply(await line.form(), "accept", {"q1_db": "Oracle"}, after_s=CLIENT_S)

        assert (await facts_of(line, call))["state"] == "pending"


@promise("no-silent-end")
@pytest.mark.parametrize(
    "answer",
    [
        {"error": {"code": -32601, "message": "Elicitation not supported"}},
        {"result": {"action": "shrug"}},
    ],
)
async def test_a_client_that_cannot_show_forms_after_all_leaves_the_ask_to_the_inbox(
    answer: Json,
) -> None:
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        form = await line.form()
        await line.say({"jsonrpc": "2.0", "id": form["id"], **answer})
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

        assert (await facts_of(line, call))["answered"]


CODEX: Json = {"x-codex-turn-metadata": {"turn_trigger": "exec"}}


@pytest.mark.parametrize(
    ("labels", "meta", "more", "settings"),
    [
        ({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, {}, {}, {}),
        ({}, CODEX, {}, {}),
        ({}, {}, {"sensitive": True}, {}),
        ({}, {}, {}, {"first": "inbox"}),
        ({}, {}, {"blocking": False}, {}),
    ],
)
async def test_no_form_is_sent_where_nobody_should_see_one(
    labels: dict[str, str], meta: Json, more: Json, settings: Json
) -> None:
    desk = a_desk()
    hello = a_hello(cap_s=0.02, labels=labels)
    async with a_line(a_server(desk, **settings), hello, capabilities=BOTH) as line:
        arguments = {"name": "ask_user", "arguments": ASK | more, "_meta": meta}
        facts = await facts_of(line, await line.ask("tools/call", arguments))

    assert facts["state"] == "pending"
    assert line.notes == []


@promise("no-silent-end")
async def test_at_the_cap_the_form_is_withdrawn_and_the_ask_pending() -> None:
    desk = a_desk()
    async with a_line(a_server(desk), a_hello(cap_s=0.05), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        form = await line.form()
        facts = await facts_of(line, call)

    assert facts["state"] == "pending"
    assert withdrawn(line) == [form["id"]]


async def test_a_cancelled_call_takes_its_form_with_it() -> None:
    desk = a_desk()
    async with a_line(a_server(desk), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        form = await line.form()
        cancel = {"requestId": call}
        await line.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel})
        note = await line.hear()

    assert note["params"]["requestId"] == form["id"]


class ForgetfulOnce(EphemeralAsks):
    """Away, the first time that somebody answers."""

    def __init__(self) -> None:
        super().__init__()
        self.was_away = False

    async def swap(self, change: Change) -> bool:
        if change.after.state.settled and not self.was_away:
            self.was_away = True
            raise StoreUnavailable("The store is away.", hint="Wait for it.")
        return await super().swap(change)


@promise("never-lost")
async def test_a_filled_form_waits_for_a_store_that_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.core.carrying.AWAY_S", 0.001)
    store = ForgetfulOnce()
    async with a_line(a_server(a_desk(store)), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        await line.reply(await line.form(), "accept", SQLITE, after_s=PERSON_S)

        assert (await facts_of(line, call))["answered"]
        assert store.was_away


def a_server_with_a_page(desk: Desk) -> Any:
    return build_server(desk, StoppedClock(), inbox_url=lambda ask: f"http://here/{ask.short_id}")


@pytest.mark.parametrize(("capabilities", "more"), [(LINKS, {}), (BOTH, {"sensitive": True})])
async def test_a_client_that_only_opens_addresses_sends_the_human_to_the_inbox(
    capabilities: Json, more: Json
) -> None:
    desk = a_desk()
    server = a_server_with_a_page(desk)
    async with a_line(server, revision=NOVEMBER, capabilities=capabilities) as line:
        call = await line.use("ask_user", ASK | more)
        form = await line.form()
        await line.reply(form, "accept", after_s=PERSON_S)
        await anyio.wait_all_tasks_blocked()
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        facts = await facts_of(line, call)

    assert form["params"]["url"] == f"http://here/{ask.short_id}"
    assert (form["params"]["mode"], facts["answered"]) == ("url", True)
    [done] = line.notes
    assert done["method"] == "notifications/elicitation/complete"
    assert done["params"]["elicitationId"] == form["params"]["elicitationId"]


@promise("truth")
async def test_who_does_not_want_to_go_to_the_inbox_has_not_rejected_the_ask() -> None:
    desk = a_desk()
    server = a_server_with_a_page(desk)
    hello = a_hello(cap_s=0.05)
    async with a_line(server, hello, revision=NOVEMBER, capabilities=LINKS) as line:
        call = await line.use("ask_user", ASK)
        await line.reply(await line.form(), "decline", after_s=PERSON_S)

        assert (await facts_of(line, call))["state"] == "pending"


@promise("never-lost")
@pytest.mark.parametrize(
    ("said", "state"),
    [
        ({"result": {"action": "accept", "content": SQLITE}}, State.ANSWERED),
        ({"result": {"action": "decline"}}, State.PENDING),
        ({"result": {"action": "shrug"}}, State.PENDING),
        ({"error": {"code": -1, "message": "cancelled"}}, State.PENDING),
    ],
)
async def test_what_a_person_fills_in_after_the_cap_is_heard_all_the_same(
    said: Json, state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every client closes a form that is withdrawn."""
    monkeypatch.setattr("askline.doors.mcp.form_replies.INSTANT_S", 0.01)
    desk = a_desk()
    async with a_line(a_server(desk), a_hello(cap_s=0.05), capabilities=FORMS) as line:
        call = await line.use("ask_user", ASK)
        form = await line.form()
        await line.result_of(call)
        await line.say({"jsonrpc": "2.0", "id": form["id"], **said})
        await line.call("tools/list")

    [ask] = await desk.reading.history(ADA)
    assert ask.state is state


async def test_a_contract_may_pin_a_form_of_its_own() -> None:
    ask = an_ask()

    schema = SINGLE.schema(ask, Revision.JUNE_2025)

    assert schema["required"] == ["answer"]
    assert SINGLE.given(ask, Revision.JUNE_2025, {"answer": "SQLite"}) == given()
