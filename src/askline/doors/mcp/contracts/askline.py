"""The default profile: `ask_user` puts an ask to the human, `ask_await` comes back for it, and
`question_summary` tells what they have answered before.
"""

from collections.abc import Mapping
from typing import Any, cast

from mcp_types import CallToolResult, ToolAnnotations

from askline.asks.asked import Asked, read_asked
from askline.asks.fields import Fields, refuse
from askline.asks.model import Ask
from askline.core.errors import FieldProblem
from askline.doors.mcp.apps import SHOWS_CARD
from askline.doors.mcp.contracts.askline_schemas import ASK_INPUT, AWAIT_INPUT, RESULT, RESULTS
from askline.doors.mcp.contracts.awaiting import any_will_do, ids_in, wait_in
from askline.doors.mcp.contracts.summary import QUESTION_SUMMARY
from askline.doors.mcp.files import with_files
from askline.doors.mcp.mending import (
    a_flag,
    a_list,
    a_number,
    a_text,
    a_text_or,
    an_object,
    mended,
)
from askline.doors.mcp.present import result_of, results_of
from askline.doors.mcp.putting import opened, put
from askline.doors.mcp.tools import Declared, Profile
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.waiting import Hold


def a_kind(value: Any) -> Any:
    """The types are few; how their names are joined leaves no doubt."""
    joined = value.strip().casefold().replace("_", "-") if isinstance(value, str) else value
    return "multi-select" if joined == "multiselect" else joined


def a_question(value: Any) -> Any:
    """`multiSelect` belongs to the short form, but one sees what is meant by it here too."""
    meant: object = an_object(QUESTION)(value)
    if not isinstance(meant, dict):
        return meant
    question = cast("dict[str, Any]", meant)
    if isinstance(question.get(MANY), bool):
        many = question.pop(MANY)
        return {"type": "multi-select", **question} if many else question
    return question


MANY = "multiSelect"
OPTION = {
    **dict.fromkeys(("label", "description", "preview"), a_text),
    "recommended": a_flag,
}
OPTIONS = a_list(a_text_or(an_object(OPTION)))
QUESTION = {
    **dict.fromkeys(("id", "header", "question", "placeholder"), a_text),
    **dict.fromkeys(("allow_other", "required", "multiSelect"), a_flag),
    **dict.fromkeys(("min_picks", "max_picks"), a_number),
    "type": a_kind,
    "options": OPTIONS,
}
ASK = {
    **dict.fromkeys(("question", "title", "context", "key", "follows"), a_text),
    **dict.fromkeys(("multiSelect", "blocking", "sensitive", "human_only"), a_flag),
    "timeout": a_number,
    "options": OPTIONS,
    "questions": a_list(a_question),
}
AWAIT = {"ids": a_list(a_text), "wait": a_number}


async def ask_user(visit: Visit, said: Mapping[str, Any]) -> Reply:
    asked, blocking = understood(said)
    ask = await opened(visit, asked, blocking=blocking)
    shown: list[Ask] = []

    def show(visit: Visit, ask: Ask) -> CallToolResult:
        shown.append(ask)
        return result_of(visit, ask)

    return await with_files(visit, await put(visit, ask, show, blocking=blocking), shown)


def understood(said: Mapping[str, Any]) -> tuple[Asked, bool]:
    """What is asked, and whether the call waits for it."""
    meant = mended(said, ASK)
    blocking = _blocking(meant)
    return read_asked(meant, also="blocking"), blocking


async def ask_await(visit: Visit, said: Mapping[str, Any]) -> Reply:
    meant = mended(said, AWAIT)
    problems: list[FieldProblem] = []
    fields = Fields(meant, problems, known="ids mode wait")
    ids = ids_in(fields, "asks", see="askId")
    first_will_do = any_will_do(fields)
    wait = wait_in(meant, fields)
    if problems:
        refuse(problems, "Mend the named fields and call again; nothing was lost.")
    found = [await visit.desk.reading.find(visit.actor, each) for each in ids]
    asks = tuple({ask.id: ask for ask in found}.values())
    standing = await Hold(visit, asks, any_will_do=first_will_do).wait(wait) if wait else asks
    return await with_files(visit, results_of(visit, standing), standing)


def _blocking(meant: Mapping[str, Any]) -> bool:
    problems: list[FieldProblem] = []
    blocking = Fields({"blocking": meant.get("blocking")}, problems, known="blocking")
    said = blocking.flag("blocking", default=True)
    if problems:
        refuse(problems)
    return said


ANNOTATIONS = ToolAnnotations(
    # It changes nothing in the agent's world. Marked otherwise, some clients would ask their human
    # for leave to ask their human, and others refuse the tool while they plan.
    read_only_hint=True,
    destructive_hint=False,
    idempotent_hint=True,
    open_world_hint=True,
)

TOOLS = (
    Declared(
        name="ask_user",
        title="Ask the human",
        input_schema=ASK_INPUT,
        output_schema=RESULT,
        annotations=ANNOTATIONS,
        work=ask_user,
        announces=True,
        ui=SHOWS_CARD,
    ),
    Declared(
        name="ask_await",
        title="Wait for the human's answer",
        input_schema=AWAIT_INPUT,
        output_schema=RESULTS,
        annotations=ANNOTATIONS,
        work=ask_await,
        announces=True,
    ),
    QUESTION_SUMMARY,
)

PROFILE = Profile(
    server="askline", title="Askline", instructions="instructions", tools=TOOLS, commands=True
)
