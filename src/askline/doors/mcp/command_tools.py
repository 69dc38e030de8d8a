"""Declared commands as tools: which of them a caller is offered, and how each is listed and called.

The offer is its project's, and asked for with each listing and each call: trust may be given and taken
meanwhile. Tools are listed in the order of their declaration.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from mcp_types import ToolAnnotations

from askline.commands import schema
from askline.commands.tools import Tool
from askline.commands.workshop import Offer, Workshop
from askline.core.errors import AsklineError
from askline.doors.mcp.callers import Caller
from askline.doors.mcp.contracts.operation_schemas import OPERATION
from askline.doors.mcp.mending import a_flag, a_list, a_number, a_text, an_object, mended
from askline.doors.mcp.running import run
from askline.doors.mcp.tools import Declared, Profile
from askline.doors.mcp.visits import Means, Reply, Visit

NOTHING = Offer(project="", tools=())

MENDS = {
    "boolean": a_flag,
    "string": a_text,
    "integer": a_number,
    "number": a_number,
    "object": an_object({}),
}


async def offer_to(means: Means, caller: Caller, profile: Profile | None) -> Offer:
    """What the caller's project offers it. A workshop in trouble offers nothing, for now."""
    if means.workshop is None or profile is None or not profile.commands:
        return NOTHING
    try:
        return await means.workshop.offering.offer(caller.project)
    except AsklineError:
        return NOTHING


def commands_in(offer: Offer, means: Means, profile: Profile | None) -> list[Declared]:
    if means.workshop is None or profile is None:
        return []
    return [declared_of(tool, means.workshop, profile) for tool in offer.tools]


def declared_of(tool: Tool, workshop: Workshop, profile: Profile) -> Declared:
    hints = schema.annotations(tool)
    return Declared(
        name=tool.name,
        title=hints["title"],
        described=schema.description(tool),
        input_schema=schema.input_schema(tool),
        output_schema=OPERATION,
        annotations=ToolAnnotations.model_validate(hints),
        work=partial(_called, workshop, tool, profile.inline),
        announces=True,
    )


def why_not_offered(offer: Offer, name: str) -> str:
    """What to say to whoever calls a tool that is not on its list."""
    missing = (offer.unavailable or {}).get(name)
    return f" {missing}" if missing else f" {offer.untrusted}" if offer.untrusted else ""


async def _called(
    workshop: Workshop, tool: Tool, inline: bool, visit: Visit, said: Mapping[str, Any]
) -> Reply:
    return await run(workshop, tool, visit, _meant(tool, said), inline=inline)


def _meant(tool: Tool, said: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as models send them; what is still wrong then is the workshop's to refuse."""
    mends = {
        each.name: a_list(MENDS[each.items.type if each.items else "string"])
        if each.type == "array"
        else MENDS[each.type]
        for each in tool.arguments
    }
    return mended(said, mends)
