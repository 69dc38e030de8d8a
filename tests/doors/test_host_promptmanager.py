"""PromptManager's endpoints over the desk: relay, poll, submit, and the events for a page."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import anyio
import pytest
from starlette.types import Message

from askline.asks.answers import Given
from askline.asks.state import State
from askline.core import carrying
from tests.builders import ADA, AGENT, a_confirm, a_new_ask, a_select
from tests.doors.host_house import ANOTHER, HostHouse, Json, a_host_house
from tests.promises import promise
from tests.unit.troubles import AwayAsks

OPTIONS = [{"label": "Option A", "description": "simple"}, {"label": "Option B"}]

CASES: list[tuple[Any, bool, Given, Any]] = [
    (OPTIONS, False, Given(values=("Option B",)), ("Option B", [1])),
    (OPTIONS, False, Given(custom_text="neither"), ("neither", [])),
    (OPTIONS, True, Given(values=("Option A", "Option B")), ("Option A, Option B", [0, 1])),
    ([], False, Given(values=("shop",)), ("shop", [])),
]


async def answered(house: HostHouse, ask_id: Any, given: Given) -> None:
    await house.desk.answering.answer(ADA, ask_id, {"q1": given}, receipt="r1")


async def submitted(house: HostHouse, stream: Json, headers: Any = None, **said: Any) -> Any:
    body = {"streamToken": stream["token"], **said}
    headers = house.bearer if headers is None else headers
    return await house.http.post("/claude/submit-answer?p=5", json=body, headers=headers)


async def test_a_relayed_question_is_an_ask_of_its_stream(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun(agent="claude")
        ask = await house.relayed(stream, options=OPTIONS, multiSelect=True, _csrf="x")

    assert ask.stream == stream["stream"]
    assert (ask.agent.name, ask.project.name, ask.profile) == ("claude", "shop", "promptmanager")
    assert ask.deadline == house.clock.time + timedelta(seconds=300)
    assert (ask.questions[0].kind, ask.questions[0].labels) == (
        "multi-select",
        ("Option A", "Option B"),
    )


@pytest.mark.parametrize(("options", "multi", "given", "said"), CASES)
async def test_an_answer_is_delivered_once(
    tmp_path: Path, options: Any, multi: bool, given: Given, said: Any
) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        before = await house.polled(stream)
        ask = await house.relayed(stream, options=options, multiSelect=multi)
        waiting = await house.polled(stream)
        await answered(house, ask.id, given)
        first, second = await house.polled(stream), await house.polled(stream)

    assert (before.status_code, waiting.status_code, second.status_code) == (202, 202, 202)
    assert waiting.json() == second.json() == {"status": "waiting"}
    answer, places = said
    assert first.status_code == 200
    assert first.json() == {"status": "answered", "answer": answer, "selectedOptions": places}


@promise("never-lost")
async def test_an_answer_that_its_poller_never_got_is_given_to_the_next_poll(
    tmp_path: Path,
) -> None:
    empty: Message = {"type": "http.request", "body": b"", "more_body": False}
    gone: Message = {"type": "http.disconnect"}

    async def lost(message: Message) -> None:
        del message

    async def broken(message: Message) -> None:
        raise OSError(message["type"])

    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        ask = await house.relayed(stream)
        await answered(house, ask.id, Given(values=("yes",)))
        await house.poll_with(stream, [empty, gone], lost)
        await house.poll_with(stream, [empty], broken)
        polled = await house.polled(stream)

    assert polled.json()["answer"] == "yes"


async def test_a_question_is_new_as_soon_as_its_answer_was_sent_though_that_is_not_kept_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrying, "AWAY_S", 0.0)
    store = AwayAsks()
    async with a_host_house(tmp_path, store) as house:
        stream = await house.begun()
        first = await house.relayed(stream)
        await answered(house, first.id, Given(values=("yes",)))
        store.away = True
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(house.polled, stream)
            await store.missed.wait()
            store.away = False
            anew = await house.relayed(stream)
        waiting = await house.polled(stream)

    assert anew.id != first.id
    assert waiting.json() == {"status": "waiting"}


async def test_what_is_no_answer_is_said_as_what_it_is(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        ask = await house.relayed(stream, "One?")
        await house.desk.answering.reject(ADA, ask.id, receipt="r1", reason="too early")
        rejected = (await house.polled(stream)).json()
        ask = await house.relayed(stream, "Two?")
        await house.desk.answering.ask_back(ADA, ask.id, "Why?", receipt="r1")
        asked_back = (await house.polled(stream)).json()

    assert rejected == {"status": "rejected", "reason": "too early"}
    assert asked_back == {"status": "asked_back", "askBack": "Why?"}


async def test_a_newer_question_takes_the_place_of_the_earlier_and_a_repeat_does_not(
    tmp_path: Path,
) -> None:
    async with a_host_house(tmp_path) as house:
        stream, other = await house.begun(), await house.begun()
        first = await house.relayed(stream, "First?")
        again = await house.relayed(stream, "First?")
        elsewhere = await house.relayed(other, "First?")
        await house.relayed(stream, "Second?")
        states = [
            (await house.desk.reading.read(ADA, each.id)).state for each in (first, elsewhere)
        ]

    assert again.id == first.id
    assert states == [State.SUPERSEDED, State.PENDING]


async def test_a_question_that_ended_without_an_answer_is_asked_anew(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        first = await house.relayed(stream, "First?")
        await house.relayed(stream, "Second?")
        anew = await house.relayed(stream, "First?")
        await answered(house, anew.id, Given(values=("yes",)))
        same = await house.relayed(stream, "First?")
        polled = await house.polled(stream)

    assert anew.id != first.id
    assert (same.id, polled.json()["answer"]) == (anew.id, "yes")


async def test_polls_faster_than_every_two_seconds_are_refused(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream, other = await house.begun(), await house.begun()
        first = await house.polled(stream)
        house.clock.time -= timedelta(seconds=1)
        fast = await house.polled(stream)
        others = await house.polled(other)

    assert (first.status_code, others.status_code) == (202, 202)
    assert (fast.status_code, fast.json()["code"]) == (429, "rate_limited")


@pytest.mark.parametrize(
    ("token", "p", "status"),
    [("no uuid", 5, 422), ("", 5, 422), pytest.param(str(uuid4()), 5, 403, id="of nobody")],
)
async def test_a_token_of_no_live_stream_is_refused(
    tmp_path: Path, token: str, p: int, status: int
) -> None:
    async with a_host_house(tmp_path) as house:
        body = {"streamToken": token, "question": "Which?"}
        query = {"p": p, "streamToken": token}
        replies = [
            await house.http.post("/claude/relay-question", params={"p": p}, json=body),
            await house.http.get("/claude/poll-answer", params=query),
            await house.http.get("/claude/questions", params=query),
            await submitted(house, {"token": token}, answer="A"),
        ]

    assert [reply.status_code for reply in replies] == [status] * 4


async def test_a_stream_that_is_over_or_of_another_project_is_refused(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        numbered, short = await house.begun(number=6), await house.begun(ttl_s=60)
        wrong = await house.polled(numbered)
        house.clock.time += timedelta(seconds=60)
        over = await house.polled(short)

    assert (wrong.status_code, over.status_code) == (403, 403)


async def test_whoever_answers_must_be_let_in_and_the_agents_token_is_not_enough(
    tmp_path: Path,
) -> None:
    async with a_host_house(tmp_path) as house:
        stream, other = await house.begun(), await house.begun(origin=ANOTHER)
        ask = await house.relayed(stream, options=OPTIONS)
        strangers = [
            await submitted(house, stream, headers, answer="Option A")
            for headers in (
                {},
                {"Authorization": f"Bearer {stream['token']}"},
                house.page(other, ANOTHER),
                house.page(stream, ANOTHER),
            )
        ]
        page = await submitted(house, stream, house.page(stream), selectedOptions=[1], answer="")
        after = await house.desk.reading.read(ADA, ask.id)

    assert [reply.status_code for reply in strangers] == [401, 401, 404, 403]
    assert page.json() == {"status": "answered", "id": str(ask.id)}
    assert after.outcome is not None
    assert after.outcome.answers[0].values == ("Option B",)
    assert after.outcome.settled_by.door == "web"


async def test_an_answer_after_another_is_told_so_and_before_any_question_too(
    tmp_path: Path,
) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        nothing = await submitted(house, stream, answer="A")
        ask = await house.relayed(stream)
        await answered(house, ask.id, Given(values=("B",)))
        second = await submitted(house, stream, answer="A")

    assert (nothing.status_code, second.status_code) == (404, 409)
    assert second.json()["code"] == "already_settled"


@promise("late-kept")
async def test_an_answer_after_the_time_out_is_known_as_late(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        ask = await house.relayed(stream)
        house.clock.time += timedelta(seconds=300)
        await house.desk.sweeping.sweep()
        timed_out = (await house.polled(stream)).json()
        late = await submitted(house, stream, answer="at last")
        after = await house.desk.reading.read(ADA, ask.id)
        handed = (await house.polled(stream)).json()

    assert timed_out == {"status": "timed_out"}
    assert late.json()["status"] == "late"
    assert (after.state, after.amendments[0].kind) == (State.TIMED_OUT, "late")
    assert handed == {"status": "answered", "answer": "at last", "selectedOptions": []}


async def test_turned_off_there_is_nothing(tmp_path: Path) -> None:
    async with a_host_house(tmp_path, **{"promptmanager.enabled": False}) as house:
        stream = await house.begun()
        reply = await house.polled(stream)

    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


async def test_a_project_sets_its_own_time_and_may_turn_it_off(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    settings = project / ".askline/config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("promptmanager.timeout = 600")
    async with a_host_house(tmp_path) as house:
        stream = await house.begun(project={"path": str(project)})
        ask = await house.relayed(stream)
        settings.write_text("promptmanager.enabled = false")
        off = await house.polled(stream)

    assert ask.deadline == ask.asked_at + timedelta(seconds=600)
    assert off.status_code == 404


async def test_without_a_time_limit_a_question_waits_for_ever(tmp_path: Path) -> None:
    async with a_host_house(tmp_path, **{"promptmanager.timeout": 0}) as house:
        assert (await house.relayed(await house.begun())).deadline is None


async def test_a_page_hears_of_questions_and_of_their_end(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        query = f"p=5&streamToken={stream['token']}"
        async with house.listening("/claude/questions", query) as heard:
            ask = await house.relayed(stream, options=OPTIONS)
            question = await heard.data()
            await house.relayed(await house.begun(), "Somebody else's?")
            await anyio.wait_all_tasks_blocked()
            await answered(house, ask.id, Given(values=("Option A",)))
            settled = await heard.data()
            await house.asked_in(stream)

    assert question == {
        "type": "ask_user_question",
        "data": {
            "question": "Which?",
            "options": OPTIONS,
            "multiSelect": False,
            "streamToken": stream["token"],
        },
    }
    assert settled["type"] == "ask_user_settled"
    assert settled["data"]["answer"] == "Option A"


async def test_a_page_that_comes_late_hears_of_what_waits_and_that_it_timed_out(
    tmp_path: Path,
) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        several = a_new_ask(a_select(), a_confirm(), stream=stream["stream"])
        await house.desk.asking.ask(AGENT, several)
        house.clock.time += timedelta(seconds=1)
        await house.relayed(stream)
        query = f"p=5&streamToken={stream['token']}"
        async with house.listening("/claude/questions", query) as heard:
            question = await heard.data()
            house.clock.time += timedelta(seconds=300)
            await house.desk.sweeping.sweep()
            over = await heard.data()
            house.feed.end()
            with anyio.fail_after(5):
                await heard.rest()

    assert question["data"]["question"] == "Which?"
    assert over["data"] == {"status": "timed_out", "streamToken": stream["token"]}


async def test_a_page_hears_signs_of_life_until_its_stream_is_over(tmp_path: Path) -> None:
    async with a_host_house(tmp_path, ping_s=0.01) as house:
        stream = await house.begun()
        query = f"p=5&streamToken={stream['token']}"
        async with house.listening("/claude/questions", query) as heard:
            await heard.message()
            ping = await heard.message()
            house.hosts.streams.end(stream["stream"])
            with anyio.fail_after(5):
                await heard.rest()

    assert ping["body"] == b": ping\n\n"
