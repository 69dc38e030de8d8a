"""The route that tells programs what this API is."""

from starlette.requests import Request
from starlette.responses import Response

from askline.doors.http.looking import Who
from askline.doors.http.openapi.document import document
from askline.doors.http.reading import Reply


class Describing:
    def __init__(self, who: Who) -> None:
        self._who = who

    async def openapi(self, request: Request) -> Response:
        self._who(request)
        return Reply(document())
