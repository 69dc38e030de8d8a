"""A desk with recall and rules over an ephemeral store, as tests of them need it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import anyio
from anyio.lowlevel import checkpoint

from askline.asks.answers import Given
from askline.asks.model import Ask, Question
from askline.core.background import background
from askline.core.people import Actor
from askline.memory.recall import Recalled
from askline.memory.rules import Rule, Scope
from askline.service.recalled import recall_over
from askline.stores.ears import Ears
from askline.stores.forgetting import open_ephemeral
from askline.stores.keeping import Keeping
from tests.builders import ADA, AGENT, StoppedClock, a_desk, a_new_ask, a_select

CSS = a_select("css", text="Which CSS framework should we use?")


@dataclass
class RecallHouse:
    bell: Ears = field(default_factory=Ears)
    clock: StoppedClock = field(default_factory=StoppedClock)
    wanted: bool = True

    def __post_init__(self) -> None:
        self.keeping: Keeping = replace(open_ephemeral(), bell=self.bell)
        self.desk = a_desk(self.keeping.asks, self.keeping.bell, self.clock)
        self.recall = recall_over(self.desk, self.keeping, self.clock, lambda: self.wanted)

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["RecallHouse"]:
        """While its followers run."""
        with anyio.fail_after(10):
            async with background(self.recall.run):
                await anyio.wait_all_tasks_blocked()
                yield self

    async def asked(
        self, *questions: Question, matter: dict[str, Any] | None = None, **changes: Any
    ) -> Ask:
        """A second after the one before, in a conversation of its own."""
        self.clock.time += timedelta(seconds=1)
        new = a_new_ask(*(questions or (CSS,)), **changes)
        new = replace(new, matter=replace(new.matter, **(matter or {})))
        agent = replace(new.agent, conversation=f"c-{self.clock.time.timestamp()}")
        ask = await self.desk.asking.ask(AGENT, replace(new, agent=agent))
        await anyio.wait_all_tasks_blocked()
        return await self.read(ask)

    async def answered(
        self, *questions: Question, by: Actor = ADA, value: str = "SQLite", **changes: Any
    ) -> Ask:
        ask = await self.asked(*questions, **changes)
        given = {question.id: Given(values=(value,)) for question in ask.questions}
        return await self.answer(ask, given, by=by)

    async def answer(self, ask: Ask, given: dict[str, Given], *, by: Actor = ADA) -> Ask:
        after = await self.desk.answering.answer(by, ask.id, given, receipt=f"r-{ask.id}")
        await anyio.wait_all_tasks_blocked()
        return after

    async def corrected(self, ask: Ask, value: str) -> Ask:
        self.clock.time += timedelta(seconds=1)
        given = {ask.questions[0].id: Given(values=(value,))}
        after = await self.desk.answering.correct(ADA, ask.id, given, receipt=f"c-{ask.id}")
        await anyio.wait_all_tasks_blocked()
        return after

    async def offered(self, ask: Ask, actor: Actor = ADA) -> Recalled | None:
        return await self.recall.recalling.of(actor, ask)

    async def ruled(self, ask: Ask, scope: Scope = Scope.OPTIONS, **changes: Any) -> Rule:
        return await self.recall.ruling.make(ADA, ask.id, scope, **changes)

    async def read(self, ask: Ask) -> Ask:
        await checkpoint()
        return await self.desk.reading.read(ADA, ask.id)
