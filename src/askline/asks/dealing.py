"""What people do with an ask before it is settled: take it in hand, pass it on, put it off."""

from datetime import datetime

from askline.asks import intake, rights, routing
from askline.asks.addressing import Addressing
from askline.asks.changes import Change, unchanged
from askline.asks.model import Ask
from askline.asks.moving import Moving
from askline.core.errors import NotAllowed
from askline.core.ids import AskId
from askline.core.people import Actor
from askline.core.text import clean

LONGEST_REASON = 200
"""Characters: a fact for the trail, no report."""


class Dealing:
    def __init__(self, moving: Moving, addressing: Addressing) -> None:
        self._moving = moving
        self._addressing = addressing

    async def claim(self, actor: Actor, ask_id: AskId) -> Ask:
        def claimed(ask: Ask, now: datetime) -> Change:
            _must_be_decided_here(ask)
            return routing.claim(ask, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_deal, claimed)

    async def release(self, actor: Actor, ask_id: AskId) -> Ask:
        def released(ask: Ask, now: datetime) -> Change:
            _must_be_decided_here(ask)
            return routing.release(ask, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_deal, released)

    async def pass_on(self, actor: Actor, ask_id: AskId, to: str) -> Ask:
        """Raises: NotFound, where `to` is nobody who could answer."""
        # Who may not pass it on does not learn who there is.
        await self._moving.move(actor, ask_id, rights.must_deal, _as_it_stands)
        found = await self._addressing.addressee(actor, to)

        def passed(ask: Ask, now: datetime) -> Change:
            _must_be_decided_here(ask)
            return routing.pass_on(ask, found, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_deal, passed)

    async def snooze(self, actor: Actor, ask_id: AskId, until: datetime | None) -> Ask:
        moment = None if until is None else intake.instant(until)

        def put_off(ask: Ask, now: datetime) -> Change:
            return routing.snooze(ask, moment, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_deal, put_off)

    async def hasten(
        self, actor: Actor, ask_id: AskId, reason: str, *, told: int | None = None
    ) -> Ask:
        """The next are asked now, because nobody who has it could be told; `told` is the number of the
        summons that failed."""
        why = clean(reason)[:LONGEST_REASON]

        def hastened(ask: Ask, now: datetime) -> Change:
            return routing.hasten(ask, why, by=actor, at=now, told=told)

        return await self._moving.move(actor, ask_id, rights.must_see, hastened)


def _as_it_stands(ask: Ask, now: datetime) -> Change:
    del now
    return unchanged(ask)


def _must_be_decided_here(ask: Ask) -> None:
    if ask.handed is not None:
        raise NotAllowed(
            f"Ask {ask.short_id} was handed over to {ask.handed}.",
            hint="Open it there: who has it in hand is said where it is decided.",
        )
