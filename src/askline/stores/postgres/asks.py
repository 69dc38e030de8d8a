"""Asks in PostgreSQL, shared by any number of processes.

Writes and reads by id go in batches over all tenants, so every write's condition says the tenant.
So does what is looked up by a key. Lists are read one by one in a role that sees one tenant only.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from operator import attrgetter
from time import perf_counter
from typing import Any
from uuid import UUID

import anyio
import asyncpg

from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.paces import Pace
from askline.asks.ports import Added, Addition, Draft, History, Inbox, Prunable, Span
from askline.asks.trail import Event, Pruned
from askline.core.ids import EPOCH, AskId
from askline.stores.batching import Batcher
from askline.stores.order import inbox_place
from askline.stores.postgres import adding, measuring, moving, partitions, pruning
from askline.stores.postgres import statements as sql
from askline.stores.postgres.columns import (
    NewAsk,
    NewState,
    ask_from,
    event_from,
    new_ask,
    new_state,
)
from askline.stores.postgres.connections import Wires
from askline.stores.recent import Recent
from askline.stores.rows import answers_text, read_answers
from askline.stores.saying import patterns
from askline.stores.watching import UNWATCHED, Watch, timed

EACH = 2
"""Connections per purpose: one commits while the next batch is under way."""
WRITTEN_AT_ONCE = 500
READ_AT_ONCE = 1_000
LAST_ID = UUID(int=(1 << 128) - 1)
FIRST_PLACE = (EPOCH, UUID(int=0))


class PostgresAsks:
    def __init__(self, dsn: str, watch: Watch = UNWATCHED) -> None:
        self._watch = watch
        self._adders = Wires(dsn, EACH)
        self._movers = Wires(dsn, EACH)
        self._readers = Wires(dsn, EACH)
        self._chores = Wires(dsn, EACH)
        self._guests = Wires(dsn, EACH, role="askline_reader")
        self._recent = Recent()
        self._adds: Batcher[NewAsk, Addition] = Batcher(
            timed(watch, "add", self._add_all),
            workers=EACH,
            most=WRITTEN_AT_ONCE,
            weigh=attrgetter("weight"),
        )
        self._swaps: Batcher[NewState, bool] = Batcher(
            timed(watch, "move", self._swap_all),
            workers=EACH,
            most=WRITTEN_AT_ONCE,
            weigh=attrgetter("weight"),
        )
        self._gets: Batcher[AskId, Ask | None] = Batcher(
            timed(watch, "read", self._look_up), workers=EACH, most=READ_AT_ONCE
        )

    async def run(self) -> None:
        """Flush what is queued, for as long as this is not cancelled."""
        try:
            async with anyio.create_task_group() as tasks:
                for batcher in (self._adds, self._swaps, self._gets):
                    tasks.start_soon(batcher.run)
        finally:
            for wires in (self._adders, self._movers, self._readers, self._chores, self._guests):
                await wires.close()

    async def add(self, change: Change, keys: Sequence[str]) -> Addition:
        addition = await self._adds.put(new_ask(change, keys))
        if addition.what is Added.FRESH:
            self._recent.keep(change.after)
            self._watch.committed(change)
        return addition

    async def get(self, ask_id: AskId) -> Ask | None:
        return await self._gets.put(ask_id)

    async def get_all(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        async with self._readers.use() as db:
            found = await db.fetch(sql.GET, ask_ids)
        return [ask_from(record) for record in found]

    async def settled_of(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        async with self._readers.use() as db:
            found = await db.fetch(sql.SETTLED_OF, ask_ids)
        return [ask_from(record) for record in found]

    async def find(self, tenant: str, short: str) -> list[AskId]:
        return [AskId(ask_id) for (ask_id,) in await self._listed(sql.FIND, tenant, short)]

    async def standing(self, tenant: str, keys: Sequence[str]) -> AskId | None:
        async with self._readers.use() as db:
            found = await db.fetch(sql.LEADS, tenant, list(keys))
        leads = {key: AskId(ask_id) for key, ask_id in found}
        return next((leads[key] for key in keys if key in leads), None)

    async def owed(self, tenant: str, agent_key: str, limit: int) -> list[Ask]:
        # Not as a guest: every call of a tool looks here, and one round trip is enough for it.
        async with self._readers.use() as db:
            found = await db.fetch(sql.OWED, tenant, agent_key, limit)
        return [ask_from(record) for record in found]

    async def pending_of(self, tenant: str, agent_key: str) -> int:
        async with self._readers.use() as db:
            return await db.fetchval(sql.PENDING_OF, tenant, agent_key)

    async def swap(self, change: Change) -> bool:
        swapped = await self._swaps.put(new_state(change))
        if swapped:
            self._recent.keep(change.after)
            self._watch.committed(change)
        return swapped

    async def sweep(
        self, now: datetime, limit: int, decide: Callable[[Ask], Change]
    ) -> list[Change]:
        begun = perf_counter()
        async with self._chores.use() as db:
            changes = await moving.sweep(db, now, limit, decide)
        for change in changes:
            self._watch.committed(change)
        self._watch.swept(len(changes), perf_counter() - begun)
        return changes

    async def inbox(self, which: Inbox) -> list[Ask]:
        at, ask_id = FIRST_PLACE if which.after is None else inbox_place(which.after)
        arguments = (which.tenant, at, ask_id, which.limit, which.principal)
        if which.recipients is None:
            found = await self._listed(sql.INBOX, *arguments)
        else:
            found = await self._listed(sql.OWN_INBOX, *arguments, list(which.recipients))
        return [ask_from(record) for record in found]

    async def history(self, which: History) -> list[Ask]:
        found = await self._listed(
            sql.HISTORY,
            which.tenant,
            which.before or LAST_ID,
            None if which.states is None else list(which.states),
            None if which.recipients is None else list(which.recipients),
            which.limit,
            *(which.narrow.project, which.narrow.agent, which.narrow.since, which.narrow.until),
            patterns(which.narrow.says) if which.narrow.says else None,
        )
        return [ask_from(record) for record in found]

    async def trail(self, ask_id: AskId) -> list[Event]:
        async with self._readers.use() as db:
            return [event_from(record) for record in await db.fetch(sql.TRAIL, ask_id)]

    async def prunable(self, which: Prunable) -> list[Ask]:
        after = which.after or FIRST_PLACE[1]
        end = pruning.end_of(which.before)
        rule = (which.before, list(which.states), after, which.limit, end)
        found = await self._listed(pruning.PRUNABLE, which.tenant, *rule)
        return [ask_from(record) for record in found]

    async def prune(self, asks: Sequence[Ask], at: datetime) -> list[AskId]:
        async with self._chores.use() as db:
            return await pruning.prune(db, asks, at)

    async def pruned(self, tenant: str, ask_id: AskId) -> Pruned | None:
        async with self._readers.use() as db:
            for events, head, at in await db.fetch(pruning.PRUNED, tenant, ask_id):
                return Pruned(ask_id=ask_id, events=events, head=head.hex(), at=at)
        return None

    async def paces(self, which: Span) -> list[Pace]:
        whose = (which.since, None if which.recipients is None else list(which.recipients))
        rows = await self._listed(measuring.PACES, which.tenant, *whose)
        events = await self._listed(measuring.LEFT, which.tenant, *whose)
        return measuring.read_paces(rows, events)

    async def keep_draft(self, tenant: str, draft: Draft) -> None:
        of = (tenant, draft.ask_id, draft.person)
        async with self._chores.use() as db:
            if draft.answers:
                await db.execute(sql.KEEP_DRAFT, *of, answers_text(draft.answers), draft.at)
            else:
                await db.execute(sql.DROP_DRAFT, *of)

    async def drafts(self, ask_id: AskId) -> list[Draft]:
        async with self._readers.use() as db:
            found = await db.fetch(sql.DRAFTS, ask_id)
        return [
            Draft(ask_id=ask_id, person=person, answers=read_answers(answers), at=at)
            for person, answers, at in found
        ]

    async def drafted(self, tenant: str, files: Collection[str]) -> set[str]:
        found = await self._listed(pruning.DRAFTED, tenant, list(files))
        return {sha256 for (sha256,) in found}

    async def tend(self, now: datetime) -> None:
        """Make room for today and the days after."""
        async with self._chores.use() as db:
            await partitions.make_ahead(db, now)

    async def _add_all(self, batch: list[NewAsk]) -> list[Addition]:
        async with self._adders.use() as db:
            return await adding.add_all(db, batch)

    async def _swap_all(self, batch: list[NewState]) -> list[bool]:
        async with self._movers.use() as db:
            return await moving.swap_all(db, batch)

    async def _look_up(self, batch: list[AskId]) -> list[Ask | None]:
        at_hand = {ask_id: self._recent.at_hand(ask_id) for ask_id in batch}
        known = [ask.revision if ask else 0 for ask in at_hand.values()]
        async with self._readers.use() as db:
            records = await db.fetch(sql.GET_NEWER, list(at_hand), known)
        newer = {AskId(record[0]): record for record in records}
        return [self._newest(newer.get(ask_id), at_hand[ask_id]) for ask_id in batch]

    def _newest(self, record: asyncpg.Record | None, at_hand: Ask | None) -> Ask | None:
        if record is None:
            return None
        return at_hand if record[5] is None else self._recent.keep(ask_from(record))

    async def _listed(self, statement: str, tenant: str, *arguments: Any) -> list[asyncpg.Record]:
        """Read as a guest of one tenant: the database itself shows nothing else."""
        async with self._guests.use() as db, db.transaction(readonly=True):
            await db.execute(sql.FOR_TENANT, tenant)
            return await db.fetch(statement, tenant, *arguments)
