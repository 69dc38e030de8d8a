"""The OpenAPI document is what is served, names every route, and stands in the reference."""

import json
from typing import Any

from starlette.routing import Route

from askline.doors.http.openapi.document import document
from askline.doors.http.openapi.routes import OPERATIONS
from tests.docs.test_reference import DOCS
from tests.doors.http_house import House


def test_every_route_is_described_in_its_place_and_no_other() -> None:
    routes = [route for route in House().app.routes if isinstance(route, Route)]
    served = [(method, route.path) for route in routes for method in route.methods or ()]

    assert [(each.method, each.path) for each in OPERATIONS] == served


async def test_it_is_served_and_the_one_in_the_reference_is_current() -> None:
    served = await House().get("/openapi.json")

    assert served == document()
    # `scripts/write-openapi` makes it so.
    assert served == json.loads((DOCS / "reference/openapi.json").read_text())


def test_every_name_it_refers_to_is_there_and_every_shape_is_used() -> None:
    said = json.dumps(document())
    places: dict[str, dict[str, Any]] = document()["components"]

    known = {f"#/components/{kind}/{name}" for kind, parts in places.items() for name in parts}
    assert {part.split('"')[0] for part in said.split('"$ref": "')[1:]} == known
