"""The routes of the asking side: ask, wait for the outcome, take it, withdraw."""

from functools import partial
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive

from askline.asks import rights
from askline.asks.asked import read_asked
from askline.asks.asked_approvals import APPROVAL, as_approval
from askline.asks.asking import NewAsk
from askline.asks.desk import Desk
from askline.asks.model import Ask, AskKind
from askline.asks.shapes import result_shape
from askline.core.background import background
from askline.core.clock import Clock
from askline.core.people import Actor
from askline.doors.http.bodies import ASKER, read_amendments, read_asker
from askline.doors.http.drawing import Drawing
from askline.doors.http.feed import Feed
from askline.doors.http.holding import Holding
from askline.doors.http.looking import Who
from askline.doors.http.reading import Query, Reply, body_of, the_ask

LONGEST_WAIT_S = 600


class Asking:
    def __init__(
        self,
        desk: Desk,
        who: Who,
        clock: Clock,
        feed: Feed,
        holding: Holding,
        *,
        approvals: bool = False,
    ) -> None:
        """`approvals` says whether programs bring approvals here, to be decided for another machine."""
        self._desk = desk
        self._who = who
        self._clock = clock
        self._feed = feed
        self._holding = holding
        self._approvals = approvals

    async def create(self, request: Request) -> Response:
        actor = self._who(request)
        said = await body_of(request)
        new = self._new(actor, said, request.headers.get("idempotency-key"))
        # Nothing is looked up in the way of the asking: who shows the ask is told what is recalled.
        asked = await self._desk.asking.ask(actor, new)
        return Reply(await Drawing(actor).one(asked), 201)

    async def outcome(self, request: Request) -> Response:
        """The outcome once there is one, or what stands after `wait` seconds."""
        actor = self._who(request)
        wait = Query(request, "wait").seconds("wait", most=LONGEST_WAIT_S)
        ask = await the_ask(self._desk, actor, request)
        if not wait or ask.state.settled:
            return Reply(result_shape(ask))
        gone = anyio.Event()
        async with self._holding.held(actor, ask) as held:
            held.ask = await self._settled(request, actor, ask, wait, gone)
            held.gone = gone.is_set()
        return Reply(result_shape(held.ask))

    async def delivered(self, request: Request) -> Response:
        """The asking side has the outcome whole: from now on the same ask is a new one."""
        actor = self._who(request)
        amendments = read_amendments(await body_of(request))
        ask = await the_ask(self._desk, actor, request)
        after = await self._desk.asking.delivered(actor, ask.id, amendments=amendments)
        return Reply(result_shape(after))

    def _new(self, actor: Actor, said: dict[str, Any], repeat: str | None) -> NewAsk:
        asked = read_asked(said, also=f"{ASKER} {APPROVAL}" if self._approvals else ASKER)
        agent, project = read_asker(said, caller=actor.door or actor.name)
        matter = as_approval(asked.matter, said) if self._approvals else asked.matter
        if matter.kind is AskKind.APPROVAL:
            rights.must_bring_approval(actor)
        return NewAsk(
            matter=matter,
            agent=agent,
            project=project,
            deadline=self._clock.now() + asked.timeout if asked.timeout else None,
            key=asked.key,
            request=f"http/{repeat}" if repeat else None,
        )

    async def _settled(
        self, request: Request, actor: Actor, ask: Ask, wait: float, gone: anyio.Event
    ) -> Ask:
        """Waits no longer than there is somebody to tell; `gone` if there is nobody any more."""
        with anyio.CancelScope() as waiting:
            async with background(
                partial(_gone, request.receive, gone, waiting),
                partial(_ended, self._feed, waiting),
            ):
                return await self._desk.asking.outcome(actor, ask.id, wait)
        # The tracer of Python 3.11 may lose what follows a cancellation, though it runs.
        return await self._desk.reading.read(actor, ask.id)  # pragma: no cover


async def _gone(receive: Receive, gone: anyio.Event, waiting: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()
    waiting.cancel()


async def _ended(feed: Feed, waiting: anyio.CancelScope) -> None:
    await feed.ended.wait()
    waiting.cancel()
