"""Operations as plain text for a terminal. Pure: shapes in, lines out.

What agents and programs wrote passes the sanitizer once more; the words of a command are shown with
everything that cannot be seen spelled out, as in an approval.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from askline.core.ids import short_id
from askline.core.text import clean
from askline.doors.cli.showing import ago, asker, command_lines, inset, one_line, span

Shape = dict[str, Any]

WAYS = {
    "pending": "waits for room",
    "awaiting_approval": "awaits approval",
    "working": "runs",
    "failed_to_start": "did not start",
    "cancelled": "cancelled",
    "timed_out": "timed out",
    "interrupted": "interrupted",
}
ENDED = frozenset({"completed", "failed_to_start", "cancelled", "timed_out", "interrupted"})


def listed(operation: Shape, now: datetime) -> Iterator[str]:
    """An operation in two lines."""
    yield f"{operation['short_id']}  {one_line(operation['tool'])}: {stands(operation)}"
    who = f"{one_line(operation['agent']['name'])} in {one_line(operation['project']['name'])}"
    yield f"        {who}, called {ago(operation['created_at'], now)}"


def shown(operation: Shape, now: datetime) -> Iterator[str]:
    yield f"Operation {operation['short_id']}: {one_line(operation['tool'])}"
    yield f"Status: {stands(operation)}"
    yield f"From: {asker(operation)}"
    yield f"Called: {ago(operation['created_at'], now)}"
    if operation["approval"]:
        yield f"Approval: ask {short_id(UUID(operation['approval']))}"
    yield ""
    yield from planned(operation["commands"])
    yield from _steps(operation["steps"])
    yield from _written(operation)


def stands(operation: Shape) -> str:
    """How it stands, in words."""
    took = span(timedelta(seconds=operation["elapsed_s"]))
    match operation["status"]:
        case "completed":
            said = f"{_exit(operation)} after {took}"
        case "working":
            said = f"runs since {took}"
        case "cancelled" if operation["refused"]:
            said = "refused"
        case status:
            said = WAYS[status]
    return f"{said}: {one_line(operation['reason'])}" if operation["reason"] else said


def planned(commands: list[Shape]) -> Iterator[str]:
    """What runs, a step each."""
    yield (
        "Exactly this runs:" if len(commands) == 1 else f"Exactly these {len(commands)} steps run:"
    )
    for number, command in enumerate(commands, start=1):
        first, *rest = command_lines(command)
        yield f"  {first}" if len(commands) == 1 else f"  {number}. {first}"
        yield from (f"  {'' if len(commands) == 1 else '   '}{line}" for line in rest)


def _exit(ended: Shape) -> str:
    if ended["signal"] is not None:
        return f"ended by signal {ended['signal']}"
    return f"exited with {ended['exit_code']}"


def _steps(steps: list[Shape]) -> Iterator[str]:
    if len(steps) > 1:
        yield ""
    for number, step in enumerate(steps if len(steps) > 1 else [], start=1):
        took = span(timedelta(seconds=step["elapsed_s"]))
        skipped = step["skipped"] and f"passed over: {inset(step['skipped'])}"
        yield f"Step {number}, {one_line(step['tool'])}: {skipped or f'{_exit(step)} after {took}'}"


def _written(operation: Shape) -> Iterator[str]:
    nothing: Shape = {"head": "", "tail": "", "omitted_bytes": 0}
    output: Shape = operation["output"] or nothing
    yield ""
    if not output["head"] and not output["tail"]:
        yield "It wrote nothing" + ("." if operation["status"] in ENDED else " yet.")
        return
    yield "It wrote:"
    yield _apart(output["head"])
    if output["omitted_bytes"]:
        left_out = f"{output['omitted_bytes']:,} bytes are left out"
        yield f"… {left_out}: `askline ops output {operation['short_id']}` prints all."
    if output["tail"]:
        yield _apart(output["tail"])


def _apart(text: str) -> str:
    """Marked at the edge, so that no line of a program passes for one of ours."""
    return "\n".join(f"  | {line}" for line in clean(text).rstrip("\n").split("\n"))
