"""The human's side of the desk: answer, reject, ask back, and the small things around them."""

from collections.abc import Mapping
from datetime import datetime

from askline.asks import checking, lifecycle, rights
from askline.asks.answers import Given
from askline.asks.lifecycle import Change
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.moving import Moving
from askline.asks.ports import AskStore, Bell, Draft, Hint, News
from askline.asks.reading import Reading
from askline.core.clock import Clock
from askline.core.ids import AskId
from askline.core.people import Actor
from askline.core.text import as_typed


class Answering:
    """Every settle takes a receipt: made by the door, repeated by a retry, new for a new decision."""

    def __init__(
        self,
        store: AskStore,
        bell: Bell,
        clock: Clock,
        reading: Reading,
        moving: Moving,
        *,
        limits: Limits,
    ) -> None:
        self._store = store
        self._bell = bell
        self._clock = clock
        self._reading = reading
        self._moving = moving
        self._limits = limits

    async def answer(
        self, actor: Actor, ask_id: AskId, given: Mapping[str, Given], *, receipt: str
    ) -> Ask:
        """Settle with answers; after the deadline they are kept as a late amendment."""

        def answered(ask: Ask, now: datetime) -> Change:
            answers = checking.check(ask.questions, given, self._limits)
            return lifecycle.answer(ask, answers, by=actor, at=now, receipt=receipt)

        return await self._moving.move(actor, ask_id, rights.must_settle, answered)

    async def reject(
        self, actor: Actor, ask_id: AskId, *, receipt: str, reason: str | None = None
    ) -> Ask:
        words = as_typed(reason) if reason else None

        def rejected(ask: Ask, now: datetime) -> Change:
            return lifecycle.reject(ask, words, by=actor, at=now, receipt=receipt)

        return await self._moving.move(actor, ask_id, rights.must_settle, rejected)

    async def ask_back(self, actor: Actor, ask_id: AskId, words: str, *, receipt: str) -> Ask:
        """The human wants to know something first; the agent gets the words and asks anew."""

        def asked_back(ask: Ask, now: datetime) -> Change:
            return lifecycle.ask_back(ask, as_typed(words), by=actor, at=now, receipt=receipt)

        return await self._moving.move(actor, ask_id, rights.must_settle, asked_back)

    async def correct(
        self,
        actor: Actor,
        ask_id: AskId,
        given: Mapping[str, Given],
        *,
        receipt: str,
        reason: str | None = None,
    ) -> Ask:
        """Another word after the answer, kept beside it and handed to the agent."""
        words = as_typed(reason) if reason else None

        def corrected(ask: Ask, now: datetime) -> Change:
            answers = checking.check(ask.questions, given, self._limits)
            return lifecycle.correct(ask, answers, words, by=actor, at=now, receipt=receipt)

        return await self._moving.move(actor, ask_id, rights.must_settle, corrected)

    async def extend(self, actor: Actor, ask_id: AskId, deadline: datetime) -> Ask:
        def extended(ask: Ask, now: datetime) -> Change:
            return lifecycle.extend(ask, deadline, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_settle, extended)

    async def seen(self, actor: Actor, ask_id: AskId) -> Ask:
        def looked(ask: Ask, now: datetime) -> Change:
            return lifecycle.see(ask, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_see, looked)

    async def draft(self, actor: Actor, ask_id: AskId, answers: Mapping[str, Given]) -> None:
        """Keep what a person has typed so far, so that another door can go on with it."""
        rights.must_settle(actor, await self._reading.read(actor, ask_id))
        draft = Draft(ask_id=ask_id, person=actor.id, answers=dict(answers), at=self._clock.now())
        await self._store.keep_draft(actor.tenant, draft)
        self._bell.ring(Hint(News.DRAFTED, ask_id, actor.tenant))
