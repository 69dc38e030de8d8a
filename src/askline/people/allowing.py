"""Keeps a tenant within its limits, where it asks, lets people in, makes tokens and puts down files.

People and tokens are counted at each decision, in step with it. Asks and files are many: they are counted
in the store now and then, the later the longer that took, and before one is refused; between two counts
what is let in here is added, so what other replicas let in meanwhile may slip past. What admins set holds
everywhere after `FRESH` at the latest.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

import anyio

from askline.asks.ports import Shelf
from askline.core.clock import Clock
from askline.core.errors import RateLimited
from askline.people.limits import Holdings, LimitBook, TenantLimits

FRESH = timedelta(seconds=5)
COUNT_EVERY = timedelta(seconds=10)
RESTS = 100
"""Times as long as counting took, until it is done again."""
LOOK_AGAIN = timedelta(seconds=1)
"""Who is refused may have been let in again after so long."""
HOUR = timedelta(hours=1)
AT_MOST = 10_000
"""Tenants that are remembered; the one seen longest ago is forgotten first."""

Count = Callable[[], Awaitable[int]]


@dataclass(slots=True)
class Tally:
    """Of one thing, as far as is known here."""

    many: int = 0
    counted_at: datetime | None = None
    took: timedelta = timedelta(0)
    turn: anyio.Lock = field(default_factory=anyio.Lock)

    async def up_to_date(self, most: int, more: int, count: Count, clock: Clock) -> None:
        """Of many who come at once one counts; the others go by what was known before, if it was."""
        if self.counted_at is not None and self.turn.locked():
            return
        async with self.turn:
            await self._counted(count, clock, full=self.many + more > most)

    async def _counted(self, count: Count, clock: Clock, *, full: bool) -> None:
        begun = clock.now()
        if not self._is_due(begun, full=full):
            return
        self.many = await count()
        self.counted_at = clock.now()
        self.took = max(timedelta(0), self.counted_at - begun)

    def _is_due(self, now: datetime, *, full: bool) -> bool:
        if self.counted_at is None:
            return True
        wait = max(LOOK_AGAIN if full else COUNT_EVERY, self.took * RESTS)
        return not timedelta(0) <= now - self.counted_at < wait


@dataclass(slots=True)
class Known:
    """What is remembered of one tenant."""

    limits: TenantLimits
    read_at: datetime
    pending: Tally
    asked: Tally
    kept: Tally


class Allowing:
    def __init__(
        self, book: LimitBook, holdings: Holdings, clock: Clock, ceiling: TenantLimits
    ) -> None:
        self._book = book
        self._holdings = holdings
        self._clock = clock
        self._ceiling = ceiling
        self._known: dict[str, Known] = {}

    async def enter(self, tenant: str) -> RateLimited | None:
        """Take a place for a new ask, or learn why there is none. Costs no look where nothing is bound."""
        known = await self._of(tenant)
        refusal = await self._pending_full(tenant, known) or await self._hour_full(tenant, known)
        if refusal is not None:
            return refusal
        known.pending.many += 1
        known.asked.many += 1
        return None

    async def _pending_full(self, tenant: str, known: Known) -> RateLimited | None:
        most = known.limits.pending
        if most is None:
            return None
        count = partial(self._holdings.pending, tenant, most + 1)
        await known.pending.up_to_date(most, 1, count, self._clock)
        return _too_many(most) if known.pending.many >= most else None

    async def _hour_full(self, tenant: str, known: Known) -> RateLimited | None:
        most = known.limits.asks_per_hour
        if most is None:
            return None
        since = self._clock.now() - HOUR
        count = partial(self._holdings.asked_since, tenant, since, most + 1)
        await known.asked.up_to_date(most, 1, count, self._clock)
        return _too_fast(most) if known.asked.many >= most else None

    def give_back(self, tenant: str) -> None:
        """It was a repeat, or was not kept."""
        if known := self._known.get(tenant):
            known.pending.many -= 1
            known.asked.many -= 1

    def forget(self, tenant: str) -> None:
        """Its limits were set: they are read again before anything is let in here."""
        self._known.pop(tenant, None)

    async def for_person(self, tenant: str) -> None:
        """Raises: RateLimited."""
        most = (await self._of(tenant)).limits.people
        if most is not None and await self._holdings.people(tenant) >= most:
            raise _full("people", most, "Let somebody go first")

    async def for_token(self, tenant: str) -> None:
        """Raises: RateLimited."""
        most = (await self._of(tenant)).limits.tokens
        if most is not None and await self._holdings.tokens(tenant, self._clock.now()) >= most:
            raise _full("tokens", most, "Revoke one that is not used")

    async def for_bytes(self, tenant: str, more: int) -> None:
        """Raises: RateLimited."""
        known = await self._of(tenant)
        most = known.limits.attachment_bytes
        if most is None:
            return
        count = partial(self._holdings.attachment_bytes, tenant)
        await known.kept.up_to_date(most, more, count, self._clock)
        if known.kept.many + more > most:
            raise _full("bytes of files", most, "Prune asks whose files are not needed")
        known.kept.many += more

    async def _of(self, tenant: str) -> Known:
        now = self._clock.now()
        known = self._known.pop(tenant, None)
        if known is None or not timedelta(0) <= now - known.read_at < FRESH:
            limits = (await self._book.own(tenant)).within(self._ceiling)
            known = known or Known(limits, now, Tally(), Tally(), Tally())
            known.limits, known.read_at = limits, now
        self._known[tenant] = known
        if len(self._known) > AT_MOST:
            del self._known[next(iter(self._known))]
        return known


class BoundedShelf:
    """A shelf on which no tenant puts down more than it may."""

    def __init__(self, shelf: Shelf, allowing: Allowing) -> None:
        self._shelf = shelf
        self._allowing = allowing

    async def put(self, tenant: str, content: bytes, *, by: str = "") -> str:
        """Raises: RateLimited."""
        await self._allowing.for_bytes(tenant, len(content))
        return await self._shelf.put(tenant, content, by=by)

    async def take(self, tenant: str, sha256: str) -> bytes | None:
        return await self._shelf.take(tenant, sha256)

    async def size(self, tenant: str, sha256: str, *, by: str | None = None) -> int | None:
        return await self._shelf.size(tenant, sha256, by=by)

    async def discard(self, tenant: str, sha256: str, before: datetime) -> bool:
        return await self._shelf.discard(tenant, sha256, before)


def _too_many(most: int) -> RateLimited:
    return RateLimited(
        f"This tenant has {most:,} asks pending; nothing was asked this time.",
        hint="Ask again when some are answered, or let an admin of the tenant raise its limit.",
    )


def _too_fast(most: int) -> RateLimited:
    return RateLimited(
        f"This tenant asked {most:,} times within an hour; nothing was asked this time.",
        hint="Put several questions into one ask and ask it later, or let an admin raise the limit.",
    )


def _full(what: str, most: int, first: str) -> RateLimited:
    return RateLimited(
        f"This tenant may have {most:,} {what}, and has them.",
        hint=f"{first}, or let an admin of the tenant raise its limit.",
    )
