"""Tells the people of a hub: takes up each summons, tells by its recipient's contacts, keeps how it went.

A summons is one replica's for a while; if that one dies over it, another takes it up, and tells only by
contacts of which no row says that they were told. So who dies between sending and keeping that it was sent
is the one way in which somebody is told twice. What fails is tried again, each time later; when nobody who
has an ask could be told, the next on its route are asked at once.
"""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import groupby

import anyio

from askline.alerts.contacts import Contact
from askline.alerts.model import Alert, AlertState, Reason
from askline.alerts.ports import AlertBook, ChannelFailed, Outlets
from askline.alerts.reached import Reach
from askline.alerts.rules import looked_at
from askline.alerts.sending import told
from askline.alerts.summons_notices import SummonsNotices
from askline.asks.dealing import Dealing
from askline.asks.model import Ask
from askline.asks.ports import Bell, News, Ring, SummonsBook
from askline.asks.reading import Reading
from askline.asks.routes import Summons, Why
from askline.core.clock import Clock
from askline.core.errors import AsklineError, NotFound
from askline.core.ids import AskId
from askline.core.people import Actor, ActorKind, Right

EACH_S = 1.0
AT_ONCE = 50
"""So many summonses one replica has in hand."""
LEASE = timedelta(minutes=2)
"""Longer than telling ever takes; after it another replica takes over."""
STALE = timedelta(minutes=1)
"""Longer than any channel may take: who has been sending for so long is dead."""
AGAIN = (timedelta(seconds=10), timedelta(seconds=60))
"""How long after a failure it is tried again; then it has failed."""
REMEMBERED = 10_000
"""So many told asks a replica listens for, whether somebody looks at them."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    summons: SummonsBook
    alerts: AlertBook


class Summoning:
    def __init__(
        self,
        books: Books,
        reach: Reach,
        reading: Reading,
        dealing: Dealing,
        *,
        outlets: Outlets,
        notices: SummonsNotices,
        bell: Bell,
        clock: Clock,
    ) -> None:
        self._summons = books.summons
        self._book = books.alerts
        self._reach = reach
        self._reading = reading
        self._dealing = dealing
        self._outlets = outlets
        self._notices = notices
        self._bell = bell
        self._clock = clock
        self._told: OrderedDict[AskId, str] = OrderedDict()

    async def run(self) -> None:
        """Forever."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._listen)
            while True:
                await self.look_in_peace()
                await anyio.sleep(EACH_S)

    async def look_in_peace(self) -> None:
        try:
            await self.look()
        except AsklineError as error:
            log.warning("nobody was told: %s", error.code)

    async def look(self) -> None:
        """Take up what is due."""
        now = self._clock.now()
        due = await self._summons.take(now, AT_ONCE, until=now + LEASE)
        by_ask = sorted(due, key=lambda each: (each.ask_id, each.number))
        async with anyio.create_task_group() as tasks:
            for _, some in groupby(by_ask, key=lambda each: each.ask_id):
                tasks.start_soon(self._take_up, [*some])

    async def hear(self, ring: Ring) -> None:
        """What was told of has done its work once somebody looks."""
        for hint in ring.hints:
            if hint.news in (News.SETTLED, News.MARKED) and hint.ask_id in self._told:
                ask = await self._read(self._told[hint.ask_id], hint.ask_id)
                if ask is None or ask.state.settled or looked_at(ask):
                    self._told.pop(hint.ask_id, None)
                    await self._book.acknowledge(hint.ask_id)

    async def _listen(self) -> None:
        async with self._bell.listen() as rings:
            async for ring in rings:
                try:
                    await self.hear(ring)
                except AsklineError as error:
                    log.warning("what was looked at is not noted: %s", error.code)

    async def _take_up(self, some: Sequence[Summons]) -> None:
        """Those of one ask one after the other, so that it goes on once. A failure concerns no other
        ask; who holds the lease loses it, and it is taken up again."""
        for each in some:
            try:
                await self._one(each)
            except AsklineError as error:
                log.warning("a summons waits for its next taker: %s", error.code)

    async def _one(self, summons: Summons) -> None:
        ask = await self._read(summons.tenant, summons.ask_id)
        if ask is None or not _waits(ask, summons):
            await self._summons.done([summons])
            return
        now = self._clock.now()
        reached = await self._reach.of(summons, ask, now)
        if reached.until is not None:
            await self._summons.later([summons], reached.until)
            return
        rows = await self._tell(summons, ask, reached.contacts)
        again = [_pause(row) for row in rows if _is_open(row)]
        if again:
            await self._summons.later([summons], self._clock.now() + max(again))
            return
        if not reached.knows and not any(_went_out(row) for row in rows):
            await self._hasten(summons, some=bool(rows))
        await self._summons.done([summons])

    async def _tell(self, summons: Summons, ask: Ask, contacts: Sequence[Contact]) -> list[Alert]:
        """How it stands with each of these contacts then."""
        kept = {
            row.contact: row
            for row in await self._book.of([ask.id])
            if (row.number, row.recipient) == (summons.number, summons.recipient)
        }
        wanted = [
            (contact, self._alert(summons, contact, kept.get(contact.id)))
            for contact in contacts
            if contact.id not in kept or _is_open(kept[contact.id])
        ]
        if wanted:
            stale = self._clock.now() - STALE
            mine = await self._book.claim([alert for _, alert in wanted], stale=stale)
            ended = await self._sent(ask, [each for each in wanted if each[1] in mine])
            kept |= {row.contact: row for row in ended}
        return [row for row in kept.values() if row.contact in {each.id for each in contacts}]

    async def _sent(self, ask: Ask, claimed: Sequence[tuple[Contact, Alert]]) -> list[Alert]:
        """A store that is away over one of them cuts off none of the others."""
        ended: list[Alert] = []
        troubles: list[AsklineError] = []

        async def send(contact: Contact, alert: Alert) -> None:
            try:
                failure = await self._attempt(contact, alert.reason, ask)
                state = AlertState.SENT if failure is None else AlertState.FAILED
                row = replace(alert, state=state, detail=failure, at=self._clock.now())
                ended.append(row)
                await self._book.finish([row])
            except AsklineError as error:
                troubles.append(error)

        async with anyio.create_task_group() as tasks:
            for contact, alert in claimed:
                tasks.start_soon(send, contact, alert)
        if any(_went_out(row) for row in ended):
            self._remember(ask)
        if troubles:
            raise troubles[0]
        return ended

    async def _attempt(self, contact: Contact, reason: Reason, ask: Ask) -> str | None:
        try:
            channel = self._outlets.channel(contact)
        except ChannelFailed as error:
            return str(error)
        return await told(channel, await self._notices.notice(contact, reason, ask))

    async def _hasten(self, summons: Summons, *, some: bool) -> None:
        """The next are asked now: where all failed, and where there was nothing to fail but somebody
        further on can be told."""
        ask = await self._read(summons.tenant, summons.ask_id)
        if ask is None or ask.route is None or ask.summoned != summons.number:
            return
        if not some and not await self._others_can(summons, ask):
            return
        if any(_went_out(row) or _is_open(row) for row in await self._of_number(summons)):
            return
        reason = "no alert arrived" if some else "nobody there can be told"
        failed = summons.number
        await self._dealing.hasten(keeper(ask.tenant), ask.id, reason, told=failed)

    async def _others_can(self, summons: Summons, ask: Ask) -> bool:
        with_them = ask.recipients if summons.why in (Why.ASKED, Why.REMINDED) else ()
        beside = [each for each in with_them if each != summons.recipient]
        if await self._reach.any(ask.tenant, beside):
            return False  # their own summons says how that went
        onward = [to for step in ask.route.steps for to in step.to] if ask.route else []
        return await self._reach.any(ask.tenant, onward)

    async def _of_number(self, summons: Summons) -> list[Alert]:
        rows = await self._book.of([summons.ask_id])
        return [row for row in rows if row.number == summons.number]

    def _remember(self, ask: Ask) -> None:
        self._told[ask.id] = ask.tenant
        if len(self._told) > REMEMBERED:
            self._told.popitem(last=False)

    def _alert(self, summons: Summons, contact: Contact, before: Alert | None) -> Alert:
        return Alert(
            ask_id=summons.ask_id,
            tenant=summons.tenant,
            channel=contact.channel,
            reason=Reason(summons.why),
            state=AlertState.SENDING,
            at=self._clock.now(),
            number=summons.number,
            contact=contact.id,
            recipient=summons.recipient,
            tries=_next_try(before),
        )

    async def _read(self, tenant: str, ask_id: AskId) -> Ask | None:
        try:
            return await self._reading.read(keeper(tenant), ask_id)
        except NotFound:
            return None


def keeper(tenant: str) -> Actor:
    """The hub itself, which keeps order and answers nothing."""
    return Actor(
        tenant=tenant,
        kind=ActorKind.RULE,
        id="alerts",
        name="alerts",
        rights=frozenset({Right.OPERATE}),
    )


def _waits(ask: Ask, summons: Summons) -> bool:
    """For whom it was meant, still and for nobody else."""
    here = summons.recipient in ask.recipients and ask.word is None
    return here and not ask.state.settled and ask.claim is None


def _went_out(row: Alert) -> bool:
    return row.state in (AlertState.SENT, AlertState.ACKNOWLEDGED)


def _is_open(row: Alert) -> bool:
    """Whether it is still to be tried; what somebody has been sending is theirs, or their heir's."""
    if row.state is AlertState.SENDING:
        return True
    return row.state is AlertState.FAILED and row.tries <= len(AGAIN)


def _pause(row: Alert) -> timedelta:
    return AGAIN[row.tries - 1] if row.state is AlertState.FAILED else STALE


def _next_try(before: Alert | None) -> int:
    if before is None:
        return 1
    return before.tries + 1 if before.state is AlertState.FAILED else before.tries
