"""What the writing lane does for many callers at once: add asks, swap asks, sweep, keep drafts.

Each function takes the items of one batch and gives one result each. Decides nothing: a change is
kept if what it changes still stands.
"""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.ports import Added, Addition, Draft
from askline.asks.spelling import text_of, time_text
from askline.core.ids import AskId
from askline.stores.rows import answers_text
from askline.stores.sqlite import statements as sql
from askline.stores.sqlite.values import Values, ask_values, change_values, event_values, read_asks

FRESH = Addition(what=Added.FRESH)
CLASH = Addition(what=Added.CLASH)


@dataclass(frozen=True, slots=True)
class New:
    """An ask to add, made ready outside the lane."""

    row: Values
    keys: tuple[tuple[str, str], ...]
    events: tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """A change to commit, made ready outside the lane."""

    change: Change
    values: Values
    events: tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    now: datetime
    limit: int
    decide: Callable[[Ask], Change]


def new(change: Change, keys: Sequence[str]) -> New:
    ask = change.after
    return New(
        ask_values(ask),
        tuple((ask.tenant, key) for key in keys),
        tuple(map(event_values, change.events)),
    )


def swap(change: Change) -> Swap:
    return Swap(change, change_values(change), tuple(map(event_values, change.events)))


def add_all(db: sqlite3.Connection, items: Sequence[New]) -> list[Addition]:
    taken = _standing(db, items)
    results: list[Addition | None] = []
    fresh: list[New] = []
    for item in items:
        standing = next((taken[key] for key in item.keys if key in taken), None)
        if standing is not None:
            results.append(Addition(what=Added.STANDING, standing=AskId(UUID(standing))))
        else:
            results.append(None)
            fresh.append(item)
            taken.update((key, item.row[0]) for key in item.keys)
    kept = iter(_insert(db, fresh) if fresh else ())
    return [result or next(kept) for result in results]


def _standing(db: sqlite3.Connection, items: Sequence[New]) -> dict[tuple[str, str], str]:
    keys = [key for item in items for key in item.keys]
    standing: dict[tuple[str, str], str] = {}
    for statement, values in sql.many(sql.STANDING, keys):
        (found,) = db.execute(statement, values).fetchone()
        standing.update(((tenant, key), ask_id) for tenant, key, ask_id in json.loads(found))
    return standing


def _insert(db: sqlite3.Connection, fresh: Sequence[New]) -> list[Addition]:
    _execute(db, sql.ADD, [item.row for item in fresh])
    (found,) = db.execute(sql.KEPT, (text_of([item.row[0] for item in fresh]),)).fetchone()
    kept = set(json.loads(found))
    here = [item for item in fresh if item.row[0] in kept]
    keys = [(*key, item.row[0]) for item in here for key in item.keys]
    _execute(db, sql.ADD_KEYS, keys)
    _execute(db, sql.ADD_EVENTS, [event for item in here for event in item.events])
    return [FRESH if item.row[0] in kept else CLASH for item in fresh]


def swap_all(db: sqlite3.Connection, items: Sequence[Swap]) -> list[bool]:
    # Of two changes of one ask the first is tried; the second would find it gone.
    first = {item.change.before.id: item for item in reversed(items)}
    ids = text_of([str(ask_id) for ask_id in first])
    (found,) = db.execute(sql.STANDS, (ids,)).fetchone()
    # The lane's transaction keeps every other writer out, so what stands now stands until the end.
    stands = {(ask_id, tenant, revision) for ask_id, tenant, revision in json.loads(found)}
    won = [item for item in first.values() if item.values[:3] in stands]
    _execute(db, sql.SWAP, [item.values for item in won])
    _execute(db, sql.ADD_EVENTS, [event for item in won for event in item.events])
    released = [(item.change.before.tenant, key) for item in won for key in item.change.release]
    _execute(db, sql.RELEASE, released)
    winners = {id(item) for item in won}
    return [id(item) in winners for item in items]


def _execute(db: sqlite3.Connection, statement: str, rows: Sequence[Values]) -> None:
    for filled, values in sql.many(statement, rows):
        db.execute(filled, values)


def sweep_all(db: sqlite3.Connection, items: Sequence[Sweep]) -> list[list[Change]]:
    return [_sweep(db, item) for item in items]


def _sweep(db: sqlite3.Connection, item: Sweep) -> list[Change]:
    (due,) = db.execute(sql.DUE, (time_text(item.now), item.limit)).fetchone()
    changes = [change for ask in read_asks(due) if (change := item.decide(ask)).events]
    if not changes:
        return []
    done = swap_all(db, [swap(change) for change in changes])
    return [change for change, kept in zip(changes, done, strict=True) if kept]


def keep_drafts(db: sqlite3.Connection, items: Sequence[tuple[str, Draft]]) -> list[None]:
    for tenant, draft in items:
        key = (str(draft.ask_id), draft.person)
        if draft.answers:
            db.execute(
                sql.KEEP_DRAFT, (*key, tenant, answers_text(draft.answers), time_text(draft.at))
            )
        else:
            db.execute(sql.FORGET_DRAFT, key)
    return [None] * len(items)
