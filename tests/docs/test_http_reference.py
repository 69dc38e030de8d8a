"""The page of the HTTP API names every route there is, and no other."""

from starlette.routing import Route

from askline.doors.http.app import API
from tests.docs.test_reference import rows
from tests.doors.http_house import House


def test_every_route_is_documented_and_no_other() -> None:
    routes = [route for route in House().app.routes if isinstance(route, Route)]
    served = [
        f"`{method} {route.path.removeprefix(API)}`"
        for route in routes
        for method in route.methods or ()
    ]

    documented = rows("reference/http.md")

    assert [row[0] for row in documented] == served
    assert all(len(row) == 3 and all(row) for row in documented)
