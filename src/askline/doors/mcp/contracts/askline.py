"""The default profile: `ask_user` puts an ask to the human, `ask_await` comes back for it, and
`question_summary` tells what they have answered before.
"""

import math
from collections.abc import Mapping
from typing import Any, cast

from mcp_types import CallToolResult, ToolAnnotations

from askline.asks.asked import read_asked
from askline.asks.fields import Fields, refuse, spelled
from askline.core.errors import FieldProblem
from askline.doors.mcp.contracts.askline_schemas import ASK_INPUT, AWAIT_INPUT, RESULT, RESULTS
from askline.doors.mcp.contracts.summary import QUESTION_SUMMARY
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

MOST_IDS = 100


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
    meant = mended(said, ASK)
    blocking = _blocking(meant)
    asked = read_asked(meant, also="blocking")
    ask = await opened(visit, asked, blocking=blocking)
    return await put(visit, ask, result_of, blocking=blocking)


async def ask_await(visit: Visit, said: Mapping[str, Any]) -> CallToolResult:
    meant = mended(said, AWAIT)
    problems: list[FieldProblem] = []
    fields = Fields(meant, problems, known="ids mode wait")
    ids = _ids(fields)
    any_will_do = _any_will_do(fields)
    wait = _wait(meant, fields)
    if problems:
        refuse(problems, "Mend the named fields and call again; nothing was lost.")
    found = [await visit.desk.reading.find(visit.actor, each) for each in ids]
    asks = tuple({ask.id: ask for ask in found}.values())
    standing = await Hold(visit, asks, any_will_do=any_will_do).wait(wait) if wait else asks
    return results_of(visit, standing)


def _blocking(meant: Mapping[str, Any]) -> bool:
    problems: list[FieldProblem] = []
    blocking = Fields({"blocking": meant.get("blocking")}, problems, known="blocking")
    said = blocking.flag("blocking", default=True)
    if problems:
        refuse(problems)
    return said


def _ids(fields: Fields) -> list[str]:
    ids = fields.items("ids") or []
    if not 1 <= len(ids) <= MOST_IDS or not all(isinstance(each, str) for each in ids):
        fields.wrong("ids", f"1 to {MOST_IDS} ids of asks", f"{len(ids)} items", "See `askId`.")
    return ids


def _any_will_do(fields: Fields) -> bool:
    mode = fields.text("mode") or "all"
    if mode not in ("any", "all"):
        fields.wrong("mode", "any or all", spelled(mode))
    return mode == "any"


def _wait(meant: Mapping[str, Any], fields: Fields) -> float:
    """Seconds; fractions are fine, and none given is as long as may be."""
    wait: object = meant.get("wait")
    if wait is None:
        return math.inf
    if isinstance(wait, bool) or not isinstance(wait, int | float) or not wait >= 0:
        fields.wrong("wait", "seconds, 0 or more", spelled(wait))
        return 0.0
    return float(wait)


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

PROFILE = Profile(server="askline", title="Askline", instructions="instructions", tools=TOOLS)
