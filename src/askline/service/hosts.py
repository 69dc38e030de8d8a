"""What a house has for host applications: their streams, their endpoints, and their pages' way in."""

from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.desk import Desk
from askline.asks.spelling import Json
from askline.asks.streams import Streams
from askline.config.settings import Settings
from askline.core.clock import Clock
from askline.core.people import Door, local_person
from askline.doors.http.answering import Answering
from askline.doors.http.drawing import drawing
from askline.doors.http.embedding import PATHS, EmbeddedPage, EmbedTokens, HostBearer
from askline.doors.http.entering import Entered, WayIn, who_came_in
from askline.doors.http.feed import Feed
from askline.doors.http.guard import Guests
from askline.doors.http.hosting import STREAMS, Hosting, embed_routes
from askline.doors.http.looking import Looking
from askline.doors.http.promptmanager import PromptManager, Terms
from askline.doors.http.reading import Query
from askline.doors.http.routing import only
from askline.doors.http.stream import PING_S, EventReply, Stream
from askline.service.fronts import Extra
from askline.service.secret_files import KeptText, kept_secret


class Hosts:
    def __init__(self, clock: Clock, state: Path) -> None:
        self._clock = clock
        self._state = state
        self._token_file = state / "host-token"
        self.streams = Streams(clock, KeptText(state / "streams"))

    def __len__(self) -> int:
        """How many chats of hosts go on: as long as there is one, the service is needed."""
        return len(self.streams)

    def stream_of(self, token: str | None) -> str | None:
        stream = self.streams.of_token(token)
        return stream and stream.id

    def facts(self, url: str) -> Json:
        """Where a host's own program begins streams, and where its secret is."""
        return {"url": f"{url}{STREAMS}", "token_file": str(self._token_file)}

    def beside_api(
        self,
        desk: Desk,
        feed: Feed,
        settings_of: Callable[[str | None], Settings],
        *,
        origins: frozenset[str],
        url: str | None,
        ping_s: float = PING_S,
    ) -> Extra:
        """What stands beside the API for them. Without a place for browsers only the socket's part."""
        if url is None:
            tokens = EmbedTokens(b"", self._clock)
            hosting = Hosting(self.streams, tokens, self._clock, origins=origins, url=None)
            return Extra(socket_routes=hosting.routes())
        tokens = EmbedTokens(kept_secret(self._state / "embed-key").encode(), self._clock)
        hosting = Hosting(self.streams, tokens, self._clock, origins=origins, url=url)
        host = HostBearer(kept_secret(self._token_file), local_person(Door.API, present=False))
        page = EmbeddedPage(tokens, self.streams, self._clock)
        endpoints = PromptManager(
            desk,
            self._clock,
            self.streams,
            who=who_came_in,
            terms=lambda project: _terms(settings_of(project)),
            feed=feed,
            ping_s=ping_s,
        )
        embedded = embed_routes(
            Answering(desk, who_came_in), Looking(desk, who_came_in, dict), _events(desk, feed)
        )
        return Extra(
            socket_routes=hosting.routes(),
            loopback_routes=[
                *endpoints.routes(),
                *_entered([endpoints.submit_route()], host, page),
                *_entered(hosting.routes(), host),
                *_entered(embedded, page),
            ],
            guests=Guests(origins=origins, paths=PATHS),
        )


def _entered(routes: Iterable[Route], *ways: WayIn) -> list[Route]:
    """These routes, for whom one of these ways knows. A bearer's token is sent on purpose, so a write
    needs no further proof that somebody meant it."""
    return [only(each.methods or (), each.path, Entered(each.app, ways=ways)) for each in routes]


def _events(desk: Desk, feed: Feed) -> Callable[[Request], Awaitable[Response]]:
    async def events(request: Request) -> Response:
        drawn = drawing(Query(request, "nodes"), who_came_in(request))
        stream = Stream(desk, feed, drawn)
        return EventReply(stream, request.headers.get("last-event-id"))

    return events


def _terms(settings: Settings) -> Terms:
    set_to = settings.promptmanager
    return Terms(enabled=set_to.enabled, timeout_s=set_to.timeout)
