"""Errors as an agent reads them: the whole story in the text, and how to do better.

No structured content: some clients show the model only that, and it would lose the hint. Where a
request is no call of a tool, the same is told as an error of the protocol.
"""

from collections.abc import Generator
from contextlib import contextmanager

from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, TextContent

from askline.core.errors import AsklineError, FieldProblem, StoreUnavailable
from askline.core.text import clean


def problem(error: AsklineError) -> CallToolResult:
    # The message of an error with fields says no more than its first field does.
    said = "The arguments do not fit." if error.fields else error.message
    lines = [f"{said} [{error.code}]", *map(_field, error.fields)]
    if not any(each.hint == error.hint for each in error.fields):
        lines.append(error.hint)
    return CallToolResult(
        content=[TextContent(type="text", text=clean("\n".join(lines)))], is_error=True
    )


@contextmanager
def told_as_protocol() -> Generator[None]:
    try:
        yield
    except AsklineError as error:
        ours = isinstance(error, StoreUnavailable)
        data = {"code": error.code, "hint": error.hint}
        raise MCPError(INTERNAL_ERROR if ours else INVALID_PARAMS, error.message, data) from error


def _field(each: FieldProblem) -> str:
    hint = f" {each.hint}" if each.hint else ""
    return f"- {each.field}: expected {each.expected}, got {each.actual}.{hint}"
