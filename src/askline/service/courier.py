"""Carries asks to the hub that was joined, and what it decided home again.

An ask is marked as handed over before the hub learns of it, and is asked there under its own id as the
key: whatever dies in between, asking again finds the one that stands. The hub's events are hints; after
every new connection each ask that is still open is read. While the hub is out of reach nothing new is
handed over, so what was asked meanwhile can be answered here.
"""

import logging
from collections.abc import Callable
from contextlib import aclosing, suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial

import anyio

from askline.asks import handing
from askline.asks.desk import Desk
from askline.asks.handing import Decided, Handed, HandedBook
from askline.asks.model import Ask
from askline.asks.ports import Bell, News, Ring
from askline.asks.spelling import Json
from askline.client.asynchronous import AsyncClient
from askline.client.events import Event
from askline.config.joined import HubKey, read_key
from askline.core.background import background
from askline.core.clock import Clock
from askline.core.errors import (
    AlreadySettled,
    AsklineError,
    Invalid,
    NoHumanChannel,
    NotFound,
    RateLimited,
    Refused,
    StoreUnavailable,
)
from askline.core.locations import Locations
from askline.core.people import Door, local_person
from askline.service.deciding import SettingsOf
from askline.service.joined import UNKNOWN_WORDS, client_of
from askline.stores.keeping import Keeping

KEEPER = local_person(Door.API)
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 30.0
LOOK_AGAIN_S = 15.0
"""So often it looks for what the hub did not take before."""
PAGE = 500
A_DAY = timedelta(days=1)
"""So long after its outcome an ask is looked at again, for what was added to it at the hub."""
SETTLED_BEFORE = "It was settled here before; its agent has the outcome."
SAID_NO = (Invalid, Refused, NoHumanChannel)

log = logging.getLogger(__name__)


def courier_over(
    desk: Desk, keeping: Keeping, clock: Clock, locations: Locations, settings_of: SettingsOf
) -> "Courier | None":
    """None where no hub was joined."""
    key = read_key(locations.hub_key)
    if key is None or keeping.handed is None:
        return None
    return Courier(
        *(desk, keeping.bell, keeping.handed, clock, key),
        joined=lambda: settings_of(None).hub.url == key.url,
        approvals=lambda: settings_of(None).hub.approvals == "hub",
    )


