"""Watches what is pending and has it told when the rules say so.

Follows the bell and looks again at the moment that the rules name, and from time to time, because the
rules may change; in between it rests. What it does not know is in the store: at the start, and after
the bell was deaf, it reads the inbox. What no channel took is told again, after longer and longer
times. A store that is away is tried again soon; nothing here may end the asking.
"""

import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from functools import partial

import anyio

from askline.alerts import rules as when
from askline.alerts.model import AlertState, Reason
from askline.alerts.ports import AlertBook
from askline.alerts.rules import Plan, Rules
from askline.alerts.sending import Sending
from askline.asks.model import Ask
from askline.asks.ports import Bell, Ring
from askline.asks.reading import Reading
from askline.core.background import background
from askline.core.clock import Clock
from askline.core.errors import AsklineError, NotFound
from askline.core.ids import AskId
from askline.core.people import Actor

AT_MOST = 1_000
"""Pending asks that are watched at once, the most urgent first."""
LONGEST_REST_S = 3_600.0
AGAIN_S = 5.0
CHANGED_S = 5.0
"""So soon other rules hold for what is pending already; nobody rings for them."""
FIRST_RETRY = timedelta(seconds=30)
DOUBLINGS = 4
"""So the longest time between two tries is eight minutes."""

log = logging.getLogger(__name__)


class Watching:
    def __init__(
        self,
        reading: Reading,
        bell: Bell,
        clock: Clock,
        *,
        book: AlertBook,
        sending: Sending,
        rules: Callable[[], Rules],
        keeper: Actor,
        zone: tzinfo | None = None,
        most: int = AT_MOST,
    ) -> None:
        """`zone` is that of the quiet hours; None is the machine's."""
        self._reading = reading
        self._bell = bell
        self._clock = clock
        self._book = book
        self._sending = sending
        self._rules = rules
        self._keeper = keeper
        self._zone = zone
        self._most = most
        self._pending: dict[AskId, Ask] = {}
        self._told: dict[AskId, frozenset[Reason]] = {}
        self._last: datetime | None = None
        self._failures = 0
        """How often in a row nothing went out by any channel."""
        self._stale: set[AskId] = set()
        self._missed = True
        self._stirred = anyio.Event()
        self.expects = False
        """Whether time alone will bring something to tell."""

    async def run(self) -> None:
        """Forever."""
        async with self._bell.listen() as rings, background(partial(self._hear, rings)):
            while True:
                self._stirred = anyio.Event()
                rest = await self._look_in_peace()
                with anyio.move_on_after(rest):
                    await self._stirred.wait()

    async def look(self) -> datetime | None:
        """Tell what is due now; when to look again if nothing happens."""
        now = self._clock.now().astimezone(self._zone)
        if self._last is not None:
            # A clock that was set back must not silence everything.
            self._last = min(self._last, now)
        plan = await self._planned(now)
        if plan.due:
            # As they stand in the store: a bell may be late, and nobody is told of what is settled.
            self._stale |= {ask.id for asks in plan.due.values() for ask in asks}
            plan = await self._planned(now)
        if not plan.due:
            return plan.next_look
        self._last = now
        for reason, asks in plan.due.items():
            for ask in asks:
                self._told[ask.id] = self._told.get(ask.id, frozenset()) | {reason}
        failed = await self._sending.send(plan.due)
        self._failures = self._failures + 1 if failed else 0
        for ask_id, reason in failed:
            self._told[ask_id] -= {reason}
        return now

    async def _planned(self, now: datetime) -> Plan:
        await self._refresh()
        asks = self._pending.values()
        return when.plan(asks, self._told, self._paced(), now=now, last=self._last)

    def _paced(self) -> Rules:
        """The rules, slower while nobody can be told."""
        rules = self._rules()
        if not self._failures:
            return rules
        retry = FIRST_RETRY * 2 ** min(self._failures - 1, DOUBLINGS)
        return replace(rules, gap=max(rules.gap, retry))

    async def _look_in_peace(self) -> float:
        """Look, and say how many seconds to rest."""
        try:
            at = await self.look()
        except AsklineError as error:
            log.warning("nothing was told: %s", error.code)
            self._missed = True
            return AGAIN_S
        self.expects = at is not None
        longest = CHANGED_S if self._pending else LONGEST_REST_S
        left = longest if at is None else (at - self._clock.now()).total_seconds()
        return min(max(left, 0.0), longest)

    async def _hear(self, rings: AsyncIterator[Ring]) -> None:
        async for ring in rings:
            self.stir({hint.ask_id for hint in ring.hints}, missed=ring.missed)

    def stir(self, ask_ids: Collection[AskId], *, missed: bool) -> None:
        """Something happened to these; `missed`: perhaps to any."""
        self._stale.update(ask_ids)
        self._missed = self._missed or missed
        self._stirred.set()

    async def _refresh(self) -> None:
        stale, self._stale = self._stale, set()
        if self._missed:
            self._missed = False
            known = set(self._pending)
            asks = await self._reading.inbox(self._keeper, limit=self._most)
            stale |= known - {ask.id for ask in asks}
            await self._take_in(asks)
        await self._take_in([ask for ask_id in stale if (ask := await self._read(ask_id))])

    async def _take_in(self, asks: Iterable[Ask]) -> None:
        """Know how these stand now."""
        for ask in asks:
            if when.looked_at(ask) or ask.state.settled:
                await self._acknowledge(ask)
            if ask.state.settled:
                self._pending.pop(ask.id, None)
                self._told.pop(ask.id, None)
            elif ask.id in self._pending or len(self._pending) < self._most:
                self._pending[ask.id] = ask
        fresh = [ask_id for ask_id in self._pending if ask_id not in self._told]
        self._told.update(dict.fromkeys(fresh, frozenset()))
        for alert in await self._book.of(fresh) if fresh else ():
            if alert.state is not AlertState.FAILED:
                self._told[alert.ask_id] |= {alert.reason}

    async def _acknowledge(self, ask: Ask) -> None:
        if self._told.get(ask.id):
            await self._book.acknowledge(ask.id)

    async def _read(self, ask_id: AskId) -> Ask | None:
        try:
            return await self._reading.read(self._keeper, ask_id)
        except NotFound:
            self._pending.pop(ask_id, None)
            return None
