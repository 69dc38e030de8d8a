"""`hub migrate`: brings a hub's database to this version, in two halves or as one.

The first half may run while replicas of the version before work; the second only when none of them is
left, and that is looked at rather than believed.
"""

from collections.abc import Collection
from typing import Final, get_args

from askline.core.errors import NotAllowed
from askline.core.version import VERSION
from askline.service.hub.stragglers import GONE
from askline.stores.migrating import Phase
from askline.stores.postgres.connections import Wires
from askline.stores.postgres.migrating import migrate_postgres, must_be_migrated
from askline.stores.postgres.replicas import PostgresReplicas

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
DONE: Final = "The database is as this version needs it."
READY: Final = "Replicas of this version can start; those of the version before go on."


async def migrate_hub(dsn: str, phases: Collection[Phase] = PHASES) -> str:
    """What is to be said of it.

    Raises:
        NotAllowed: only the second half was wanted, and replicas of other versions live.
    """
    if "pre" in phases:
        await migrate_postgres(dsn, ("pre",))
    if "post" not in phases:
        return READY
    await must_be_migrated(dsn)
    if others := await _other_versions(dsn):
        still, then = f"Replicas of {', '.join(others)} live.", "once they are gone."
        if "pre" in phases:
            return f"{READY} {still} Run `askline hub migrate --post` {then}"
        raise NotAllowed(still, hint=f"Take them away, and run this {then}")
    await migrate_postgres(dsn, ("post",))
    return DONE


async def _other_versions(dsn: str) -> list[str]:
    wires = Wires(dsn, 1)
    try:
        alive = await PostgresReplicas(wires).alive(GONE)
    finally:
        await wires.close()
    return sorted({sign.version for sign in alive} - {VERSION})
