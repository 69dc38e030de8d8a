"""Every advisory lock of the database, each with a number of its own: who waits for one waits for nobody
else. Numbers stay what they are, because old and new replicas run side by side.
"""

from enum import IntEnum

HOLD = "SELECT pg_advisory_xact_lock($1)"
"""Until the transaction ends; whoever comes meanwhile waits."""
HOLD_NAMED = "SELECT pg_advisory_xact_lock(hashtextextended($2, $1))"
"""The same for one name among many. Two names may share a number by chance, and then only wait."""
TRY = "SELECT pg_try_advisory_lock($1)"
"""Until it is left, or the connection ends; whoever comes meanwhile is told so."""
LEAVE = "SELECT pg_advisory_unlock($1)"

CONTACTS = 14
"""The seed of the names that `HOLD_NAMED` holds for somebody's contacts."""


class Lock(IntEnum):
    MIGRATING = 0x61736B_00
    DAYS = 0x61736B_01
    """Making days of asks."""
    SEALING = 0x61736B_02
    """Making a key that replicas seal with."""
    RETAINING = 0x61736B_03
    """Pruning by tenants' rules."""
