"""The contract of Claude Code's `--permission-prompt-tool`: `approve` asks whether a tool may be used.

For runs without a terminal, where Claude Code cannot ask by itself. The client calls it, not the model;
a model that did would only ask its human. The result is the client's JSON in a text, always a decision:
whatever is no grant of a person is a refusal, with what to do about it.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, cast

from mcp_types import CallToolResult

from askline.asks.asked import AGAIN, Asked, read_matter
from askline.asks.fields import Fields, stop_at
from askline.asks.model import Ask
from askline.asks.prompts import OWN, Decision, Prompt, asked, decided
from askline.asks.shapes import result_shape
from askline.asks.spelling import Json
from askline.core.errors import FieldProblem
from askline.doors.mcp.contracts import askline
from askline.doors.mcp.present import plain
from askline.doors.mcp.putting import opened, put
from askline.doors.mcp.tools import Declared, Profile
from askline.doors.mcp.visits import Reply, Visit

NAME: Final = "approve"
NOT_SHOWN: Final = "It is too long to be shown to your human whole. Do it in smaller steps."
NOT_YET: Final = "Your human has not decided yet. Go on with other work, and try it again later."

INPUT: Final[Json] = {
    "type": "object",
    "required": ["tool_name", "input"],
    "properties": {
        "tool_name": {"type": "string", "description": "The tool that is to be used"},
        "input": {"type": "object", "description": "What it is to be given"},
        "tool_use_id": {"type": "string", "description": "The call that asks for it"},
    },
}


async def approve(visit: Visit, said: Mapping[str, Any]) -> Reply:
    prompt = _prompt(visit, said)
    if prompt.tool.startswith(OWN):
        return _reply(prompt, Decision(allowed=True))
    body = asked(prompt)
    if body is None:
        return _reply(prompt, Decision(allowed=False, message=NOT_SHOWN))
    ask = await opened(visit, Asked(matter=read_matter(body)))
    return await put(visit, ask, partial(_result, prompt))


def _prompt(visit: Visit, said: Mapping[str, Any]) -> Prompt:
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known=" ".join(INPUT["properties"]))
    tool = fields.text("tool_name", needed="the tool's name") or ""
    given = said.get("input")
    if not isinstance(given, Mapping):
        fields.wrong("input", "an object", "something else")
    stop_at(problems, AGAIN)
    return Prompt(client=visit.agent.name, tool=tool, input=cast("Mapping[str, Any]", given))


def _result(prompt: Prompt, visit: Visit, ask: Ask) -> CallToolResult:
    visit.hands_over(ask)
    decision = decided(prompt, result_shape(ask))
    return _reply(prompt, decision or Decision(allowed=False, message=NOT_YET))


def _reply(prompt: Prompt, decision: Decision) -> CallToolResult:
    if decision.allowed:
        said = {"behavior": "allow", "updatedInput": decision.input or prompt.input}
    else:
        said = {"behavior": "deny", "message": decision.message}
    return plain(json.dumps(said, ensure_ascii=False))


PROFILE = Profile(
    server="askline-permission",
    instructions="permission/instructions",
    tools=(
        Declared(
            name=NAME,
            about="permission/approve",
            input_schema=INPUT,
            annotations=askline.ANNOTATIONS,
            work=approve,
        ),
    ),
)
