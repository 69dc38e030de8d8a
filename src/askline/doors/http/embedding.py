"""How the page of a host application comes in: with a token for one stream, from one origin.

The host asks for the token and hands it to its page. It lasts minutes, is good from the page's own origin
alone, and lets the page see and answer the asks of its stream; what only a person may settle stays with
our own doors, because what happens in somebody else's page is theirs to decide. Nothing is kept: a token
is checked by its seal, and ends with its stream.
"""

import base64
import hmac
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from askline.asks.streams import Stream, Streams
from askline.core.clock import Clock
from askline.core.errors import NotAllowed
from askline.core.people import LOCAL_PERSON, LOCAL_TENANT, Actor, ActorKind, Door, Right
from askline.doors.http.entering import Entry
from askline.doors.http.guard import Guests, bearer_in

LASTS = timedelta(minutes=15)

CARD_FILES = ("/static/askline-card.js", "/static/askline-embed.js", "/static/askline-de.js")
EMBED = "/api/v1/embed"
PATHS = (f"{EMBED}/", "/claude/submit-answer", *CARD_FILES)
"""What is open to pages of listed origins, as far as the guard is concerned."""

REMEMBERED_S = 600
HEADERS = "authorization, content-type, idempotency-key, last-event-id"


class EmbedTokens:
    def __init__(self, key: bytes, clock: Clock) -> None:
        self._key = key
        self._clock = clock

    def made(self, stream: Stream) -> tuple[str, datetime]:
        """A token for the stream's page, and when it ends."""
        ends = min(self._clock.now() + LASTS, stream.expires_at).replace(microsecond=0)
        until = int(ends.timestamp())
        return f"{stream.id}.{until}.{self._seal(stream, until)}", ends

    def end_of(self, token: str, stream: Stream) -> datetime | None:
        """When this token of the stream ends; None if it is none, or has ended."""
        _, _, rest = token.partition(".")
        said, _, seal = rest.partition(".")
        if not (said.isascii() and said.isdigit() and len(said) <= 12):  # noqa: PLR2004 - a time in seconds
            return None
        if not hmac.compare_digest(seal.encode(), self._seal(stream, int(said)).encode()):
            return None
        ends = datetime.fromtimestamp(int(said), UTC)
        return ends if self._clock.now() < ends else None

    def _seal(self, stream: Stream, until: int) -> str:
        fact = f"embed {stream.id} {until} {stream.origin}".encode()
        made = hmac.digest(self._key, fact, sha256)
        return base64.urlsafe_b64encode(made).decode().rstrip("=")


class EmbeddedPage:
    """The way in of a host's page."""

    def __init__(self, tokens: EmbedTokens, streams: Streams, clock: Clock) -> None:
        self._tokens = tokens
        self._streams = streams
        self._clock = clock

    async def __call__(self, connection: HTTPConnection) -> Entry | None:
        token = bearer_in(connection.headers)
        stream = self._streams.live(token.partition(".")[0])
        ends = self._tokens.end_of(token, stream) if stream else None
        if stream is None or ends is None:
            return None
        if stream.origin is None or connection.headers.getlist("origin") != [stream.origin]:
            raise NotAllowed(
                "This token is another origin's.",
                hint="Begin the stream with the origin that its page is served from.",
            )
        left = (ends - self._clock.now()).total_seconds()
        return Entry(guest_of(stream), partial(self._over, stream, left))

    async def _over(self, stream: Stream, left: float) -> None:
        with anyio.move_on_after(left):
            await self._streams.over(stream.id)


class HostBearer:
    """The way in of a host's own program, which knows the secret of this installation."""

    def __init__(self, secret: str, actor: Actor) -> None:
        self._secret = secret.encode()
        self._actor = actor

    async def __call__(self, connection: HTTPConnection) -> Entry | None:
        same = hmac.compare_digest(bearer_in(connection.headers).encode(), self._secret)
        return Entry(self._actor) if same else None


class ForGuests:
    """Tells browsers what pages of listed origins may do: CORS, for their paths and for nothing else."""

    def __init__(self, app: ASGIApp, *, guests: Guests) -> None:
        self._app = app
        self._guests = guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        origins = headers.getlist("origin")
        if scope["type"] != "http" or not self._guests.may(scope["path"], origins):
            await self._app(scope, receive, send)
            return
        allowed = _allowed(origins[0])
        if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            await Response(status_code=204, headers=allowed | _asked(headers))(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(allowed)
            await send(message)

        await self._app(scope, receive, sent)


def guest_of(stream: Stream) -> Actor:
    """The person in front of the host's page: answers, and no more."""
    return Actor(
        tenant=LOCAL_TENANT,
        kind=ActorKind.HUMAN,
        id=LOCAL_PERSON,
        name=stream.user or LOCAL_PERSON,
        door=Door.WEB,
        rights=frozenset({Right.ANSWER}),
        addresses=frozenset({LOCAL_PERSON}),
        stream=stream.id,
    )


def _allowed(origin: str) -> dict[str, str]:
    return {
        "Access-Control-Allow-Origin": origin,
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Vary": "Origin",
    }


def _asked(headers: Headers) -> dict[str, str]:
    """What a browser wants to know beforehand."""
    said = {
        "Access-Control-Allow-Methods": "GET, POST, PUT",
        "Access-Control-Allow-Headers": HEADERS,
        "Access-Control-Max-Age": str(REMEMBERED_S),
    }
    if headers.get("access-control-request-private-network") == "true":
        said["Access-Control-Allow-Private-Network"] = "true"
    return said
