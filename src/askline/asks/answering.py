"""The human's side of the desk: answer, reject, ask back, and the small things around them."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from askline.asks import checking, intake, lifecycle, rights, routing
from askline.asks.addressing import Approvers
from askline.asks.answers import Answer, Given
from askline.asks.changes import Change
from askline.asks.handing import Verb, Word, answer_word
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.moving import Moving
from askline.asks.ports import AskStore, Bell, Draft, Hint, News, Shelf
from askline.asks.reading import Reading
from askline.asks.searching import files_of
from askline.asks.spelling import time_text
from askline.asks.state import State
from askline.core.clock import Clock
from askline.core.errors import InvalidAnswer, TooLarge
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
        shelf: Shelf | None = None,
        approvers: Approvers | None = None,
    ) -> None:
        """Without `approvers` nobody who agreed ever loses their right to."""
        self._store = store
        self._bell = bell
        self._clock = clock
        self._reading = reading
        self._moving = moving
        self._limits = limits
        self._shelf = shelf
        self._approvers = approvers

    async def answer(
        self, actor: Actor, ask_id: AskId, given: Mapping[str, Given], *, receipt: str
    ) -> Ask:
        """Settle with answers; after the deadline they are kept as a late amendment."""
        shelved = await self._shelved(actor, given)
        approving: dict[str, frozenset[str]] = {}

        async def learn(ask: Ask) -> None:
            approving.update(await self._approving(ask))

        def answered(ask: Ask, now: datetime) -> Change:
            answers = self._checked(ask, given, shelved, lifecycle.ANSWERABLE)
            settled = ask.state.settled or self._approvers is None
            standing = ask if settled else routing.without(ask, approving)
            return lifecycle.answer(standing, answers, by=actor, at=now, receipt=receipt)

        word = answer_word(Verb.ANSWER, given, receipt)
        must = rights.must_settle
        return await self._moving.move(actor, ask_id, must, answered, word, learn=learn)

    async def reject(
        self, actor: Actor, ask_id: AskId, *, receipt: str, reason: str | None = None
    ) -> Ask:
        words = self._words(reason)

        def rejected(ask: Ask, now: datetime) -> Change:
            return lifecycle.reject(ask, words, by=actor, at=now, receipt=receipt)

        word = Word(verb=Verb.REJECT, said={"reason": words}, receipt=receipt)
        return await self._moving.move(actor, ask_id, rights.must_decline, rejected, word)

    async def ask_back(self, actor: Actor, ask_id: AskId, words: str, *, receipt: str) -> Ask:
        """The human wants to know something first; the agent gets the words and asks anew."""
        back = self._words(words)
        if back is None:
            raise InvalidAnswer("Nothing was asked back.", hint="Say what you want to know first.")

        def asked_back(ask: Ask, now: datetime) -> Change:
            return lifecycle.ask_back(ask, back, by=actor, at=now, receipt=receipt)

        word = Word(verb=Verb.ASK_BACK, said={"words": back}, receipt=receipt)
        return await self._moving.move(actor, ask_id, rights.must_decline, asked_back, word)

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
        words = self._words(reason)
        shelved = await self._shelved(actor, given)

        def corrected(ask: Ask, now: datetime) -> Change:
            answers = self._checked(ask, given, shelved, lifecycle.CORRECTABLE)
            return lifecycle.correct(ask, answers, words, by=actor, at=now, receipt=receipt)

        word = answer_word(Verb.CORRECT, given, receipt, reason=words)
        return await self._moving.move(actor, ask_id, rights.must_settle, corrected, word)

    async def extend(self, actor: Actor, ask_id: AskId, deadline: datetime) -> Ask:
        moment = intake.instant(deadline)

        def extended(ask: Ask, now: datetime) -> Change:
            return lifecycle.extend(ask, moment, by=actor, at=now)

        word = Word(verb=Verb.EXTEND, said={"deadline": time_text(moment)})
        return await self._moving.move(actor, ask_id, rights.must_settle, extended, word)

    async def seen(self, actor: Actor, ask_id: AskId) -> Ask:
        def looked(ask: Ask, now: datetime) -> Change:
            return lifecycle.see(ask, by=actor, at=now)

        return await self._moving.move(actor, ask_id, rights.must_look, looked)

    async def draft(self, actor: Actor, ask_id: AskId, answers: Mapping[str, Given]) -> None:
        """Keep what a person has typed so far, so that another door can go on with it."""
        rights.must_settle(actor, await self._reading.read(actor, ask_id))
        typed = {question_id: checking.typed(given) for question_id, given in answers.items()}
        draft = Draft(
            ask_id=ask_id, person=rights.drafter(actor), answers=typed, at=self._clock.now()
        )
        await self._store.keep_draft(actor.tenant, draft)
        self._bell.ring(Hint(News.DRAFTED, ask_id, actor.tenant))

    async def _approving(self, ask: Ask) -> Mapping[str, frozenset[str]]:
        """What those who agreed so far may approve now."""
        if self._approvers is None or ask.state.settled or not ask.agreed:
            return {}
        return await self._approvers.approving(ask.tenant, [each.by.id for each in ask.agreed])

    def _words(self, said: str | None) -> str | None:
        """What a human said beside the answers, as it can be kept."""
        words = as_typed(said).strip() if said else None
        if words and len(words) > self._limits.answer_text:
            raise TooLarge(
                f"{len(words)} characters are too many.",
                hint=f"At most {self._limits.answer_text}; say it shorter.",
            )
        return words or None

    async def _shelved(self, actor: Actor, given: Mapping[str, Given]) -> dict[str, int]:
        """The sizes of those files that the actor put on the shelf. Before the step: there they stay."""
        named = {file.sha256 for answer in given.values() for file in answer.attachments}
        if self._shelf is None:
            return {}
        put = partial(self._shelf.size, actor.tenant, by=rights.drafter(actor))
        sizes = {sha256: await put(sha256) for sha256 in named}
        return {sha256: size for sha256, size in sizes.items() if size is not None}

    def _checked(
        self,
        ask: Ask,
        given: Mapping[str, Given],
        shelved: Mapping[str, int],
        taken_in: frozenset[State],
    ) -> tuple[Answer, ...]:
        """Where nothing is taken any more, nothing is checked: who is late learns who was first."""
        if ask.state not in taken_in:
            return ()
        held = {sha256: file.size for sha256, file in files_of(ask).items()}
        return checking.check(ask.questions, given, self._limits, {**held, **shelved})
