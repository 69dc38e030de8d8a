"""The events of the inbox as Server-Sent Events: a snapshot, then what changes, and a ping.

Every event carries the whole ask as it stands now, so a client that missed some is right again with
the next. Nothing is queued for a client: see `feed`.
"""

import logging
from collections.abc import AsyncGenerator

import anyio
from starlette.responses import StreamingResponse

from askline.asks import searching
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import News
from askline.asks.searching import Wanted
from askline.asks.shapes import ask_shape
from askline.asks.spelling import Json, text_of
from askline.core.errors import NotFound, StoreUnavailable
from askline.core.ids import AskId
from askline.core.people import Actor
from askline.doors.http.feed import Feed, Item

PING_S = 15.0
RETRY_MS = 1_000

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

    def __init__(self, desk: Desk, feed: Feed, actor: Actor, *, ping_s: float = PING_S) -> None:
        self._desk = desk
        self._feed = feed
        self._actor = actor
        self._ping_s = ping_s
        self._known: dict[AskId, tuple[int, int]] = {}

    async def run(self, last_event_id: str | None) -> AsyncGenerator[str]:
        place = self._feed.place_of(last_event_id)
        yield f"retry: {RETRY_MS}\n\n"
        while not self._feed.ended.is_set():
            items = None if place is None else self._feed.since(place)
            place = self._feed.last
            try:
                texts = await (self._snapshot(place) if items is None else self._changes(items))
            except StoreUnavailable as error:
                # The client comes back by itself, and finds a snapshot or this same problem.
                log.warning("a stream ends: %s", error.message)
                return
            # Nothing came, or nothing for this listener: it gets a sign of life.
            for text in texts or [self._event("ping", place, {})]:
                yield text
            with anyio.move_on_after(self._ping_s):
                await self._feed.wait_past(place)

    async def _snapshot(self, seq: int) -> list[str]:
        asks = await searching.pending(
            self._desk.reading, self._actor, Wanted(), limit=searching.EVERYTHING
        )
        self._known = {ask.id: _marks(ask) for ask in asks}
        return [self._event("snapshot", seq, {"asks": [ask_shape(ask) for ask in asks]})]

    async def _changes(self, items: list[Item]) -> list[str]:
        # Of the same news about the same ask the last is enough: it is read as it stands now.
        latest = {item.hint: item for item in items if item.hint.tenant == self._actor.tenant}
        texts: list[str] = []
        for item in sorted(latest.values(), key=lambda item: item.seq):
            try:
                ask = await self._desk.reading.read(self._actor, item.hint.ask_id)
            except NotFound:
                continue
            texts.append(
                self._event(self._name(item.hint.news, ask), item.seq, {"ask": ask_shape(ask)})
            )
        return texts

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
