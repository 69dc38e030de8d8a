"""The API's OpenAPI 3.1 document, put together from its operations and schemas.

Says what is, and decides nothing: a test holds it against the app's own routes and replies.
"""

from collections.abc import Sequence
from functools import cache

from askline.asks.spelling import Json
from askline.doors.http.openapi.operation_shapes import OPERATIONS as OF_OPERATIONS
from askline.doors.http.openapi.operation_shapes import STANDING
from askline.doors.http.openapi.operations import REFUSALS, WHO, Operation
from askline.doors.http.openapi.routes import OPERATIONS
from askline.doors.http.openapi.sent import SENT
from askline.doors.http.openapi.taken import TAKEN
from askline.doors.http.openapi.words import COUNT, TEXT, Schema, many, maybe, ref, sent
from askline.doors.http.problems import STATUS

ABOUT = (
    "The line between AI agents and their humans. Problems are RFC 9457, with our code and hint;"
    " the reference says what each route does."
)

PROBLEM = {
    "type": TEXT,
    "title": TEXT,
    "status": COUNT,
    "code": {"type": "string", "enum": [*STATUS]},
    "detail": TEXT,
    "hint": TEXT,
    "errors": many(ref("Field")),
}
PROBLEMS: Schema = {
    "Problem": sent(PROBLEM),
    "Second": sent({**PROBLEM, "outcome": maybe(ref("Outcome"))}),
    "Field": sent({"field": TEXT, "expected": TEXT, "actual": TEXT, "hint": TEXT}),
}


@cache
def document() -> Json:
    """Of the API that every service has."""
    return written(OPERATIONS, {})


def written(operations: Sequence[Operation], also: Schema) -> Json:
    """A document of these, with `also` among its schemas."""
    paths: dict[str, Json] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = operation.shape
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Askline",
            "version": "1",
            "description": ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {**SENT, **TAKEN, **OF_OPERATIONS, **STANDING, **PROBLEMS, **also},
            "responses": REFUSALS,
            "parameters": {name: each.shape for name, each in WHO.items()},
        },
    }
