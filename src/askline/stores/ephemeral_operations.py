"""Operations and standing approvals in this process alone; the reference that the other stores are read against."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from askline.commands.operation import Operation
from askline.commands.ports import Operations
from askline.commands.standing import StandingApproval
from askline.core.ids import OperationId
from askline.stores.operation_rows import owed_to


class EphemeralOperations:
    def __init__(self) -> None:
        self._kept: dict[OperationId, Operation] = {}
        self._keys: dict[tuple[str, str], OperationId] = {}

    async def add(self, operation: Operation, key: str | None) -> OperationId | None:
        if key is not None:
            standing = self._keys.setdefault((operation.tenant, key), operation.id)
            if standing != operation.id:
                return standing
        # What is kept is a copy: nobody changes it from outside.
        self._kept[operation.id] = replace(operation, arguments=dict(operation.arguments))
        return None

    async def standing(self, tenant: str, key: str) -> OperationId | None:
        return self._keys.get((tenant, key))

    async def get(self, operation_id: OperationId) -> Operation | None:
        return self._kept.get(operation_id)

    async def find(self, tenant: str, short: str) -> list[OperationId]:
        found = [each for each in self._of(tenant) if each.short_id == short]
        found.sort(key=lambda each: each.id, reverse=True)
        return [each.id for each in sorted(found, key=lambda each: each.status.ended)]

    async def swap(self, before: Operation, after: Operation) -> bool:
        standing = self._kept.get(before.id)
        if standing is None or standing.revision != before.revision:
            return False
        self._kept[before.id] = after
        return True

    async def which(self, which: Operations) -> list[Operation]:
        found = [each for each in self._of(which.tenant) if _fits(each, which)]
        return sorted(found, key=lambda each: each.id, reverse=True)[: which.limit]

    async def unended(self, tenant: str) -> list[Operation]:
        found = [each for each in self._of(tenant) if not each.status.ended]
        return sorted(found, key=lambda each: each.id)

    async def owed(self, tenant: str, agent_key: str, limit: int) -> list[Operation]:
        found = [each for each in self._of(tenant) if owed_to(each) == agent_key]
        return sorted(found, key=lambda each: each.id)[:limit]

    async def forget(self, operation_ids: Sequence[OperationId]) -> None:
        gone = frozenset(operation_ids)
        self._kept = {each: kept for each, kept in self._kept.items() if each not in gone}
        self._keys = {key: each for key, each in self._keys.items() if each not in gone}

    def _of(self, tenant: str) -> Iterable[Operation]:
        return (each for each in self._kept.values() if each.tenant == tenant)


class EphemeralStanding:
    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], StandingApproval] = {}

    async def keep(self, standing: StandingApproval) -> None:
        self._kept[standing.tenant, standing.id] = standing

    async def confirm(self, standing: StandingApproval) -> None:
        if (standing.tenant, standing.id) in self._kept:
            await self.keep(replace(standing, asked=None))

    async def of(self, tenant: str, project: str | None) -> list[StandingApproval]:
        found = [each for each in self._kept.values() if each.tenant == tenant]
        found = [each for each in found if project in (None, each.project)]
        return sorted(found, key=lambda each: each.id, reverse=True)

    async def drop(self, tenant: str, standing_id: str) -> bool:
        return self._kept.pop((tenant, standing_id), None) is not None


def _fits(operation: Operation, which: Operations) -> bool:
    return (
        which.principal in (None, operation.principal)
        and which.project in (None, operation.project.path)
        and (which.statuses is None or operation.status in which.statuses)
        and (which.before is None or operation.id < which.before)
    )
