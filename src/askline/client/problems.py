"""Problems of the HTTP API as the errors they were before a door translated them."""

import json
from collections.abc import Iterator
from typing import Any

from askline.core.errors import AsklineError, FieldProblem, Internal, ServiceUnreachable

Json = dict[str, Any]


def error_of(status: int, body: bytes) -> AsklineError:
    """The error that a reply tells. `standing_of` finds the outcome that came with it."""
    try:
        said: Json = json.loads(body)
        error = KINDS[said["code"]](
            said["detail"],
            hint=said["hint"],
            fields=[FieldProblem(**each) for each in said["errors"]],
        )
    except (ValueError, LookupError, TypeError):
        return Internal(
            f"The service replied with status {status} and no problem that is known.",
            hint="Is it another version, or another program? Look at its log.",
        )
    vars(error)["standing"] = said.get("outcome")
    return error


def standing_of(error: AsklineError) -> Json | None:
    """The outcome that stands, where the error is that somebody else was first."""
    return getattr(error, "standing", None)


def unreachable(path: str, cause: Exception) -> ServiceUnreachable:
    return ServiceUnreachable(
        f"No service answers at {path} ({type(cause).__name__}).",
        hint="Start it with `askline service run`, or look into its log.",
    )


def _below(kind: type[AsklineError]) -> Iterator[type[AsklineError]]:
    """Groups before their members, so that of one code the member counts."""
    for child in kind.__subclasses__():
        yield child
        yield from _below(child)


KINDS = {kind.code: kind for kind in _below(AsklineError)}
