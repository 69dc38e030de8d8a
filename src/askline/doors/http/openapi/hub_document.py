"""The document of a hub's API, which has people besides. Apart, so that no local service reads any of it."""

from collections.abc import Collection

from askline.asks.spelling import Json
from askline.doors.http.openapi.document import written
from askline.doors.http.openapi.operating_routes import OF_OPERATING
from askline.doors.http.openapi.operating_routes import ROUTES as OPERATING
from askline.doors.http.openapi.people_routes import OF_PEOPLE
from askline.doors.http.openapi.people_shapes import OF_PEOPLE as PEOPLE
from askline.doors.http.openapi.routes import OPERATIONS
from askline.doors.http.openapi.taken import TAKEN_AT_A_HUB
from askline.doors.http.openapi.telling_routes import OF_TELLING, SHAPES_OF_TELLING


def hub_document(served: Collection[tuple[str, str]]) -> Json:
    """`served` are the methods and paths of its API."""
    ours = [each for each in OPERATIONS if (each.method, each.path) in served]
    of_people = [*OF_TELLING, *OF_PEOPLE, *OPERATING]
    shapes = PEOPLE | SHAPES_OF_TELLING | OF_OPERATING | TAKEN_AT_A_HUB
    return written([*of_people, *ours], shapes)
