"""One call of the API as a value: what is sent, how long it may take, and what its reply tells."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from askline.client.problems import Json, error_of

API = "/api/v1"
PATIENCE_S = 30.0
SILENCE_S = 60.0
"""An event stream pings four times as often; so long a silence means that nobody is there."""

LAST_GOOD = 299


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    method: str
    path: str
    """Below `/api/v1`."""
    query: Mapping[str, object] = field(default_factory=dict[str, object])
    said: Json | None = None
    """The body as JSON; of a write it is an object, if only an empty one."""
    content: bytes | None = None
    """The body as it is, where it is no JSON."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    patience: float = PATIENCE_S

    @property
    def target(self) -> str:
        said = {name: value for name, value in self.query.items() if value is not None}
        return f"{API}{self.path}" + (f"?{urlencode(said)}" if said else "")

    @property
    def body(self) -> bytes | None:
        if self.content is not None or self.method == "GET":
            return self.content
        return json.dumps(self.said or {}).encode()

    @property
    def all_headers(self) -> dict[str, str]:
        kind = {} if self.method == "GET" else {"Content-Type": "application/json"}
        return {**kind, **self.headers}


def of_ask(ask_id: str, part: str = "") -> str:
    """The path of an ask. A strange id stays one piece of it."""
    return f"/asks/{quote(ask_id, safe='')}" + (f"/{part}" if part else "")


def of_operation(operation_id: str, part: str = "") -> str:
    return f"/operations/{quote(operation_id, safe='')}" + (f"/{part}" if part else "")


def get(path: str, /, **query: object) -> Call:
    """Of a query False is as good as absent."""
    said = {name: 1 if value is True else value for name, value in query.items()}
    query = {name: value for name, value in said.items() if value is not False}
    return Call(method="GET", path=path, query=query)


def post(path: str, /, **said: Any) -> Call:
    return Call(method="POST", path=path, said=said)


def told(status: int, content: bytes) -> bytes:
    """The body of a reply that went well.

    Raises: the error that a problem tells.
    """
    if status > LAST_GOOD:
        raise error_of(status, content)
    return content


def json_in(content: bytes) -> Any:
    """None where there is nothing."""
    return json.loads(content) if content else None
