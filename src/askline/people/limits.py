"""How much one tenant of a hub may hold: values, their rules, and the books behind them.

Who runs the hub sets the ceiling; admins of a tenant set what they like below it, and what they leave
open is the ceiling's. None is no bound; for days, kept for ever.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Protocol

from askline.core.errors import FieldProblem
from askline.people.acts import Deed

MOST = 10**15
"""No bound is larger: it must fit where numbers are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantLimits:
    pending: int | None = None
    """Asks of the whole tenant that wait at once."""
    asks_per_hour: int | None = None
    people: int | None = None
    """Who are there; who left counts no more."""
    tokens: int | None = None
    """That open something now."""
    attachment_bytes: int | None = None
    retention_days: int | None = None
    """An ask that was settled longer ago goes."""

    def within(self, ceiling: "TenantLimits") -> "TenantLimits":
        """What holds: the lower of both."""
        mine, above = asdict(self), asdict(ceiling)
        return TenantLimits(**{name: _lower(mine[name], above[name]) for name in mine})


NAMES = tuple(each.name for each in fields(TenantLimits))
LEAST = {**dict.fromkeys(NAMES, 0), "people": 1, "retention_days": 1}
"""A tenant without anybody could not be administered; what was settled today is never pruned."""


def problems_of(own: TenantLimits, ceiling: TenantLimits) -> list[FieldProblem]:
    """Everything that an admin may not set."""
    said, above = asdict(own), asdict(ceiling)
    found: list[FieldProblem] = []
    for name in NAMES:
        most = MOST if above[name] is None else above[name]
        if said[name] is not None and not LEAST[name] <= said[name] <= most:
            expected = f"a whole number from {LEAST[name]} to {most}, or null"
            found.append(FieldProblem(name, expected, str(said[name])[:80]))
    return found


def _lower(one: int | None, other: int | None) -> int | None:
    said = [each for each in (one, other) if each is not None]
    return min(said) if said else None


class LimitBook(Protocol):
    async def own(self, tenant: str) -> TenantLimits:
        """What its admins set; nothing where they never did."""
        ...

    async def keep(self, own: TenantLimits, deed: Deed) -> None:
        """In place of what was; with its act, or neither."""
        ...

    async def tenants(self, *, after: str, limit: int) -> Sequence[tuple[str, int | None]]:
        """Names of tenants in their order, each with the days that its admins set."""
        ...


class Holdings(Protocol):
    """How much a tenant holds now. `most` is as far as anybody wants to know."""

    async def pending(self, tenant: str, most: int) -> int: ...

    async def asked_since(self, tenant: str, since: datetime, most: int) -> int: ...

    async def people(self, tenant: str) -> int: ...

    async def tokens(self, tenant: str, now: datetime) -> int: ...

    async def attachment_bytes(self, tenant: str) -> int: ...


class Room(Protocol):
    """Raises RateLimited where a tenant has none left."""

    async def for_person(self, tenant: str) -> None: ...

    async def for_token(self, tenant: str) -> None: ...


class Endless:
    """Nobody counts."""

    async def for_person(self, tenant: str) -> None: ...

    async def for_token(self, tenant: str) -> None: ...


ENDLESS = Endless()
