"""`question_summary` over a line: a new conversation knows what was answered in an old one."""

from pathlib import Path

import anyio
import pytest
from jsonschema import validate

from askline.asks.model import Ask
from askline.doors.mcp.contracts.summary import QUESTION_SUMMARY, QUESTION_SUMMARY_BY_LIMIT, SUMMARY
from askline.doors.mcp.server import build_server
from tests.builders import ADA, given
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import MODERN, REVISIONS, Json, a_hello, a_line
from tests.unit.memory import House, parsed


async def summary_of(house: House, revision: str = MODERN, **arguments: object) -> Json:
    """What a new conversation in the project is told."""
    server = build_server(house.desk, house.clock, memory=house.memory)
    hello = a_hello(cwd=str(house.path))
    async with a_line(server, hello, revision=revision) as line:
        return await line.result_of(await line.use("question_summary", {**arguments}))


async def answered(house: House) -> Ask:
    """What an agent asked in the project before."""
    server = build_server(house.desk, house.clock, memory=house.memory)
    async with a_line(server, a_hello(cwd=str(house.path))) as line:
        call = await line.use("ask_user", ASK)
        ask = await the_ask(house.desk)
        ask = await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        await line.result_of(call)
    return ask


@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_new_conversation_knows_what_was_answered(tmp_path: Path, revision: str) -> None:
    house = House(tmp_path)
    ask = await answered(house)

    result = await summary_of(house, revision)

    facts = result["structuredContent"]
    validate(facts, SUMMARY)
    assert facts["count"] == 1
    [entry] = parsed(facts["summary"])["entries"]
    assert (entry["question"], entry["answer"]) == ("Which database?", "SQLite")
    assert facts["summary"] in result["content"][0]["text"]
    assert result["content"][0]["text"].startswith("1 of 1 answers")
    assert ask.profile == "askline"


async def test_a_project_without_answers_has_an_empty_summary(tmp_path: Path) -> None:
    result = await summary_of(House(tmp_path))

    assert result["structuredContent"]["count"] == 0
    assert parsed(result["structuredContent"]["summary"]) == {"entries": []}


async def test_limit_search_and_since_narrow_it_down(tmp_path: Path) -> None:
    house = House(tmp_path)
    for number in range(3):
        await house.answered(f"Question {number}?", f"answer {number}")

    limited = await summary_of(house, limit="2")
    searched = await summary_of(house, search="ANSWER 1")
    late = await summary_of(house, since="2026-11-14T12:00:03Z")

    assert [each["structuredContent"]["count"] for each in (limited, searched, late)] == [2, 1, 1]
    assert "# Total Q&A Pairs: 3" in limited["structuredContent"]["summary"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [({"limit": 0}, "limit"), ({"since": "soon"}, "since"), ({"searchh": "x"}, "'search'")],
)
async def test_what_does_not_fit_is_named(tmp_path: Path, arguments: Json, named: str) -> None:
    result = await summary_of(House(tmp_path), **arguments)

    assert result["isError"]
    assert named in result["content"][0]["text"]


def test_both_forms_of_the_tool_only_read() -> None:
    for tool in (QUESTION_SUMMARY, QUESTION_SUMMARY_BY_LIMIT):
        assert tool.annotations
        assert tool.annotations.read_only_hint
    assert list(QUESTION_SUMMARY_BY_LIMIT.input_schema["properties"]) == ["limit"]


async def test_the_file_is_there_when_keeping_returns(tmp_path: Path) -> None:
    house = House(tmp_path)
    ask = await house.answered("Which database?", "SQLite", profile="swissarmyhammer")

    with anyio.fail_after(5):
        [saved_to] = await house.memory.journal.keep(ask)

    assert saved_to == ".swissarmyhammer/questions/20261114_120001_question.yaml"
    assert (tmp_path / saved_to).read_text().startswith("# Saved at 2026-11-14 12:00:01 UTC\n")
