"""Alerts and links in the same SQLite file as the asks. Rows are few, and the lane writes them."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID

from askline.alerts.links import Link
from askline.alerts.model import Alert, AlertState, Reason
from askline.asks.spelling import read_time, text_of, time_text
from askline.core.ids import AskId
from askline.stores.rows import answers_text, read_answers
from askline.stores.sqlite.connection import translated
from askline.stores.sqlite.lane import Lane
from askline.stores.sqlite.values import Values

COLUMNS = "ask_id, channel, reason, number, contact, tenant, state, at, detail, recipient, tries"
CLAIM = f"""INSERT INTO alerts ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET state = excluded.state, at = excluded.at, detail = excluded.detail,
        tries = excluded.tries
    WHERE alerts.state = '{AlertState.FAILED}'
        OR (alerts.state = '{AlertState.SENDING}' AND alerts.at < ?)"""
FINISH = """UPDATE alerts SET state = ?, at = ?, detail = ?
    WHERE ask_id = ? AND channel = ? AND reason = ? AND number = ? AND contact = ?"""
ACKNOWLEDGE = "UPDATE alerts SET state = ? WHERE ask_id = ? AND state = ?"
OF = f"""SELECT {COLUMNS} FROM alerts
    WHERE ask_id IN (SELECT value FROM json_each(?)) ORDER BY at"""
NEWEST = f"""SELECT {COLUMNS} FROM alerts WHERE tenant = ? AND state = coalesce(?, state)
    ORDER BY at DESC LIMIT ?"""
KEEP_LINK = """INSERT INTO alert_links (sha256, tenant, ask_id, answers, expires_at, by, contact)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
LINK = """SELECT tenant, ask_id, answers, expires_at, by, contact FROM alert_links
    WHERE sha256 = ?"""
USE_LINK = "DELETE FROM alert_links WHERE sha256 = ?"
FORGET_LINKS = "DELETE FROM alert_links WHERE expires_at < ?"


class SqliteAlerts:
    def __init__(self, path: Path, writer: Lane, near: sqlite3.Connection) -> None:
        self._path = path
        self._writer = writer
        self._near = near

    async def claim(self, alerts: Sequence[Alert], *, stale: datetime | None = None) -> list[Alert]:
        return await self._writer.run(_claim, (alerts, stale))

    async def finish(self, alerts: Sequence[Alert]) -> None:
        await self._writer.run(_finish, alerts)

    async def acknowledge(self, ask_id: AskId) -> None:
        await self._writer.run(_acknowledge, ask_id)

    async def of(self, ask_ids: Sequence[AskId]) -> list[Alert]:
        return self._read(OF, (text_of([str(ask_id) for ask_id in ask_ids]),))

    async def newest(self, tenant: str, limit: int, state: AlertState | None = None) -> list[Alert]:
        return self._read(NEWEST, (tenant, state, limit))

    def _read(self, statement: str, values: Values) -> list[Alert]:
        return [_alert(row) for row in _fetched(self._near, self._path, statement, values)]


class SqliteLinks:
    def __init__(self, path: Path, writer: Lane, near: sqlite3.Connection) -> None:
        self._path = path
        self._writer = writer
        self._near = near

    async def keep(self, links: Sequence[Link]) -> None:
        await self._writer.run(_keep, links)

    async def look(self, sha256: str) -> Link | None:
        for tenant, ask_id, answers, expires_at, by, contact in _fetched(
            self._near, self._path, LINK, (sha256,)
        ):
            return Link(
                sha256=sha256,
                tenant=tenant,
                ask_id=AskId(UUID(ask_id)),
                answers=read_answers(answers),
                expires_at=read_time(expires_at),
                by=by,
                contact=contact,
            )
        return None

    async def use(self, sha256: str) -> bool:
        return await self._writer.run(_use, sha256)

    async def forget(self, before: datetime) -> None:
        await self._writer.run(_forget, before)


def _claim(
    db: sqlite3.Connection, items: Sequence[tuple[Sequence[Alert], datetime | None]]
) -> list[list[Alert]]:
    return [
        [
            alert
            for alert in alerts
            if db.execute(CLAIM, (*_values(alert), time_text(stale))).rowcount
        ]
        for alerts, stale in items
    ]


def _finish(db: sqlite3.Connection, items: Sequence[Sequence[Alert]]) -> list[None]:
    for alerts in items:
        for alert in alerts:
            ended = (alert.state, time_text(alert.at), alert.detail)
            db.execute(FINISH, (*ended, *_key(alert)))
    return [None] * len(items)


def _acknowledge(db: sqlite3.Connection, items: Sequence[AskId]) -> list[None]:
    for ask_id in items:
        db.execute(ACKNOWLEDGE, (AlertState.ACKNOWLEDGED, str(ask_id), AlertState.SENT))
    return [None] * len(items)


def _keep(db: sqlite3.Connection, items: Sequence[Sequence[Link]]) -> list[None]:
    for links in items:
        for link in links:
            of = (link.sha256, link.tenant, str(link.ask_id))
            said = (answers_text(link.answers), time_text(link.expires_at))
            db.execute(KEEP_LINK, (*of, *said, link.by, link.contact))
    return [None] * len(items)


def _use(db: sqlite3.Connection, items: Sequence[str]) -> list[bool]:
    return [db.execute(USE_LINK, (sha256,)).rowcount > 0 for sha256 in items]


def _forget(db: sqlite3.Connection, items: Sequence[datetime]) -> list[None]:
    for before in items:
        db.execute(FORGET_LINKS, (time_text(before),))
    return [None] * len(items)


def _fetched(db: sqlite3.Connection, path: Path, statement: str, values: Values) -> list[Values]:
    try:
        return db.execute(statement, values).fetchall()
    except sqlite3.Error as error:
        raise translated(error, path) from error


def _values(alert: Alert) -> Values:
    return (
        *_key(alert),
        alert.tenant,
        alert.state,
        time_text(alert.at),
        alert.detail,
        alert.recipient,
        alert.tries,
    )


def _key(alert: Alert) -> Values:
    return (str(alert.ask_id), *alert.key[1:])


def _alert(values: Values) -> Alert:
    ask_id, channel, reason, number, contact, tenant, state, at, detail, recipient, tries = values
    return Alert(
        ask_id=AskId(UUID(ask_id)),
        tenant=tenant,
        channel=channel,
        reason=Reason(reason),
        state=AlertState(state),
        at=read_time(at),
        detail=detail,
        number=number,
        contact=contact,
        recipient=recipient,
        tries=tries,
    )
