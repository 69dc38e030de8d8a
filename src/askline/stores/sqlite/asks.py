"""Asks in one SQLite file: local use, one person, no setup.

No summonses are kept here: a local ask has no route, so no move of one ever has any.

Writes go through the lane. Reads by id are a few microseconds on a connection of their own and are
done where they are asked for; lists may be long and go to a thread.
"""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID

import anyio
import anyio.to_thread

from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.paces import Pace
from askline.asks.ports import Added, Addition, Draft, History, Inbox, Prunable, Span
from askline.asks.spelling import read_time, text_of, time_text
from askline.asks.trail import Event, Pruned
from askline.core.errors import StoreUnavailable
from askline.core.ids import AskId
from askline.stores.order import inbox_place
from askline.stores.recent import Recent
from askline.stores.rows import read_answers
from askline.stores.saying import as_kept
from askline.stores.sqlite import batches, measuring, pruning
from askline.stores.sqlite import statements as sql
from askline.stores.sqlite.connection import translated
from askline.stores.sqlite.lane import Lane
from askline.stores.sqlite.values import Values, read_asks, read_event


class SqliteAsks:
    def __init__(
        self, path: Path, writer: Lane, near: sqlite3.Connection, far: sqlite3.Connection
    ) -> None:
        self._path = path
        self._writer = writer
        self._near = near
        """For reads by id, on the event loop's thread."""
        self._far = far
        """For lists, on another thread, one at a time."""
        self._listing = anyio.Lock()
        self._recent = Recent()

    async def add(self, change: Change, keys: Sequence[str]) -> Addition:
        addition = await self._writer.run(batches.add_all, batches.new(change, keys))
        if addition.what is Added.FRESH:
            self._recent.keep(change.after)
        return addition

    async def get(self, ask_id: AskId) -> Ask | None:
        for (revision,) in self._fetch(sql.REVISION, (str(ask_id),)):
            ask = self._recent.at_hand(ask_id)
            return ask if ask and ask.revision == revision else self._read(ask_id)
        return None

    async def get_all(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        return self._named(sql.GET, ask_ids)

    async def settled_of(self, ask_ids: Sequence[AskId]) -> list[Ask]:
        return self._named(sql.SETTLED_OF, ask_ids)

    def _named(self, statement: str, ask_ids: Sequence[AskId]) -> list[Ask]:
        ((found,),) = self._fetch(statement, (text_of([str(ask_id) for ask_id in ask_ids]),))
        return read_asks(found)

    async def find(self, tenant: str, short: str) -> list[AskId]:
        return [AskId(UUID(ask_id)) for (ask_id,) in self._fetch(sql.FIND, (tenant, short))]

    async def standing(self, tenant: str, keys: Sequence[str]) -> AskId | None:
        leads = dict(self._fetch(sql.LEADS, (tenant, text_of(keys))))
        return next((AskId(UUID(leads[key])) for key in keys if key in leads), None)

    async def owed(self, tenant: str, agent_key: str, limit: int) -> list[Ask]:
        # Here, not in a thread: nearly always it finds nothing, and every call of a tool looks.
        ((found,),) = self._fetch(sql.OWED, (tenant, agent_key, limit))
        return read_asks(found)

    async def pending_of(self, tenant: str, agent_key: str) -> int:
        ((count,),) = self._fetch(sql.PENDING_OF, (tenant, agent_key))
        return count

    async def swap(self, change: Change) -> bool:
        swapped = await self._writer.run(batches.swap_all, batches.swap(change))
        if swapped:
            self._recent.keep(change.after)
        return swapped

    async def sweep(
        self, now: datetime, limit: int, decide: Callable[[Ask], Change]
    ) -> list[Change]:
        return await self._writer.run(batches.sweep_all, batches.Sweep(now, limit, decide))

    async def inbox(self, which: Inbox) -> list[Ask]:
        whose = (which.tenant, _recipients(which.recipients), which.principal)
        if which.after is None:
            return await self._list(sql.INBOX, (*whose, which.limit))
        deadline, ask_id = inbox_place(which.after)
        place = (time_text(deadline), str(ask_id))
        return await self._list(sql.INBOX_AFTER, (*whose, *place, which.limit))

    async def history(self, which: History) -> list[Ask]:
        states = None if which.states is None else text_of(sorted(which.states))
        before = None if which.before is None else str(which.before)
        recipients = _recipients(which.recipients)
        narrow = which.narrow
        return await self._list(
            sql.HISTORY,
            (
                *(which.tenant, recipients, states, before, which.limit),
                *(narrow.project, narrow.agent),
                *(time_text(narrow.since), time_text(narrow.until)),
                text_of(as_kept(narrow.says)) if narrow.says else None,
            ),
        )

    async def trail(self, ask_id: AskId) -> list[Event]:
        return [read_event(values) for values in self._fetch(sql.TRAIL, (str(ask_id),))]

    async def prunable(self, which: Prunable) -> list[Ask]:
        states = text_of(sorted(which.states))
        after = "" if which.after is None else str(which.after)
        return await self._list(
            pruning.PRUNABLE, (which.tenant, time_text(which.before), states, after, which.limit)
        )

    async def prune(self, asks: Sequence[Ask], at: datetime) -> list[AskId]:
        return await self._writer.run(pruning.prune_all, pruning.Removal(asks, at))

    async def pruned(self, tenant: str, ask_id: AskId) -> Pruned | None:
        for events, head, at in self._fetch(pruning.PRUNED, (tenant, str(ask_id))):
            return Pruned(ask_id=ask_id, events=events, head=head, at=read_time(at))
        return None

    async def paces(self, which: Span) -> list[Pace]:
        async with self._listing:
            return await anyio.to_thread.run_sync(self._paces, which)

    def _paces(self, which: Span) -> list[Pace]:
        whose = (which.tenant, _recipients(which.recipients), time_text(which.since))
        return measuring.read_paces(
            self._fetched(self._far, measuring.PACES, whose),
            self._fetched(self._far, measuring.LEFT, whose),
        )

    async def keep_draft(self, tenant: str, draft: Draft) -> None:
        await self._writer.run(batches.keep_drafts, (tenant, draft))

    async def drafts(self, ask_id: AskId) -> list[Draft]:
        return [
            Draft(ask_id=ask_id, person=who, answers=read_answers(text), at=read_time(at))
            for who, text, at in self._fetch(sql.DRAFTS, (str(ask_id),))
        ]

    async def drafted(self, tenant: str, files: Collection[str]) -> set[str]:
        found = self._fetch(pruning.DRAFTED, (tenant, text_of(sorted(files))))
        return {sha256 for (sha256,) in found}

    async def tend(self, now: datetime) -> None:
        """Nothing to tend: one file grows by itself."""

    def _read(self, ask_id: AskId) -> Ask:
        ((found,),) = self._fetch(sql.GET, (text_of([str(ask_id)]),))
        (ask,) = read_asks(found)
        return self._recent.keep(ask)

    def _fetch(self, statement: str, values: Values) -> list[Values]:
        return self._fetched(self._near, statement, values)

    async def _list(self, statement: str, values: Values) -> list[Ask]:
        async with self._listing:
            return await anyio.to_thread.run_sync(self._listed, statement, values)

    def _listed(self, statement: str, values: Values) -> list[Ask]:
        ((found,),) = self._fetched(self._far, statement, values)
        return read_asks(found)

    def _fetched(self, db: sqlite3.Connection, statement: str, values: Values) -> list[Values]:
        try:
            return db.execute(statement, values).fetchall()
        except sqlite3.ProgrammingError as error:
            raise StoreUnavailable("The store is closed.", hint="Open it again.") from error
        except sqlite3.Error as error:
            raise translated(error, self._path) from error


def _recipients(recipients: frozenset[str] | None) -> str | None:
    return None if recipients is None else text_of(sorted(recipients))
