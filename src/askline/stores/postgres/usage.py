"""How much a tenant asked, counted in PostgreSQL over the days it is wanted for, and over no others."""

from datetime import date, datetime

from askline.asks.usage import Used
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.partitions import least_id
from askline.stores.postgres.statements import FOR_TENANT

# An ask's id begins with its time, so these are the last ones of one index, in the last partitions.
SOME = """
SELECT (asked_at AT TIME ZONE 'UTC')::date AS day, asker #>> '{project,name}' AS project, state,
    CASE WHEN outcome #>> '{settledBy,kind}' = 'human'
        THEN extract(epoch FROM (outcome #>> '{settledBy,at}')::timestamptz - asked_at)::float8
    END AS took
FROM asks
WHERE tenant = $1 AND id >= $2 AND outcome #>> '{settledBy,kind}' IS DISTINCT FROM 'import'
"""
USED = """count(*) AS asked,
    count(*) FILTER (WHERE state = 'answered') AS answered,
    count(*) FILTER (WHERE state = 'timed_out') AS timed_out,
    count(*) FILTER (WHERE state = 'rejected') AS rejected,
    count(*) FILTER (WHERE state = 'cancelled') AS cancelled,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY took) AS median_s
"""
# Days first, then the projects that asked most.
COUNTED = f"""
SELECT day, project, {USED} FROM ({SOME}) AS found
GROUP BY GROUPING SETS ((day), (project))
ORDER BY grouping(day), asked DESC, project LIMIT $3
"""  # noqa: S608 - texts of ours
MOST_DAYS = 366


class PostgresUsage:
    """`guests` are connections in the reading role."""

    def __init__(self, guests: Wires) -> None:
        self._guests = guests

    async def used(
        self, tenant: str, since: datetime, most: int
    ) -> tuple[dict[date, Used], list[tuple[str, Used]]]:
        async with self._guests.use() as db, db.transaction(readonly=True):
            await db.execute(FOR_TENANT, tenant)
            found = await db.fetch(COUNTED, tenant, least_id(since), MOST_DAYS + most)
        days = {day: _used(rest) for day, _, *rest in found if day is not None}
        projects = [(project, _used(rest)) for day, project, *rest in found if day is None]
        return days, projects[:most]


def _used(counts: list[int | float | None]) -> Used:
    asked, answered, timed_out, rejected, cancelled = (int(each or 0) for each in counts[:5])
    took = counts[5]
    return Used(
        asked=asked,
        answered=answered,
        timed_out=timed_out,
        rejected=rejected,
        cancelled=cancelled,
        median_s=None if took is None else round(took, 1),
    )
