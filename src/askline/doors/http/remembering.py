"""The routes of memory: what was answered in a project."""

from pathlib import PurePath

from starlette.requests import Request
from starlette.responses import Response

from askline.asks.fields import refuse
from askline.core.errors import FieldProblem
from askline.core.people import Project
from askline.doors.http.looking import Who
from askline.doors.http.reading import Query, Reply
from askline.memory.digest import Digest, Sought, read_since

MOST = 1_000_000


class Remembering:
    def __init__(self, digest: Digest, who: Who) -> None:
        self._digest = digest
        self._who = who

    async def summary(self, request: Request) -> Response:
        query = Query(request, "project limit search since")
        path = query.text("project") or ""
        if not PurePath(path).is_absolute():
            refuse([FieldProblem("project", "the whole path of a project", repr(path[:80]))])
        sought = Sought(
            limit=query.number("limit", default=MOST, most=MOST),
            words=query.text("search"),
            since=read_since(query.text("since")),
        )
        project = Project(name=PurePath(path).name, path=path)
        summary = await self._digest.summary(self._who(request), project, sought)
        return Reply({"summary": summary.text, "count": summary.count})