class Courier:
    def __init__(
        self,
        desk: Desk,
        bell: Bell,
        book: HandedBook,
        clock: Clock,
        key: HubKey,
        *,
        joined: Callable[[], bool],
        approvals: Callable[[], bool] = lambda: False,
        pause_s: float = FIRST_PAUSE_S,
    ) -> None:
        """`joined` says whether new asks are handed over, and `approvals` whether those are too; otherwise
        it only follows what was."""
        self._desk = desk
        self._bell = bell
        self._book = book
        self._clock = clock
        self._url = key.url
        self._client: AsyncClient = client_of(key)
        self._joined = joined
        self._approvals = approvals
        self._pause_s = pause_s
        self._behind = True
        self._stirred = anyio.Event()
        self.reached = False

    @property
    def facts(self) -> Json:
        return {"url": self._url, "joined": self._joined(), "reached": self.reached}

    async def run(self) -> None:
        """Until the hub was left and all that it has is settled."""
        pause_s = self._pause_s
        while True:
            try:
                if await self._is_over():
                    return
                await self._connected()
            except* (AsklineError, *UNKNOWN_WORDS) as troubles:
                log.warning("the hub is out of reach: %s", _named(troubles))
            pause_s = self._pause_s if self.reached else min(pause_s * 2, LONGEST_PAUSE_S)
            self.reached = False
            await anyio.sleep(pause_s)

    async def _connected(self) -> None:
        self._stirred = anyio.Event()
        with anyio.CancelScope() as connection:
            async with (
                aclosing(self._client.events()) as events,
                background(partial(self._carry, connection), self._hear),
            ):
                async for event in events:
                    await self._told(event)

    async def _told(self, event: Event) -> None:
        if event.name == "snapshot":
            # What came before it, or was lost on the way, is read.
            self.reached = self._behind = True
            self._stirred.set()
        elif "ask" in event.data:
            ask: Json = event.data["ask"]
            there = await self._book.at(self._url, ask["id"])
            if there and ask["outcome"]:
                await self._bring(there, ask)
                self._stirred.set()

    async def _hear(self) -> None:
        async with self._bell.listen() as rings:
            self._stirred.set()
            async for ring in rings:
                if _is_news(ring):
                    self._stirred.set()

    async def _carry(self, connection: anyio.CancelScope) -> None:
        while True:
            with anyio.move_on_after(LOOK_AGAIN_S):
                await self._stirred.wait()
            self._stirred = anyio.Event()
            if self.reached:
                await self._carried()
            if await self._is_over():
                connection.cancel()

    async def _carried(self) -> None:
        try:
            if self._behind:
                self._behind = False
                await self._catch_up()
            for ask in await self._pending():
                await self._hand(ask)
        except RateLimited:
            log.info("the hub takes no more asks for now")

    async def _catch_up(self) -> None:
        lately = self._clock.now() - A_DAY
        for there in await self._book.open_or_since(self._url, lately):
            await self._look(there)

    async def _look(self, there: Handed) -> None:
        """How it stands there. A hub that was restored from a backup knows less than it did: what it
        forgot is asked anew, what it settled and has pending again is withdrawn."""
        shown = await self._shown(there)
        if shown is None:
            log.info("the hub does not know ask %s any more", there.ask_id)
            ask = await self._kept(there)
            if ask is not None and not ask.state.settled:
                await self._asked(ask, anew=True)
        elif shown["outcome"]:
            await self._bring(there, shown)
        elif there.settled_at is not None:
            with suppress(AlreadySettled, *SAID_NO):  # its people may have been faster
                await self._client.cancel(
                    there.hub_id or "", reason=SETTLED_BEFORE, receipt=f"home/{there.ask_id}"
                )

    async def _shown(self, there: Handed) -> Json | None:
        try:
            return await self._client.read(there.hub_id or "")
        except NotFound:
            return None

    async def _pending(self) -> list[Ask]:
        found = page = await self._desk.reading.inbox(KEEPER, limit=PAGE)
        while len(page) == PAGE:
            page = await self._desk.reading.inbox(KEEPER, limit=PAGE, after=page[-1])
            found = [*found, *page]
        return found

    async def _hand(self, ask: Ask) -> None:
        """Nothing where it is there already, or stays at home."""
        if await self._book.of(ask.id) is not None:
            return
        if ask.handed == self._url:  # and whether the hub has it nobody knows
            await self._asked(ask, anew=False)
        elif self._joined() and self._is_for_hub(ask):
            try:
                marked = await self._desk.handing.hand_over(KEEPER, ask.id, self._url)
            except AlreadySettled:
                return
            await self._asked(marked, anew=True)

    def _is_for_hub(self, ask: Ask) -> bool:
        return handing.is_for_hub(ask, self._clock.now(), approvals=self._approvals())

    async def _asked(self, ask: Ask, *, anew: bool) -> None:
        try:
            asked: Json = await self._client.create(handing.new_ask(ask, self._clock.now()))
        except StoreUnavailable:  # there, and not for long: others may be taken meanwhile
            log.info("the hub does not take ask %s yet", ask.id)
            return
        except SAID_NO as refusal:
            log.warning("the hub refuses ask %s: %s", ask.id, refusal.code)
            if anew:  # otherwise an earlier try may have come through, and then the hub decides
                await self._desk.handing.take_back(KEEPER, ask.id)
            if isinstance(refusal, RateLimited):
                raise
            if anew:
                await self._book.keep(_refused(ask, self._url))
            return
        there = Handed(ask_id=ask.id, hub=self._url, hub_id=asked["id"])
        await self._book.keep(there)
        # It may have been settled before its name there was known here: that news meant nothing.
        shown = await self._shown(there)
        if shown and shown["outcome"]:
            await self._bring(there, shown)

    async def _bring(self, there: Handed, shown: Json) -> None:
        ask = await self._kept(there)
        decided = _understood(ask, shown)
        if decided is None:
            log.warning("what the hub says of ask %s is not understood", there.ask_id)
            return
        if ask is not None:
            await self._desk.handing.bring_home(there.ask_id, decided)
        await self._client.delivered(there.hub_id or "", len(decided.amendments))
        at = there.settled_at or self._clock.now()
        await self._book.keep(replace(there, settled_at=at))

    async def _kept(self, there: Handed) -> Ask | None:
        """None where it was pruned here."""
        try:
            return await self._desk.reading.read(KEEPER, there.ask_id)
        except NotFound:
            return None

    async def _is_over(self) -> bool:
        if self._joined() or await self._book.open_or_since(self._url, self._clock.now()):
            return False
        return not any(ask.handed == self._url for ask in await self._pending())


def _understood(ask: Ask | None, shown: Json) -> Decided | None:
    """None where it is about something else, or in words that no hub of ours would say."""
    try:
        same = ask is None or handing.is_same(ask, shown)
        return handing.read_decided(shown["outcome"]) if same else None
    except UNKNOWN_WORDS:
        return None


def _refused(ask: Ask, hub: str) -> Handed:
    return Handed(ask_id=ask.id, hub=hub, hub_id=None)


def _is_news(ring: Ring) -> bool:
    return ring.missed or bool(ring.about(News.ASKED))


def _named(troubles: BaseExceptionGroup[Exception]) -> str:
    """Without their words, which may be the hub's."""
    return ", ".join(dict.fromkeys(type(each).__name__ for each in troubles.exceptions))
