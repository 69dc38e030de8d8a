"""Alerts and links in PostgreSQL, shared by any number of processes: of many, one claims."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from askline.alerts.links import Link
from askline.alerts.model import Alert, AlertState, Reason
from askline.core.ids import AskId
from askline.stores.postgres.connections import Wires
from askline.stores.rows import answers_text, read_answers
from askline.stores.watching import UNWATCHED, Watch

COLUMNS = "ask_id, channel, reason, number, contact, tenant, state, at, detail, recipient, tries"
GIVEN = f"""unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[],
    $8::timestamptz[], $9::text[], $10::text[], $11::int[]) AS n ({COLUMNS})"""
# In one order by every process, so that rivals wait for each other in a row and never in a circle.
CLAIM = f"""
INSERT INTO alerts ({COLUMNS})
SELECT * FROM {GIVEN} ORDER BY ask_id, channel, reason, number, contact
ON CONFLICT (ask_id, channel, reason, number, contact)
    DO UPDATE SET state = excluded.state, at = excluded.at, detail = excluded.detail,
        tries = excluded.tries
    WHERE alerts.state = '{AlertState.FAILED}'
        OR (alerts.state = '{AlertState.SENDING}' AND alerts.at < $12)
RETURNING ask_id, channel, reason, number, contact
"""
FINISH = f"""
UPDATE alerts a SET state = n.state, at = n.at, detail = n.detail
FROM {GIVEN}
WHERE a.ask_id = ANY (ARRAY[n.ask_id]) AND a.channel = n.channel AND a.reason = n.reason
    AND a.number = n.number AND a.contact = n.contact AND a.tenant = n.tenant
"""
ACKNOWLEDGE = "UPDATE alerts SET state = $2 WHERE ask_id = $1 AND state = $3"
OF = f"SELECT {COLUMNS} FROM alerts WHERE ask_id = ANY ($1::uuid[]) ORDER BY at"
NEWEST = f"""SELECT {COLUMNS} FROM alerts WHERE tenant = $1 AND ($3::text IS NULL OR state = $3)
    ORDER BY at DESC LIMIT $2"""
KEEP_LINK = """INSERT INTO alert_links (sha256, tenant, ask_id, answers, expires_at, by, contact)
    VALUES ($1, $2, $3, $4, $5, $6, $7)"""
LINK = """SELECT tenant, ask_id, answers, expires_at, by, contact FROM alert_links
    WHERE sha256 = $1"""
FORGET_LINKS = "DELETE FROM alert_links WHERE expires_at < $1"
USE_LINK = "DELETE FROM alert_links WHERE sha256 = $1 RETURNING true"


class PostgresAlerts:
    def __init__(self, wires: Wires, watch: Watch = UNWATCHED) -> None:
        self._wires = wires
        self._watch = watch

    async def claim(self, alerts: Sequence[Alert], *, stale: datetime | None = None) -> list[Alert]:
        async with self._wires.use() as db:
            taken = await db.fetch(CLAIM, *_columns(alerts), stale)
        mine = {tuple(record) for record in taken}
        return [alert for alert in alerts if alert.key in mine]

    async def finish(self, alerts: Sequence[Alert]) -> None:
        async with self._wires.use() as db:
            await db.execute(FINISH, *_columns(alerts))
        for alert in alerts:
            self._watch.alerted(alert.state)

    async def acknowledge(self, ask_id: AskId) -> None:
        async with self._wires.use() as db:
            await db.execute(ACKNOWLEDGE, ask_id, AlertState.ACKNOWLEDGED, AlertState.SENT)

    async def of(self, ask_ids: Sequence[AskId]) -> list[Alert]:
        async with self._wires.use() as db:
            return [_alert(record) for record in await db.fetch(OF, ask_ids)]

    async def newest(self, tenant: str, limit: int, state: AlertState | None = None) -> list[Alert]:
        async with self._wires.use() as db:
            return [_alert(record) for record in await db.fetch(NEWEST, tenant, limit, state)]


class PostgresLinks:
    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    async def keep(self, links: Sequence[Link]) -> None:
        rows = [
            (
                *(each.sha256, each.tenant, each.ask_id, answers_text(each.answers)),
                *(each.expires_at, each.by, each.contact),
            )
            for each in links
        ]
        async with self._wires.use() as db:
            await db.executemany(KEEP_LINK, rows)

    async def look(self, sha256: str) -> Link | None:
        async with self._wires.use() as db:
            found = await db.fetchrow(LINK, sha256)
        if found is None:
            return None
        tenant, ask_id, answers, expires_at, by, contact = found
        return Link(
            sha256=sha256,
            tenant=tenant,
            ask_id=AskId(ask_id),
            answers=read_answers(answers),
            expires_at=expires_at,
            by=by,
            contact=contact,
        )

    async def use(self, sha256: str) -> bool:
        async with self._wires.use() as db:
            return bool(await db.fetchval(USE_LINK, sha256))

    async def forget(self, before: datetime) -> None:
        async with self._wires.use() as db:
            await db.execute(FORGET_LINKS, before)


def _columns(alerts: Sequence[Alert]) -> list[list[object]]:
    rows = [
        (*each.key, each.tenant, each.state, each.at, each.detail, each.recipient, each.tries)
        for each in alerts
    ]
    return [[*column] for column in zip(*rows, strict=True)]


def _alert(record: asyncpg.Record) -> Alert:
    ask_id, channel, reason, number, contact, tenant, state, at, detail, recipient, tries = record
    return Alert(
        ask_id=AskId(ask_id),
        tenant=tenant,
        channel=channel,
        reason=Reason(reason),
        state=AlertState(state),
        at=at,
        detail=detail,
        number=number,
        contact=contact,
        recipient=recipient,
        tries=tries,
    )
