"""The use cases of acts: note one, look at them, take them along, see whether they hold.

A change of people brings its acts itself, in one transaction with it (see `deciding`). What is no such
change is noted right after it was done: a process that dies between the two leaves a deed without an
act, never an act without its deed.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from askline.asks.trail import Flaw
from askline.core.clock import Clock
from askline.core.people import Actor
from askline.people.acts import Act, ActKind, Chain, Deed, Head, doer
from askline.people.deciding import person_of, standing_of
from askline.people.granting import must_administer
from askline.people.ports import ActBook, PeopleBook

AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What came of verifying."""

    checked: int
    head: Head
    flaw: Flaw | None = None


class Acts:
    def __init__(self, book: PeopleBook, acts: ActBook, clock: Clock) -> None:
        self._book = book
        self._acts = acts
        self._clock = clock

    async def note(self, by: Actor, kind: ActKind, subject: str = "", detail: str = "") -> None:
        """Keep that somebody has done it, in their own tenant. No secrets in any of it."""
        who = doer(by, self._clock.now())
        await self._acts.note(
            Deed(tenant=by.tenant, kind=kind, by=who, subject=subject, detail=detail)
        )

    async def newest(self, actor: Actor, *, limit: int, before: int | None = None) -> list[Act]:
        """Raises: NotAllowed, PersonRequired."""
        await self._must_administer(actor)
        return await self._acts.newest(actor.tenant, limit=limit, before=before)

    async def export(self, actor: Actor) -> AsyncIterator[Act]:
        """All, oldest first, read in steps. Raises before the first: NotAllowed, PersonRequired."""
        await self._must_administer(actor)
        await self.note(actor, ActKind.EXPORTED, "acts")
        return self._each(actor.tenant)

    async def verify(self, actor: Actor) -> Held:
        """Raises: NotAllowed, PersonRequired."""
        await self._must_administer(actor)
        return await verified(self._acts, actor.tenant)

    async def _each(self, tenant: str) -> AsyncIterator[Act]:
        after = 0
        while page := await self._acts.acts(tenant, after=after, limit=AT_ONCE):
            for each in page:
                yield each
            after = page[-1].number

    async def _must_administer(self, actor: Actor) -> None:
        roster = await standing_of(self._book, actor)
        must_administer(actor, roster.held_by(person_of(actor)))


async def verified(book: ActBook, tenant: str) -> Held:
    """Whether a tenant's acts hold, up to the last that there was when this began."""
    head, chain, after = await book.head(tenant), Chain(), 0
    flaw: Flaw | None = None
    while flaw is None and after < head.number:
        page = await book.acts(tenant, after=after, limit=min(AT_ONCE, head.number - after))
        if not page:
            break
        flaw = chain.flaw(page)
        after = page[-1].number
    return Held(checked=chain.checked, head=head, flaw=flaw or chain.flaw_at_end(head))
