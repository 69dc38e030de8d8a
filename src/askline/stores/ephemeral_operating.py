"""Acts and limits in this process alone; the reference that the other books are read against."""

from collections.abc import Sequence
from datetime import datetime

from askline.asks.ports import AskStore, History, Inbox, Narrow
from askline.people.acts import Act, Deed, Head, act, head_of
from askline.people.limits import TenantLimits
from askline.people.ports import Register


class EphemeralActs:
    def __init__(self) -> None:
        self._acts: dict[str, list[Act]] = {}

    async def note(self, deed: Deed) -> None:
        self.keep([deed])

    async def acts(self, tenant: str, *, after: int, limit: int) -> list[Act]:
        return self._acts.get(tenant, [])[after : after + limit]

    async def newest(self, tenant: str, *, limit: int, before: int | None = None) -> list[Act]:
        upto = None if before is None else max(0, before - 1)
        return self._acts.get(tenant, [])[:upto][::-1][:limit]

    async def head(self, tenant: str) -> Head:
        return self._head(tenant)

    def keep(self, deeds: Sequence[Deed]) -> None:
        """Within whatever else is done without a break."""
        for deed in deeds:
            made = act(deed, self._head(deed.tenant))
            self._acts.setdefault(deed.tenant, []).append(made)

    def _head(self, tenant: str) -> Head:
        acts = self._acts.get(tenant)
        return head_of(acts[-1]) if acts else Head()


class EphemeralLimits:
    def __init__(self, acts: EphemeralActs) -> None:
        self._acts = acts
        self._own: dict[str, TenantLimits] = {}
        self._tenants: set[str] = set()

    async def own(self, tenant: str) -> TenantLimits:
        return self._own.get(tenant, TenantLimits())

    async def keep(self, own: TenantLimits, deed: Deed) -> None:
        self._own[deed.tenant] = own
        self._acts.keep([deed])

    async def tenants(self, *, after: str, limit: int) -> list[tuple[str, int | None]]:
        later = sorted(each for each in self._tenants if each > after)[:limit]
        return [(each, (await self.own(each)).retention_days) for each in later]

    def know(self, tenant: str) -> None:
        self._tenants.add(tenant)


class EphemeralHoldings:
    """Over other books of this process. It has no shelf whose bytes it could count."""

    def __init__(self, register: Register, asks: AskStore) -> None:
        self._register = register
        self._asks = asks

    async def pending(self, tenant: str, most: int) -> int:
        return len(await self._asks.inbox(Inbox(tenant=tenant, limit=most)))

    async def asked_since(self, tenant: str, since: datetime, most: int) -> int:
        which = History(tenant=tenant, limit=most, narrow=Narrow(since=since))
        return len(await self._asks.history(which))

    async def people(self, tenant: str) -> int:
        found = await self._register.people.people(tenant)
        return sum(each.left_at is None for each in found)

    async def tokens(self, tenant: str, now: datetime) -> int:
        found = await self._register.keys.tokens(tenant)
        return sum(each.revoked_at is None and each.expires_at > now for each in found)

    async def attachment_bytes(self, tenant: str) -> int:
        del tenant
        return 0
