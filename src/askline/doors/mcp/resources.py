"""Asks as resources: what this agent asked and nobody has answered yet, each at an address.

The project's memory is the first on the list, see `memories`. Operations have addresses too, and what
they wrote, see `operation_resources`; so have the files of answers, see `files`, and the page with the
card, see `apps`, which are on no list.

Only for looking: what is read here is not delivered, because a host may read it for itself.
"""

from functools import partial
from typing import Any

from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from askline.asks.model import Ask
from askline.asks.spelling import text_of
from askline.core.errors import NotFound
from askline.doors.mcp import apps, files, memories, operation_resources
from askline.doors.mcp.present import as_it_stands
from askline.doors.mcp.problems import told_as_protocol
from askline.doors.mcp.visits import Context, Means, Visit, visit

PLACE = "askline://asks/"
JSON = "application/json"
PAGE = 100

TEMPLATE = ResourceTemplate(
    name="ask",
    title="An ask",
    uri_template=f"{PLACE}{{id}}",
    description="What became of an ask, as `ask_user` would return it.",
    mime_type=JSON,
)


def serve(server: Server[Any], means: Means) -> None:
    pages, reads = PaginatedRequestParams, ReadResourceRequestParams
    server.add_request_handler("resources/list", pages, partial(_list, means))
    server.add_request_handler("resources/templates/list", pages, _list_templates)
    server.add_request_handler("resources/read", reads, partial(_read, means))


async def ask_at(visit: Visit, uri: str) -> Ask:
    """Raises: MCPError, the same for what does not exist and what is somebody else's."""
    with told_as_protocol():
        try:
            if uri.startswith(PLACE):
                return await visit.own(uri.removeprefix(PLACE))
        except NotFound:
            pass
    raise MCPError(INVALID_PARAMS, "There is no such resource.", {"uri": uri})


async def _list(
    means: Means, context: Context, params: PaginatedRequestParams
) -> ListResourcesResult:
    came = visit(means, context)
    with told_as_protocol():
        after = await came.own(params.cursor) if params.cursor else None
        asks = await came.desk.reading.asked(came.actor, limit=PAGE, after=after)
        running = [] if after else await operation_resources.unended(came)
    more = str(asks[-1].id) if len(asks) == PAGE else None
    first = [memories.MEMORY] if params.cursor is None and memories.shown_to(came) else []
    found = [*first, *map(_resource, asks), *map(operation_resources.resource_of, running)]
    return ListResourcesResult(resources=found, next_cursor=more)


async def _list_templates(_: Context, __: PaginatedRequestParams) -> ListResourceTemplatesResult:
    templates = [TEMPLATE, files.TEMPLATE, *operation_resources.TEMPLATES]
    return ListResourceTemplatesResult(resource_templates=templates)


async def _read(
    means: Means, context: Context, params: ReadResourceRequestParams
) -> ReadResourceResult:
    came = visit(means, context)
    if params.uri == apps.CARD:
        return apps.page(came)
    if files.is_at(params.uri):
        return await files.read(came, params.uri)
    if params.uri.startswith(operation_resources.PLACE):
        return await operation_resources.read(came, params.uri)
    if memories.is_at(came, params.uri):
        return await memories.read(came)
    ask = await ask_at(came, params.uri)
    text = text_of(as_it_stands(came, ask).structured_content)
    contents = TextResourceContents(uri=params.uri, mime_type=JSON, text=text)
    return ReadResourceResult(contents=[contents])


def _resource(ask: Ask) -> Resource:
    return Resource(
        name=ask.short_id,
        title=ask.matter.title or ask.questions[0].text,
        uri=f"{PLACE}{ask.id}",
        mime_type=JSON,
    )
