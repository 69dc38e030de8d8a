"""The profile `swissarmyhammer`: one question, an answer that is kept; and who is shown the tool."""

import json
import logging
from pathlib import Path

import pytest

from askline.asks.answers import Attachment, Given
from askline.asks.desk import Desk
from askline.core.people import LOCAL_TENANT
from askline.doors.mcp.settings import McpSettings
from askline.memory.memory import Memory, open_memory
from askline.stores.ephemeral import EphemeralShelf
from askline.stores.journal.files import DiskJournal
from tests.builders import ADA, CLIENT, StoppedClock, a_desk
from tests.doors.asks import the_ask
from tests.doors.lines import JUNE, MODERN, NOVEMBER, REVISIONS, Json
from tests.doors.profiles import AT_ONCE, an_agent, trouble, words
from tests.promises import promise

TOOL, SUMMARY = "question_ask", "question_summary"
ASKED: Json = {"question": "What is your preferred approach?"}
FORMS: Json = {"elicitation": {}}
FILE = ".swissarmyhammer/questions/20261114_120000_question.yaml"

REGISTERED = "Client supports elicitation, registering 'question_ask' tool"
NOT_AVAILABLE = "Client does not support elicitation, 'question_ask' tool not available"


async def listed(revision: str, capabilities: Json, registration: str = "auto") -> list[str]:
    settings = McpSettings(registration=registration)
    async with an_agent(
        "swissarmyhammer", revision=revision, capabilities=capabilities, settings=settings
    ) as scene:
        return [tool["name"] for tool in await scene.listed()]


@pytest.mark.parametrize("revision", [JUNE, NOVEMBER])
@pytest.mark.parametrize("can", [FORMS, {"elicitation": {"form": {}, "url": {}}}])
async def test_a_client_with_forms_is_shown_the_tool_and_that_is_logged(
    revision: str, can: Json, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    assert await listed(revision, can) == [TOOL, SUMMARY]

    assert [each.levelname for each in caplog.records if each.message == REGISTERED] == ["INFO"]
    assert NOT_AVAILABLE not in caplog.messages


@pytest.mark.parametrize("revision", [JUNE, NOVEMBER])
@pytest.mark.parametrize("can", [{}, {"elicitation": {"url": {}}}])
async def test_a_client_without_forms_is_shown_the_summary_alone_and_that_is_logged(
    revision: str, can: Json, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    assert await listed(revision, can) == [SUMMARY]

    assert [each.levelname for each in caplog.records if each.message == NOT_AVAILABLE] == ["DEBUG"]
    assert REGISTERED not in caplog.messages


@pytest.mark.parametrize("registration", ["auto", "always", "elicitation-only"])
async def test_in_the_stateless_era_every_list_is_the_same(registration: str) -> None:
    for can in ({}, FORMS):
        assert await listed(MODERN, can, registration) == [TOOL, SUMMARY]


@pytest.mark.parametrize(
    ("registration", "tools"), [("always", [TOOL, SUMMARY]), ("elicitation-only", [SUMMARY])]
)
async def test_a_setting_says_who_is_shown_the_tool(registration: str, tools: list[str]) -> None:
    assert await listed(JUNE, {}, registration) == tools


@pytest.mark.parametrize("revision", REVISIONS)
async def test_where_only_forms_will_do_a_client_without_is_refused(revision: str) -> None:
    settings = McpSettings(registration="elicitation-only")
    async with an_agent("swissarmyhammer", revision=revision, settings=settings) as scene:
        result = await scene.used(TOOL, ASKED)

        assert await scene.desk.reading.inbox(ADA) == []
    assert trouble(result) == (
        "This tool requires client elicitation support, which is not available. Please upgrade your"
        " MCP client or manually create question files in .swissarmyhammer/questions/"
    )


def with_files(desk: Desk) -> Memory:
    return open_memory(desk, StoppedClock(), DiskJournal())


@pytest.mark.parametrize("revision", REVISIONS)
async def test_an_answer_is_kept_before_it_is_returned(revision: str, tmp_path: Path) -> None:
    desk = a_desk()
    async with an_agent(
        "swissarmyhammer",
        revision=revision,
        desk=desk,
        cwd=str(tmp_path),
        memory=with_files(desk),
    ) as scene:
        result = await scene.answered(TOOL, ASKED, Given(values=("Option A",)))

    facts = result["structuredContent"]
    assert json.loads(words(result)) == facts == {"answer": "Option A", "saved_to": FILE}
    assert 'answer: "Option A"' in (tmp_path / FILE).read_text()


async def test_an_answer_that_cannot_be_written_down_is_returned_all_the_same(
    tmp_path: Path,
) -> None:
    (tmp_path / ".swissarmyhammer").write_text("in the way")
    desk = a_desk()
    async with an_agent(
        "swissarmyhammer", desk=desk, cwd=str(tmp_path), memory=with_files(desk)
    ) as scene:
        facts = json.loads(words(await scene.answered(TOOL, ASKED, Given(values=("A",)))))

    assert (facts["answer"], facts["saved_to"]) == ("A", None)
    assert facts["not_saved"].endswith("[store_unavailable]")


async def test_where_nothing_is_kept_nothing_is_said_to_be_saved() -> None:
    async with an_agent("swissarmyhammer") as scene:
        facts = json.loads(words(await scene.answered(TOOL, ASKED, Given(values=("A",)))))

    assert facts == {"answer": "A", "saved_to": None}


async def test_a_clients_form_asks_for_one_answer() -> None:
    async with an_agent("swissarmyhammer", capabilities=FORMS) as scene:
        call = await scene.call(TOOL, ASKED)
        form = await scene.line.hear()
        schema = form["params"]["requestedSchema"]
        content = {"action": "accept", "content": {"answer": "B"}}
        await scene.line.say({"jsonrpc": "2.0", "id": form["id"], "result": content})
        facts = json.loads(words(await scene.line.result_of(call)))

    assert schema == {
        "type": "object",
        "properties": {"answer": {"type": "string", "description": ASKED["question"]}},
        "required": ["answer"],
    }
    assert facts["answer"] == "B"


async def test_a_question_has_no_deadline_and_is_one_text() -> None:
    async with an_agent("swissarmyhammer") as scene:
        await scene.call(TOOL, ASKED)
        ask = await the_ask(scene.desk)

    [question] = ask.questions
    assert (ask.deadline, question.id, question.kind) == (None, "answer", "text")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "question: expected the question to ask the user, got nothing"),
        ({"question": " "}, "question: expected the question to ask the user"),
        ({"question": "?", "options": []}, "options: expected one of question, got unknown"),
    ],
)
async def test_only_one_question_is_taken(arguments: Json, problem: str) -> None:
    async with an_agent("swissarmyhammer") as scene:
        assert problem in trouble(await scene.used(TOOL, arguments))


