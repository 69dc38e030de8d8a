"""The API keeps to its OpenAPI document: whatever is sent, each reply is one that was described.

Asks of every state are there, so that verbs do more than find nothing. Streams and long polls are
told to end at once.
"""

import json
import os
from collections.abc import Generator
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import checks

from askline.doors.http.app import end_streams
from askline.doors.http.openapi.document import document
from tests.builders import UNPACED
from tests.doors.http_house import House, Json
from tests.doors.served import Served

LONG = os.environ.get("ASKLINE_TEST_ROUNDS") == "long"
known: Any = checks
CHECKS = [
    known.not_a_server_error,
    known.status_code_conformance,
    known.content_type_conformance,
    known.response_headers_conformance,
    known.response_schema_conformance,
    known.negative_data_rejection,
]
BODY: Json = {"questions": [{"id": "db", "question": "Which?", "options": ["A", "B"]}]}


def strict(schema: Any) -> Any:
    """The same, where nothing may be in an object that is not described."""
    if isinstance(schema, list):
        return [strict(each) for each in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    inner = {name: strict(each) for name, each in cast("Json", schema).items()}
    if "properties" in inner and inner.get("type") == "object":
        inner.setdefault("additionalProperties", False)
    return inner


def described() -> Json:
    said = json.loads(json.dumps(document()))
    said["components"]["schemas"] = strict(said["components"]["schemas"])
    return said


schema: Any = schemathesis.openapi.from_dict(described())


@pytest.fixture(scope="module")
def served() -> Generator[Served]:
    house = House(limits=UNPACED)
    with Served(house) as served:
        end_streams(house.app)
        yield served


def an_ask(served: Served, said: str) -> str:
    """The id of an ask: pending, settled, or what was said, as the test's own numbers fall."""
    number = sum(said.encode(errors="replace")) % 4
    if number == 0:
        return said
    ask_id = served.client.create({**BODY, "key": said or "none", "agent": {"name": "a"}})["id"]
    if number == 1:
        served.client.reject(ask_id, receipt="r1")
    return ask_id


def an_operation(served: Served, said: str) -> str:
    """The id of an operation, or what was said."""
    if not said or len(said) % 2:
        return said
    return str(served.house.bench.put().id)


@schema.parametrize()
@settings(
    max_examples=200 if LONG else 8,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
def test_every_reply_is_one_that_was_described(case: Any, served: Served) -> None:
    if "id" in (case.path_parameters or {}):
        named = an_operation if "/operations/" in case.path else an_ask
        case.path_parameters["id"] = named(served, str(case.path_parameters["id"]))

    case.call_and_validate(base_url=served.address, checks=CHECKS, timeout=10)
