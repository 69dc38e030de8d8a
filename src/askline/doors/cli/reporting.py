"""Operations as plain text for a terminal. Pure: shapes in, lines out.

What agents and programs wrote passes the sanitizer once more; the words of a command are shown with
everything that cannot be seen spelled out, as in an approval.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from askline.core.ids import short_id
from askline.core.speaking import known, mark, t
from askline.core.text import clean
from askline.doors.cli.showing import ago, asker, command_lines, inset, one_line, span

Shape = dict[str, Any]

WAYS = {
    "pending": mark("waits for room"),
    "awaiting_approval": mark("awaits approval"),
    "working": mark("runs"),
    "failed_to_start": mark("did not start"),
    "cancelled": mark("cancelled"),
    "timed_out": mark("timed out"),
    "interrupted": mark("interrupted"),
}
ENDED = frozenset({"completed", "failed_to_start", "cancelled", "timed_out", "interrupted"})


def listed(operation: Shape, now: datetime) -> Iterator[str]:
    """An operation in two lines."""
    yield f"{operation['short_id']}  {one_line(operation['tool'])}: {stands(operation)}"
    who = t(
        "{0} in {1}", one_line(operation["agent"]["name"]), one_line(operation["project"]["name"])
    )
    yield f"        {t('{0}, called {1}', who, ago(operation['created_at'], now))}"


def shown(operation: Shape, now: datetime) -> Iterator[str]:
    yield t("Operation {0}: {1}", operation["short_id"], one_line(operation["tool"]))
    yield t("Status: {0}", stands(operation))
    yield t("From: {0}", asker(operation))
    yield t("Called: {0}", ago(operation["created_at"], now))
    if operation["approval"]:
        yield t("Approval: ask {0}", short_id(UUID(operation["approval"])))
    yield ""
    yield from planned(operation["commands"])
    yield from _steps(operation["steps"])
    yield from _written(operation)


def stands(operation: Shape) -> str:
    """How it stands, in words."""
    took = span(timedelta(seconds=operation["elapsed_s"]))
    match operation["status"]:
        case "completed":
            said = t("{0} after {1}", _exit(operation), took)
        case "working":
            said = t("runs since {0}", took)
        case "cancelled" if operation["refused"]:
            said = t("refused")
        case status:
            said = t(WAYS[status])
    return f"{said}: {known(one_line(operation['reason']))}" if operation["reason"] else said


def planned(commands: list[Shape]) -> Iterator[str]:
    """What runs, a step each."""
    yield (
        t("Exactly this runs:")
        if len(commands) == 1
        else t("Exactly these {0} steps run:", len(commands))
    )
    for number, command in enumerate(commands, start=1):
        first, *rest = command_lines(command)
        yield f"  {first}" if len(commands) == 1 else f"  {number}. {first}"
        yield from (f"  {'' if len(commands) == 1 else '   '}{line}" for line in rest)


def _exit(ended: Shape) -> str:
    if ended["signal"] is not None:
        return t("ended by signal {0}", ended["signal"])
    return t("exited with {0}", ended["exit_code"])


def _steps(steps: list[Shape]) -> Iterator[str]:
    if len(steps) > 1:
        yield ""
    for number, step in enumerate(steps if len(steps) > 1 else [], start=1):
        took = span(timedelta(seconds=step["elapsed_s"]))
        skipped = step["skipped"] and t("passed over: {0}", inset(step["skipped"]))
        yield t(
            "Step {0}, {1}: {2}",
            number,
            one_line(step["tool"]),
            skipped or t("{0} after {1}", _exit(step), took),
        )


def _written(operation: Shape) -> Iterator[str]:
    nothing: Shape = {"head": "", "tail": "", "omitted_bytes": 0}
    output: Shape = operation["output"] or nothing
    yield ""
    if not output["head"] and not output["tail"]:
        yet = operation["status"] not in ENDED
        yield t("It has written nothing yet.") if yet else t("It wrote nothing.")
        return
    yield t("It wrote:")
    yield _apart(output["head"])
    if output["omitted_bytes"]:
        left_out = t("{0:,} bytes are left out", output["omitted_bytes"])
        yield t("… {0}: `askline ops output {1}` prints all.", left_out, operation["short_id"])
    if output["tail"]:
        yield _apart(output["tail"])


def _apart(text: str) -> str:
    """Marked at the edge, so that no line of a program passes for one of ours."""
    return "\n".join(f"  | {line}" for line in clean(text).rstrip("\n").split("\n"))
