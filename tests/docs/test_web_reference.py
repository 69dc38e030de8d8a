"""The page of the web door names every page and every route of its own."""

from pathlib import Path

from starlette.routing import Route

from askline.doors.http.pages import PAGES
from tests.docs.test_reference import rows
from tests.doors.web_house import a_web_house

WEB = rows("reference/web.md")


def test_every_page_is_documented() -> None:
    [pages] = [row for row in WEB if row[0].startswith("`/`")]

    assert pages[0].replace("`", "").split(", ") == [*PAGES]


async def test_every_route_of_signing_in_and_out_is_documented(tmp_path: Path) -> None:
    async with a_web_house(tmp_path) as house:
        socket = [route for route in house.fronts.on_socket().routes if isinstance(route, Route)]
    served = {f"`{method} {route.path}`" for route in socket for method in route.methods or ()}

    documented = {row[0] for row in WEB if len(row) == 4}

    assert documented == served | {"`POST /api/v1/session/end`"}
