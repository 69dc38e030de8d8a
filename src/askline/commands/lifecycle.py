"""The only place where an operation changes.

 pending ───────────┬── started ──▶ working ──┬── ended ─────▶ completed | failed_to_start | timed_out
    ▲               │                         ├── cancelled ─▶ cancelled
    │ approved      ├── cancelled             └── interrupted ▶ interrupted
 awaiting_approval ─┘

An end is for good; after it only `delivered` is noted. Every function is pure: it takes an operation
and gives the next one, which a store puts in its place by compare-and-set, or the same one where there
is nothing to do. Who may do it is `rights`'; what runs is `running`'s.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from askline.asks.model import Ask
from askline.commands.operation import Operation, Status, StepEnded
from askline.commands.ports import Ended, How
from askline.core.errors import AlreadySettled
from askline.core.text import clean

ENDS: Final = {
    How.EXITED: Status.COMPLETED,
    How.FAILED_TO_START: Status.FAILED_TO_START,
    How.CANCELLED: Status.CANCELLED,
    How.TIMED_OUT: Status.TIMED_OUT,
    How.TOO_MUCH_OUTPUT: Status.CANCELLED,
    How.INTERRUPTED: Status.INTERRUPTED,
}
WHY: Final = {
    How.TIMED_OUT: "It ran longer than its declaration allows, and was ended.",
    How.TOO_MUCH_OUTPUT: "It wrote more than its declaration allows, and was ended.",
    How.INTERRUPTED: "What ran it went away, and every process of it too.",
}


def put_to_people(operation: Operation, ask: Ask) -> Operation:
    """Its approval stands in the inbox."""
    if operation.approval == ask.id:
        return operation
    _must_be(operation, Status.AWAITING_APPROVAL)
    return _moved(operation, approval=ask.id)


def approved(operation: Operation) -> Operation:
    """It may run, and waits for room."""
    _must_be(operation, Status.AWAITING_APPROVAL)
    return _moved(operation, status=Status.PENDING)


def started(operation: Operation, at: datetime) -> Operation:
    _must_be(operation, Status.PENDING)
    return _moved(operation, status=Status.WORKING, started_at=at)


def step_ended(operation: Operation, step: StepEnded) -> Operation:
    _must_be(operation, Status.WORKING)
    return _moved(operation, steps=(*operation.steps, step))


def ended(
    operation: Operation,
    how: Ended,
    at: datetime,
    *,
    steps: tuple[StepEnded, ...] = (),
    reason: str = "",
) -> Operation:
    """By itself or not: `reason` says more than the runner knows, such as who cancelled it."""
    _must_be(operation, Status.WORKING)
    why = reason or clean(how.why) or WHY.get(how.how)
    code = {"exit_code": how.exit_code, "signal": how.signal}
    return _ended(operation, ENDS[how.how], at, why, steps=steps or operation.steps, **code)


def cancelled(
    operation: Operation, reason: str, at: datetime, *, refused: bool = False
) -> Operation:
    """Before anything of it ran, or between two steps."""
    _must_go_on(operation)
    return _ended(operation, Status.CANCELLED, at, reason, refused=refused)


def interrupted(operation: Operation, at: datetime) -> Operation:
    """Nobody runs it any more. What still waits for people waits on."""
    _must_be(operation, Status.PENDING, Status.WORKING)
    return _ended(operation, Status.INTERRUPTED, at, WHY[How.INTERRUPTED])


def taken_over(operation: Operation, owner: str) -> Operation:
    """Another process waits for its approval from now on, and runs it then."""
    if operation.owner == owner:
        return operation
    _must_be(operation, Status.AWAITING_APPROVAL)
    return _moved(operation, owner=owner)


def delivered(operation: Operation, at: datetime) -> Operation:
    """Its agent was told of its end; before that there is nothing to note."""
    if operation.delivered_at or not operation.status.ended:
        return operation
    return _moved(operation, delivered_at=at)


def _ended(
    operation: Operation, status: Status, at: datetime, reason: str | None, **more: Any
) -> Operation:
    return _moved(operation, status=status, ended_at=at, reason=reason or None, **more)


def _moved(operation: Operation, **changes: Any) -> Operation:
    return replace(operation, revision=operation.revision + 1, **changes)


def _must_go_on(operation: Operation) -> None:
    _must_be(operation, *(each for each in Status if not each.ended))


def _must_be(operation: Operation, *expected: Status) -> None:
    if operation.status not in expected:
        raise AlreadySettled(
            f"Operation {operation.short_id} is {operation.status} already.",
            hint="Read it again; it goes on from where it is.",
        )
