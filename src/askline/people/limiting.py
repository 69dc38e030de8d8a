"""The use cases of limits: see what holds for one's tenant, and set what its admins may."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from askline.asks.fields import stop_at
from askline.core.clock import Clock
from askline.core.people import Actor
from askline.people.acts import ActKind, Deed, doer
from askline.people.deciding import person_of, standing_of
from askline.people.granting import must_administer
from askline.people.limits import LimitBook, TenantLimits, problems_of
from askline.people.ports import PeopleBook


@dataclass(frozen=True, slots=True, kw_only=True)
class Limited:
    own: TenantLimits
    """What its admins set."""
    ceiling: TenantLimits
    """What who runs the hub allows."""

    @property
    def holds(self) -> TenantLimits:
        return self.own.within(self.ceiling)


class Limiting:
    def __init__(
        self,
        book: PeopleBook,
        limits: LimitBook,
        clock: Clock,
        ceiling: TenantLimits,
        *,
        told: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`told` hears in which tenant they were set."""
        self._told = told
        self._book = book
        self._limits = limits
        self._clock = clock
        self._ceiling = ceiling

    async def show(self, actor: Actor) -> Limited:
        """Raises: NotAllowed, PersonRequired."""
        await self._must_administer(actor)
        return Limited(own=await self._limits.own(actor.tenant), ceiling=self._ceiling)

    async def set(self, actor: Actor, own: TenantLimits) -> Limited:
        """Raises: NotAllowed, PersonRequired, InvalidArguments with everything above the ceiling."""
        await self._must_administer(actor)
        stop_at(problems_of(own, self._ceiling), "Who runs the hub sets how far it goes.")
        said = ", ".join(
            f"{name} {value}" for name, value in asdict(own).items() if value is not None
        )
        deed = Deed(
            tenant=actor.tenant,
            kind=ActKind.LIMITS_SET,
            by=doer(actor, self._clock.now()),
            detail=said or "none",
        )
        await self._limits.keep(own, deed)
        self._told(actor.tenant)
        return Limited(own=own, ceiling=self._ceiling)

    async def _must_administer(self, actor: Actor) -> None:
        roster = await standing_of(self._book, actor)
        must_administer(actor, roster.held_by(person_of(actor)))
