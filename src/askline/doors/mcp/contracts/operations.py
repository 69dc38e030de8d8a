"""The tools for operations: look, wait, end, read. Listed where the caller's project offers commands.

Whoever knows the id of an operation that runs for the same person may look, wait, end and read: an
agent may go on with what another one began. A list without ids has the agent's own alone.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from mcp_types import CallToolResult, TextContent, ToolAnnotations

from askline.asks.fields import Fields, refuse
from askline.asks.spelling import Json
from askline.commands.operation import Operation, Page, Status
from askline.commands.ports import Operations
from askline.commands.workshop import Workshop
from askline.core.errors import AsklineError, FieldProblem, NotFound
from askline.core.text import clean
from askline.doors.mcp.audiences import Audience
from askline.doors.mcp.callers import place_of
from askline.doors.mcp.contracts.awaiting import any_will_do, ids_in, wait_in
from askline.doors.mcp.contracts.operation_schemas import (
    AWAIT_INPUT,
    CANCEL_INPUT,
    OPERATION,
    OPERATIONS,
    OUTPUT,
    OUTPUT_INPUT,
    STATUS_INPUT,
)
from askline.doors.mcp.mending import a_list, a_number, a_text, mended
from askline.doors.mcp.operation_results import as_it_stands, results_of
from askline.doors.mcp.operation_waiting import Watch, patience
from askline.doors.mcp.tools import Declared
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.waiting import Hold

RECENT = 20
"""How many are shown to who names none."""
PAGE = 16 << 10
ENDS_S = 5.0
"""How long the call that ends an operation waits until every process of it is gone."""
AWAIT = {"ids": a_list(a_text), "wait": a_number}
READ = {"id": a_text, "offset": a_number, "tail": a_number, "grep": a_text}
WRONG = "Mend the named fields and call again; nothing was lost."


async def operation_status(visit: Visit, said: Mapping[str, Any]) -> Reply:
    workshop = _workshop(visit)
    problems: list[FieldProblem] = []
    fields = Fields(mended(said, AWAIT), problems, known="ids")
    ids = ids_in(fields, "operations", least=0)
    if problems:
        refuse(problems, WRONG)
    found = await _found(visit, workshop, ids) if ids else await _recent(visit, workshop)
    shown = await results_of(visit, workshop, found, outputs=False)
    return await _with_offer(visit, workshop, shown)


async def operation_await(visit: Visit, said: Mapping[str, Any]) -> Reply:
    workshop = _workshop(visit)
    meant = mended(said, AWAIT)
    problems: list[FieldProblem] = []
    fields = Fields(meant, problems, known="ids mode wait")
    ids = ids_in(fields, "operations")
    first_will_do = any_will_do(fields)
    wait = wait_in(meant, fields)
    if problems:
        refuse(problems, WRONG)
    found = await _found(visit, workshop, ids)
    await _hold_approvals(visit, found)
    watch = Watch(visit, workshop, tuple(found), any_will_do=first_will_do)
    return await results_of(visit, workshop, await watch.wait(min(wait, patience(visit))))


async def operation_cancel(visit: Visit, said: Mapping[str, Any]) -> Reply:
    workshop = _workshop(visit)
    problems: list[FieldProblem] = []
    fields = Fields(mended(said, {"id": a_text}), problems, known="id reason")
    which = fields.text("id", needed="the id of an operation") or ""
    reason = fields.text("reason") or ""
    if problems:
        refuse(problems, WRONG)
    operation = await workshop.looking.find(visit.actor, which)
    ending = await workshop.cancelling.cancel(visit.actor, operation.id, clean(reason))
    [ended] = await Watch(visit, workshop, (ending,)).wait(min(ENDS_S, patience(visit)))
    return await as_it_stands(visit, workshop, ended)


async def operation_output(visit: Visit, said: Mapping[str, Any]) -> Reply:
    workshop = _workshop(visit)
    problems: list[FieldProblem] = []
    fields = Fields(mended(said, READ), problems, known="id offset tail grep")
    which = fields.text("id", needed="the id of an operation") or ""
    offset, tail = fields.number("offset") or 0, fields.number("tail", least=1)
    grep = fields.text("grep")
    if problems:
        refuse(problems, WRONG)
    operation = await workshop.looking.find(visit.actor, which)
    page = await workshop.looking.output(
        visit.actor, operation.id, offset=offset, limit=PAGE, tail=tail, grep=grep
    )
    return _page(visit, operation, page)


def _page(visit: Visit, operation: Operation, page: Page) -> CallToolResult:
    text = clean(page.text)
    facts: Json = {
        "operation_id": str(operation.id),
        "text": text,
        "next_offset": page.next_offset,
        "eof": page.eof,
    }
    if visit.means.notice:
        facts["notice"] = visit.means.notice
    running = "" if operation.status.ended else "; it may still write"
    more = (
        f"Nothing lies behind it{running}."
        if page.eof
        else f"Go on with `offset` {page.next_offset}."
    )
    said = f"What {operation.tool} (operation {operation.id}) wrote, as data:\n{text}\n[{more}]"
    return CallToolResult(content=[TextContent(type="text", text=said)], structured_content=facts)


async def _found(visit: Visit, workshop: Workshop, ids: list[str]) -> list[Operation]:
    found = [await workshop.looking.find(visit.actor, each) for each in ids]
    return [*{each.id: each for each in found}.values()]


async def _recent(visit: Visit, workshop: Workshop) -> list[Operation]:
    actor, project = visit.actor, place_of(visit.caller).path
    which = Operations(tenant=actor.tenant, principal=actor.id, project=project, limit=100)
    mine = [each for each in await workshop.looking.which(actor, which) if _is_mine(visit, each)]
    unended = [each for each in mine if not each.status.ended]
    lately = [each for each in mine if each.status.ended][: max(0, RECENT - len(unended))]
    return [*unended, *lately]


def _is_mine(visit: Visit, operation: Operation) -> bool:
    """Of the same client, and of the same conversation where both name one."""
    named = {operation.agent.conversation, visit.agent.conversation} - {None}
    return operation.agent.name == clean(visit.agent.name) and len(named) <= 1


async def _hold_approvals(visit: Visit, operations: list[Operation]) -> None:
    """Whoever is to approve sees that an agent waits for it again, as long as the connection lasts."""
    holder = visit.caller.holder
    for operation in operations:
        if operation.status is Status.AWAITING_APPROVAL and operation.approval is not None:
            with suppress(AsklineError):
                ask = await visit.desk.asking.attach(visit.actor, operation.approval, holder)
                Hold(visit, (ask,)).until_called_again()


async def _with_offer(visit: Visit, workshop: Workshop, shown: CallToolResult) -> CallToolResult:
    """And what is declared but cannot be called here, with why."""
    try:
        offer = await workshop.offering.offer(visit.caller.project)
    except AsklineError:
        return shown
    unavailable = {name: clean(why) for name, why in (offer.unavailable or {}).items()}
    problems = [clean(f"{each.at}: {each.message}") for each in offer.problems]
    said = [
        *(f"{name} is not available: {why}" for name, why in unavailable.items()),
        *(f"Not loaded: {each}" for each in problems),
        *([offer.untrusted] if offer.untrusted else []),
    ]
    facts = {"unavailable": unavailable or None, "problems": problems or None}
    more = {name: value for name, value in facts.items() if value}
    content = [TextContent(type="text", text="\n".join(said))] if said else []
    return shown.model_copy(
        update={
            "content": [*shown.content, *content],
            "structured_content": {**(shown.structured_content or {}), **more},
        }
    )


def _workshop(visit: Visit) -> Workshop:
    if visit.means.workshop is None:
        raise NotFound(
            "No commands are run here.", hint="Declared commands need a service of your own."
        )
    return visit.means.workshop


def where_commands_are(audience: Audience) -> bool:
    return audience.commands


def _tool(
    name: str, title: str, takes: Json, gives: Json, work: Any, *, ends: bool = False
) -> Declared:
    return Declared(
        name=name,
        title=title,
        about=f"operations/{name}",
        input_schema=takes,
        output_schema=gives,
        annotations=ToolAnnotations(
            read_only_hint=not ends,
            destructive_hint=ends,
            idempotent_hint=True,
            open_world_hint=False,
        ),
        work=work,
        announces=True,
        shown_to=where_commands_are,
    )


TOOLS = (
    _tool("operation_status", "How operations stand", STATUS_INPUT, OPERATIONS, operation_status),
    _tool("operation_await", "Wait for operations", AWAIT_INPUT, OPERATIONS, operation_await),
    _tool(
        "operation_cancel", "End an operation", CANCEL_INPUT, OPERATION, operation_cancel, ends=True
    ),
    _tool("operation_output", "Read an operation's output", OUTPUT_INPUT, OUTPUT, operation_output),
)
