"""Lets asks go that their tenant keeps no longer: one replica at a time, in small steps, through the desk.

Nothing is remembered between two rounds: whoever is next begins with the oldest again, so a replica may
die at any moment. Each round leaves an act with each tenant that lost something by it.
"""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

import anyio

from askline.asks.pruning import Pruning, Rule
from askline.core.clock import Clock
from askline.core.errors import AsklineError
from askline.core.ids import AskId
from askline.core.people import Actor, Right, timekeeper
from askline.people.acts import ActKind
from askline.people.limits import LimitBook
from askline.people.recording import Acts

EVERY_S = 3600.0
TENANTS_AT_ONCE = 500

Told = Callable[[int, int, datetime], None]

log = logging.getLogger(__name__)


class Turn(Protocol):
    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Whether this process is the one that does it now."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    asks: int = 0
    files: int = 0


def nobody_told(asks: int, files: int, at: datetime) -> None:
    """No figures are wanted."""
    del asks, files, at


class Retaining:
    def __init__(
        self,
        pruning: Pruning,
        limits: LimitBook,
        acts: Acts,
        clock: Clock,
        turn: Turn,
        *,
        most_days: int | None,
        told: Told = nobody_told,
    ) -> None:
        """`most_days` is how long who runs the hub lets anybody keep asks."""
        self._pruning = pruning
        self._limits = limits
        self._acts = acts
        self._clock = clock
        self._turn = turn
        self._most_days = most_days
        self._told = told

    async def run(self, every_s: float = EVERY_S) -> None:
        """Forever. Not at once: replicas that start after a failure have better things to do."""
        while True:
            await anyio.sleep(every_s)
            try:
                await self.round()
            except AsklineError as error:
                log.warning("what tenants keep no longer was not pruned: %s", error.message)

    async def round(self) -> bool:
        """Once for every tenant; false where another replica is at it. Raises: StoreUnavailable."""
        async with self._turn.alone() as mine:
            if not mine:
                return False
            async for tenant, days in self._bounded():
                await self._prune(tenant, self._clock.now() - timedelta(days=days))
            self._told(0, 0, self._clock.now())
        return True

    async def _bounded(self) -> AsyncIterator[tuple[str, int]]:
        after = ""
        while page := await self._limits.tenants(after=after, limit=TENANTS_AT_ONCE):
            for tenant, own in page:
                said = [each for each in (own, self._most_days) if each is not None]
                if said:
                    yield tenant, min(said)
            after = page[-1][0]

    async def _prune(self, tenant: str, before: datetime) -> None:
        """Whatever happens in one tenant keeps no other from its turn."""
        gone = Gone()
        keeper = keeper_of(tenant)
        try:
            async for step in self._steps(keeper, before):
                gone = Gone(asks=gone.asks + step.asks, files=gone.files + step.files)
        except AsklineError as error:
            log.warning("pruning of a tenant broke off, and goes on next time: %s", error.message)
        if gone.asks:
            detail = f"{gone.asks} asks, {gone.files} files; settled before {before.isoformat()}"
            await self._acts.note(keeper, ActKind.PRUNED, "asks", detail)

    async def _steps(self, keeper: Actor, before: datetime) -> AsyncIterator[Gone]:
        rule, after, more = Rule(before=before, settled_before=before), None, True
        while more:
            step = await self._pruning.step(keeper, rule, after=after)
            gone = Gone(asks=len(step.asks), files=step.files)
            self._told(gone.asks, gone.files, self._clock.now())
            yield gone
            after: AskId | None = step.after
            more = after is not None


def keeper_of(tenant: str) -> Actor:
    """The hub itself, keeping order."""
    return replace(timekeeper(tenant), rights=frozenset({Right.OPERATE}))
