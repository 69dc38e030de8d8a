"""The JSON shape of an operation: the same for every door, so that agents and people read one thing.

Only translates. Names and nesting are public and pinned. The words of a command stand in it as they
will run; who shows them spells out what cannot be seen.
"""

from datetime import datetime

from askline.asks.shapes import agent_shape, command_shape, project_shape
from askline.asks.spelling import Json, time_text
from askline.commands.operation import Operation, Page, StepEnded, View

NEXT_TOOL = "operation_await"


def operation_shape(operation: Operation, now: datetime, view: View | None = None) -> Json:
    """Without a view `output` is null: nobody looked, which says nothing of what it wrote."""
    return {
        "operation_id": str(operation.id),
        "short_id": operation.short_id,
        "tool": operation.tool,
        "status": operation.status,
        "exit_code": operation.exit_code,
        "signal": operation.signal,
        "reason": operation.reason,
        "refused": operation.refused,
        "elapsed_s": round(operation.elapsed_s(now), 3),
        "output": view_shape(view) if view else None,
        "next": next_shape(operation),
        "commands": [command_shape(command) for command in operation.commands],
        "sha256": operation.sha256,
        "steps": [step_shape(step) for step in operation.steps],
        "synchronous": operation.synchronous,
        "approval": str(operation.approval) if operation.approval else None,
        "standing": operation.standing,
        "agent": agent_shape(operation.agent),
        "project": project_shape(operation.project),
        "created_at": time_text(operation.created_at),
        "started_at": time_text(operation.started_at),
        "ended_at": time_text(operation.ended_at),
    }


def next_shape(operation: Operation) -> Json | None:
    """The call that waits for its end; none once it has ended."""
    if operation.status.ended:
        return None
    return {"tool": NEXT_TOOL, "arguments": {"ids": [str(operation.id)]}}


def view_shape(view: View) -> Json:
    return {"head": view.head, "tail": view.tail, "omitted_bytes": view.omitted_bytes}


def page_shape(page: Page) -> Json:
    return {"text": page.text, "next_offset": page.next_offset, "eof": page.eof}


def step_shape(step: StepEnded) -> Json:
    return {
        "tool": step.tool,
        "exit_code": step.exit_code,
        "signal": step.signal,
        "elapsed_s": round(step.elapsed_s, 3),
        "skipped": step.skipped,
    }
