"""The endpoints of PromptManager's contract, as a thin layer on the desk.

An agent's side (the contract's own relay, or anything that speaks like it) proves itself by the token
of a live stream and can do two things: put a question, and fetch its answer, which is given until it
was sent whole. A question is an ask like any other, so every door shows it. Who answers must have more
than the token, see `submit`.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import uuid4

import anyio
import anyio.lowlevel
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message

from askline.asks import relayed, searching, streams
from askline.asks.asking import NewAsk
from askline.asks.desk import Desk
from askline.asks.fields import refuse, spelled
from askline.asks.model import Ask
from askline.asks.searching import Wanted
from askline.asks.spelling import Json, text_of
from askline.asks.state import State
from askline.asks.streams import Stream, Streams, read_token
from askline.core.carrying import until_kept
from askline.core.clock import Clock
from askline.core.errors import AlreadySettled, FieldProblem, NotAllowed, NotFound, RateLimited
from askline.core.ids import AskId
from askline.core.people import Actor, Agent, Door, local_agent, local_person
from askline.doors.http.feed import Feed
from askline.doors.http.looking import Who
from askline.doors.http.problems import problem
from askline.doors.http.reading import Query, Reply, body_of
from askline.doors.http.routing import only
from askline.doors.http.stream import HEADERS, PING_S

EVERY = timedelta(seconds=2)
JITTER = timedelta(seconds=0.2)
"""A timer that is set to two seconds rings a little early now and then."""

CLAUDE = "/claude"

KEEPER = local_person(Door.API, present=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What holds for a project's questions here."""

    enabled: bool = True
    timeout_s: float = 300.0


TermsOf = Callable[[str | None], Terms]
"""By the path of the project."""


