"""How much one agent may ask: so many asks a minute, so many pending at once.

A guard against loops that run away, kept in memory: it survives no restart, and of several processes
each counts its own. Pending asks are counted in the store when an agent is first seen, once a minute,
and before one is refused for having too many; between two counts every new ask is added, so what
other processes let in within that minute may slip past. Who is one agent, see `repeats`.
"""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.ports import AskStore
from askline.core.clock import Clock
from askline.core.errors import RateLimited

MINUTE = timedelta(minutes=1)
AT_MOST = 10_000
"""Agents that are remembered; the one that asked longest ago is forgotten first."""


@dataclass(slots=True)
class Pace:
    """One agent's last minute."""

    asked: deque[datetime] = field(default_factory=deque[datetime])
    pending: int = 0
    counted_at: datetime | None = None

    def forget(self, now: datetime) -> None:
        """What is more than a minute old; and what lies ahead, because the clock was set back."""
        while self.asked and self.asked[0] <= now - MINUTE:
            self.asked.popleft()
        while self.asked and self.asked[-1] > now:
            self.asked.pop()


class Allowance(Protocol):
    """How much all agents of one tenant may ask together."""

    async def enter(self, tenant: str) -> RateLimited | None:
        """Take a place for a new ask, or learn why there is none."""
        ...

    def give_back(self, tenant: str) -> None: ...


class Boundless:
    """Only the agents themselves are bounded."""

    async def enter(self, tenant: str) -> RateLimited | None: ...

    def give_back(self, tenant: str) -> None: ...


class Pacing:
    def __init__(
        self, store: AskStore, clock: Clock, limits: Limits, allowance: Allowance | None = None
    ) -> None:
        self._allowance = allowance or Boundless()
        self._store = store
        self._clock = clock
        self._limits = limits
        self._paces: dict[tuple[str, str], Pace] = {}

    async def enter(self, ask: Ask) -> RateLimited | None:
        """Take a place for a new ask, or learn why there is none."""
        refusal = await self._allowance.enter(ask.tenant)
        if refusal is None and (refusal := await self._enter(ask)):
            self._allowance.give_back(ask.tenant)
        return refusal

    async def _enter(self, ask: Ask) -> RateLimited | None:
        pace = self._pace(ask)
        if self._must_count(pace):
            pace.pending = await self._store.pending_of(ask.tenant, ask.agent_key)
            pace.counted_at = self._clock.now()
        # No waiting from here on: of many asks at once none slips between looking and taking.
        now = self._clock.now()
        pace.forget(now)
        if len(pace.asked) >= self._limits.asks_per_minute:
            return _too_fast(self._limits.asks_per_minute)
        if pace.pending >= self._limits.pending_asks:
            return _too_many(self._limits.pending_asks)
        pace.asked.append(now)
        pace.pending += 1
        return None

    def give_back(self, ask: Ask) -> None:
        """It was a repeat, or was not kept."""
        self._allowance.give_back(ask.tenant)
        pace = self._pace(ask)
        with suppress(IndexError):  # it may have taken longer than a minute
            pace.asked.pop()
        pace.pending -= 1

    def _must_count(self, pace: Pace) -> bool:
        if pace.counted_at is None or pace.pending >= self._limits.pending_asks:
            return True
        return not timedelta(0) <= self._clock.now() - pace.counted_at < MINUTE

    def _pace(self, ask: Ask) -> Pace:
        agent = (ask.tenant, ask.agent_key)
        pace = self._paces[agent] = self._paces.pop(agent, None) or Pace()
        if len(self._paces) > AT_MOST:
            del self._paces[next(iter(self._paces))]
        return pace


def _too_fast(most: int) -> RateLimited:
    return RateLimited(
        f"This agent asked {most} times within a minute; nothing was asked this time.",
        hint="Put several questions into one ask, and ask it in a minute.",
    )


def _too_many(most: int) -> RateLimited:
    return RateLimited(
        f"This agent has {most:,} asks pending; nothing was asked this time.",
        hint="Wait for some of them with `ask_await` or cancel what is no longer needed, "
        "and put several questions into one ask.",
    )
