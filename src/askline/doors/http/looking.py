"""The routes that only look: the inbox, one ask, its trail and drafts, history, the service itself."""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from askline.asks import searching
from askline.asks.desk import Desk
from askline.asks.fields import refuse
from askline.asks.searching import Wanted, read_words
from askline.asks.spelling import Json
from askline.asks.state import State
from askline.asks.trail_shapes import draft_shape, trail_shape
from askline.core.errors import FieldProblem, StoreUnavailable
from askline.core.ids import AskId
from askline.core.people import Actor
from askline.doors.http.drawing import drawing
from askline.doors.http.reading import Query, Reply, the_ask
from askline.memory.digest import read_since
from askline.memory.recalling import Recalling

Who = Callable[[Request], Actor]
Facts = Callable[[], Mapping[str, Any]]

AT_MOST = 1_000
PAGE = 100


class Looking:
    def __init__(
        self, desk: Desk, who: Who, facts: Facts, recalling: Recalling | None = None
    ) -> None:
        self._desk = desk
        self._who = who
        self._facts = facts
        self._recalling = recalling

    async def asks(self, request: Request) -> Response:
        """What is pending, soonest deadline first; with `all=1` of every state, newest first."""
        query = Query(request, "all project limit nodes")
        wanted = Wanted(project=query.text("project"))
        every = query.flag("all")
        limit = query.number("limit", default=PAGE if every else AT_MOST, most=AT_MOST)
        look = searching.newest if every else searching.pending
        actor = self._who(request)
        asks = await look(self._desk.reading, actor, wanted, limit=limit)
        return Reply(await drawing(query, actor, self._recalling).all(asks))

    async def history(self, request: Request) -> Response:
        """Every state, newest first, a page at a time: `next` goes on as `before`."""
        query = Query(request, "q project agent since until state limit before nodes")
        actor = self._who(request)
        limit = query.number("limit", default=PAGE, most=AT_MOST)
        wanted = read_words(
            query.text("q") or "",
            Wanted(
                project=query.text("project"),
                agent=query.text("agent"),
                since=read_since(query.text("since")),
                until=read_since(query.text("until"), "until"),
                states=read_states(query.text("state")),
            ),
        )
        before = await self._before(actor, query.text("before"))
        found = await searching.newest(
            self._desk.reading, actor, wanted, limit=limit + 1, before=before
        )
        page = found[:limit]
        more = str(page[-1].id) if len(found) > limit else None
        asks = await drawing(query, actor, self._recalling).all(page)
        return Reply({"asks": asks, "next": more})

    async def ask(self, request: Request) -> Response:
        query, actor = Query(request, "nodes"), self._who(request)
        ask = await the_ask(self._desk, actor, request)
        return Reply(await drawing(query, actor, self._recalling).one(ask))

    async def trail(self, request: Request) -> Response:
        actor = self._who(request)
        ask = await the_ask(self._desk, actor, request)
        return Reply(trail_shape(ask, await self._desk.reading.trail(actor, ask.id)))

    async def drafts(self, request: Request) -> Response:
        actor = self._who(request)
        ask = await the_ask(self._desk, actor, request)
        drafts = await self._desk.reading.drafts(actor, ask.id)
        return Reply([draft_shape(draft) for draft in drafts])

    async def health(self, request: Request) -> Response:
        """That it runs, and what it is; also while its store is away."""
        facts = self._facts()
        counts: Json = {
            "pending": await self._pending(self._who(request)),
            "waiting": len(self._desk.waiting),
            **facts.get("counts", {}),
        }
        return Reply({"running": True, **facts, "counts": counts})

    async def version(self, request: Request) -> Response:
        self._who(request)
        return Reply({"version": self._facts()["version"]})

    async def _pending(self, actor: Actor) -> int | None:
        try:
            return len(
                await searching.pending(
                    self._desk.reading, actor, Wanted(), limit=searching.EVERYTHING
                )
            )
        except StoreUnavailable:
            return None

    async def _before(self, actor: Actor, said: str | None) -> AskId | None:
        return None if said is None else (await self._desk.reading.find(actor, said)).id


def read_states(said: str | None) -> frozenset[State] | None:
    if said is None:
        return None
    states = said.split(",")
    if not set(states) <= set(State):
        refuse([FieldProblem("state", f"some of {', '.join(State)}", repr(said[:80]))])
    return frozenset(State(state) for state in states)
