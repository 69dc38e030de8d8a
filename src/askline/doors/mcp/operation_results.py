"""What an agent gets back of an operation, twice over: as facts and as words, each of them complete.

A command that ran is a result, whatever its exit code: only one that a person or the policy did not
let run is an error. The result of a synchronous command that ended names no operation, because for its
agent there is none; where its output is shortened the name is needed to read the rest.
"""

from collections.abc import Sequence
from dataclasses import asdict

from mcp_types import CallToolResult, TextContent

from askline.asks.spelling import Json
from askline.commands.operation import NOTHING_WRITTEN, Operation, Status, StepEnded, View
from askline.commands.workshop import Workshop
from askline.core.errors import AsklineError, CommandRefused, NotFound
from askline.core.text import clean
from askline.doors.mcp.operation_words import (
    details_of,
    head_of,
    how_to_go_on,
    next_of,
    output_words,
    steps_of,
)
from askline.doors.mcp.visits import Visit

RUNS = (Status.PENDING, Status.AWAITING_APPROVAL, Status.FAILED_TO_START)
"""In these nothing was written."""


async def result_of(visit: Visit, workshop: Workshop, operation: Operation) -> CallToolResult:
    """The result of calling a command; once it is delivered, its agent knows the end.

    Raises: CommandRefused, for what was not let run.
    """
    if operation.refused:
        visit.tells_end(operation)
        raise refusal(operation)
    return await as_it_stands(visit, workshop, operation, named=not operation.synchronous)


async def as_it_stands(
    visit: Visit, workshop: Workshop, operation: Operation, *, named: bool = True
) -> CallToolResult:
    """The same, for whoever spoke of an operation before: also of one that was not let run."""
    visit.tells_end(operation)
    view = await view_of(visit, workshop, operation)
    url = await approval_url(visit, operation)
    named = named or not operation.status.ended or view.omitted_bytes > 0
    facts = facts_of(visit, operation, view, named=named)
    if url:
        facts["url"] = url
    unended = [] if operation.status.ended else [operation]
    said = [*words_of(visit, operation, view, named=named), *how_to_go_on(unended, url)]
    return _result(visit, facts, said)


async def results_of(
    visit: Visit, workshop: Workshop, operations: Sequence[Operation], *, outputs: bool = True
) -> CallToolResult:
    """The result of asking for several; `outputs` with what they wrote."""
    facts: Json = {"operations": []}
    said: list[str] = []
    for operation in operations:
        visit.tells_end(operation)
        view = await view_of(visit, workshop, operation) if outputs else None
        facts["operations"].append(facts_of(visit, operation, view))
        said.append("\n".join(words_of(visit, operation, view)))
    unended = [each for each in operations if not each.status.ended]
    if unended:
        facts["next"] = next_of(unended)
    nothing = ["There are no operations of yours."] if not operations else []
    return _result(visit, facts, [*said, *nothing, *how_to_go_on(unended)])


def facts_of(visit: Visit, operation: Operation, view: View | None, *, named: bool = True) -> Json:
    """Without what is not there: some clients show nulls to their model."""
    facts: Json = {
        "operation_id": str(operation.id) if named else None,
        "tool": operation.tool,
        "status": str(operation.status),
        "exit_code": operation.exit_code,
        "signal": operation.signal,
        "elapsed_s": round(elapsed(visit, operation), 3),
        "reason": operation.reason,
        "steps": [_step(each) for each in steps_of(operation)] or None,
        "output": view
        and {
            "head": clean(view.head),
            "tail": clean(view.tail),
            "omitted_bytes": view.omitted_bytes,
        },
        "next": None if operation.status.ended else next_of([operation]),
    }
    return {name: value for name, value in facts.items() if value is not None}


def words_of(
    visit: Visit, operation: Operation, view: View | None, *, named: bool = True
) -> list[str]:
    head = head_of(operation, elapsed(visit, operation), named=named)
    wrote = output_words(operation, view) if view and operation.status not in RUNS else []
    return [head, *details_of(operation), *wrote]


def refusal(operation: Operation) -> CommandRefused:
    reason = f' The reason, in their words: "{operation.reason}"' if operation.reason else ""
    return CommandRefused(
        f"{operation.tool} was not approved, and nothing ran.{reason}",
        hint="Do not try to reach the same in another way; ask your human what they want instead.",
    )


def elapsed(visit: Visit, operation: Operation) -> float:
    return operation.elapsed_s(visit.means.clock.now())


async def view_of(visit: Visit, workshop: Workshop, operation: Operation) -> View:
    if operation.status in RUNS:
        return NOTHING_WRITTEN
    try:
        return await workshop.looking.view(visit.actor, operation.id)
    except NotFound:  # its files were cleared away
        return NOTHING_WRITTEN


async def approval_url(visit: Visit, operation: Operation) -> str | None:
    """Where a person can approve it, while one must."""
    if operation.status is not Status.AWAITING_APPROVAL or operation.approval is None:
        return None
    try:
        return visit.means.inbox_url(await visit.desk.reading.read(visit.actor, operation.approval))
    except AsklineError:
        return None  # the result is good without it


def _step(step: StepEnded) -> Json:
    members = {**asdict(step), "elapsed_s": round(step.elapsed_s, 3)}
    return {name: value for name, value in members.items() if value is not None}


def _result(visit: Visit, facts: Json, parts: Sequence[str]) -> CallToolResult:
    if notice := visit.means.notice:
        facts, parts = {**facts, "notice": notice}, [notice, *parts]
    said = TextContent(type="text", text="\n\n".join(parts))
    return CallToolResult(content=[said], structured_content=facts)
