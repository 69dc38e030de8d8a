"""The events of the inbox as Server-Sent Events: a snapshot, then what changes, and a ping.

Every event carries the whole ask or operation as it stands now, so a client that missed some is right again with
the next. Nothing is queued for a client: see `feed`. What comes to somebody else's inbox leaves the
listener's by a fresh snapshot.
"""

import logging
import secrets
from collections.abc import AsyncGenerator

import anyio
from starlette.responses import StreamingResponse

from askline.asks import searching
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import Hint, News
from askline.asks.searching import Wanted
from askline.asks.spelling import Json, text_of
from askline.core.errors import AsklineError, NotFound, StoreUnavailable
from askline.core.ids import AskId, OperationId
from askline.core.people import PERSONS, Actor
from askline.doors.http.drawing import Drawing
from askline.doors.http.feed import Feed, Item, Strand
from askline.doors.http.own import Own, Turn
from askline.doors.http.watching import Watching

PING_S = 15.0
RETRY_MS = 1_000
LOOKED_UP = 20
"""Asks of a snapshot that are looked up in memory; the others when somebody opens them."""

NAMES = {News.ASKED: "asked", News.SETTLED: "settled", News.DRAFTED: "draft"}
"""A bell says of all else only that something was marked; the ask itself says what."""

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

log = logging.getLogger(__name__)


class EventReply(StreamingResponse):
    media_type = "text/event-stream"

    def __init__(self, stream: "Stream", last_event_id: str | None) -> None:
        super().__init__(stream.run(last_event_id), headers=HEADERS)


class Stream:
    """One listener's view."""

    def __init__(
        self,
        desk: Desk,
        feed: Feed,
        drawing: Drawing,
        *,
        operations: Watching | None = None,
        ping_s: float = PING_S,
    ) -> None:
        """Who is given no operations learns of none."""
        self._desk = desk
        self._feed = feed
        self._actor: Actor = drawing.actor
        self._drawing = drawing
        self._operations = operations
        self._ping_s = ping_s
        self._known: dict[AskId, tuple[int, int]] = {}
        self._unlooked: list[AskId] = []
        self._own = Own(self._actor)

    async def run(self, last_event_id: str | None) -> AsyncGenerator[str]:
        yield f"retry: {RETRY_MS}\n\n"
        with self._feed.listening(self._actor.tenant) as strand:
            async for text in self._told(strand, self._feed.place_of(last_event_id)):
                yield text

    async def _told(self, strand: Strand, place: int | None) -> AsyncGenerator[str]:
        silent_until = anyio.current_time() + self._ping_s
        while not self._feed.ended.is_set():
            items = None if place is None else strand.since(place)
            place = self._feed.last
            try:
                texts = await (self._snapshot(place) if items is None else self._changes(items))
            except StoreUnavailable as error:
                # The client comes back by itself, and finds a snapshot or this same problem.
                log.warning("a stream ends: %s", error.message)
                return
            # Who heard nothing for long gets a sign of life; not for each of others' news.
            if not texts and anyio.current_time() >= silent_until:
                texts = [self._event("ping", place, {})]
            for text in texts:
                yield text
            async for text in self._offers(place):
                yield text
            if texts:
                silent_until = anyio.current_time() + self._ping_s
            with anyio.move_on_at(silent_until):
                await strand.wait_past(place)
        if self._feed.spread_ms:
            yield f"retry: {RETRY_MS + secrets.randbelow(self._feed.spread_ms)}\n\n"

    async def _snapshot(self, seq: int) -> list[str]:
        asks = await searching.pending(
            self._desk.reading, self._actor, Wanted(), limit=searching.EVERYTHING
        )
        self._known = {ask.id: _marks(ask) for ask in asks}
        self._own.begin(asks)
        self._unlooked = [ask.id for ask in asks[:LOOKED_UP]]
        data: Json = {"asks": await self._drawing.all(asks)}
        if self._operations:
            data["operations"] = await self._operations.unended()
        return [self._event("snapshot", seq, data)]

    async def _changes(self, items: list[Item]) -> list[str]:
        # Of the same news about the same thing the last is enough: it is read as it stands now.
        latest = {item.about: item for item in items}
        texts: list[str | None] = []
        for item in sorted(latest.values(), key=lambda item: item.seq):
            if isinstance(item.about, Hint):
                texts.extend(await self._asked(item.seq, item.about))
            else:
                texts.append(await self._moved(item.seq, item.about))
        return [text for text in texts if text]

    async def _asked(self, seq: int, hint: Hint) -> list[str]:
        try:
            ask = await self._desk.reading.read(self._actor, hint.ask_id)
        except NotFound:
            return await self._snapshot(seq) if self._own.hidden(hint) is Turn.LEFT else []
        turn = self._own.shown(ask)
        if turn is Turn.LEFT:
            return await self._snapshot(seq)
        if turn is Turn.OTHERS:
            return []
        news = News.ASKED if turn is Turn.CAME else hint.news
        if news is News.DRAFTED and self._actor.kind not in PERSONS:
            return []  # that a person is typing is no news for programs
        if turn is Turn.TOLD and news is News.ASKED:
            news = News.MARKED
        name = self._name(news, ask)
        if name == "asked":
            self._unlooked.append(ask.id)
        return [self._event(name, seq, {"ask": self._drawing.at_once(ask)})]

    async def _moved(self, seq: int, operation_id: OperationId) -> str | None:
        shape = await self._operations.one(operation_id) if self._operations else None
        return self._event("operation", seq, {"operation": shape}) if shape else None

    async def _offers(self, seq: int) -> AsyncGenerator[str]:
        """What memory offers to those that were told just now: looked up after they were."""
        unlooked, self._unlooked = self._unlooked, []
        for ask_id in unlooked:
            try:
                shape = await self._drawing.one(await self._desk.reading.read(self._actor, ask_id))
            except AsklineError as error:
                log.info("nothing is offered: %s", error.code)
                return
            if shape["recalled"]:
                yield self._event("marked", seq, {"ask": shape})

    def _name(self, news: News, ask: Ask) -> str:
        if news in NAMES:
            return NAMES[news]
        amendments, seen = self._known.get(ask.id, (0, 0))
        self._known[ask.id] = _marks(ask)
        if len(ask.amendments) > amendments:
            return "amended"
        return "seen" if len(ask.seen) > seen else "marked"

    def _event(self, name: str, seq: int, data: Json) -> str:
        return (
            f"event: {name}\nid: {self._feed.id_of(seq)}\ndata: {text_of({'seq': seq, **data})}\n\n"
        )


def _marks(ask: Ask) -> tuple[int, int]:
    return len(ask.amendments), len(ask.seen)
