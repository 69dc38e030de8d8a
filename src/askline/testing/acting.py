"""Says what the script says, to what is asked in one house. Beside the asking, as a rule would."""

from contextlib import suppress

import anyio

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import Bell
from askline.core.errors import AlreadySettled, Invalid, NotFound
from askline.core.ids import AskId
from askline.core.people import LOCAL_PERSON, LOCAL_TENANT, Actor, ActorKind, Right
from askline.testing import reports
from askline.testing.clock import StoppedClock
from askline.testing.human import FakeHuman
from askline.testing.matching import Matching
from askline.testing.script import Decision, Deed

SCRIPT = Actor(
    tenant=LOCAL_TENANT,
    kind=ActorKind.SCRIPT,
    id="script",
    name="script",
    rights=frozenset({Right.ANSWER, Right.PERSON}),
    addresses=frozenset({LOCAL_PERSON}),
)


class Acting:
    def __init__(self, desk: Desk, bell: Bell, clock: StoppedClock, human: FakeHuman) -> None:
        self._desk = desk
        self._bell = bell
        self._clock = clock
        self._human = human
        self._known: set[AskId] = set()
        self._turn = anyio.Lock()

    async def run(self) -> None:
        """Forever."""
        async with self._bell.listen() as rings:
            await self.catch_up()
            async for _ in rings:
                await self.catch_up()

    async def catch_up(self) -> None:
        """Whatever was asked until now has been looked at afterwards."""
        async with self._turn:
            for ask in await self._desk.reading.inbox(SCRIPT):
                if ask.id not in self._known:
                    self._known.add(ask.id)
                    with suppress(AlreadySettled, NotFound):  # the agent withdrew it meanwhile
                        await self._act(ask)

    async def pending(self, matching: Matching) -> Ask:
        """The ask in the inbox with such a question, once it is there and was looked at."""
        async with self._bell.listen() as rings:
            while True:
                await self.catch_up()
                for ask in await self._desk.reading.inbox(SCRIPT):
                    if any(matching.fits(ask, question) for question in ask.questions):
                        return ask
                await anext(rings)

    async def _act(self, ask: Ask) -> None:
        decision = self._human.decide(ask)
        if decision.deed is None:
            await self._reject(ask, reports.refusal(decision.missing))
            return
        try:
            await self._said(ask, decision, decision.deed)
        except Invalid as error:
            problem = reports.misfit(ask, f"{error.message} {error.hint}")
            self._human.fail(problem)
            await self._reject(ask, problem)

    async def _said(self, ask: Ask, decision: Decision, deed: Deed) -> None:
        answering, receipt = self._desk.answering, f"script/{ask.id}"
        match deed:
            case Deed.ANSWERS | Deed.APPROVES:
                await answering.answer(SCRIPT, ask.id, decision.given, receipt=receipt)
            case Deed.REJECTS:
                await self._reject(ask, decision.words)
            case Deed.ASKS_BACK:
                await answering.ask_back(SCRIPT, ask.id, decision.words or "", receipt=receipt)
            case Deed.LEAVES:
                await answering.seen(SCRIPT, ask.id)
            case _:
                await self._let_time_out(ask)

    async def _let_time_out(self, ask: Ask) -> None:
        if ask.deadline is None:
            self._human.fail(reports.endless(ask))
            await self._reject(ask, reports.endless(ask))
            return
        self._clock.time = max(self._clock.time, ask.deadline)
        await self._desk.sweeping.sweep()

    async def _reject(self, ask: Ask, reason: str | None) -> None:
        receipt = f"script/{ask.id}"
        await self._desk.answering.reject(SCRIPT, ask.id, reason=reason, receipt=receipt)
