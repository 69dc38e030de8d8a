"""The names of those who wait for an ask: a connection's own, after the replica's where there are several.

By the first part survivors find what a dead replica held; so no name of a connection holds a slash.
"""

BETWEEN = "/"


def holder_at(replica: str, connection: str) -> str:
    """A name that is `connection` alone where no replica is named."""
    return f"{replica}{BETWEEN}{connection}" if replica else connection


def connection_of(holder: str) -> str:
    return holder.rpartition(BETWEEN)[2]
