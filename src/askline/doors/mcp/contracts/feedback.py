"""The contract of mcp-feedback-enhanced: `interactive_feedback` shows a summary and waits for
whatever the human has to say to it.

The names and words of the result are the contract's; that an agent must call it again and again is
not, nor is the tool that tells about the system. Files are named and not sent along.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from mcp_types import CallToolResult

from askline.asks.answers import Answer
from askline.asks.asked import AGAIN, Asked
from askline.asks.fields import Fields, stop_at
from askline.asks.model import Ask, Matter, Question
from askline.asks.spelling import Json
from askline.asks.state import State
from askline.core.errors import FieldProblem
from askline.doors.mcp.contracts import askline
from askline.doors.mcp.mending import a_number, a_text, mended
from askline.doors.mcp.present import call_again, plain
from askline.doors.mcp.putting import opened, put
from askline.doors.mcp.tools import Declared, Profile
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.wording import last_word, no_person

NAME = "interactive_feedback"
SUMMARY = "我已完成了您請求的任務。"
TIMEOUT_S = 600
SHORTEST_S, LONGEST_S = 60, 86_400

FEEDBACK = "=== 用戶回饋 ==="
NOTHING = "用戶未提供任何回饋內容。"
CANCELLED = "用戶取消了回饋。"
TIMED_OUT = "等待用戶回饋超時: nobody answered in time. Stop here and wait for the user."

INPUT: Json = {
    "type": "object",
    "properties": {
        "project_directory": {
            "type": "string",
            "default": ".",
            "description": "Project directory path for context",
        },
        "summary": {
            "type": "string",
            "default": SUMMARY,
            "description": "Summary of AI work completed for user review",
        },
        "timeout": {
            "type": "integer",
            "default": TIMEOUT_S,
            "description": f"Timeout in seconds for waiting user feedback, {SHORTEST_S} to {LONGEST_S}",
        },
    },
}
MENDS = {**dict.fromkeys(("project_directory", "summary"), a_text), "timeout": a_number}


async def interactive_feedback(visit: Visit, said: Mapping[str, Any]) -> Reply:
    known = {name: said[name] for name in INPUT["properties"] if name in said}
    problems: list[FieldProblem] = []
    fields = Fields(mended(known, MENDS), problems, known=" ".join(INPUT["properties"]))
    directory = fields.text("project_directory") or "."
    summary = fields.text("summary") or SUMMARY
    timeout = fields.number("timeout")
    stop_at(problems, AGAIN)
    matter = Matter(
        questions=(Question(id="feedback", text="What do you say to this?", required=False),),
        context=summary if directory == "." else f"{summary}\n\n{directory}",
    )
    # Models name times that nobody could answer in.
    seconds = min(max(TIMEOUT_S if timeout is None else timeout, SHORTEST_S), LONGEST_S)
    ask = await opened(visit, Asked(matter=matter, timeout=timedelta(seconds=seconds)))
    return await put(visit, ask, result_of)


def result_of(visit: Visit, ask: Ask) -> CallToolResult:
    visit.hands_over(ask)
    if answers := last_word(ask):
        parts = [*map(_given, answers), *filter(None, [no_person(ask)])]
        return plain("\n\n".join(parts))
    return plain(_unanswered(ask), is_error=ask.state is State.TIMED_OUT)


def _given(answer: Answer) -> str:
    said = [text for text in (*answer.values, answer.note) if text]
    files = [f"{file.name} ({file.size} B)" for file in answer.attachments]
    return "\n".join([FEEDBACK, *said, *files]) if said or files else NOTHING


def _unanswered(ask: Ask) -> str:
    outcome = ask.outcome
    if outcome is None:
        return call_again(NAME)
    if ask.state is State.TIMED_OUT:
        return TIMED_OUT
    if outcome.ask_back:
        return f"{FEEDBACK}\n{outcome.ask_back}"
    return f"{CANCELLED} {outcome.reason}" if outcome.reason else CANCELLED


PROFILE = Profile(
    server="互動式回饋收集 MCP",
    instructions="feedback/instructions",
    tools=(
        Declared(
            name=NAME,
            about="feedback/interactive_feedback",
            input_schema=INPUT,
            annotations=askline.ANNOTATIONS,
            work=interactive_feedback,
        ),
    ),
)