class PromptManager:
    def __init__(
        self,
        desk: Desk,
        clock: Clock,
        live: Streams,
        *,
        who: Who,
        terms: TermsOf,
        feed: Feed,
        ping_s: float = PING_S,
    ) -> None:
        self._desk = desk
        self._clock = clock
        self._live = live
        self._who = who
        self._terms = terms
        self._feed = feed
        self._ping_s = ping_s
        self._polled: dict[str, datetime] = {}
        self._told: set[AskId] = set()
        """Whose answers were sent, and do not say so yet."""

    def routes(self) -> list[Route]:
        """Of the agent's side, and of a host's that draws questions itself: the token is all."""
        return [
            only({"POST"}, f"{CLAUDE}/relay-question", self.relay),
            only({"GET"}, f"{CLAUDE}/poll-answer", self.poll),
            only({"GET"}, f"{CLAUDE}/questions", self.questions),
        ]

    def submit_route(self) -> Route:
        """For whoever was let in."""
        return only({"POST"}, f"{CLAUDE}/submit-answer", self.submit)

    async def relay(self, request: Request) -> Response:
        """A stream has one question at a time: a newer one takes the place of the earlier."""
        said = await body_of(request)
        stream, _ = self._stream(request, said.get("streamToken"))
        agent = Agent(name=stream.agent, conversation=stream.id)
        actor = local_agent(agent)
        seconds = self._terms(stream.project.path).timeout_s
        new = NewAsk(
            matter=relayed.matter_of(said),
            agent=agent,
            project=stream.project,
            deadline=self._clock.now() + timedelta(seconds=seconds) if seconds else None,
            profile="promptmanager",
            stream=stream.id,
        )
        ask = await self._asked(actor, new)
        for earlier in await self._pending(stream):
            if earlier.id != ask.id:
                with suppress(AlreadySettled):
                    await self._desk.asking.supersede(actor, earlier.id, receipt=f"by {ask.id}")
        return Reply({"status": "relayed", "id": str(ask.id)})

    async def poll(self, request: Request) -> Response:
        """The answer, until it was sent whole; before that, and ever after, `waiting`."""
        stream, _ = self._stream(request, request.query_params.get("streamToken"))
        self._keep_pace(stream)
        ask = await streams.latest(self._desk.reading, KEEPER, stream)
        if ask is None or not ask.state.settled or ask.delivered_at is not None:
            return Reply({"status": "waiting"}, 202)
        if await _has_gone(request):
            return Reply({"status": "waiting"}, 202)
        return Reply(relayed.polled(ask), then=BackgroundTask(self._sent, ask))

    async def submit(self, request: Request) -> Response:
        """The human's answer. The token alone is the agent's, so whoever sends this must be let in:
        as the user, or by a token of the stream's page."""
        actor = self._who(request)
        said = await body_of(request)
        stream, _ = self._stream(request, said.get("streamToken"))
        ask = await streams.latest(self._desk.reading, KEEPER, stream)
        if ask is None:
            raise NotFound("Nothing was asked in this stream.", hint="Wait for a question.")
        await self._desk.reading.read(actor, ask.id)
        receipt = request.headers.get("idempotency-key") or uuid4().hex
        try:
            after = await self._desk.answering.answer(
                actor, ask.id, relayed.given_of(ask, said), receipt=receipt
            )
        except AlreadySettled as error:
            return problem(error)
        late = after.state is State.TIMED_OUT
        return Reply({"status": "late" if late else "answered", "id": str(ask.id)})

    async def questions(self, request: Request) -> Response:
        """The stream's questions as they come, for a host that draws them itself."""
        stream, token = self._stream(request, request.query_params.get("streamToken"))
        events = self._events(stream, token)
        return StreamingResponse(events, media_type="text/event-stream", headers=HEADERS)

    async def _asked(self, actor: Actor, new: NewAsk) -> Ask:
        """The same question again is the one that stands, with the answer that nobody has fetched; but
        what ended without an answer is over for a relay, which has stopped waiting."""
        ask = await self._desk.asking.ask(actor, new)
        if ask.state.settled and (ask.id in self._told or not relayed.is_answered(ask)):
            await self._desk.asking.delivered(actor, ask.id)
            ask = await self._desk.asking.ask(actor, new)
        return ask

    async def _sent(self, ask: Ask) -> None:
        """From here on the same question is a new one, also while that is not kept yet."""
        self._told.add(ask.id)
        verb = partial(self._desk.asking.delivered, local_agent(ask.agent), ask.id)
        kept = partial(until_kept, partial(verb, amendments=len(ask.amendments)))
        try:
            await self._desk.carrying.carry(kept)
        finally:
            self._told.discard(ask.id)

    def _stream(self, request: Request, said: object) -> tuple[Stream, str]:
        """The live stream that the token proves, and whose project the query names."""
        named = Query(request, "p streamToken").text("p")
        token = said if isinstance(said, str) else ""
        if read_token(token) is None:
            refuse([FieldProblem("streamToken", "a UUID", spelled(said))])
        stream = self._live.of_token(token)
        if stream is None or (stream.number is not None and named != str(stream.number)):
            raise NotAllowed(
                "This token is of no live stream of that project.",
                hint="A host begins a stream with POST /api/v1/streams; it ends with its chat.",
            )
        if not self._terms(stream.project.path).enabled:
            raise NotFound(
                "PromptManager's endpoints are turned off here.",
                hint="The setting promptmanager.enabled turns them on.",
            )
        return stream, token

    def _keep_pace(self, stream: Stream) -> None:
        now = self._clock.now()
        last = self._polled.get(stream.id)
        if last is not None and now - last < EVERY - JITTER:
            raise RateLimited(
                "This stream was polled less than two seconds ago.",
                hint="Poll every two seconds, or listen to GET /claude/questions.",
            )
        self._polled = {key: at for key, at in self._polled.items() if now - at < EVERY} | {
            stream.id: now
        }

    async def _pending(self, stream: Stream) -> list[Ask]:
        asks = await searching.pending(
            self._desk.reading, KEEPER, Wanted(), limit=searching.EVERYTHING
        )
        return [ask for ask in asks if ask.stream == stream.id]

    async def _events(self, stream: Stream, token: str) -> AsyncGenerator[str]:
        told: dict[object, State] = {}
        while self._live.live(stream.id) and not self._feed.ended.is_set():
            place = self._feed.last
            for event in await self._news(stream, token, told):
                yield f"data: {text_of(event)}\n\n"
            with anyio.move_on_after(self._ping_s):
                await self._feed.wait_past(place)
                continue
            yield ": ping\n\n"

    async def _news(self, stream: Stream, token: str, told: dict[object, State]) -> list[Json]:
        """What this listener has not heard: of the newest ask, and of those that it was shown."""
        events: list[Json] = []
        for ask_id in [each for each, state in told.items() if not state.settled]:
            ask = await self._desk.reading.find(KEEPER, str(ask_id))
            if ask.state.settled:
                told[ask_id] = ask.state
                events.append(relayed.settled_event(ask, token))
        newest = await streams.latest(self._desk.reading, KEEPER, stream)
        if newest and newest.id not in told and _can_be_drawn(newest):
            told[newest.id] = newest.state
            events.append(relayed.question_event(newest, token))
        return events


def _can_be_drawn(ask: Ask) -> bool:
    """The contract's event has room for one question."""
    return not ask.state.settled and len(ask.questions) == 1


async def _has_gone(request: Request) -> bool:
    """Whether the client has hung up, as far as is known by now: that news comes behind the body."""
    await request.body()
    news: list[Message] = []

    async def listen() -> None:
        with listening:
            news.append(await request.receive())

    async with anyio.create_task_group() as tasks:
        listening = anyio.CancelScope()
        tasks.start_soon(listen)
        await anyio.lowlevel.checkpoint()
        listening.cancel()
    return any(each["type"] == "http.disconnect" for each in news)
