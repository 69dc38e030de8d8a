"""The live streams of host applications: one chat of one user, which shows its own asks and no others.

A host begins a stream and hands its token to the agent's side. Kept, and carried by asks, is only an
id that is made from the token and does not lead back to it: an id may stand in lists and journals, a
token may not. A stream ends when its host says so, or by itself; the asks in it stay.
"""

import hashlib
import json
import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import anyio

from askline.asks.model import Ask
from askline.asks.reading import Reading
from askline.asks.spelling import Json, read_time, time_text
from askline.core.clock import Clock
from askline.core.errors import RateLimited
from askline.core.people import Actor, Project
from askline.core.whole_files import Keep

LASTS_S = 3_900
"""What the contract of PromptManager gives a stream, if its host says nothing."""
LONGEST_S = 86_400
MOST = 1_000
"""Live streams of one installation; more than that are streams that nobody ends."""

PAGE = 50

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    id: str
    project: Project
    made_at: datetime
    expires_at: datetime
    agent: str = "claude"
    """How the host calls the agent that it runs."""
    number: int | None = None
    """The project's number in the host, which calls must then name."""
    user: str | None = None
    """How the host calls the person; for showing, as everything a host says."""
    origin: str | None = None
    """Where its page is served; without one it cannot be embedded."""

    def holds(self, now: datetime) -> bool:
        return now < self.expires_at


class Streams:
    def __init__(self, clock: Clock, keep: Keep) -> None:
        """`keep` outlives the process: a host's chat goes on when the service is restarted."""
        self._clock = clock
        self._keep = keep
        self._known = self._read()
        self._over: dict[str, anyio.Event] = {}

    def __len__(self) -> int:
        """How many are live."""
        now = self._clock.now()
        return sum(stream.holds(now) for stream in self._known.values())

    def begin(self, wanted: Stream) -> Stream:
        """Live from now on; a stream that is begun again lasts longer.

        Raises: RateLimited, if nobody ends any.
        """
        self._forget_old()
        standing = self._known.get(wanted.id)
        if standing is None and len(self._known) >= MOST:
            raise RateLimited(
                f"There are {MOST} live streams.",
                hint="End a stream when its chat is over: DELETE /api/v1/streams/{id}.",
            )
        stream = replace(wanted, made_at=standing.made_at) if standing else wanted
        self._known[stream.id] = stream
        self._write()
        return stream

    def end(self, stream_id: str) -> bool:
        """Whether there was such a stream."""
        ended = self._known.pop(stream_id, None)
        self._over.pop(stream_id, anyio.Event()).set()
        self._write()
        return ended is not None

    async def over(self, stream_id: str) -> None:
        """Return when somebody ends it."""
        await self._over.setdefault(stream_id, anyio.Event()).wait()

    def live(self, stream_id: str) -> Stream | None:
        stream = self._known.get(stream_id)
        return stream if stream and stream.holds(self._clock.now()) else None

    def of_token(self, said: str | None) -> Stream | None:
        """The live stream that this token is of."""
        token = read_token(said)
        return self.live(id_of(token)) if token else None

    def _forget_old(self) -> None:
        now = self._clock.now()
        self._known = {key: stream for key, stream in self._known.items() if stream.holds(now)}

    def _read(self) -> dict[str, Stream]:
        try:
            said: list[Json] = json.loads(self._keep.read() or "[]")
            return {stream.id: stream for stream in map(read_stream, said)}
        except (OSError, ValueError, TypeError, KeyError) as error:
            log.warning("hosts have to begin their streams anew: %s", type(error).__name__)
            return {}

    def _write(self) -> None:
        try:
            self._keep.write(json.dumps([stream_shape(each) for each in self._known.values()]))
        except OSError as error:
            log.warning("streams of hosts end with this process: %s", error)


def new_token() -> UUID:
    return uuid4()


def read_token(said: str | None) -> UUID | None:
    """The token, if it is a UUID in its usual spelling."""
    try:
        token = UUID(said or "")
    except ValueError:
        return None
    return token if str(token) == (said or "").lower() else None


def id_of(token: UUID) -> str:
    """Known to many; whoever knows it does not know the token."""
    return hashlib.sha256(b"askline stream " + token.bytes).hexdigest()[:32]


def lasting(now: datetime, seconds: int | None) -> datetime:
    return now + timedelta(seconds=seconds or LASTS_S)


async def latest(reading: Reading, actor: Actor, stream: Stream) -> Ask | None:
    """The newest ask of the stream, of whatever state."""
    before = None
    while page := await reading.history(actor, limit=PAGE, before=before):
        for ask in page:
            if ask.asked_at < stream.made_at:
                return None
            if ask.stream == stream.id:
                return ask
        before = page[-1].id
    return None


def stream_shape(stream: Stream) -> Json:
    project = stream.project
    return {
        "stream": stream.id,
        "project": {"name": project.name, "path": project.path, "branch": project.branch},
        "agent": stream.agent,
        "number": stream.number,
        "user": stream.user,
        "origin": stream.origin,
        "made_at": time_text(stream.made_at),
        "expires_at": time_text(stream.expires_at),
    }


def read_stream(said: Json) -> Stream:
    return Stream(
        id=said["stream"],
        project=Project(**said["project"]),
        agent=said["agent"],
        number=said["number"],
        user=said["user"],
        origin=said["origin"],
        made_at=read_time(said["made_at"]),
        expires_at=read_time(said["expires_at"]),
    )
