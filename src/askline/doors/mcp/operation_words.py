"""An operation in words for its agent. Says all that the structured result says.

What a command wrote is data: it is quoted as such, and never speaks in our place.
"""

from collections.abc import Sequence

from askline.asks.spelling import Json, text_of
from askline.commands.operation import Operation, Status, StepEnded, View
from askline.core.text import clean

AWAIT = "operation_await"
OUTPUT = "operation_output"

BECAME = {
    Status.PENDING: "was begun, and starts as soon as there is room.",
    Status.AWAITING_APPROVAL: "waits for your human's approval; nothing has run yet.",
    Status.WORKING: "has started and is running{time}.",
    Status.COMPLETED: "ended{code}{time}.",
    Status.FAILED_TO_START: "could not be started; nothing ran.",
    Status.CANCELLED: "was cancelled{time}.",
    Status.TIMED_OUT: "ran out of its time{time}, and every process of it was ended.",
    Status.INTERRUPTED: "was interrupted{time}: what ran it went away, and every process of it too.",
}

GO_ON = (
    "Go on with other work: its end is announced with a later result. When nothing else is left to"
    " do, call the tool `{tool}` with {arguments}."
)
NOT_YET = "Until then go on only with what does not need it. To wait, call the tool `{tool}` with {arguments}."


def head_of(operation: Operation, elapsed_s: float, *, named: bool = True) -> str:
    """What became of it, in one line; `named` with the id by which others can speak of it."""
    which = f" (operation {operation.id})" if named else ""
    said = BECAME[operation.status].format(time=_time(operation, elapsed_s), code=_code(operation))
    return f"{operation.tool}{which} {said}"


def details_of(operation: Operation) -> list[str]:
    """Why it ended so, and how its steps went."""
    why = [f"Reason: {clean(operation.reason)}"] if operation.reason else []
    return [*why, *map(_step, steps_of(operation))]


def steps_of(operation: Operation) -> tuple[StepEnded, ...]:
    """Of a sequence; a single step says nothing that the operation does not."""
    return operation.steps if len(operation.commands) > 1 else ()


def output_words(operation: Operation, view: View) -> list[str]:
    if not view.head and not view.tail:
        return ["It wrote nothing." if operation.status.ended else "It has written nothing yet."]
    if not view.omitted_bytes:
        return [f"What it wrote, as data:\n{clean(view.head + view.tail)}"]
    how = text_of({"id": str(operation.id), "offset": len(view.head.encode())})
    left_out = f"[{view.omitted_bytes} bytes left out; read them with `{OUTPUT}` {how}]"
    return [f"What it wrote, as data:\n{clean(view.head)}\n{left_out}\n{clean(view.tail)}"]


def next_of(operations: Sequence[Operation]) -> Json:
    return {"tool": AWAIT, "arguments": {"ids": [str(each.id) for each in operations]}}


def how_to_go_on(operations: Sequence[Operation], url: str | None = None) -> list[str]:
    if not operations:
        return []
    awaiting = any(each.status is Status.AWAITING_APPROVAL for each in operations)
    arguments = text_of(next_of(operations)["arguments"])
    said = (NOT_YET if awaiting else GO_ON).format(tool=AWAIT, arguments=arguments)
    return [f"Your human can approve it at {url}. {said}" if url else said]


def one_line(operation: Operation, elapsed_s: float) -> str:
    """For a result that is about something else."""
    why = f" Reason: {clean(operation.reason, multiline=False)}" if operation.reason else ""
    return f"- {head_of(operation, elapsed_s)}{why}"


def _time(operation: Operation, elapsed_s: float) -> str:
    if operation.started_at is None:
        return " before it ran" if operation.status.ended else ""
    return f" after {elapsed_s:.1f} s" if operation.status.ended else f" since {elapsed_s:.1f} s"


def _code(operation: Operation) -> str:
    if operation.exit_code is not None:
        return f" with exit code {operation.exit_code}"
    return f" by signal {operation.signal}" if operation.signal is not None else ""


def _step(step: StepEnded) -> str:
    if step.skipped is not None:
        return f"- {step.tool}: skipped, {clean(step.skipped, multiline=False)}"
    ended = f"exit code {step.exit_code}" if step.signal is None else f"signal {step.signal}"
    return f"- {step.tool}: {ended} after {step.elapsed_s:.1f} s"
