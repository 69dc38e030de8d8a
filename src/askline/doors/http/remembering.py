"""The routes of memory: what was answered in a project, and its journal made again."""

from pathlib import PurePath

from starlette.requests import Request
from starlette.responses import Response

from askline.asks.fields import Fields, refuse, stop_at
from askline.asks.spelling import Json
from askline.core.errors import FieldProblem
from askline.core.people import Project
from askline.doors.http.looking import Who
from askline.doors.http.reading import Query, Reply, body_of
from askline.memory.digest import Found, Sought, read_since
from askline.memory.exporting import FORMATS, entry_shape
from askline.memory.memory import Memory

MOST = 1_000_000
SOUGHT = "project limit search since"


class Remembering:
    def __init__(self, memory: Memory, who: Who) -> None:
        self._memory = memory
        self._who = who

    async def summary(self, request: Request) -> Response:
        query = Query(request, SOUGHT)
        project, sought = _project(query.text("project")), _sought(query)
        summary = await self._memory.digest.summary(self._who(request), project, sought)
        return Reply({"summary": summary.text, "count": summary.count})

    async def entries(self, request: Request) -> Response:
        query = Query(request, SOUGHT)
        _, found = await self._found(request, query)
        shapes: list[Json] = [entry_shape(entry) for entry in found.entries]
        return Reply({"entries": shapes, "total": found.total})

    async def export(self, request: Request) -> Response:
        query = Query(request, f"{SOUGHT} format")
        wanted = query.text("format") or "markdown"
        if wanted not in FORMATS:
            refuse([FieldProblem("format", f"one of {', '.join(FORMATS)}", repr(wanted[:80]))])
        project, found = await self._found(request, query)
        text = FORMATS[wanted](found.entries, project.name or "/")
        return Reply({"text": text, "count": len(found.entries), "total": found.total})

    async def rebuild(self, request: Request) -> Response:
        said, problems = await body_of(request), list[FieldProblem]()
        path = Fields(said, problems, known="project").text("project")
        stop_at(problems)
        rebuilt = await self._memory.rebuilding.rebuild(self._who(request), _project(path))
        return Reply({"written": rebuilt.written, "stood": rebuilt.stood, "mode": rebuilt.mode})

    async def _found(self, request: Request, query: Query) -> tuple[Project, Found]:
        project = _project(query.text("project"))
        found = await self._memory.digest.found(self._who(request), project, _sought(query))
        return project, found


def _sought(query: Query) -> Sought:
    return Sought(
        limit=query.number("limit", default=MOST, most=MOST),
        words=query.text("search"),
        since=read_since(query.text("since")),
    )


def _project(said: str | None) -> Project:
    path = said or ""
    if not PurePath(path).is_absolute():
        refuse([FieldProblem("project", "the whole path of a project", repr(path[:80]))])
    return Project(name=PurePath(path).name, path=path)
