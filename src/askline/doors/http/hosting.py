"""The routes of host applications: begin a stream, renew its page's token, end it; and the page's own.

Only for whoever has the user's rights: on the socket that is everybody, on loopback who knows the host's
secret. A stream's token is told once, in the reply that begins it.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.fields import Fields, spelled, stop_at
from askline.asks.spelling import Json, time_text
from askline.asks.streams import (
    LONGEST_S,
    Stream,
    Streams,
    id_of,
    lasting,
    new_token,
    read_token,
    stream_shape,
)
from askline.core.clock import Clock
from askline.core.errors import FieldProblem, NotAllowed, NotFound
from askline.core.people import Project
from askline.core.text import clean
from askline.doors.http.answering import Answering
from askline.doors.http.embedding import EMBED, EmbedTokens
from askline.doors.http.looking import Looking
from askline.doors.http.reading import Reply, body_of
from askline.doors.http.routing import only

Endpoint = Callable[[Request], Awaitable[Response]]

STREAMS = "/api/v1/streams"
BODY = "token project number agent user origin ttl_s"
SHORTEST_S = 60
LONGEST_NAME = 200


class Hosting:
    def __init__(
        self,
        live: Streams,
        tokens: EmbedTokens,
        clock: Clock,
        *,
        origins: frozenset[str],
        url: str | None,
    ) -> None:
        """`origins` may embed; `url` is where their pages find us."""
        self._live = live
        self._tokens = tokens
        self._clock = clock
        self._origins = origins
        self._url = url

    def routes(self) -> list[Route]:
        return [
            only({"POST"}, STREAMS, self.begin),
            only({"POST"}, f"{STREAMS}/{{id}}/embed", self.renew),
            only({"DELETE"}, f"{STREAMS}/{{id}}", self.end),
        ]

    async def begin(self, request: Request) -> Response:
        token, wanted = self._wanted(await body_of(request))
        if wanted.origin is not None and wanted.origin not in self._origins:
            raise NotAllowed(
                "This origin may not embed.",
                hint="The user lists it in the setting web.embed_origins and restarts the service.",
            )
        stream = self._live.begin(wanted)
        return Reply({**stream_shape(stream), "token": str(token), **self._embed(stream)}, 201)

    async def renew(self, request: Request) -> Response:
        """Another token for the page; that of the agent's side stays."""
        await body_of(request)
        stream = self._live.live(request.path_params["id"])
        if stream is None:
            raise _unknown()
        return Reply({"stream": stream.id, **self._embed(stream)})

    async def end(self, request: Request) -> Response:
        if not self._live.end(request.path_params["id"]):
            raise _unknown()
        return Response(status_code=204)

    def _embed(self, stream: Stream) -> Json:
        if stream.origin is None or self._url is None:
            return {"embed_token": None, "embed_expires_at": None, "url": self._url}
        token, ends = self._tokens.made(stream)
        return {"embed_token": token, "embed_expires_at": time_text(ends), "url": self._url}

    def _wanted(self, said: Mapping[str, Any]) -> tuple[UUID, Stream]:
        problems: list[FieldProblem] = []
        fields = Fields(said, problems, known=BODY)
        token = _token(fields)
        now = self._clock.now()
        seconds = fields.number("ttl_s", least=SHORTEST_S, most=LONGEST_S)
        stream = Stream(
            id=id_of(token),
            project=_project(fields),
            made_at=now,
            expires_at=lasting(now, seconds),
            number=fields.number("number"),
            user=_name(fields, "user"),
            origin=(fields.text("origin") or "").lower() or None,
        )
        agent = _name(fields, "agent")
        stop_at(problems)
        return token, replace(stream, agent=agent) if agent else stream


def embed_routes(answering: Answering, looking: Looking, events: Endpoint) -> list[Route]:
    """What a host's page may do, with the asks of its stream."""
    ask = f"{EMBED}/asks/{{id}}"
    return [
        only({"GET"}, f"{EMBED}/events", events),
        only({"GET"}, ask, looking.ask),
        only({"POST"}, f"{ask}/answer", answering.answer),
        only({"POST"}, f"{ask}/reject", answering.reject),
        only({"POST"}, f"{ask}/ask-back", answering.ask_back),
        only({"POST"}, f"{ask}/correct", answering.correct),
        only({"POST"}, f"{ask}/extend", answering.extend),
        only({"POST"}, f"{ask}/seen", answering.seen),
        only({"PUT"}, f"{ask}/draft", answering.draft),
    ]


def _token(fields: Fields) -> UUID:
    said = fields.text("token")
    token = read_token(said)
    if said is not None and token is None:
        fields.wrong("token", "a UUID", spelled(said))
    return token or new_token()


def _project(fields: Fields) -> Project:
    part = fields.part("project", known="name path branch")
    path = part.text("path")
    name = part.text("name") or (path or "").rstrip("/").rpartition("/")[2]
    if not name:
        part.wrong("name", "the project's name or its path", "nothing")
    return Project(name=clean(name), path=path, branch=part.text("branch"))


def _name(fields: Fields, name: str) -> str | None:
    said = fields.text(name)
    if said is not None and not 0 < len(said) <= LONGEST_NAME:
        fields.wrong(name, f"1 to {LONGEST_NAME} characters", spelled(said))
    return clean(said) if said else None


def _unknown() -> NotFound:
    return NotFound("There is no such live stream.", hint="Begin one: POST /api/v1/streams.")
