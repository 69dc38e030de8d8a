"""The routes of files beside answers: put one down, take one back.

A file is its bytes and nothing else: no form, no parts. What comes back is always a download, never
a page, and only pictures that no browser runs keep their type: the bytes are a stranger's.
"""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from askline.asks.answer_shapes import attachment_shape
from askline.asks.attachments import UNKNOWN_TYPE
from askline.asks.desk import Desk
from askline.doors.http.looking import Who
from askline.doors.http.reading import Query, Reply, bytes_of

PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})


class Attaching:
    def __init__(self, desk: Desk, who: Who) -> None:
        self._desk = desk
        self._who = who

    async def keep(self, request: Request) -> Response:
        actor = self._who(request)
        name = Query(request, "name").text("name") or ""
        files = self._desk.attachments
        file = await files.keep(
            actor,
            name=name,
            media_type=request.headers.get("content-type", ""),
            content=await bytes_of(request, files.largest, files.too_large(name)),
        )
        return Reply(attachment_shape(file), 201)

    async def take(self, request: Request) -> Response:
        """Through the ask that `ask` names, or through any that the actor may see."""
        actor, sha256 = self._who(request), request.path_params["sha256"]
        said = Query(request, "ask").text("ask")
        files = self._desk.attachments
        if said is None:
            file, content = await files.find(actor, sha256)
        else:
            ask = await self._desk.reading.find(actor, said)
            file, content = await files.take(actor, ask, sha256)
        headers = {
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(file.name, safe='')}",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cache-Control": "no-store",
        }
        known = file.media_type in PICTURES
        return Response(
            content, media_type=file.media_type if known else UNKNOWN_TYPE, headers=headers
        )
