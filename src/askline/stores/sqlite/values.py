"""Asks and events as the values of SQLite's columns, and back."""

import json
from typing import Any
from uuid import UUID

from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.spelling import read_time, text_of, time_text
from askline.asks.trail import Event, EventKind
from askline.core.ids import AskId
from askline.core.people import ActorKind, Door
from askline.stores.rows import Moving, Row, ask_of, moving_of, row_of

Values = tuple[Any, ...]


def ask_values(ask: Ask) -> Values:
    row = row_of(ask)
    return (
        *(str(row.id), row.tenant, row.short_id, text_of(row.recipients)),
        *(time_text(row.asked_at), row.matter, row.asker),
        *_moving_values(row.moving),
    )


def change_values(change: Change) -> Values:
    before = change.before
    return (
        *(str(before.id), before.tenant, before.revision, text_of(change.after.recipients)),
        *_moving_values(moving_of(change.after)),
    )


def _moving_values(moving: Moving) -> Values:
    return (
        *(moving.state, moving.owed_to),
        *(time_text(moving.deadline), time_text(moving.due_at)),
        *(moving.marks, moving.outcome, moving.revision, moving.head),
    )


def read_asks(rows: str) -> list[Ask]:
    """The asks of one JSON array of rows."""
    return [_read_ask(values) for values in json.loads(rows)]


def _read_ask(values: Values) -> Ask:
    ask_id, tenant, short_id, recipients, asked_at, matter, asker = values[:7]
    state, owed_to, deadline, due_at, *rest = values[7:]
    moved = Moving(
        *(state, owed_to),
        read_time(deadline) if deadline else None,
        read_time(due_at) if due_at else None,
        *rest,
    )
    to = tuple(json.loads(recipients))
    born = read_time(asked_at)
    row = Row(AskId(UUID(ask_id)), tenant, short_id, to, born, matter, asker, moved)
    return ask_of(row)


def event_values(event: Event) -> Values:
    return (
        *(str(event.ask_id), event.tenant, event.number, event.kind),
        *(event.actor_kind, event.actor_id, event.actor_name, event.door),
        *(time_text(event.at), event.content_sha256, event.detail, event.hash),
    )


def read_event(values: Values) -> Event:
    ask_id, tenant, number, kind, actor_kind, actor_id, actor_name, door, at, *rest = values
    return Event(
        AskId(UUID(ask_id)),
        *(tenant, number, EventKind(kind)),
        *(ActorKind(actor_kind), actor_id, actor_name),
        Door(door) if door else None,
        read_time(at),
        *rest,
    )
