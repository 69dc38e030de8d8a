"""The page for host applications names every route that is made for them, and no other."""

from pathlib import Path

from starlette.routing import Route

from askline.doors.http.hosting import STREAMS
from tests.docs.test_reference import rows
from tests.doors.host_house import a_host_house


async def test_every_route_for_hosts_is_documented_and_no_other(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        routes = [route for route in house.loopback.routes if isinstance(route, Route)]
    served = {
        f"`{method} {route.path}`"
        for route in routes
        for method in route.methods or ()
        if route.path.startswith((STREAMS, "/claude/", "/api/v1/embed/"))
    }

    documented = [row for row in rows("reference/hosts.md") if len(row) == 4]

    assert {row[0] for row in documented} == served
    assert all(map(all, documented))
