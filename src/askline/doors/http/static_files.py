"""The built scripts and our own few files, as they came with the package. Nothing else of the disk.

They are read anew for every request, so that a build shows at once; a browser asks each time and is
told that nothing changed.
"""

from hashlib import sha256
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.core.errors import NotFound
from askline.doors.http.pages import only_get
from askline.doors.http.problems import problem

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
NOT_MODIFIED = 304


def routes() -> list[Route]:
    return [
        only_get("/static/{name}", built),
        only_get("/page.css", own),
        only_get("/favicon.svg", own),
    ]


async def built(request: Request) -> Response:
    hint = "In a checkout, run `scripts/build-web`; an installed Askline brings its files along."
    return _file(request, "static", request.path_params["name"], hint)


async def own(request: Request) -> Response:
    return _file(request, "shell", request.url.path.rpartition("/")[2], "Install Askline anew.")


def _file(request: Request, folder: str, name: str, hint: str) -> Response:
    content = _content(folder, name)
    if content is None:
        return problem(NotFound("There is no such file.", hint=hint))
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=NOT_MODIFIED, headers=headers)
    return Response(content, media_type=TYPES[_ending(name)], headers=headers)


def _content(folder: str, name: str) -> bytes | None:
    """Only a plain name with a known ending is looked for."""
    plain = name.replace("-", "").replace(".", "").replace("_", "").isalnum() and name[0] != "."
    if not plain or _ending(name) not in TYPES:
        return None
    try:
        return files("askline.doors.http").joinpath(folder, name).read_bytes()
    except OSError:
        return None


def _ending(name: str) -> str:
    return f".{name.rpartition('.')[2]}"
