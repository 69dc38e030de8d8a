"""Asks and events as the columns that the statements take and give."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg

from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.routes import Summons
from askline.asks.trail import Event, EventKind
from askline.core.ids import AskId
from askline.core.people import ActorKind, Door
from askline.stores.rows import Moving, Row, ask_of, moving_of, row_of

Values = tuple[Any, ...]

EVENT_WIDTH = 12
SUMMONS_WIDTH = 5
USUAL = 16_384
"""Characters that an ask or an outcome may have and still count as one."""


@dataclass(frozen=True, slots=True)
class NewAsk:
    """An ask on its way in, spelled before it is queued: what cannot be spelled fails alone."""

    id: AskId
    tenant: str
    keys: tuple[str, ...]
    """All that will lead to it, and its short id while it is unsettled."""
    row: Values
    events: list[Values]
    summons: list[Values]
    weight: int


@dataclass(frozen=True, slots=True)
class NewState:
    """A change on its way in."""

    id: AskId
    row: Values
    events: list[Values]
    released: list[tuple[AskId, str]]
    recipients: str | None
    """Those that it has now; None where they are the same."""
    summons: list[Values]
    weight: int

    @property
    def routed(self) -> bool:
        return self.recipients is not None or bool(self.summons)


def new_ask(change: Change, keys: Sequence[str]) -> NewAsk:
    row = row_of(change.after)
    # A set, because a key given twice is still one; ordered, because the first that stands counts.
    short = [] if change.after.state.settled else [f"short:{row.short_id}"]
    every = tuple(dict.fromkeys((*keys, *short)))
    return NewAsk(
        row.id,
        row.tenant,
        every,
        (
            row.id,
            row.tenant,
            row.short_id,
            array_text(row.recipients),
            row.asked_at,
            row.matter,
            row.asker,
            *_moving_values(row.moving),
        ),
        [_event_values(event) for event in change.events],
        [_summons_values(each) for each in change.summons],
        _weight(row.matter, row.moving.marks),
    )


def new_state(change: Change) -> NewState:
    before, moving = change.before, moving_of(change.after)
    to = change.after.recipients
    return NewState(
        before.id,
        (before.id, before.tenant, before.revision, *_moving_values(moving)),
        [_event_values(event) for event in change.events],
        [(before.id, key) for key in change.release],
        None if to == before.recipients else array_text(to),
        [_summons_values(each) for each in change.summons],
        _weight(moving.marks, moving.outcome or ""),
    )


def columns(rows: Iterable[Values], width: int) -> list[Values]:
    """Rows turned to columns, which is how a statement takes many at once."""
    return list(zip(*rows, strict=True)) or [()] * width


def array_text(values: Iterable[str]) -> str:
    """A text[] as one value: arrays of arrays would come out flat."""
    escaped = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return "{" + ",".join(f'"{value}"' for value in escaped) + "}"


def ask_from(record: asyncpg.Record) -> Ask:
    ask_id, tenant, short_id, recipients, asked_at, matter, asker = record[:7]
    state, owed_to, deadline, due_at, marks, outcome, revision, head = record[7:]
    return ask_of(
        Row(
            AskId(ask_id),
            tenant,
            short_id,
            tuple(recipients),
            asked_at,
            matter,
            asker,
            Moving(state, owed_to, deadline, due_at, marks, outcome, revision, head.hex()),
        )
    )


def event_from(record: asyncpg.Record) -> Event:
    ask_id, number, tenant, kind, actor_kind, actor_id, actor_name, door, at, *rest = record
    content_sha256, detail, hashed = rest
    return Event(
        ask_id=AskId(ask_id),
        tenant=tenant,
        number=number,
        kind=EventKind(kind),
        actor_kind=ActorKind(actor_kind),
        actor_id=actor_id,
        actor_name=actor_name,
        door=Door(door) if door else None,
        at=at,
        content_sha256=content_sha256.hex(),
        detail=detail,
        hash=hashed.hex(),
    )


def _weight(*texts: str) -> int:
    """1 for what is of usual size; a statement full of the largest asks would be too large."""
    return 1 + sum(map(len, texts)) // USUAL


def _moving_values(moving: Moving) -> Values:
    return (
        moving.state,
        moving.owed_to,
        moving.deadline,
        moving.due_at,
        moving.marks,
        moving.outcome,
        moving.revision,
        bytes.fromhex(moving.head),
    )


def _event_values(event: Event) -> Values:
    return (
        event.ask_id,
        event.number,
        event.tenant,
        event.kind,
        event.actor_kind,
        event.actor_id,
        event.actor_name,
        event.door,
        event.at,
        bytes.fromhex(event.content_sha256),
        event.detail,
        bytes.fromhex(event.hash),
    )


def _summons_values(summons: Summons) -> Values:
    return (summons.ask_id, summons.number, summons.recipient, summons.why, summons.at)
