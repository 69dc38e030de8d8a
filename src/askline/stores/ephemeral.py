"""Keeps everything in this process and nothing after it. For tests, for demos, for places where
nothing can be written; and the reference that the contract of stores is read against.
"""

import hashlib
from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.paces import Pace
from askline.asks.ports import Added, Addition, Draft, History, Inbox, Narrow, Prunable, Span
from askline.asks.trail import Event, EventKind, Pruned
from askline.core.ids import AskId, short_id
from askline.stores.ephemeral_summons import EphemeralSummons
from askline.stores.order import inbox_place
from askline.stores.paces import left_of, pace
from askline.stores.rows import row_of
from askline.stores.saying import as_kept, can_say

Forgets = Callable[[AskId], None]


class EphemeralAsks:
    def __init__(
        self, beside: Sequence[Forgets] = (), summons: EphemeralSummons | None = None
    ) -> None:
        """`beside` is kept elsewhere and goes with its ask, as summonses do."""
        self._summons = summons or EphemeralSummons()
        self._beside = (*beside, self._summons.forget_ask)
        self._pruned: dict[tuple[str, AskId], Pruned] = {}
        self._asks: dict[AskId, Ask] = {}
        self._keys: dict[tuple[str, str], AskId] = {}
        self._pending_short_ids: set[tuple[str, str]] = set()
        self._events: dict[AskId, list[Event]] = {}
        self._drafts: dict[tuple[AskId, str], Draft] = {}

    async def add(self, change: Change, keys: Sequence[str]) -> Addition:
        ask = change.after
        for key in keys:
            if standing := self._keys.get((ask.tenant, key)):
                return Addition(what=Added.STANDING, standing=standing)
        if not ask.state.settled:
            if (ask.tenant, ask.short_id) in self._pending_short_ids:
                return Addition(what=Added.CLASH)
            self._pending_short_ids.add((ask.tenant, ask.short_id))
        self._asks[ask.id] = ask
        self._keys.update(dict.fromkeys(((ask.tenant, key) for key in keys), ask.id))
        self._events[ask.id] = [*change.events]
        self._summons.put(change.summons)
        return Addition(what=Added.FRESH)

    async def get(self, ask_id: AskId) -> Ask | None:
        return self._asks.get(ask_id)

    async def get_all(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        return [self._asks[ask_id] for ask_id in ask_ids if ask_id in self._asks]

    async def settled_of(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        return [ask for ask in await self.get_all(ask_ids) if ask.state.settled]

    async def find(self, tenant: str, short: str) -> list[AskId]:
        found = [
            ask for ask in self._asks.values() if ask.tenant == tenant and short_id(ask.id) == short
        ]
        found.sort(key=lambda ask: ask.id, reverse=True)
        found.sort(key=lambda ask: ask.state.settled)
        return [ask.id for ask in found]

    async def standing(self, tenant: str, keys: Sequence[str]) -> AskId | None:
        leads = (self._keys.get((tenant, key)) for key in keys)
        return next((ask_id for ask_id in leads if ask_id), None)

    async def owed(self, tenant: str, agent_key: str, limit: int) -> list[Ask]:
        settled = [ask for ask in self._owed(tenant, agent_key) if ask.state.settled]
        return sorted(settled, key=lambda ask: ask.id)[:limit]

    async def pending_of(self, tenant: str, agent_key: str) -> int:
        return sum(not ask.state.settled for ask in self._owed(tenant, agent_key))

    async def swap(self, change: Change) -> bool:
        before, after = change.before, change.after
        standing = self._asks[before.id]
        if (standing.revision, standing.tenant) != (before.revision, before.tenant):
            return False
        self._asks[after.id] = after
        self._events[after.id].extend(change.events)
        self._summons.put(change.summons)
        if after.state.settled:
            self._pending_short_ids.discard((after.tenant, after.short_id))
        for key in change.release:
            self._keys.pop((after.tenant, key), None)
        return True

    async def sweep(
        self, now: datetime, limit: int, decide: Callable[[Ask], Change]
    ) -> list[Change]:
        due = [ask for ask in self._asks.values() if ask.due_at and ask.due_at <= now]
        changes = [decide(ask) for ask in due[:limit]]
        for change in changes:
            await self.swap(change)
        return changes

    async def inbox(self, which: Inbox) -> list[Ask]:
        pending = [
            ask
            for ask in self._asks.values()
            if not ask.state.settled
            and _concerns(ask, which.tenant, which.recipients)
            and which.principal in (None, ask.principal)
        ]
        pending.sort(key=inbox_place)
        if which.after is not None:
            last = inbox_place(which.after)
            pending = [ask for ask in pending if inbox_place(ask) > last]
        return pending[: which.limit]

    async def history(self, which: History) -> list[Ask]:
        found = [
            ask
            for ask in self._asks.values()
            if _concerns(ask, which.tenant, which.recipients)
            and (which.states is None or ask.state in which.states)
            and (which.before is None or ask.id < which.before)
            and _can_fit(ask, which.narrow)
        ]
        found.sort(key=lambda ask: ask.id, reverse=True)
        return found[: which.limit]

    async def trail(self, ask_id: AskId) -> list[Event]:
        return [*self._events.get(ask_id, ())]

    async def prunable(self, which: Prunable) -> list[Ask]:
        found = [
            ask
            for ask in self._asks.values()
            if ask.tenant == which.tenant
            and ask.state in which.states
            and _is_over(ask)
            and ask.asked_at < which.before
            and (which.after is None or ask.id > which.after)
        ]
        return sorted(found, key=lambda ask: ask.id)[: which.limit]

    async def prune(self, asks: Sequence[Ask], at: datetime) -> list[AskId]:
        gone = [ask for ask in asks if self._asks.get(ask.id) == ask and _is_over(ask)]
        for ask in gone:
            pruned = Pruned(ask_id=ask.id, events=ask.revision, head=ask.head, at=at)
            self._pruned[ask.tenant, ask.id] = pruned
            del self._asks[ask.id], self._events[ask.id]
            for forgets in self._beside:
                forgets(ask.id)
        ids = {ask.id for ask in gone}
        self._keys = {key: to for key, to in self._keys.items() if to not in ids}
        self._drafts = {of: draft for of, draft in self._drafts.items() if of[0] not in ids}
        return [ask.id for ask in gone]

    async def pruned(self, tenant: str, ask_id: AskId) -> Pruned | None:
        return self._pruned.get((tenant, ask_id))

    async def paces(self, which: Span) -> list[Pace]:
        return [
            _pace(ask, self._events[ask.id])
            for ask in self._asks.values()
            if _concerns(ask, which.tenant, which.recipients) and _in_span(ask, which.since)
        ]

    async def keep_draft(self, tenant: str, draft: Draft) -> None:
        del tenant
        if draft.answers:
            self._drafts[draft.ask_id, draft.person] = draft
        else:
            self._drafts.pop((draft.ask_id, draft.person), None)

    async def drafts(self, ask_id: AskId) -> list[Draft]:
        return [draft for (of, _), draft in sorted(self._drafts.items()) if of == ask_id]

    async def drafted(self, tenant: str, files: Collection[str]) -> set[str]:
        drafts = [draft for (of, _), draft in self._drafts.items() if self._waits(tenant, of)]
        given = [answer for draft in drafts for answer in draft.answers.values()]
        return {file.sha256 for answer in given for file in answer.attachments} & {*files}

    def _waits(self, tenant: str, ask_id: AskId) -> bool:
        ask = self._asks.get(ask_id)
        return ask is not None and ask.tenant == tenant and not ask.state.settled

    async def tend(self, now: datetime) -> None:
        """Nothing to tend: what is in memory goes with the process."""

    def _owed(self, tenant: str, agent_key: str) -> list[Ask]:
        everything = self._asks.values()
        return [ask for ask in everything if (ask.tenant, ask.owed_to) == (tenant, agent_key)]


def _can_fit(ask: Ask, narrow: Narrow) -> bool:
    row = row_of(ask)
    texts = (row.matter, row.asker, row.moving.outcome, row.moving.marks)
    return (
        narrow.project in (None, ask.project.name, ask.project.path)
        and narrow.agent in (None, ask.agent.name, ask.agent.label)
        and (narrow.since is None or ask.asked_at >= narrow.since)
        and (narrow.until is None or ask.asked_at < narrow.until)
        and can_say(as_kept(narrow.says), *texts)
    )


def _is_over(ask: Ask) -> bool:
    return ask.state.settled and ask.owed_to is None


def _in_span(ask: Ask, since: datetime) -> bool:
    return ask.outcome is None or max(ask.asked_at, ask.outcome.settled_by.at) >= since


def _pace(ask: Ask, events: Sequence[Event]) -> Pace:
    by = ask.outcome.settled_by if ask.outcome else None
    holds = (EventKind.ATTACHED, EventKind.DETACHED)
    left = left_of((event.ask_id, event.kind, event.at) for event in events if event.kind in holds)
    return pace(
        ask.asked_at,
        ask.agent.name,
        ask.project.name,
        by and by.at,
        by and by.kind,
        left.get(ask.id, ()),
    )


class EphemeralShelf:
    def __init__(self) -> None:
        self._contents: dict[tuple[str, str], bytes] = {}
        self._put_by: set[tuple[str, str, str]] = set()

    async def put(self, tenant: str, content: bytes, *, by: str = "") -> str:
        sha256 = hashlib.sha256(content).hexdigest()
        self._contents[tenant, sha256] = content
        self._put_by.add((tenant, sha256, by))
        return sha256

    async def take(self, tenant: str, sha256: str) -> bytes | None:
        return self._contents.get((tenant, sha256))

    async def discard(self, tenant: str, sha256: str, before: datetime) -> bool:
        del before
        return self._contents.pop((tenant, sha256), None) is not None

    async def size(self, tenant: str, sha256: str, *, by: str | None = None) -> int | None:
        content = self._contents.get((tenant, sha256))
        theirs = by is None or (tenant, sha256, by) in self._put_by
        return len(content) if content is not None and theirs else None


def _concerns(ask: Ask, tenant: str, recipients: frozenset[str] | None) -> bool:
    return ask.tenant == tenant and (
        recipients is None or not recipients.isdisjoint(ask.recipients)
    )
