"""Standing approvals in the same SQLite file as the operations that they let run. They are few."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from uuid import UUID

from askline.asks.spelling import read_time, text_of, time_text
from askline.commands.standing import Breadth, Scope, StandingApproval
from askline.core.ids import AskId
from askline.stores.sqlite.connection import translated
from askline.stores.sqlite.lane import Lane

KEEP = "INSERT INTO standing_approvals (tenant, id, project, content) VALUES (?, ?, ?, ?)"
CONFIRM = "UPDATE standing_approvals SET content = ? WHERE tenant = ? AND id = ?"
OF = """SELECT content FROM standing_approvals
    WHERE tenant = ?1 AND (?2 IS NULL OR project = ?2) ORDER BY id DESC"""
DROP = "DELETE FROM standing_approvals WHERE tenant = ? AND id = ?"


class SqliteStanding:
    def __init__(self, path: Path, writer: Lane, near: sqlite3.Connection) -> None:
        self._path = path
        self._writer = writer
        self._near = near

    async def keep(self, standing: StandingApproval) -> None:
        await self._writer.run(_keep, standing)

    async def confirm(self, standing: StandingApproval) -> None:
        await self._writer.run(_confirm, standing)

    async def of(self, tenant: str, project: str | None) -> list[StandingApproval]:
        try:
            found = self._near.execute(OF, (tenant, project)).fetchall()
        except sqlite3.Error as error:
            raise translated(error, self._path) from error
        return [_read(json.loads(content)) for (content,) in found]

    async def drop(self, tenant: str, standing_id: str) -> bool:
        return await self._writer.run(_drop, (tenant, standing_id))


def _keep(db: sqlite3.Connection, items: Sequence[StandingApproval]) -> list[None]:
    for each in items:
        db.execute(KEEP, (each.tenant, each.id, each.project, _content(each)))
    return [None] * len(items)


def _confirm(db: sqlite3.Connection, items: Sequence[StandingApproval]) -> list[None]:
    for each in items:
        db.execute(CONFIRM, (_content(replace(each, asked=None)), each.tenant, each.id))
    return [None] * len(items)


def _drop(db: sqlite3.Connection, items: Sequence[tuple[str, str]]) -> list[bool]:
    return [db.execute(DROP, item).rowcount > 0 for item in items]


def _content(standing: StandingApproval) -> str:
    """A word that is not said is left out: versions that do not know it read what stands."""
    asked = {} if standing.asked is None else {"asked": str(standing.asked)}
    plain = {name: value for name, value in asdict(standing).items() if name != "asked"}
    times = {"until": time_text(standing.until), "at": time_text(standing.at)}
    return text_of({**plain, **times, **asked})


def _read(content: dict[str, Any]) -> StandingApproval:
    until = content["until"]
    better: dict[str, Any] = {
        "scope": Scope(content["scope"]),
        "breadth": Breadth(content["breadth"]),
        "words": tuple(content["words"]),
        "env": tuple(content["env"]),
        "until": read_time(until) if until else None,
        "at": read_time(content["at"]),
        "asked": AskId(UUID(content["asked"])) if "asked" in content else None,
    }
    return StandingApproval(**{**content, **better})