async def test_an_answer_without_words_is_none() -> None:
    shelf = EphemeralShelf()
    kept = await shelf.put(LOCAL_TENANT, b"%PDF-1.", by=ADA.id)
    file = Attachment(sha256=kept, name="plan.pdf", media_type="application/pdf", size=7)
    async with an_agent("swissarmyhammer", desk=a_desk(shelf=shelf)) as scene:
        result = await scene.answered(TOOL, ASKED, Given(values=(" ",), attachments=(file,)))

    assert trouble(result) == "No answer provided"


async def test_a_question_that_was_withdrawn_has_no_answer() -> None:
    async with an_agent("swissarmyhammer") as scene:
        call = await scene.call(TOOL, ASKED)
        ask = await the_ask(scene.desk)
        await scene.desk.asking.cancel(ADA, ask.id, receipt="r1")
        result = await scene.line.result_of(call)

    assert trouble(result) == "No answer provided: the question was cancelled."


@pytest.mark.parametrize("reason", [None, "too early"])
async def test_a_rejection_is_no_answer(reason: str | None) -> None:
    async with an_agent("swissarmyhammer") as scene:
        call = await scene.call(TOOL, ASKED)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.reject(ADA, ask.id, reason=reason, receipt="r1")
        said = trouble(await scene.line.result_of(call))

    why = f" Reason: {reason}" if reason else ""
    assert said == f"No answer provided: the user rejected the question.{why}"


async def test_a_question_back_is_no_answer_and_is_told() -> None:
    async with an_agent("swissarmyhammer") as scene:
        call = await scene.call(TOOL, ASKED)
        ask = await the_ask(scene.desk)
        await scene.desk.answering.ask_back(ADA, ask.id, "For whom?", receipt="r1")
        said = trouble(await scene.line.result_of(call))

    assert said == "No answer provided: the user asks back: For whom?"


@promise("ask-once")
async def test_a_call_that_ends_before_the_answer_goes_on_with_the_same_question() -> None:
    async with an_agent("swissarmyhammer", cap_s=AT_ONCE) as scene:
        text = words(await scene.used(TOOL, ASKED))
        ask = await the_ask(scene.desk)
        given = {"answer": Given(values=("A",))}
        await scene.desk.answering.answer(ADA, ask.id, given, receipt="r1")
        facts = json.loads(words(await scene.used(TOOL, ASKED)))

    assert "call question_ask again with exactly the same arguments" in text
    assert facts["answer"] == "A"


@promise("truth")
async def test_an_answer_that_no_person_gave_says_who_did() -> None:
    async with an_agent("swissarmyhammer") as scene:
        result = await scene.answered(TOOL, ASKED, Given(values=("A",)), by=CLIENT)

    assert "claude-code by itself, without a person" in result["structuredContent"]["settled_by"]


@pytest.mark.parametrize(("limit", "count"), [(None, 2), (1, 1)])
async def test_a_summary_is_of_the_callers_project(limit: int | None, count: int) -> None:
    async with an_agent("swissarmyhammer") as scene:
        for word in ("A", "B"):
            asked = {"question": f"{word}?"}
            await scene.answered(TOOL, asked, Given(values=(word,)))
        result = await scene.used(SUMMARY, {"limit": limit})

    facts = result["structuredContent"]
    assert facts["count"] == count
    assert 'answer: "B"' in facts["summary"]
    assert "# Total Q&A Pairs: 2" in facts["summary"]
    assert facts["summary"] in words(result)
