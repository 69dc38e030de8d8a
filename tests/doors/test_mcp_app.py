"""The card in an agent's own client: what it is shown, what it may do, and who else may not."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from askline.asks.desk import Desk
from askline.asks.shapes import ask_shape
from askline.doors.mcp.server import server_with
from tests.builders import ADA, a_desk, given
from tests.doors.asks import the_ask
from tests.doors.lines import JUNE, MODERN, NOVEMBER, Json, LineEnd, a_hello, a_line
from tests.doors.profiles import some_means

CARD = "ui://askline/card.html"
MIME = "text/html;profile=mcp-app"
SHOWS_CARDS: Json = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": [MIME]}}}
QUESTION: Json = {"id": "db", "question": "Which database?", "options": ["SQLite", "PostgreSQL"]}
ASK: Json = {"questions": [QUESTION]}
CARDS_TOOLS = ["ask_ui_open", "ask_ui_answer", "ask_ui_reject", "ask_ui_ask_back", "ask_ui_draft"]


@asynccontextmanager
async def a_host(
    desk: Desk | None = None,
    *,
    apps: bool = True,
    capabilities: Json = SHOWS_CARDS,
    revision: str = MODERN,
    cwd: str = "/home/ada/shop",
    **means: Any,
) -> AsyncGenerator[LineEnd]:
    """A client that shows cards, with a line that was told so; or one of both not."""
    server = server_with(some_means(desk, **means))
    hello = a_hello(apps=apps, cwd=cwd)
    async with a_line(server, hello, revision=revision, capabilities=capabilities) as line:
        yield line


async def used(line: LineEnd, tool: str, arguments: Json) -> Json:
    return await line.result_of(await line.use(tool, arguments))


async def facts(line: LineEnd, tool: str, arguments: Json) -> Json:
    """What the card gets of a call that went well."""
    result = await used(line, tool, arguments)
    assert result["isError"] is False, result["content"]
    return result["structuredContent"]


async def refusal(line: LineEnd, tool: str, arguments: Json) -> Json:
    result = await used(line, tool, arguments)
    assert result["isError"] is True
    return result["structuredContent"]["problem"]


@pytest.mark.parametrize("revision", [JUNE, NOVEMBER, MODERN])
@pytest.mark.parametrize("capabilities", [{}, SHOWS_CARDS])
async def test_a_line_that_was_told_so_lists_the_cards_tools_to_every_client(
    revision: str, capabilities: Json
) -> None:
    async with a_host(revision=revision, capabilities=capabilities) as line:
        tools = (await line.call("tools/list"))["result"]["tools"]

    ui = {tool["name"]: tool.get("_meta", {}).get("ui") for tool in tools}
    assert list(ui) == ["ask_user", "ask_await", "question_summary", *CARDS_TOOLS]
    assert ui["ask_user"] == {"resourceUri": CARD}
    assert ui["ask_await"] is None
    assert all(ui[name]["visibility"] == ["app"] for name in CARDS_TOOLS)


async def test_without_the_flag_nothing_is_listed_or_shown_or_taken() -> None:
    async with a_host(apps=False, card=lambda: "<html>") as line:
        tools = (await line.call("tools/list"))["result"]["tools"]
        page = await line.call("resources/read", {"uri": CARD})
        problem = await refusal(line, "ask_ui_open", {"arguments": ASK})

    assert [tool["name"] for tool in tools] == ["ask_user", "ask_await", "question_summary"]
    assert all("_meta" not in tool for tool in tools)
    assert page["error"]["message"] == "There is no such resource."
    assert (problem["code"], "askline mcp --apps" in problem["hint"]) == ("not_allowed", True)


@pytest.mark.parametrize("revision", [JUNE, MODERN])
@pytest.mark.parametrize("tool", CARDS_TOOLS)
async def test_a_client_that_shows_no_cards_can_settle_nothing(tool: str, revision: str) -> None:
    desk = a_desk()
    async with a_host(desk, capabilities={}, revision=revision) as line:
        await line.use("ask_user", ASK)
        ask = await the_ask(desk)
        problem = await refusal(line, tool, {"id": str(ask.id)})
        assert not (await the_ask(desk)).state.settled

    assert problem["code"] == "not_allowed"


async def test_the_page_is_read_as_one_file_where_it_was_built() -> None:
    async with a_host(card=lambda: "<!doctype html>") as line:
        [page] = (await line.call("resources/read", {"uri": CARD}))["result"]["contents"]
    async with a_host() as line:
        missing = await line.call("resources/read", {"uri": CARD})

    assert (page["uri"], page["mimeType"], page["text"]) == (CARD, MIME, "<!doctype html>")
    assert page["_meta"]["ui"] == {"prefersBorder": True}
    assert missing["error"]["message"] == "There is no such resource."


@pytest.mark.parametrize(
    "find",
    [
        pytest.param({"arguments": ASK}, id="by what was said"),
        pytest.param({"arguments": ASK | {"blocking": True}, "call": "gone"}, id="unknown call"),
        pytest.param({"arguments": {"question": "?"}, "call": "call-7"}, id="by the call's id"),
    ],
)
async def test_a_card_finds_the_ask_of_its_call(find: Json) -> None:
    desk = a_desk()
    async with a_host(desk) as line:
        params: Json = {"name": "ask_user", "arguments": ASK}
        await line.ask("tools/call", params, request_id="call-7")
        ask = await the_ask(desk)
        opened = await line.ask("tools/call", {"name": "ask_ui_open", "arguments": find})
        result = await line.result_of(opened)

    assert result["structuredContent"] == {"ask": ask_shape(ask), "draft": None}


async def test_a_card_that_comes_before_its_ask_is_told_to_come_again() -> None:
    async with a_host() as line:
        problem = await refusal(line, "ask_ui_open", {"arguments": ASK})

    assert problem["code"] == "not_found"


async def test_an_answer_on_the_card_is_the_calls_result_and_names_its_door() -> None:
    desk = a_desk()
    async with a_host(desk) as line:
        call = await line.use("ask_user", ASK)
        ask = await the_ask(desk)
        sent = {"id": str(ask.id), "answers": {"db": {"values": ["SQLite"]}}, "receipt": "r1"}
        answered = await line.use("ask_ui_answer", sent)
        heard = {each["id"]: each["result"] for each in (await line.hear(), await line.hear())}

    shown, result = heard[answered]["structuredContent"], heard[call]["structuredContent"]
    assert shown["ask"]["state"] == result["state"] == "answered"
    assert result["settledBy"]["kind"] == "human"
    assert result["settledBy"]["door"] == "app"
    assert "SQLite" in heard[answered]["content"][0]["text"]


@pytest.mark.parametrize(
    ("tool", "more", "state", "said"),
    [
        ("ask_ui_reject", {"reason": "Not now."}, "rejected", {"reason": "Not now."}),
        ("ask_ui_ask_back", {"words": "Which load?"}, "asked_back", {"askBack": "Which load?"}),
    ],
)
async def test_a_card_rejects_and_asks_back(tool: str, more: Json, state: str, said: Json) -> None:
    desk = a_desk()
    async with a_host(desk) as line:
        await line.use("ask_user", ASK | {"blocking": False})
        await line.hear()
        ask = await the_ask(desk)
        shown = await facts(line, tool, {"id": str(ask.id), "receipt": "r1", **more})

    assert shown["ask"]["state"] == state
    assert shown["ask"]["outcome"].items() >= said.items()


async def test_a_draft_of_the_card_is_there_when_it_is_opened_again_and_in_other_doors() -> None:
    desk = a_desk()
    async with a_host(desk) as line:
        await line.use("ask_user", ASK | {"blocking": False})
        await line.hear()
        ask = await the_ask(desk)
        typed: Json = {"db": {"customText": "Duck"}}
        await facts(line, "ask_ui_draft", {"id": str(ask.id), "answers": typed})
        opened = await facts(line, "ask_ui_open", {"id": str(ask.id), "seen": True})
        [draft] = await desk.reading.drafts(ADA, ask.id)

    assert opened["draft"]["db"]["customText"] == "Duck"
    assert draft.answers["db"].custom_text == "Duck"
    assert [seen["door"] for seen in opened["ask"]["seen"]] == ["app"]


async def test_what_was_sent_can_be_corrected() -> None:
    desk = a_desk()
    async with a_host(desk) as line:
        await line.use("ask_user", ASK | {"blocking": False})
        await line.hear()
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(db="PostgreSQL"), receipt="r1")
        better: Json = {"answers": {"db": {"values": ["SQLite"]}}, "reason": "Smaller."}
        sent = {"id": str(ask.id), "correction": True, **better}
        shown = await facts(line, "ask_ui_answer", sent)

    [amendment] = shown["ask"]["outcome"]["amendments"]
    assert (amendment["kind"], amendment["reason"]) == ("correction", "Smaller.")
    assert amendment["by"]["door"] == "app"


async def test_who_comes_second_sees_the_outcome_that_stands() -> None:
    desk = a_desk()
    async with a_host(desk) as line:
        await line.use("ask_user", ASK | {"blocking": False})
        await line.hear()
        ask = await the_ask(desk)
        await desk.answering.answer(ADA, ask.id, given(db="PostgreSQL"), receipt="r1")
        late: Json = {"id": str(ask.id), "answers": {"db": {"values": ["SQLite"]}}}
        result = await used(line, "ask_ui_answer", late)

    shown = result["structuredContent"]
    assert shown["problem"]["code"] == "already_settled"
    assert shown["ask"]["outcome"]["answers"][0]["values"] == ["PostgreSQL"]


async def test_what_only_a_person_may_settle_is_shown_and_refused() -> None:
    desk = a_desk()
    async with a_host(desk) as line:
        await line.use("ask_user", ASK | {"human_only": True, "blocking": False})
        await line.hear()
        ask = await the_ask(desk)
        opened = await used(line, "ask_ui_open", {"id": str(ask.id)})
        sent: Json = {"id": str(ask.id), "answers": {"db": {"values": ["SQLite"]}}}
        problem = await refusal(line, "ask_ui_answer", sent)
        assert not (await the_ask(desk)).state.settled

    shown = opened["structuredContent"]
    assert shown["ask"]["id"] == str(ask.id)
    assert shown["problem"]["code"] == problem["code"] == "person_required"
    assert "inbox" in shown["problem"]["hint"]
    assert "inbox" in problem["hint"]


async def test_a_card_gets_nothing_of_another_agents_ask() -> None:
    desk = a_desk()
    async with a_host(desk, cwd="/home/ada/bank") as other:
        await other.use("ask_user", ASK | {"blocking": False})
        await other.hear()
        ask = await the_ask(desk)
    async with a_host(desk) as line:
        sent: Json = {"id": str(ask.id), "answers": {"db": {"values": ["SQLite"]}}}
        problems = [
            await refusal(line, "ask_ui_answer", sent),
            await refusal(line, "ask_ui_open", {"id": str(ask.id)}),
            await refusal(line, "ask_ui_open", {"id": ask.short_id}),
        ]

    assert [problem["code"] for problem in problems] == ["not_found"] * 3


async def test_what_does_not_fit_is_told_field_by_field() -> None:
    desk = a_desk()
    async with a_host(desk) as line:
        await line.use("ask_user", ASK | {"blocking": False})
        await line.hear()
        ask = await the_ask(desk)
        sent: Json = {"id": str(ask.id), "answers": {"db": {"values": ["Oracle"]}}}
        misfit = await refusal(line, "ask_ui_answer", sent)
        nameless = await refusal(line, "ask_ui_reject", {})
        unknown = await refusal(line, "ask_ui_open", {"ask": 1})

    assert (misfit["code"], misfit["errors"][0]["field"]) == ("unknown_option", "db")
    assert nameless["errors"][0]["field"] == "id"
    assert unknown["errors"][0]["field"] == "ask"
