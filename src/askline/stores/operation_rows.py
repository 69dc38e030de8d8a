"""An operation as texts, the same for every store that writes: what never changes, and what moves."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from askline.asks import shapes
from askline.asks.spelling import read_time, text_of, time_text
from askline.commands.operation import Operation, Status, StepEnded
from askline.core.ids import AskId, OperationId
from askline.core.people import Agent, Project


def fixed_text(operation: Operation) -> str:
    return text_of(
        {
            "principal": operation.principal,
            "tool": operation.tool,
            "arguments": dict(operation.arguments),
            "commands": [shapes.command_shape(each) for each in operation.commands],
            "sha256": operation.sha256,
            "synchronous": operation.synchronous,
            "agent": shapes.agent_shape(operation.agent),
            "project": shapes.project_shape(operation.project),
            "created_at": time_text(operation.created_at),
            "why": operation.why,
            "agent_key": operation.agent_key,
        }
    )


def moving_text(operation: Operation) -> str:
    moved: dict[str, Any] = {
        "owner": operation.owner,
        "approval": operation.approval and str(operation.approval),
        "standing": operation.standing,
        "started_at": time_text(operation.started_at),
        "ended_at": time_text(operation.ended_at),
        "steps": [_step_shape(each) for each in operation.steps],
        "exit_code": operation.exit_code,
        "signal": operation.signal,
        "reason": operation.reason,
        "refused": operation.refused,
        "delivered_at": time_text(operation.delivered_at),
    }
    return text_of({name: value for name, value in moved.items() if value is not None})


@dataclass(frozen=True, slots=True)
class OperationRow:
    id: str
    tenant: str
    status: str
    revision: int
    fixed: str
    moving: str


def read_operation(row: OperationRow) -> Operation:
    what, moved = json.loads(row.fixed), json.loads(row.moving)
    approval = moved.get("approval")
    return Operation(
        id=OperationId(UUID(row.id)),
        tenant=row.tenant,
        principal=what["principal"],
        tool=what["tool"],
        arguments=what["arguments"],
        commands=tuple(map(shapes.read_command, what["commands"])),
        sha256=what["sha256"],
        synchronous=what["synchronous"],
        agent=Agent(**what["agent"]),
        project=Project(**what["project"]),
        owner=moved["owner"],
        created_at=read_time(what["created_at"]),
        why=what["why"],
        agent_key=what["agent_key"],
        status=Status(row.status),
        approval=AskId(UUID(approval)) if approval else None,
        standing=moved.get("standing"),
        started_at=_time(moved.get("started_at")),
        ended_at=_time(moved.get("ended_at")),
        steps=tuple(StepEnded(**each) for each in moved.get("steps", ())),
        exit_code=moved.get("exit_code"),
        signal=moved.get("signal"),
        reason=moved.get("reason"),
        refused=moved.get("refused", False),
        delivered_at=_time(moved.get("delivered_at")),
        revision=row.revision,
    )


def owed_to(operation: Operation) -> str | None:
    """The agent that has not been told of its end."""
    owed = operation.status.ended and operation.delivered_at is None
    return operation.agent_key if owed and operation.agent_key else None


def _step_shape(step: StepEnded) -> dict[str, Any]:
    return {
        "tool": step.tool,
        "exit_code": step.exit_code,
        "signal": step.signal,
        "elapsed_s": step.elapsed_s,
        "skipped": step.skipped,
    }


def _time(text: str | None) -> datetime | None:
    return read_time(text) if text else None
